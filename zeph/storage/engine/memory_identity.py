"""Whose a database file is: the id of a memory, and whether the file is a copy of it.

In: a file, or a connection to one. Out: :class:`Identity`. Copies made by :mod:`zeph.storage.engine.file_copies` say
that they are; a copy that is opened as a memory, or put back, says so no longer.
"""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from zeph.storage.engine.driver import Connection, driver, open_read_only

HEADER = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Identity:
    id: str
    copy: bool


def is_database(path: Path) -> bool:
    """Whether SQLite made the file. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


def identity(path: Path) -> Identity | None:
    """None where the file has no id (made before there were ids), or cannot be read."""
    try:
        with closing(open_read_only(path)) as conn:
            return identity_in(conn)
    except (OSError, driver().module.Error):
        return None


def identity_in(conn: Connection) -> Identity | None:
    """As :func:`identity`, of an open file. Raises the driver's errors."""
    if not _has_identity(conn):
        return None
    row = conn.execute("SELECT id, copy FROM memory_identity").fetchone()
    return Identity(str(row[0]), bool(row[1])) if row else None


def set_identity(conn: Connection, *, copy: bool, id: str | None = None) -> None:
    """What the file is from now on; with ``id`` also whose. Nothing where it has no place for it."""
    if _has_identity(conn):
        conn.execute("UPDATE memory_identity SET copy = :copy, id = coalesce(:id, id)", {"copy": int(copy), "id": id})


def _has_identity(conn: Connection) -> bool:
    return conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'memory_identity'").fetchone() is not None
