"""Whole memories out of SQLite and into it.

What leaves stands in ``dump.py``, what becomes of a row that comes in ``loader.py``.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from zeph.errors import BadInput
from zeph.records.view import View
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.memory_identity import identity_in
from zeph.storage.ports import OnBadRow
from zeph.storage.transfer.dump import dump, dump_at
from zeph.storage.transfer.loader import Loader


class SqliteTransfer:
    """The port :class:`~zeph.storage.ports.Transfer`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def dump(self, view: View, take: Callable[[str, dict[str, Any]], None]) -> None:
        def read(conn: Connection) -> None:
            for kind, row in dump_at(conn, view) if view.as_of else dump(conn, view.space_id):
                take(kind, row)

        await self._db.snapshot(read)

    async def secret(self) -> bytes:
        found = await self._db.snapshot(identity_in)
        if found is None:
            raise BadInput(f"{self._db.path} does not say whose it is: `zeph db check --repair` mends it.")
        return found.id.encode()

    def load(self, space_id: int, *, vouched: bool) -> "SqliteLoad":
        return SqliteLoad(self._db, Loader(space_id, vouched=vouched))


class SqliteLoad:
    """The port :class:`~zeph.storage.ports.Load`."""

    def __init__(self, database: Database, loader: Loader) -> None:
        self._db = database
        self._loader = loader

    @property
    def added(self) -> Counter[str]:
        return self._loader.added

    async def add(self, rows: Sequence[tuple[int, str, dict[str, Any]]], on_bad_row: OnBadRow) -> None:
        await self._db.write_behind(lambda conn: self._loader.load(conn, rows, on_bad_row))

    async def finish(self) -> None:
        await self._db.write_behind(self._loader.finish)
