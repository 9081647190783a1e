"""The store in one SQLite file: its repositories put together.

A repository that a conversation does not need at once is imported when it is first asked for.
"""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from zeph.clock import Clock, SystemClock
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.graph.sqlite_graph import SqliteGraph
from zeph.storage.messages.sqlite_messages import SqliteMessages
from zeph.storage.ports import (
    Blocks,
    Care,
    Communities,
    GraphEdits,
    Ledger,
    NoteLinks,
    OnWait,
    ProfileChoices,
    Queue,
    Reader,
    Spaces,
    Summaries,
    Transfer,
    Upkeep,
    Vectors,
    WatchedNotes,
)
from zeph.storage.sqlite_reader import SqliteReader
from zeph.storage.vectors import vec0_index
from zeph.storage.vectors.bits import BitIndex

T = TypeVar("T")


class SqliteStore:
    """The port :class:`~zeph.storage.ports.Store`; close it, or its threads keep the process alive."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._bits = BitIndex()
        self._notices: list[str] = []
        self._on_notice: Callable[[str], None] = self._notices.append
        self.messages = SqliteMessages(database)
        self.graph = SqliteGraph(database)

    @classmethod
    async def open(cls, path: Path, clock: Clock | None = None, pool_size: int = 3) -> "SqliteStore":
        """Creates or migrates the file. Raises StorageError's leaves."""
        store = cls(await Database(path, clock or SystemClock(), pool_size).open())
        try:
            await store._see_to_damage()
            await store._sync_indexes()
        except BaseException:
            await store.close()  # its threads would keep the process alive
            raise
        return store

    async def _see_to_damage(self) -> None:
        """From now on damage is noticed; what was taken away because of it is made again."""
        from zeph.storage.care.damage_watch import Mending

        mending = Mending(self._db, lambda said: self._on_notice(said), self._forget_bits)
        self._db.mender = mending
        if not self._db.read_only:
            await mending.at_start()

    def _forget_bits(self) -> None:
        self._bits = BitIndex()

    def on_notice(self, tell: Callable[[str], None]) -> None:
        self._on_notice = tell
        while self._notices:
            tell(self._notices.pop(0))

    async def _sync_indexes(self) -> None:
        if self._db.read_only:
            return
        if await self._db.snapshot(vec0_index.out_of_step):
            await self._db.write(vec0_index.sync_indexes)

    async def close(self) -> None:
        await self._db.close()

    def on_wait(self, tell: OnWait) -> None:
        self._db.on_wait = tell

    async def read(self, fn: Callable[[Reader], T]) -> T:
        return await self._db.snapshot(lambda conn: fn(self._reader(conn)))

    def _reader(self, conn: Connection) -> Reader:
        return SqliteReader(conn, self._bits)

    async def find_space(self, name: str) -> int | None:
        return await self._db.snapshot(lambda conn: _find_space(conn, name))

    async def space(self, name: str) -> int:
        def write(conn: Connection) -> int:
            conn.execute(
                "INSERT INTO spaces (name, created_at) VALUES (:name, :now) ON CONFLICT DO NOTHING",
                {"name": name, "now": self._db.now},
            )
            found = _find_space(conn, name)
            assert found is not None
            return found

        found = await self.find_space(name)
        return found if found is not None else await self._db.write(write)

    @cached_property
    def queue(self) -> Queue:
        from zeph.storage.graph.plan_writer import carry_out
        from zeph.storage.messages.sqlite_queue import SqliteQueue

        return SqliteQueue(self._db, self._reader, carry_out)

    @cached_property
    def summaries(self) -> Summaries:
        from zeph.storage.messages.sqlite_summaries import SqliteSummaries

        return SqliteSummaries(self._db)

    @cached_property
    def edits(self) -> GraphEdits:
        from zeph.storage.graph.sqlite_graph_edits import SqliteGraphEdits

        return SqliteGraphEdits(self._db)

    @cached_property
    def profile(self) -> ProfileChoices:
        from zeph.storage.graph.sqlite_profile import SqliteProfileChoices

        return SqliteProfileChoices(self._db)

    @cached_property
    def blocks(self) -> Blocks:
        from zeph.storage.graph.sqlite_blocks import SqliteBlocks

        return SqliteBlocks(self._db)

    @cached_property
    def note_links(self) -> NoteLinks:
        from zeph.storage.graph.sqlite_note_links import SqliteNoteLinks

        return SqliteNoteLinks(self._db)

    @cached_property
    def vectors(self) -> Vectors:
        from zeph.storage.vectors.sqlite_vectors import SqliteVectors

        return SqliteVectors(self._db)

    @cached_property
    def communities(self) -> Communities:
        from zeph.storage.graph.sqlite_communities import SqliteCommunities

        return SqliteCommunities(self._db)

    @cached_property
    def upkeep(self) -> Upkeep:
        from zeph.storage.care.sqlite_upkeep import SqliteUpkeep

        return SqliteUpkeep(self._db)

    @cached_property
    def care(self) -> Care:
        from zeph.storage.care.sqlite_care import SqliteCare

        return SqliteCare(self._db)

    @cached_property
    def transfer(self) -> Transfer:
        from zeph.storage.transfer.sqlite_transfer import SqliteTransfer

        return SqliteTransfer(self._db)

    @cached_property
    def watched_notes(self) -> WatchedNotes:
        from zeph.storage.graph.sqlite_watched_notes import SqliteWatchedNotes

        return SqliteWatchedNotes(self._db)

    @cached_property
    def ledger(self) -> Ledger:
        from zeph.storage.care.sqlite_ledger import SqliteLedger

        return SqliteLedger(self._db)

    @cached_property
    def spaces(self) -> Spaces:
        from zeph.storage.care.sqlite_spaces import SqliteSpaces

        return SqliteSpaces(self._db)


def _find_space(conn: Connection, name: str) -> int | None:
    row = conn.execute("SELECT id FROM spaces WHERE name = :name", {"name": name}).fetchone()
    return int(row[0]) if row else None
