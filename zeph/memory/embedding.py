"""Keeps the vectors complete: embeds every message, fact, entity and community that has none yet.

In: an embedder and the store. Out: rows in ``embeddings``. One mechanism for new rows, for rows a killed
process left behind, and for a change of model; a failing embedder only means searching by text meanwhile.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import get_args

from blake3 import blake3

from zeph.errors import ModelError
from zeph.models.ports import Embedder, Vectors
from zeph.storage.ports import Kind, Store, VectorRow

log = logging.getLogger(__name__)

BATCH = 64
KINDS: tuple[Kind, ...] = get_args(Kind)


class VectorFiller:
    def __init__(self, store: Store, space_id: int, embedder: Embedder | None) -> None:
        self._store = store
        self._space_id = space_id
        self._embedder = embedder
        self._lock = asyncio.Lock()

    async def fill(self) -> int:
        """Embeds what is missing; how many rows that were."""
        if self._embedder is None:
            return 0
        async with self._lock:
            try:
                return sum([await self._fill_kind(self._embedder, kind) for kind in KINDS])
            except ModelError as error:
                log.warning("embedding stopped, search goes on by text: %s", error)
                return 0

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
        found = await self._store.vectors_of(self._embedder.model_id, kind, ids)
        if missing := [i for i in ids if i not in found]:
            found |= await self._embed(self._embedder, kind, await self._store.texts_of(kind, missing))
        return found

    async def _fill_kind(self, embedder: Embedder, kind: Kind) -> int:
        filled = 0
        while missing := await self._store.missing_vectors(self._space_id, embedder.model_id, kind, BATCH):
            filled += len(await self._embed(embedder, kind, missing))
        return filled

    async def _embed(self, embedder: Embedder, kind: Kind, missing: Sequence[tuple[int, str]]) -> dict[int, Vectors]:
        vectors = await embedder.embed([text for _, text in missing])
        rows = [
            VectorRow(kind, item_id, blake3(text.encode()).digest(length=16), vector)
            for (item_id, text), vector in zip(missing, vectors, strict=True)
        ]
        await self._store.put_vectors(embedder.model_id, embedder.dimension, rows)
        return {row.item_id: row.vector for row in rows}
