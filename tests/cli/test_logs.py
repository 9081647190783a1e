"""What happens behind a conversation: a sentence for the person, its trace in a file that nobody else can read."""

import logging
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeph.cli.logs import LARGEST, Notes, keep_notes
from zeph.cli.no_memory import lacks_memory
from zeph.errors import ConfigError

log = logging.getLogger("zeph.tests.behind")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("ZEPH_HOME", str(tmp_path))
    monkeypatch.setattr(logging, "lastResort", None)
    keep_notes()
    assert logging.lastResort is not None
    log.addHandler(logging.lastResort)
    umask = os.umask(0)
    yield tmp_path / "state" / "zeph.log"
    os.umask(umask)
    log.handlers.clear()


def fail(words: str) -> None:
    try:
        raise ValueError(words)
    except ValueError:
        log.exception("extraction of message %s failed", 7)


def test_a_trace_goes_to_the_file_and_a_sentence_to_the_person(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fail("I work at Zyxwerk")
    assert capsys.readouterr().err == "extraction of message 7 failed\n"
    kept = file.read_text()
    assert "ValueError: I work at Zyxwerk" in kept and "Traceback" in kept
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_it_has_no_keys_and_does_not_grow_for_ever(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = "sk-" + "proj-" + "a1B2" * 12
    fail(f"http://user:pw@host.example/v1?key={key} \x1b[2J")
    assert key not in file.read_text() + capsys.readouterr().err
    file.write_text("x" * (LARGEST + 1))
    fail("once more")
    assert file.stat().st_size < 10_000


def test_where_nothing_can_be_written_nothing_is_raised(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.parent.mkdir(exist_ok=True)
    file.symlink_to(file.with_name("elsewhere"))
    fail("a link")
    assert not file.with_name("elsewhere").exists()
    monkeypatch.setattr(sys, "stderr", None)
    Notes().emit(log.makeRecord(log.name, logging.ERROR, "", 1, "nowhere", (), None))


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(), OSError(12, "Cannot allocate memory"), RuntimeError("can't start new thread"),
        ImportError("x.so: failed to map segment from shared object"), RuntimeError("std::bad_alloc"),
        ExceptionGroup("several", [ValueError(), MemoryError()]),
    ],
)  # fmt: skip
def test_no_memory_is_known_by_whatever_it_looks_like(error: Exception) -> None:
    assert lacks_memory(error)
    told = ConfigError("The model cannot be read.")
    told.__cause__ = error
    assert lacks_memory(told)
    assert not lacks_memory(ConfigError("The model cannot be read.")) and not lacks_memory(OSError(2, "gone"))
