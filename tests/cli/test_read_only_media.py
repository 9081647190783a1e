"""A memory on media that nobody can write: it is searched and exported, and what would change it is refused."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlite_vec

from tests.cli.zeph_process import Home, jsonl, row

DENIED = """
import os, sys
from pathlib import Path
real, root = os.access, sys.argv[1]
def access(path, mode, **more):
    return not (mode & os.W_OK and str(path).startswith(root)) and real(path, mode, **more)
if os.geteuid() == 0:  # whom no permission keeps from writing
    os.access = access
sys.argv = ["zeph", *sys.argv[2:]]
from zeph.cli.main import run
run()
"""


@pytest.fixture
def media(home: Home, tmp_path: Path) -> Iterator[Path]:
    """A folder with a memory in it, neither of which can be written."""
    folder = tmp_path / "media"
    folder.mkdir()
    db = folder / "zeph.db"
    home.ok("--db", str(db), "import", str(jsonl(tmp_path / "said.jsonl", row(1, "I live in Hull."))))
    for beside in folder.glob("zeph.db-*"):
        beside.unlink()
    db.chmod(0o400)
    folder.chmod(0o500)
    yield db
    folder.chmod(0o700)


def zeph(home: Home, media: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    words = (sys.executable, "-c", DENIED, str(media.parent), "--db", str(media), *words)
    return subprocess.run(
        words, env=home.environment(), cwd=home.path, capture_output=True, text=True, timeout=100, check=False
    )


def test_it_is_searched_and_exported(home: Home, media: Path) -> None:
    before = media.read_bytes()
    for words, found in (
        (("memory", "search", "Hull"), "I live in Hull."), (("sessions", "search", "Hull"), "harbour"),
        (("export",), "I live in Hull."), (("graph", "stats"), ""), (("sessions", "list"), "harbour"),
    ):  # fmt: skip
        done = zeph(home, media, *words)
        assert done.returncode == 0 and found in done.stdout, done
    copy = home.path / "copy.db"
    assert zeph(home, media, "db", "backup", str(copy)).returncode == 0 and copy.stat().st_size > 0
    assert media.read_bytes() == before


def test_what_would_change_it_is_refused(home: Home, media: Path) -> None:
    for words in (
        ("chat", "-p", "I live in Cork."), ("memory", "forget", "--matching", "Hull", "--yes"),
        ("import", str(home.path / "said.jsonl")), ("db", "vacuum"), ("profile", "add", "I like tea"),
    ):  # fmt: skip
        done = zeph(home, media, *words)
        assert done.returncode == 1 and "cannot be written" in done.stderr and "should not" not in done.stderr, done
    assert not os.path.lexists(media.parent / "backups")


READING = """
import os, sys
from pathlib import Path
from zeph.storage.engine.driver import connect
connect(Path(sys.argv[2])).close()  # everything is loaded
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
connection = connect(Path(sys.argv[1]), reader=True, read_only=True)
print(connection.execute("SELECT text FROM messages").fetchone()[0])
"""


def test_where_nothing_can_lie_beside_the_file_it_is_read_as_it_is(home: Home, media: Path) -> None:
    media.chmod(0o444)
    media.parent.chmod(0o555)
    needed = {*media.parents, *Path(sqlite_vec.__file__).parents} - {media.parent}  # nobody loads the extension too
    above = [path for path in needed if os.access(path, os.W_OK)]
    modes = {path: path.stat().st_mode for path in above if path.stat().st_uid == os.geteuid() and path != Path("/")}
    try:
        for path, mode in modes.items():
            path.chmod(mode | 0o555)
        done = subprocess.run(
            [sys.executable, "-c", READING, str(media), str(home.path / "other.db")], env=home.environment(),
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
    assert done.stdout.strip() == "I live in Hull.", done.stderr
    assert [path.name for path in media.parent.iterdir()] == ["zeph.db"]
