"""A disk that is full, an output that is, a file that cannot be written: a sentence, and nothing is lost."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.zeph_process import Home

ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and permissions of another kind")


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if not (ROOT_USER and mount and sys.platform == "linux"):
        pytest.skip("a small disk needs root")
    if subprocess.run([mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True, capture_output=True)


def test_a_full_disk(home: Home, tiny_disk: Path) -> None:
    (tiny_disk / "ballast").write_bytes(b"x" * 1_000_000)
    db = tiny_disk / "zeph.db"
    home.run("--db", str(db), "chat", "-p", "Hi").refused(1, "disk", "full")
    assert home.run("--db", str(db), "graph", "stats").code == 1
    (tiny_disk / "ballast").unlink()
    home.ok("--db", str(db), "chat", "-p", "Hi")
    home.run("--db", str(db), "chat", given="I like tea. " * 200_000).refused(1, "disk", "full")
    assert home.data("--db", str(db), "sessions", "list")[-1]["title"].startswith("Hi")


def test_an_output_that_is_full(home: Home) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    home.write_config()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            home.command("graph", "stats"),
            stdout=full,
            stderr=subprocess.PIPE,
            env=home.environment(),
            cwd=home.path,
            timeout=60,
        )
    assert done.returncode == 1 and b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr, (
        done.stderr
    )
    assert done.stderr.decode().splitlines()[-1].startswith("zeph: ")


@POSIX
@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_database_that_cannot_be_written(home: Home, what: str) -> None:
    """Root may write anything: it runs without that capability, or the test is skipped."""
    prefix: list[str] = []
    if ROOT_USER:
        setpriv = shutil.which("setpriv")
        prefix = [setpriv or "", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
        probe = home.path / "probe"
        probe.mkdir(mode=0o500)
        if not setpriv or subprocess.run([*prefix, "touch", str(probe / "x")], capture_output=True).returncode == 0:
            pytest.skip("root cannot give its power away here")
    home.ok("graph", "stats")
    target = home.db.parent if what == "folder" else home.db
    for left in home.db.parent.glob("zeph.db-*"):
        left.unlink()
    target.chmod(0o500 if what == "folder" else 0o400)
    try:
        done = subprocess.run(
            [*prefix, *home.command("chat", "-p", "Hi")],
            capture_output=True,
            text=True,
            env=home.environment(),
            cwd=home.path,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )
    finally:
        target.chmod(0o700)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert "Traceback" not in done.stderr and "permissions" in done.stderr
    assert any(line.startswith("zeph: ") for line in done.stderr.splitlines())
