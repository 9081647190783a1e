"""Two writers and a few readers over one file, each a connection in a thread of its own.

In: synchronous closures over a DB-API connection. Out: their results. ``write`` runs its closure
in one ``BEGIN IMMEDIATE`` transaction, ``snapshot`` in one read transaction; a cancelled caller
leaves neither half done, because a closure runs whole in its thread. What a person waits for has a writer of its own,
which the background's transactions never keep in a queue; between the two, and between processes, the gate decides.
"""

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Protocol, Self, TypeVar

import aiosqlite

from zeph.clock import Clock, Moment, moment_now
from zeph.errors import DatabaseGone, DatabaseReadOnly
from zeph.storage.engine.driver import Connection, connect, copy_in_memory, mapped_errors, only_read, open_read_only
from zeph.storage.engine.file_access import file_identity, is_read_only, make_private, restrict_companions
from zeph.storage.engine.memory_identity import identity_in, set_identity
from zeph.storage.engine.migrations import check, inspect, load_migrations, migrate
from zeph.storage.engine.write_lock import Gate

T = TypeVar("T")
OnWait = Callable[[bool], None]
CHECKPOINT_PAGES = 8_000
"""The log's length at which a person's write moves it into the file; the background does so at SQLite's 1,000."""
WRITE_SLICE_SECS = 0.015
"""What bulk work stops after, so that with its commit it stays below 20 ms."""
PATIENCE_SECS = 1.0
"""A person's write that waits longer is told of."""


MOST_MENDED = 20
"""Times in the life of a process; what is damaged again and again stands on a disk that fails."""


class Mender(Protocol):
    """Whoever sees to damage."""

    times: int
    """How often something was mended."""

    async def mend(self, error: Exception, times: int) -> bool:
        """Whether what failed with ``error`` is worth another try; ``times`` as it was when that began."""
        ...


