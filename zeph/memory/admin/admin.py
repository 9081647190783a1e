"""The care of one memory's file: whether it is well, how large it is, what it costs, what eviction takes, in and out.

In: little. Out: sentences, figures, files. Copies of the file are made and put back without opening the memory: see
:mod:`zeph.memory.admin.copies`.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

from zeph.clock import Moment
from zeph.config.schema import MemorySettings
from zeph.memory.admin.memory_spaces import Spaces
from zeph.memory.background.runner import BackgroundRunner
from zeph.memory.conversations.incoming import Incoming, incoming
from zeph.records.eviction import Eviction
from zeph.records.ledger import Budget, Cost
from zeph.records.message import NewMessage
from zeph.records.progress import Progress
from zeph.records.vectors import VectorState
from zeph.records.view import View
from zeph.storage.ports import Store

if TYPE_CHECKING:
    from zeph.memory.exchange.followed_sessions import FollowedSessions
    from zeph.memory.exchange.importer import Importer
    from zeph.memory.exchange.message_lines import OnBadLine
    from zeph.memory.exchange.page_folder import Written
    from zeph.memory.exchange.watched_folder import WatchedFolder


class Admin:
    """Health, size, costs, eviction, import and export of one memory."""

    def __init__(
        self, store: Store, space_id: int, path: Path, background: BackgroundRunner, settings: MemorySettings
    ) -> None:
        self._store = store
        self._space_id = space_id
        self._path = path
        self._background = background
        self._settings = settings
        self.spaces = Spaces(store, space_id, background.now)

    # ------------------------------------------------------------ the file

    async def health(self) -> list[str]:
        """What is wrong with the file, a sentence each; [] where nothing is."""
        return await self._store.care.health()

    async def check(self, *, repair: bool = False) -> tuple[list[str], list[str]]:
        """(what was mended, what is wrong), a sentence each; every page and index is looked at."""
        mended = await self._store.care.repair() if repair else []
        return mended, await self._store.care.health(thorough=True)

    async def vacuum(self) -> tuple[int, int]:
        """Writes the file anew without holes: its bytes before and after."""
        before = await asyncio.to_thread(self._bytes)
        await self._store.care.vacuum()
        return before, await asyncio.to_thread(self._bytes)

    def _bytes(self) -> int:
        return self._path.stat().st_size

    async def sizes(self) -> list[tuple[str, int, int]]:
        """(table or index, rows or -1, bytes), largest first."""
        return await self._store.care.sizes()

    async def vector_state(self) -> VectorState | None:
        """How far vectors have come, after a change of model too; None where none were ever made."""
        return await self._store.vectors.state(self._space_id)

    # ------------------------------------------------------------ what extraction costs

    async def costs(self, by: Literal["extractor", "day"], limit: int = 30) -> list[Cost]:
        """What extraction took, by extractor or by day (UTC), the latest day first."""
        return await self._store.ledger.costs(self._space_id, by, limit)

    async def budget(self) -> Budget:
        """What a language model may spend on extraction today, and what of it is spent."""
        return await self._background.budget()

    # ------------------------------------------------------------ eviction

    async def evictable(self, most: int = 50) -> Eviction:
        """What eviction would remove and why; ``most`` items of each rule are listed."""
        return await self._background.upkeep.evictable(most)

    async def evict(self) -> Eviction | None:
        """Removes it now; None where another Zeph is at it."""
        return await self._background.upkeep.evict()

    # ------------------------------------------------------------ in and out

    async def import_file(
        self, path: Path, on_bad_line: "OnBadLine", format: str | None = None, me: str = "", *,
        standing: bool = False,
    ) -> AsyncIterator[Progress]:  # fmt: skip
        """Stores a file's messages with their own times; ``done`` counts lines, ``facts`` new messages or rows.

        A folder stands for its files; the format is told from the file unless it is given. ``me``: the name under which
        the file knows the person; empty: none. ``standing``: of a file of Zeph's own that is named itself, also what
        stands in every request to a model (core memory, lines of the profile), and what is said in it as the person's
        own: for files that the person trusts. Without it that counts as a stranger's.
        ``on_bad_line`` is called with what cannot be used and is skipped: the number of its line or item, and a
        sentence that begins with its place. Importing again adds nothing. Raises BadInput where the file itself cannot
        be read.
        """
        async for step in self._importer(me, standing=standing).run(path, format, on_bad_line):
            yield Progress(step.done, step.total, step.added, step.bad)

    def watch(self, folder: Path, *, own: bool = False) -> "WatchedFolder":
        """A folder of notes whose changes are to be taken over. ``own``: who says "I" in them is the person."""
        from zeph.memory.exchange.watched_folder import WatchedFolder

        return WatchedFolder(self._store, self._space_id, self._importer(), folder, own, self._background.now)

    def follow(self, path: Path) -> "FollowedSessions":
        """Sessions of Claude Code that go on, a file or a folder of them."""
        from zeph.memory.exchange.followed_sessions import FollowedSessions

        return FollowedSessions(self._importer(), path)

    def _importer(self, me: str = "", *, standing: bool = False) -> "Importer":
        from zeph.memory.exchange.importer import Importer
        from zeph.memory.exchange.standing_rows import StandingRows

        now, ontology = self._background.now, self._settings.graph.ontology_file
        rows = partial(StandingRows, keep_secrets=self._settings.keep_secrets) if standing else None
        return Importer(self._store, self._space_id, self._incoming, now, ontology, me, rows)

    def _incoming(self, message: NewMessage) -> Incoming:
        graph, keep_secrets = self._settings.graph, self._settings.keep_secrets
        return incoming(message, extract_assistant=graph.extract_assistant, keep_secrets=keep_secrets)

    async def export(self, path: Path, format: str = "jsonl", as_of: Moment | None = None) -> Mapping[str, int]:
        """Everything as lines that :meth:`import_file` reads, or the graph as graphml or mcp-memory; rows per kind.

        With ``as_of`` only what was said until then and true then. Raises BadInput where it cannot be written.
        """
        from zeph.memory.exchange.exporter import export

        return await export(self._store, View(self._space_id, self._background.now(), as_of), path, format)

    async def export_pages(self, folder: Path, as_of: Moment | None = None) -> "Written":
        """A page in markdown for each thing, to read; what has changed since the last time is written, and nothing that
        somebody else wrote. Raises BadInput where the folder cannot be written."""
        from zeph.memory.exchange.exporter import export_pages

        return await export_pages(self._store, View(self._space_id, self._background.now(), as_of), folder)

    async def export_to(self, file: TextIO, format: str = "jsonl", as_of: Moment | None = None) -> Mapping[str, int]:
        """As :meth:`export`, into an open file."""
        from zeph.memory.exchange.exporter import export_to

        return await export_to(self._store, View(self._space_id, self._background.now(), as_of), file, format)
