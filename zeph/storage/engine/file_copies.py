"""Copies of a database file, made while others write.

In: paths. Out: paths. SQLite's backup reads one consistent state and writes through its own pager, so that neither a
running chat nor an open reader is disturbed (https://www.sqlite.org/backup.html). Automatic copies lie in ``backups``
beside the file; copies that a person makes are only remembered by name.
"""

import contextlib
import os
import secrets
import time
from contextlib import closing
from glob import escape
from pathlib import Path

from zeph.clock import Moment
from zeph.errors import BadInput, DatabaseFull
from zeph.storage.engine.driver import Connection, connect, driver, mapped_errors

FOLDER = "backups"
KEPT = 5
"""Automatic copies that are kept; the oldest go."""
PART_KEPT_SECS = 3600.0
"""No copy takes so long without writing: it was killed."""
PAGES = 2_000
"""Copied at a time; between two steps others may write."""


def backup(source: Path, target: Path) -> int:
    """A copy of ``source`` as it is now, whole or not there; its bytes. Raises BadInput and StorageError's leaves."""
    _clear_parts(target.parent, target.name)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")  # others may make the same copy
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with mapped_errors(source):
            copy_pages(source, part)
        part.replace(target)
    except DatabaseFull as error:  # only the copy is written
        raise BadInput(f"{target} cannot be written: its disk is full or failing.") from error
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink(missing_ok=True)
    return target.stat().st_size


def automatic(path: Path, reason: str, now: Moment) -> Path:
    """A copy beside the file, named for its time and reason; only the latest few are kept."""
    folder = path.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    stamp = now.replace(" ", "-").replace(":", "")
    target = folder / f"{path.stem}-{stamp}-{reason}.db"
    backup(path, target)
    _clear_parts(folder, f"{path.stem}-")
    for old in automatic_copies(path)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def automatic_copies(path: Path) -> list[Path]:
    """Oldest first."""
    return sorted((path.parent / FOLDER).glob(f"{path.stem}-[0-9]*.db"))


def broken_copies(path: Path) -> list[Path]:
    """What copies that were killed, or are being made now, have written so far."""
    return sorted((path.parent / FOLDER).glob(f".{path.stem}-[0-9]*.part*"))


def copy_pages(source: Path, target: Path) -> None:
    """``target`` becomes what ``source`` holds now."""
    with closing(open_reading(source)) as there, closing(connect(target)) as here:
        there.execute("BEGIN")  # one state from the first page to the last: else each write of others begins it anew
        there.execute("SELECT count(*) FROM sqlite_master").fetchone()
        there.backup(here, pages=PAGES)
        here.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if target.suffix == ".part":
            here.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it


def open_reading(path: Path) -> Connection:
    """A connection that cannot write, to a file of any kind."""
    return driver().module.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _clear_parts(folder: Path, beginning: str) -> None:
    """A copy that was killed leaves no half behind for long."""
    for part in folder.glob(f".{escape(beginning)}*.part*"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > PART_KEPT_SECS:
                part.unlink()