class _Writer:
    """A writing connection and its way to its turn."""

    def __init__(self, path: Path, *, urgent: bool) -> None:
        self.connection = _connection(lambda: connect(path))
        self.path = path
        self.gate = Gate(path, urgent=urgent)
        self.urgent = urgent

    async def open(self) -> Self:
        try:
            await self.connection
            await _on(self.connection, self._prepare)
        except BaseException:
            await self.close()
            raise
        return self

    def _prepare(self, connection: Connection) -> None:
        self._file = file_identity(self.path)
        if self.urgent:
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")

    async def run(
        self, fn: Callable[[Connection], T], begun: Callable[[], None] = lambda: None, *, durable: bool = True
    ) -> T:
        """``begun`` is called, in the writer's thread, as soon as it is this transaction's turn."""
        work = self._in_transaction if durable else self._lightly
        return await _on(self.connection, lambda c: work(c, fn, begun))

    async def bare(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` with no transaction open, next in turn."""
        return await _on(self.connection, lambda c: self._ahead(c, fn))

    async def close(self) -> None:
        await _close(self.connection)
        self.gate.close()

    def _ahead(self, connection: Connection, fn: Callable[[Connection], T]) -> T:
        with self.gate.ahead():
            return fn(connection)

    def _lightly(self, connection: Connection, fn: Callable[[Connection], T], begun: Callable[[], None]) -> T:
        connection.execute("PRAGMA synchronous = NORMAL")
        try:
            return self._in_transaction(connection, fn, begun)
        finally:
            connection.execute("PRAGMA synchronous = FULL")

    def _in_transaction(self, connection: Connection, fn: Callable[[Connection], T], begun: Callable[[], None]) -> T:
        if file_identity(self.path) != self._file:
            raise DatabaseGone(
                f"{self.path} was removed or replaced while Zeph had it open: nothing said from now on would be kept."
                " Put it back (`zeph db restore`) and start Zeph again."
            )
        self.gate.begin(connection)
        begun()
        try:
            result = fn(connection)
            connection.execute("COMMIT")
            return result
        except BaseException as error:
            _end_statements(error)
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


class _Wait:
    """Tells of a wait that lasts, and of its end."""

    def __init__(self, tell: OnWait | None) -> None:
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._over = self._announced = False

    def __enter__(self) -> Self:
        self._timer = self._loop.call_later(PATIENCE_SECS, self._lasts)
        return self

    def __exit__(self, *exc: object) -> None:
        self._timer.cancel()
        self._over = True
        self._ended()

    def over(self) -> None:
        """It is this one's turn; called in the writer's thread."""
        self._over = True
        if self._announced:
            self._loop.call_soon_threadsafe(self._ended)

    def _lasts(self) -> None:
        if self._tell and not self._over:
            self._announced = True
            self._tell(True)

    def _ended(self) -> None:
        if self._tell and self._announced:
            self._announced = False
            self._tell(False)


class Database:
    def __init__(self, path: Path, clock: Clock, pool_size: int = 3) -> None:
        self.path = path
        self.clock = clock
        self.on_wait: OnWait | None = None
        """Called with True when a write that a person waits for does not get its turn, then with False."""
        self.mender: Mender | None = None
        """Asked when something fails, and then the same is tried again."""
        self.read_only = False
        """The file, or its folder, cannot be written: it is read as it is."""
        self._pool_size = pool_size
        self._writer: _Writer | None = None
        self._behind: _Writer | None = None
        self._opening = asyncio.Lock()
        self._readers: list[aiosqlite.Connection] = []
        self._aside: aiosqlite.Connection | None = None
        """The copy that is read in place of a file that cannot be written."""
        self._free: asyncio.LifoQueue[aiosqlite.Connection] = asyncio.LifoQueue()
        self._opened = 0
        self._openings: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> Moment:
        """The present by the clock of whoever opened it."""
        return moment_now(self.clock)

    async def open(self) -> Self:
        """Creates or checks the file, brings it to the newest schema. Raises StorageError's leaves."""
        self.read_only = is_read_only(self.path)
        if self.read_only:
            if not await asyncio.to_thread(_is_current, self.path):
                await self.read_aside(lambda copy: migrate(copy, self.path, self.now, keep=False))
            return self
        with mapped_errors(self.path):
            make_private(self.path)
            await asyncio.to_thread(inspect, self.path)
            self._writer = await _Writer(self.path, urgent=True).open()
            try:
                await _on(self._writer.connection, self._make_current)
                restrict_companions(self.path)
            except BaseException:
                await self.close()
                raise
        return self

    def _make_current(self, connection: Connection) -> None:
        migrate(connection, self.path, self.now)
        found = identity_in(connection)
        if found and found.copy:  # a copy that is opened is a memory from now on
            set_identity(connection, copy=False)

    async def close(self) -> None:
        await asyncio.gather(*self._openings, return_exceptions=True)
        readers, writers = self._readers, [w for w in (self._behind, self._writer) if w is not None]
        self._readers, self._writer, self._behind = [], None, None
        for connection in readers:
            await _close(connection)
        for writer in writers:
            await writer.close()

    async def write(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` in one transaction, as a person waits for it; rolled back whole if it raises. Where damage was in the
        way and is not any more it is run again."""
        return await self._mending(lambda: self.unmended_write(fn))

    async def unmended_write(self, fn: Callable[[Connection], T]) -> T:
        """As :meth:`write`; damage is raised."""
        self._check_writable()
        assert self._writer is not None, "the database is closed"
        with mapped_errors(self.path), _Wait(self.on_wait) as wait:
            return await self._writer.run(fn, wait.over)

    async def write_behind(self, fn: Callable[[Connection], T]) -> T:
        """As :meth:`write`, for background work: it lets a person's writes go first."""
        return await self._mending(lambda: self._written_behind(fn, durable=True))

    async def unmended_behind(self, fn: Callable[[Connection], T]) -> T:
        """As :meth:`write_behind`; damage is raised."""
        return await self._written_behind(fn, durable=True)

    async def write_lightly(self, fn: Callable[[Connection], T]) -> T:
        """As :meth:`write_behind`, for what may be lost: until a later write is on the disk a power cut undoes it (a
        kill does not)."""
        return await self._mending(lambda: self._written_behind(fn, durable=False))

    async def _written_behind(self, fn: Callable[[Connection], T], *, durable: bool) -> T:
        self._check_writable()
        assert self._writer is not None, "the database is closed"
        with mapped_errors(self.path):
            async with self._opening:
                if self._behind is None:
                    self._behind = await _Writer(self.path, urgent=False).open()
            return await self._behind.run(fn, durable=durable)

    async def outside_transaction(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` on a writer with no transaction open: for what SQLite allows nowhere else (checkpoints)."""
        return await self._mending(lambda: self.unmended_bare(fn))

    async def unmended_bare(self, fn: Callable[[Connection], T]) -> T:
        """As :meth:`outside_transaction`; damage is raised."""
        self._check_writable()
        assert self._writer is not None, "the database is closed"
        with mapped_errors(self.path):
            return await self._writer.bare(fn)

    async def snapshot(self, fn: Callable[[Connection], T]) -> T:
        """``fn`` on one consistent state of the file; run again as :meth:`write` is."""
        return await self._mending(lambda: self._snapshot(fn))

    async def read_aside(self, prepare: Callable[[Connection], T]) -> T:
        """From now on a copy in the memory of this process is read, in which ``prepare`` has put right what it can."""
        aside = _connection(lambda: copy_in_memory(self.path))
        with mapped_errors(self.path):
            await aside
            self._readers.append(aside)
            prepared = await _on(aside, prepare)
            await _on(aside, only_read)
        self._aside = aside
        return prepared

    async def _snapshot(self, fn: Callable[[Connection], T]) -> T:
        if self._aside is not None:
            with mapped_errors(self.path):
                return await _on(self._aside, lambda c: _in_snapshot(c, fn))
        reader = await self._take()
        try:
            with mapped_errors(self.path):
                return await _on(reader, lambda c: _in_snapshot(c, fn))
        finally:
            # Even when cancelled: the next closure waits in the same thread until this one is through.
            self._free.put_nowait(reader)

    async def unmended_apart(self, fn: Callable[[Connection], T]) -> T:
        """As :meth:`snapshot`, on a connection that has read nothing before; damage is raised.

        SQLite's own check of a full-text index trusts what its connection remembers of that index, and takes what
        another connection has merged since for damage.
        """
        with mapped_errors(self.path):
            reader = await self._reader()
            try:
                return await _on(reader, lambda c: _in_snapshot(c, fn))
            finally:
                await _close(reader)

    async def _mending(self, work: Callable[[], Awaitable[T]]) -> T:
        """The work; once more each time that damage was seen to."""
        while True:
            times = self.mender.times if self.mender else 0
            try:
                return await work()
            except Exception as error:
                closed = self._writer is None and not self.read_only
                if closed or self.mender is None or times > MOST_MENDED or not await self.mender.mend(error, times):
                    raise

    async def _take(self) -> aiosqlite.Connection:
        if self._free.empty() and self._opened < self._pool_size:
            self._opened += 1
            opening = asyncio.create_task(self._one_more())
            self._openings.add(opening)
            opening.add_done_callback(self._openings.discard)
            await asyncio.shield(opening)  # a caller that gives up leaves no connection half open
        return await self._free.get()

    async def _one_more(self) -> None:
        try:
            with mapped_errors(self.path):
                reader = await self._reader()
        except BaseException:
            self._opened -= 1  # or the ones after it would wait for a reader that never comes
            raise
        self._readers.append(reader)
        self._free.put_nowait(reader)

    async def _reader(self) -> aiosqlite.Connection:
        return await _connection(lambda: connect(self.path, reader=True, read_only=self.read_only))

    def _check_writable(self) -> None:
        if self.read_only:
            raise DatabaseReadOnly(
                f"{self.path} cannot be written: check the permissions of the file and its folder. What it holds can be"
                " searched and exported."
            )


def _connection(connector: Callable[[], Connection]) -> aiosqlite.Connection:
    connection = aiosqlite.Connection(connector, 64)
    # Nobody may have closed it when the program ends: then its thread must not hold the interpreter. What was
    # committed is in the file, as after a kill.
    connection._thread.daemon = True  # noqa: SLF001
    return connection


async def _on(connection: aiosqlite.Connection, fn: Callable[[Connection], T]) -> T:
    # aiosqlite's public calls send one statement each; a whole closure is what keeps a transaction in one piece.
    result: T = await connection._execute(lambda: fn(connection._conn))  # type: ignore[no-untyped-call]  # noqa: SLF001
    return result


async def _close(connection: aiosqlite.Connection) -> None:
    try:
        await connection.close()
    except ValueError:
        connection.stop()  # never connected: only its thread has to end


def _in_snapshot(connection: Connection, fn: Callable[[Connection], T]) -> T:
    connection.execute("BEGIN")
    try:
        return fn(connection)
    except BaseException as error:
        _end_statements(error)
        raise
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _end_statements(error: BaseException) -> None:
    """Lets go of what was being read when it was raised: its traceback would keep that, and the connection would see
    the file as it was for as long, whatever is mended meanwhile."""
    traceback.clear_frames(error.__traceback__)


def _is_current(path: Path) -> bool:
    """Whether the file has the newest form. Raises StorageError's leaves."""
    with mapped_errors(path), closing(open_read_only(path)) as conn:
        migrations = load_migrations()
        return check(conn, path, migrations) == len(migrations)
