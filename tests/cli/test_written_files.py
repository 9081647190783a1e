"""What Zeph writes for a person: never over a memory, through a link or onto a device, and named when one forgets."""

import os
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.zeph_process import Home, jsonl, row
from zeph.file_writing import part_beside
from zeph.storage.engine.driver import connect

WRITING = (("export",), ("db", "backup"), ("graph", "view", "--no-open", "--output"))
SECRET = "Ottilie"


@pytest.fixture
def told(home: Home) -> Home:
    home.ok("import", str(jsonl(home.path / "said.jsonl", row(1, f"My sister {SECRET} lives in Hull."), row(2, "Hi."))))
    return home


def said(db: Path) -> int:
    with closing(connect(db)) as conn:
        count: int = conn.execute("SELECT count(*) FROM messages").fetchone()[0]
        return count


def other_memory(home: Home, name: str = "other.db") -> Path:
    db = home.path / name
    home.ok("--db", str(db), "import", str(home.path / "said.jsonl"))
    return db


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_nothing_that_matters_is_written_over(told: Home, words: tuple[str, ...]) -> None:
    other, folder = other_memory(told), told.path / "place"
    folder.mkdir()
    (folder / "way").symlink_to(told.db)
    (folder / "loose").symlink_to(folder / "nowhere")
    (folder / "twin").hardlink_to(told.db)
    (folder / "page").symlink_to("/dev/null")
    os.mkfifo(folder / "pipe")
    (told.path / "state").mkdir()
    (told.path / "state" / "history").write_text("# 1\n+said\n")
    targets = [
        told.db, other, folder / "way", folder / "loose", folder / "twin", folder / "page", folder / "pipe", folder,
        Path("/dev/null"), Path("/dev/full"), told.path / "config" / "config.toml", told.path / "state" / "history",
        *(told.db.with_name(told.db.name + end) for end in ("-wal", "-shm", "-journal", "-gate")),
        other.with_name("other.db-wal"), folder / "no" / "where",
    ]  # fmt: skip
    before = {
        path: path.read_bytes() for path in (told.path / "config" / "config.toml", told.path / "state" / "history")
    }
    links = {target: target.readlink() for target in targets if target.is_symlink()}
    for target in targets:
        done = told.run(*words, str(target), "--yes")
        assert done.code in (1, 2) and "zeph: " in done.err and "should not" not in done.err, (target, done)
    assert {target: target.readlink() for target in targets if target.is_symlink()} == links
    assert all(path.read_bytes() == text for path, text in before.items())
    assert said(told.db) == said(other) == 2
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode) and (folder / "way").is_symlink()
    assert not (folder / "nowhere").exists() and stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_one_is_asked_before_a_file_is_replaced_and_it_is_private(told: Home, words: tuple[str, ...]) -> None:
    target = told.path / "mine.out"
    old = os.umask(0)
    try:
        told.ok(*words, str(target))
    finally:
        os.umask(old)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    first = target.stat().st_ino
    told.run(*words, str(target)).refused(2, "--yes overwrites it")
    assert target.stat().st_ino == first
    told.ok(*words, str(target), "--yes")
    assert target.stat().st_ino != first
    assert [p.name for p in told.path.iterdir() if p.name.startswith(".")] == []


def test_a_copy_that_is_used_as_a_memory_is_one(told: Home) -> None:
    copy = told.path / "copy.db"
    told.ok("db", "backup", str(copy))
    told.ok("db", "backup", str(copy), "--yes")
    told.ok("--db", str(copy), "sessions", "list")
    told.run("db", "backup", str(copy), "--yes").refused(1, "is a memory")


def test_forgetting_names_all_that_was_made_of_this_memory_and_nothing_else(told: Home) -> None:
    other = other_memory(told)
    made = [told.path / name for name in ("copy.db", "lines.jsonl", "graph.xml", "page.html")]
    told.ok("db", "backup", str(made[0]))
    told.ok("export", str(made[1]))
    told.ok("export", "--format", "graphml", str(made[2]))
    told.ok("graph", "view", "--no-open", "--output", str(made[3]))
    told.ok("--db", str(other), "export", str(told.path / "theirs.jsonl"))
    gone = told.path / "deleted.jsonl"
    told.ok("export", str(gone))
    gone.unlink()
    receipt = told.ok("memory", "forget", "--matching", SECRET, "--yes").out
    assert all(str(path) in receipt for path in made), receipt
    assert "theirs.jsonl" not in receipt and "deleted.jsonl" not in receipt
    assert b"deleted.jsonl" not in (told.path / "state" / "written.jsonl").read_bytes()


