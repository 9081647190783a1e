"""Damage is noticed where something fails, and taken out of the way: one place for all reads and writes.

In: what a closure on the file raised. Out: whether something was done, so that the closure is worth another try; a
sentence to the person. What follows from the rest is taken away (:mod:`zeph.storage.care.derived_things`) and made
again at the next start, or by a repair; where that is not enough the file is written anew from the memory's own tables.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from zeph.errors import DatabaseCorrupt, StorageError, ZephError
from zeph.storage.care.derived_things import WORDS, damaged_things, take_away
from zeph.storage.care.writing_anew import pages_are_damaged, rebuild_derived, write_anew
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.migrations import migrate

log = logging.getLogger(__name__)

TAKEN_AWAY = (
    "Damaged, and not used any more: {}. Nothing that you told is lost; Zeph goes on without, and makes it again at the"
    " next start or with `zeph db check --repair`."
)
MADE_AGAIN = "Made again, as it was damaged: {}."
WRITTEN_ANEW = (
    "The file was damaged where nothing of yours stands: it was written anew from what you told, and nothing is lost."
    " The damaged one is among the copies in the folder “backups”."
)
READ_ASIDE = (
    "Damaged: {}. The memory cannot be written, so a copy of it is read in which this is made again. Nothing that you"
    " told is lost."
)


class Mending:
    """The port :class:`~zeph.storage.engine.connections.Mender`, for one open memory."""

    def __init__(self, database: Database, tell: Callable[[str], None], mended: Callable[[], None]) -> None:
        """``tell`` gets sentences for the person; ``mended`` is called where vectors in memory may be of the past."""
        self.times = 0
        self._db = database
        self._tell = tell
        self._mended = mended
        self._lock = asyncio.Lock()
        self._found_sound = False
        self._was_written_anew = False

    async def at_start(self) -> None:
        """Makes what was taken away, by this or another process."""
        if await self._db.snapshot(_words_away) and (made := await self._db.unmended_bare(rebuild_derived)):
            self._tell(MADE_AGAIN.format(", ".join(made)))

    async def mend(self, error: Exception, times: int) -> bool:
        """``times``: as it was when the work that failed began."""
        if not self._may_be_damage(error):
            return False
        async with self._lock:
            if self.times != times:
                return True  # another's failure told of it meanwhile
            if self._db.read_only:
                return await self._aside()
            away = await self._taken_away()
            if away:
                self._tell(TAKEN_AWAY.format(", ".join(away)))
            return await self._done() if away else await self._anew()

    async def _taken_away(self) -> list[str]:
        """What was; nothing where the file does not even allow that."""
        try:
            if damaged := await self._db.unmended_bare(damaged_things):
                return await self._db.unmended_write(partial(take_away, names=damaged))
        except StorageError:
            log.warning("what is damaged cannot be taken away", exc_info=True)
        return []

    async def _aside(self) -> bool:
        """Whether what is damaged is made again in a copy, which is read from now on; once in a process."""
        if self._was_written_anew:
            return False
        self._was_written_anew = True
        try:
            made = await self._db.read_aside(self._made_again)
        except StorageError:
            log.warning("what is damaged cannot be made again in a copy", exc_info=True)
            return False
        self._found_sound = not made
        if made:
            self._tell(READ_ASIDE.format(", ".join(made)))
        return bool(made) and await self._done()

    def _made_again(self, copy: Connection) -> list[str]:
        migrate(copy, self._db.path, self._db.now, keep=False)
        return rebuild_derived(copy)

    async def _anew(self) -> bool:
        """Whether the pages were damaged and the file is written anew; once in a process."""
        if self._was_written_anew or not await self._db.unmended_apart(pages_are_damaged):
            self._found_sound = True
            return False
        self._was_written_anew = True
        await asyncio.to_thread(write_anew, self._db.path, self._db.now)
        self._tell(WRITTEN_ANEW)
        return await self._done()

    async def _done(self) -> bool:
        self.times += 1
        self._mended()
        return True

    def _may_be_damage(self, error: Exception) -> bool:
        """Besides what SQLite says: whatever stumbles over a value that nobody wrote so. Where the file was found to be
        sound that is a fault of Zeph's own."""
        if isinstance(error, ZephError):
            return isinstance(error, DatabaseCorrupt) or type(error) is StorageError
        return not self._found_sound


def _words_away(conn: Connection) -> bool:
    there = conn.execute(f"SELECT count(*) FROM sqlite_master WHERE name IN ({', '.join('?' * len(WORDS))})", [*WORDS])
    return bool(there.fetchone()[0] < len(WORDS))
