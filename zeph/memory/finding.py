"""Communities that answer a question, by the words and by the meaning of their names and summaries.

In: a question. Out: communities, best first. Both channels are scaled by their best hit and added up, as recall does.
"""

import logging
from collections.abc import Sequence
from typing import Any

from zeph.errors import ModelError
from zeph.models.ports import Embedder
from zeph.records.community import Community
from zeph.records.view import View
from zeph.storage.ports import Reader, Store

log = logging.getLogger(__name__)

LIKE = 0.3
"""Cosine below which a community is about something else."""


async def find_communities(
    store: Store, embedder: Embedder | None, question: str, view: View, limit: int
) -> list[Community]:
    """At most ``limit``; [] where none has anything to do with it."""
    from zeph.memory.recall.query import analyse

    match = analyse(question).match
    vector = await _embed(embedder, question)

    def search(reader: Reader) -> list[Community]:
        scores: dict[int, float] = {}
        _add(scores, reader.search_communities(view.space_id, match, limit) if match else [])
        if embedder is not None and vector is not None:
            near = reader.search_vectors("community", embedder.model_id, vector, limit, view)
            _add(scores, [(i, score) for i, score in near if score >= LIKE])
        best = sorted(scores, key=lambda i: (-scores[i], i))[:limit]
        return reader.communities(view.space_id, best)

    return await store.read(search)


def _add(scores: dict[int, float], hits: Sequence[tuple[int, float]]) -> None:
    top = max((score for _, score in hits), default=0.0)
    for i, score in hits:
        scores[i] = scores.get(i, 0.0) + (score / top if top > 0 else 0.0)


async def _embed(embedder: Embedder | None, question: str) -> Any:
    if embedder is None:
        return None
    try:
        return (await embedder.embed([question]))[0]
    except ModelError as error:
        log.warning("communities are searched by words alone: %s", error)
        return None
