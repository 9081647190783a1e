"""Keeps the vectors complete: embeds every message, fact, entity and community that has none yet.

In: an embedder and the store. Out: rows in ``embeddings``. One mechanism for new rows, for rows a killed
process left behind, and for a change of model; a failing embedder only means searching by text meanwhile.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

from zeph.errors import ModelError
from zeph.memory.index.date_filler import DateFiller
from zeph.memory.index.passage_filler import PassageFiller
from zeph.models.ports import Embedder, Vectors
from zeph.storage.ports import Kind, Store, VectorRow, text_hash

log = logging.getLogger(__name__)

BATCH = 64
KINDS: tuple[Kind, ...] = get_args(Kind)
REPORTED_FROM = 2_000
"""Missing rows from which on a run says how far it has come."""
Report = Callable[[str], None]
Stop = Callable[[], bool]


class VectorFiller:
    """Makes and stores the vectors of one space."""

    def __init__(self, store: Store, space_id: int, embedder: Embedder | None) -> None:
        self._stored = store.vectors
        self._passages = PassageFiller(store.messages, space_id)
        self._dates = DateFiller(store.messages, space_id)
        self._space_id = space_id
        self._embedder = embedder
        self._lock = asyncio.Lock()
        self._below: dict[Kind, int] = {}
        """Where a look at all rows goes on."""

    async def fill(self, report: Report = lambda _: None, stop: Stop = lambda: False) -> int:
        """Splits what is long, reads dates, and embeds what is missing; how many rows that were.

        ``report`` hears how far a long run has come; where ``stop`` says so it pauses after a batch, and the next call
        goes on from there.
        """
        await self._passages.fill(stop)
        await self.read_dates(stop)
        if self._embedder is None:
            return 0
        async with self._lock:
            try:
                filled = await self._fill_all(self._embedder, report, stop)
                filled += await self._fill_queue(self._embedder, stop)
                while not stop() and await self._stored.drop_old(self._space_id, self.model_id):
                    pass
                return filled
            except ModelError as error:
                log.warning("embedding stopped, search goes on by text: %s", error)
                return 0

    async def read_dates(self, stop: Stop = lambda: False) -> None:
        """Of what was said and not looked at for dates yet; needs no embedder."""
        await self._dates.fill(stop)

    @property
    def model_id(self) -> str:
        """Of the vectors it makes; empty without an embedder."""
        return self._embedder.model_id if self._embedder else ""

    @property
    def embed(self) -> Callable[[Sequence[str]], Awaitable[Vectors]] | None:
        """Makes vectors of texts that are kept nowhere; None without an embedder."""
        return self._embedder.embed if self._embedder else None

    async def of(self, kind: Kind, ids: Sequence[int]) -> dict[int, Vectors]:
        """The vectors of these rows; those that are missing are made and kept. {} without an embedder.

        Raises ModelError's leaves.
        """
        if self._embedder is None or not ids:
            return {}
        found = await self._stored.of_items(self._embedder.model_id, kind, ids)
        if missing := [i for i in ids if i not in found]:
            found |= await self._embed(self._embedder, kind, await self._stored.texts_of(kind, missing))
        return found

    async def newest(self, kind: Kind) -> None:
        """Makes the vectors that the newest rows lack: a process that was killed may have left them without.

        Raises ModelError's leaves.
        """
        if self._embedder is not None:
            missing = await self._stored.missing(self._space_id, self._embedder.model_id, kind, BATCH, None)
            if missing:
                await self._embed(self._embedder, kind, missing)

    async def _fill_queue(self, embedder: Embedder, stop: Stop) -> int:
        """What came since all had one."""
        filled = 0
        for kind in KINDS:
            while not stop() and (missing := await self._stored.queued(self._space_id, embedder.model_id, kind, BATCH)):
                filled += len(await self._embed(embedder, kind, missing))
        return filled

    async def _fill_all(self, embedder: Embedder, report: Report, stop: Stop) -> int:
        """Another model than before, or the first: every row is looked at once, the newest first."""
        model, filled = embedder.model_id, 0
        if await self._stored.queued(self._space_id, model, KINDS[0], 1) is not None:
            return 0
        await self._stored.begin(self._space_id, model)
        state = await self._stored.state(self._space_id)
        made, rows = (state.made, state.rows) if state else (0, 0)
        for kind in KINDS:
            while not stop():
                below = self._below.get(kind)
                missing = await self._stored.missing(self._space_id, model, kind, BATCH, below)
                if not missing:
                    break
                if rows - made > REPORTED_FROM:
                    report(f"memory: making vectors, {made + filled:,} of {rows:,}")
                filled += len(await self._embed(embedder, kind, missing))
                self._below[kind] = missing[-1][0]
        if not stop():
            self._below.clear()
            await self._stored.complete(self._space_id, model)
        return filled

    async def _embed(self, embedder: Embedder, kind: Kind, missing: Sequence[tuple[int, str]]) -> dict[int, Vectors]:
        texts = list(dict.fromkeys(text for _, text in missing))  # one sentence often tells several facts
        vectors = dict(zip(texts, await embedder.embed(texts), strict=True))
        rows = [VectorRow(kind, item_id, text_hash(text), vectors[text]) for item_id, text in missing]
        await self._stored.put(embedder.model_id, embedder.dimension, rows)
        return {row.item_id: row.vector for row in rows}
