"""One writer and a few readers over one file, each a connection in a thread of its own.

In: synchronous closures over a DB-API connection. Out: their results. ``write`` runs its closure
in one ``BEGIN IMMEDIATE`` transaction, ``snapshot`` in one read transaction; a cancelled caller
leaves neither half done, because a closure runs whole in its thread.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

from zeph.clock import Clock, moment_now
from zeph.errors import DatabaseReadOnly
from zeph.storage.driver import Connection, connect, mapped_errors
from zeph.storage.migrate import inspect, migrate

T = TypeVar("T")


class Database:
    def __init__(self, path: Path, clock: Clock, pool_size: int = 3) -> None:
        self.path = path
        self.clock = clock
        self._pool_size = pool_size
        self._writer: aiosqlite.Connection | None = None
        self._readers: list[aiosqlite.Connection] = []
        self._free: asyncio.LifoQueue[aiosqlite.Connection] = asyncio.LifoQueue()
        self._opened = 0

    async def open(self) -> Self:
        """Creates or checks the file, brings it to the newest schema. Raises StorageError's leaves."""
        with mapped_errors(self.path):
            _make_private(self.path)
            await asyncio.to_thread(inspect, self.path)
            self._writer = aiosqlite.Connection(lambda: connect(self.path), 64)
            try:
                await self._writer
                await self._on(self._writer, lambda c: migrate(c, self.path, moment_now(self.clock)))
                _keep_private(self.path)
            except BaseException:
                await self.close()
                raise
        return self

    async def close(self) -> None:
        connections = [c for c in (*self._readers, self._writer) if c is not None]
        self._readers, self._writer = [], None
        for connection in connections:
            try:
                await connection.close()
            except ValueError:
                connection.stop()  # never connected: only its thread has to end

    async def write(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` in one transaction; rolled back whole if it raises."""
        assert self._writer is not None, "the database is closed"
        with mapped_errors(self.path):
            return await self._on(self._writer, lambda c: _in_transaction(c, fn))

    async def outside_transaction(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` on the writer with no transaction open: for what SQLite allows nowhere else (checkpoints)."""
        assert self._writer is not None, "the database is closed"
        with mapped_errors(self.path):
            return await self._on(self._writer, fn)

    async def snapshot(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` on one consistent state of the file."""
        reader = await self._take()
        try:
            with mapped_errors(self.path):
                return await self._on(reader, lambda c: _in_snapshot(c, fn))
        finally:
            # Even when cancelled: the next closure waits in the same thread until this one is through.
            self._free.put_nowait(reader)

    async def _take(self) -> aiosqlite.Connection:
        if self._free.empty() and self._opened < self._pool_size:
            self._opened += 1
            reader = aiosqlite.Connection(lambda: connect(self.path, reader=True), 64)
            with mapped_errors(self.path):
                await reader
            self._readers.append(reader)
            return reader
        return await self._free.get()

    @staticmethod
    async def _on(connection: aiosqlite.Connection, fn: Callable[[Connection], T]) -> T:
        # aiosqlite's public calls send one statement each; a whole closure is what keeps a transaction in one piece.
        result: T = await connection._execute(lambda: fn(connection._conn))  # type: ignore[no-untyped-call]  # noqa: SLF001
        return result


def _in_transaction(connection: Connection, fn: Callable[[Connection], T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = fn(connection)
        connection.execute("COMMIT")
        return result
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _in_snapshot(connection: Connection, fn: Callable[[Connection], T]) -> T:
    connection.execute("BEGIN")
    try:
        return fn(connection)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _make_private(path: Path) -> None:
    if path.is_dir():
        raise DatabaseReadOnly(f"{path} is a folder; name a file with --db.")
    if not path.parent.exists():
        path.parent.mkdir(parents=True, mode=0o700)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _keep_private(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        if file.exists() and file.stat().st_mode & 0o077 and file.stat().st_uid == os.getuid():
            file.chmod(0o600)
