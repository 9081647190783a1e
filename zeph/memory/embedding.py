"""Keeps the vectors complete: embeds every message, fact, entity and community that has none yet.

In: an embedder and the store. Out: rows in ``embeddings``. One mechanism for new rows, for rows a killed
process left behind, and for a change of model; a failing embedder only means searching by text meanwhile.
"""

import asyncio
import logging
from typing import get_args

from blake3 import blake3

from zeph.errors import ModelError
from zeph.models.ports import Embedder
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

    async def _fill_kind(self, embedder: Embedder, kind: Kind) -> int:
        filled = 0
        while missing := await self._store.missing_vectors(self._space_id, embedder.model_id, kind, BATCH):
            texts = [text for _, text in missing]
            vectors = await embedder.embed(texts)
            rows = [
                VectorRow(kind, item_id, blake3(text.encode()).digest(length=16), vector)
                for (item_id, text), vector in zip(missing, vectors, strict=True)
            ]
            await self._store.put_vectors(embedder.model_id, embedder.dimension, rows)
            filled += len(rows)
        return filled