KILLED = """
import os, sys
from pathlib import Path
from zeph.file_writing import part_beside
with part_beside(Path(sys.argv[1])) as part:
    part.write_text("Ottilie")
    os._exit(9)
"""


def test_what_a_killed_writer_left_is_removed_at_the_next_start(told: Home) -> None:
    own, backups = told.path / "lines.jsonl", told.path / "data" / "backups"
    told.ok("export", str(own))
    backups.mkdir(exist_ok=True)
    for target in (own, backups / "zeph-2024-01-01-000000-restore.db", told.path / "state" / "graph.html"):
        subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False)
        assert [p for p in target.parent.iterdir() if p.name.endswith(".part")]
    with part_beside(own) as held:
        told.ok("sessions", "list")
        left = [p for p in told.path.rglob("*.part*") if p.is_file()]
        assert left == [held]
        assert str(held) in told.ok("memory", "forget", "--matching", SECRET, "--yes").out


def test_a_memory_on_the_terminal_has_no_file_on_the_way(told: Home, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    assert SECRET in told.ok("export", TMPDIR=str(folder)).out
    assert list(folder.iterdir()) == []


def copies(home: Home) -> set[str]:
    return {path.name for path in home.path.rglob("*-restore.db")}


def test_copies_are_of_one_memory_whatever_the_files_are_called(told: Home) -> None:
    names = ("work", "work-2", "work[1]", "work-2024-01-01-000000-x")
    for name in names:
        db = other_memory(told, f"{name}.db")
        copy = told.path / f"{name}.copy"
        told.ok("--db", str(db), "db", "backup", str(copy))
        told.ok("--db", str(db), "db", "restore", str(copy), "--yes")
    assert len(copies(told)) == len(names)
    for at, name in enumerate(names):
        told.ok("--db", str(told.path / f"{name}.db"), "memory", "forget", "--matching", SECRET, "--yes")
        left = copies(told)
        assert {one[: -len("-2026-01-01-000000-restore.db")] for one in left} == set(names[at + 1 :]), left


def test_a_renamed_memory_keeps_its_copies_and_a_twin_has_its_own(told: Home) -> None:
    one, two, copy = told.path / "one.db", told.path / "two.db", told.path / "own.copy"
    told.ok("--db", str(one), "import", str(told.path / "said.jsonl"))
    told.ok("--db", str(one), "db", "backup", str(copy))
    for db in (one, two):  # the second is made of the first one's copy: both have one id
        told.ok("--db", str(db), "db", "restore", str(copy), "--yes")
    told.ok("--db", str(two), "db", "restore", str(copy), "--yes")
    assert {name.partition("-")[0] for name in copies(told)} == {"one", "two"}
    told.ok("--db", str(one), "memory", "forget", "--matching", SECRET, "--yes")
    assert {name.partition("-")[0] for name in copies(told)} == {"two"}
    for end in ("", "-wal", "-shm"):
        file = told.path / f"two.db{end}"
        if file.exists():
            file.rename(told.path / f"new.db{end}")
    told.ok("--db", str(told.path / "new.db"), "memory", "forget", "--matching", SECRET, "--yes")
    assert copies(told) == set()


@pytest.mark.parametrize("empty", ["", " ", "\u200b"])
def test_an_empty_id_is_nobodys(told: Home, empty: str) -> None:
    for words in (
        ("sessions", "delete", empty, "--yes"), ("sessions", "show", empty), ("sessions", "rename", empty, "x"),
        ("sessions", "export", empty), ("memory", "forget", "--conversation", empty, "--yes"),
        ("memory", "forget", "--entity", empty, "--yes"), ("memory", "forget", "--matching", empty, "--yes"),
        ("memory", "search", "Hull", "--conversation", empty), ("chat", "-p", "Hi", "--resume", empty),
        ("graph", "forget", empty), ("graph", "facts", empty), ("graph", "history", empty), ("graph", "at", empty),
    ):  # fmt: skip
        done = told.run(*words)
        assert done.code in (1, 2) and "should not" not in done.err, (words, done)
    assert said(told.db) == 2
