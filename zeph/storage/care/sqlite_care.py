"""Care of the file in SQLite: forgetting and its bytes, health, repair, sizes.

What goes with a forgotten thing stands in ``removal.py``, what can be wrong in ``health.py``, what can be mended in
``repair.py``.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from zeph.clock import Moment
from zeph.errors import StorageError
from zeph.records.forgetting import Forgotten, Target
from zeph.storage.care import health, removal, scrubbing
from zeph.storage.care.damage_watch import WRITTEN_ANEW
from zeph.storage.care.repair import repair
from zeph.storage.care.writing_anew import pages_are_damaged, rebuild_derived, write_anew
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, driver
from zeph.storage.engine.metadata import set_metadata

SCRUB_DUE = "scrub_due"


class SqliteCare:
    """The port :class:`~zeph.storage.ports.Care`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    # ------------------------------------------------------------ forgetting

    async def forget(self, space_id: int, target: Target, *, dry: bool = False, scrub: bool = True) -> Forgotten:
        def write(conn: Connection) -> Forgotten:
            done = removal.forget(conn, space_id, target, self._db.now, dry=dry)
            if done and scrub and not dry:
                # In the transaction that removes: whoever is killed before the scrubbing, it is done all the same.
                note_scrub_due(conn, space_id, self._db.now)
            return done

        done = await self._db.write(write)
        return replace(done, lingers=await self.scrubbed()) if done and scrub and not dry else done

    async def scrub_left(self) -> None:
        if await self._db.snapshot(_scrub_due):
            await self.scrubbed()

    async def scrubbed(self) -> str:
        """What was removed leaves the file: why its bytes are there for a while yet, or nothing."""
        try:
            return "" if await self._scrub() else "another program reads the file"
        except StorageError as error:
            return str(error).rstrip(".")

    async def _scrub(self) -> bool:
        due = await self._db.snapshot(_scrub_due)
        clean = await self._db.outside_transaction(scrubbing.scrub)
        if clean and due:
            await self._db.write(lambda conn: _scrub_done(conn, due))
        return clean

    # ------------------------------------------------------------ the file

    async def health(self, *, thorough: bool = False) -> list[str]:
        found = await self._db.unmended_apart(lambda conn: health.rows_health(conn, thorough=thorough))
        if self._db.read_only:
            return found
        # A writer's work, as the commands look like inserts: one thing at a time, so that others come between.
        for name in await self._db.unmended_behind(health.derived_names):
            found += await self._db.unmended_behind(partial(health.derived_health, name=name))
        return found

    async def repair(self) -> list[str]:
        made = []
        with contextlib.suppress(StorageError):  # the pages do not allow it: then they are written anew
            made = await self._db.unmended_bare(rebuild_derived)
        anew = await self._db.unmended_apart(pages_are_damaged)
        if anew:
            await asyncio.to_thread(write_anew, self._db.path, self._db.now)
            made += await self._db.unmended_bare(rebuild_derived)
        told = [
            f"{thing[0].upper()}{thing[1:]}: damaged or not there, and made again." for thing in dict.fromkeys(made)
        ]
        told += [*[WRITTEN_ANEW] * anew, *await self._db.write(repair)]
        with contextlib.suppress(StorageError):  # what was taken away left its room, which goes later otherwise
            await self.scrub_left()
        return told

    async def vacuum(self) -> None:
        await self._db.outside_transaction(rebuild_derived)
        await self._scrub()

    async def sizes(self) -> list[tuple[str, int, int]]:
        """Bytes are 0 where this SQLite cannot tell."""

        def read(conn: Connection) -> list[tuple[str, int, int]]:
            try:
                bytes_of = dict(conn.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall())
            except driver().module.OperationalError:
                bytes_of = {}
            listed = conn.execute(
                "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
            )
            found = [(name, _rows(conn, name, kind), int(bytes_of.get(name, 0))) for name, kind in listed.fetchall()]
            return sorted(found, key=lambda row: (-row[2], -row[1], row[0]))

        return await self._db.snapshot(read)


def note_scrub_due(conn: Connection, space_id: int, now: Moment) -> None:
    """Something is removed in this transaction, and its bytes are to leave the file."""
    set_metadata(conn, space_id, SCRUB_DUE, now)


def _rows(conn: Connection, name: str, kind: str) -> int:
    """-1 for an index, of whichever sort."""
    if kind != "table" or "_fts" in name or name.startswith("vec_"):
        return -1
    return int(conn.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])


def _scrub_due(conn: Connection) -> list[tuple[int, str]]:
    """(space, when) of removals whose bytes may still be in the file."""
    sql = "SELECT space_id, value FROM graph_metadata WHERE key = ?"
    found: list[tuple[int, str]] = conn.execute(sql, (SCRUB_DUE,)).fetchall()
    return found


def _scrub_done(conn: Connection, due: Sequence[tuple[int, str]]) -> None:
    """What was due is done; what became due meanwhile is not."""
    conn.executemany(f"DELETE FROM graph_metadata WHERE space_id = ? AND key = '{SCRUB_DUE}' AND value = ?", due)
