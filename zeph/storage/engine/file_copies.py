"""Copies of a database file, made while others write.

In: paths. Out: paths. SQLite's backup reads one consistent state and writes through its own pager, so that neither a
running chat nor an open reader is disturbed (https://www.sqlite.org/backup.html). Automatic copies lie in ``backups``
beside the file and are its own by the id inside them; copies that a person makes are only remembered by name.
"""

import re
from contextlib import closing
from pathlib import Path

from zeph.clock import Moment
from zeph.errors import BadInput, DatabaseFull
from zeph.file_writing import check_replaceable, clear_left, part_beside, parts_in
from zeph.storage.engine.driver import connect, mapped_errors, open_read_only
from zeph.storage.engine.memory_identity import Identity, identity, is_database, set_identity

FOLDER = "backups"
KEPT = 5
"""Automatic copies that are kept; the oldest go."""
PAGES = 2_000
"""Copied at a time; between two steps others may write."""
_NAME = re.compile(r"(?P<stem>.+)-(?P<stamp>\d{4}-\d\d-\d\d-\d{6})-(?P<reason>[a-z]+(?:-\d+)?)\.db", re.DOTALL)


def backup(source: Path, target: Path) -> int:
    """A copy of ``source`` as it is now, whole or not there; its bytes.

    Raises BadInput, also where ``target`` is a memory that somebody uses, and StorageError's leaves.
    """
    try:
        check_replaceable(target)
        if target.exists() and is_database(target):
            found = identity(target)
            if found is None or not found.copy:
                raise BadInput(f"{target} is a memory, or a database of another program: name another file.")
        with part_beside(target) as part, mapped_errors(source):
            copy_pages(source, part)
    except DatabaseFull as error:  # only the copy is written
        raise BadInput(f"{target} cannot be written: its disk is full or failing.") from error
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror or error}.") from error
    return target.stat().st_size


def automatic(path: Path, reason: str, now: Moment) -> Path:
    """A copy beside the file, named for its time and reason; only the latest few are kept."""
    folder = path.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    clear_left(parts_in(folder))
    stamp = now.replace(" ", "-").replace(":", "")
    target = folder / f"{path.stem}-{stamp}-{reason}.db"
    backup(path, target)
    for old in automatic_copies(path)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def automatic_copies(path: Path) -> list[Path]:
    """Those of this memory, oldest first: they have its id, or no id and its file's name."""
    own = identity(path)
    found = [(name["stamp"], file) for file, name in _named(path.parent / FOLDER) if _belongs(file, name, path, own)]
    return [file for _, file in sorted(found)]


def broken_copies(path: Path) -> list[Path]:
    """What copies that were killed, or are being made now, have written so far."""
    return parts_in(path.parent / FOLDER)


def copy_pages(source: Path, target: Path) -> None:
    """``target`` becomes what ``source`` holds now; a part becomes a copy, and says so."""
    with closing(open_read_only(source)) as there, closing(connect(target)) as here:
        there.execute("BEGIN")  # one state from the first page to the last: else each write of others begins it anew
        there.execute("SELECT count(*) FROM sqlite_master").fetchone()
        there.backup(here, pages=PAGES)
        if target.suffix == ".part":
            set_identity(here, copy=True)
        here.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if target.suffix == ".part":
            here.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it


def _named(folder: Path) -> list[tuple[Path, re.Match[str]]]:
    try:
        return [(file, name) for file in folder.iterdir() if (name := _NAME.fullmatch(file.name))]
    except OSError:
        return []


def _belongs(copy: Path, name: re.Match[str], path: Path, own: Identity | None) -> bool:
    """Of two files with one id (one was made of the other's copy) each has the copies of its name."""
    if copy.is_symlink() or not copy.is_file():
        return False
    inside = identity(copy)
    if inside is None or own is None:
        return name["stem"] == path.stem
    if inside.id != own.id:
        return False
    other = identity(path.with_name(f"{name['stem']}{path.suffix}"))
    return name["stem"] == path.stem or other is None or other.id != own.id
