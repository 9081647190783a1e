"""The file written anew from what a memory consists of, where its pages are damaged and its own tables are whole.

In: a path. Out: the same memory in sound pages, or nothing changed. Own tables are read row by row without any index,
whatever else can be read comes along, and what cannot is left empty for the background. The sound pages take the place
of the others as a copy is put back (:mod:`zeph.storage.care.restore`): who has the file open goes on.
"""

import contextlib
from contextlib import closing
from pathlib import Path

from zeph.clock import Moment
from zeph.errors import DatabaseCorrupt, StorageError
from zeph.file_writing import scratch_beside
from zeph.storage.care.derived_things import OWN_TABLES, WORDS, damaged_things, make_what_is_away, take_away
from zeph.storage.engine.driver import Connection, connect, driver, mapped_errors
from zeph.storage.engine.file_copies import FOLDER, automatic
from zeph.storage.engine.memory_identity import identity, set_identity
from zeph.storage.engine.migrations import migrate
from zeph.storage.engine.newest_schema import newest_schema, schema_of
from zeph.storage.engine.write_lock import Gate

ATTEMPTS = 5
"""Others may write between the reading and the putting back: then it is read again."""
ROUNDS = 3
"""What is made of something that was made anew is looked at again."""
PAGES = 64
"""Of a step; an empty memory has more."""


def pages_are_damaged(conn: Connection) -> bool:
    """SQLite's own check, which reads every page."""
    try:
        return [row[0] for row in conn.execute("PRAGMA integrity_check(1)")] != ["ok"]
    except driver().module.DatabaseError:
        return True


def write_anew(path: Path, now: Moment) -> None:
    """Raises DatabaseCorrupt where one of the memory's own tables cannot be read to its end, and others of its kind."""
    own = identity(path)
    with contextlib.suppress(StorageError, OSError):
        automatic(path, "damaged", now)  # the way back: what was damaged is looked at by whoever wants to
    folder = path.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    gate = Gate(path, urgent=True)
    try:
        for _ in range(ATTEMPTS):
            with (
                mapped_errors(path), scratch_beside(folder / path.name) as part, closing(connect(path)) as watching,
                gate.ahead(),
            ):  # fmt: skip
                seen = _copied(path, part, now, watching)
                if own:
                    with closing(connect(part)) as conn:
                        set_identity(conn, copy=own.copy, id=own.id)
                if _put_back(part, path, watching, seen):
                    return
    finally:
        gate.close()
    raise StorageError(f"{path} is written to all the time: end the other Zephs and try again.")


def _copied(path: Path, part: Path, now: Moment, watching: Connection) -> int:
    """Makes ``part`` of what can be read; the state of ``path`` that was read."""
    with closing(connect(part)) as conn:
        migrate(conn, part, now)
        conn.execute("PRAGMA foreign_keys = OFF")
        conn.execute("ATTACH ? AS old", (str(path),))
        seen = _state(watching)
        triggers = [made for made in schema_of(conn).values() if made.kind == "trigger"]
        for trigger in triggers:
            conn.execute(f"DROP TRIGGER {trigger.name}")
        plain = [name for name, made in newest_schema().items() if made.kind == "table" and not made.is_virtual]
        for table in [*(name for name in plain if "_fts_" not in name), "schema_migrations", "sqlite_sequence"]:
            _take(conn, table)
        for trigger in triggers:
            conn.execute(trigger.sql)
        conn.execute("DETACH old")
        for index in WORDS:
            conn.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")
        rebuild_derived(conn)
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return seen


def _take(conn: Connection, table: str) -> None:
    """All rows or none: what the background makes again may stay empty."""
    columns = ", ".join(row[1] for row in conn.execute(f"PRAGMA main.table_info({table})"))
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute(f"DELETE FROM main.{table}")
        conn.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM old.{table} NOT INDEXED")
        conn.execute("COMMIT")
    except driver().module.Error as error:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        if table in OWN_TABLES:
            raise DatabaseCorrupt(
                f"{table} cannot be read to its end ({error}); the file was left as it is. `zeph db restore` brings"
                " back a copy, and `zeph export` writes what can be read."
            ) from error


def rebuild_derived(conn: Connection) -> list[str]:
    """Makes what follows from the rest anew where it is not as it should be; what was. No transaction may be open."""
    made: dict[str, None] = {}
    for _ in range(ROUNDS):
        damaged = damaged_things(conn)
        conn.execute("BEGIN IMMEDIATE")
        try:
            now = [*take_away(conn, damaged), *make_what_is_away(conn)]
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
        made |= dict.fromkeys(now)
        if not now:
            break
    return list(made)


def _state(watching: Connection) -> int:
    watching.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(watching.execute("PRAGMA data_version").fetchone()[0])


def _put_back(part: Path, path: Path, watching: Connection, seen: int) -> bool:
    """False where another wrote before this could: nothing was changed then."""

    def unchanged(_: int, remaining: int, __: int) -> None:
        if remaining and _state(watching) != seen:
            raise InterruptedError

    with closing(connect(part)) as sound, closing(connect(path)) as here:
        try:
            # The first step takes the lock of the file that is written to, and keeps it until the last one is done.
            sound.backup(here, pages=PAGES, progress=unchanged)
        except InterruptedError:
            return False
        here.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return True
