"""Files written whole or not at all, and seen by their owner alone.

In: where a file is to be. Out: a part beside it (0600 whatever the umask), which takes its place once all is written.
A part is locked while somebody writes it, so that what a killed program has left can be told and taken away. Nothing
is written through a link, onto a device or into a pipe.
"""

import contextlib
import fcntl
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zeph.errors import BadInput

PART = ".part"
"""Ending of what is not whole yet."""
_NAME_BYTES = 100
_TOKEN = r"\.[0-9a-f]{8}\.part(?:-[a-z]+)?"


@contextmanager
def part_beside(target: Path) -> Iterator[Path]:
    """An empty file that becomes ``target`` when the block ends, on the disk too; it goes where the block fails.

    Raises BadInput where ``target`` is something that must not be replaced, and OSError.
    """
    check_replaceable(target)
    with _locked_part(target) as (handle, part):
        yield part
        os.fsync(handle)
        check_replaceable(target)
        part.replace(target)


@contextmanager
def scratch_beside(target: Path) -> Iterator[Path]:
    """An empty file that is gone when the block ends; one that a kill leaves is a part like any other."""
    with _locked_part(target) as (_, part):
        yield part


@contextmanager
def _locked_part(target: Path) -> Iterator[tuple[int, Path]]:
    handle, part = _new_part(target)
    try:
        yield handle, part
    finally:
        for left in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal"))):
            with contextlib.suppress(OSError):
                left.unlink()
        os.close(handle)


def replace_text(target: Path, text: str) -> None:
    """The whole text or none of it. Raises BadInput and OSError."""
    with part_beside(target) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def check_replaceable(target: Path) -> None:
    """Raises BadInput where ``target`` is there and no ordinary file of its own."""
    try:
        kind = target.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(kind):
        raise BadInput(f"{target} is a link: name the file that it leads to, or another one.")
    if stat.S_ISDIR(kind):
        raise BadInput(f"{target} is a folder: name a file in it.")
    if not stat.S_ISREG(kind):
        raise BadInput(f"{target} is no ordinary file: name another one.")


def parts_of(target: Path) -> list[Path]:
    """What is being written for ``target`` now, and what killed writers have left of it."""
    beginning = re.escape(f".{_beginning(target)}")
    return _listed(target.parent, re.compile(f"{beginning}{_TOKEN}"))


def parts_in(folder: Path) -> list[Path]:
    """The same for every file of a folder in which Zeph alone writes."""
    return _listed(folder, re.compile(rf"\..+{_TOKEN}"))


def clear_left(parts: list[Path]) -> None:
    """Takes away those that nobody is writing any more."""
    for part in parts:
        base = part.with_name(part.name.rpartition(PART)[0] + PART)
        if not _is_written(base):
            with contextlib.suppress(OSError):
                part.unlink()


def _new_part(target: Path) -> tuple[int, Path]:
    while True:
        part = target.with_name(f".{_beginning(target)}.{secrets.token_hex(4)}{PART}")
        handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
        os.fchmod(handle, 0o600)  # some file systems set bits of their own
        with contextlib.suppress(OSError):  # without locks (some network folders) parts are only never cleared early
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(handle).st_nlink:
            return handle, part
        os.close(handle)  # somebody who cleared up was quicker than the lock


def _beginning(target: Path) -> str:
    return os.fsencode(target.name)[:_NAME_BYTES].decode("ascii", "replace").replace("\ufffd", "_")


def _listed(folder: Path, pattern: re.Pattern[str]) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if pattern.fullmatch(path.name))
    except OSError:
        return []


def _is_written(part: Path) -> bool:
    """Whether somebody holds it; what cannot be opened is left alone, what is gone is nobody's."""
    try:
        handle = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
