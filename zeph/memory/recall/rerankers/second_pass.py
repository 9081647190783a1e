"""The second look in its order: frequency, nearness, diversity, and last a cross-encoder.

In: rankings of facts and messages. Out: the same, put in another order where the settings, the scope or a reranking model
ask for it; without any of them nothing is read and nothing waits. A model that fails leaves the order, and a note.
"""

from zeph.errors import ModelError
from zeph.memory.recall.query.query_plan import Ask, Found
from zeph.memory.recall.ranking.fact_ranking import Ranking
from zeph.memory.recall.rerankers import diversity as rerank
from zeph.models.ports import Reranker
from zeph.storage.ports import Kind, Store

NEAR_WEIGHT = 1.0
"""Of nearness to an entity that the caller names: as much as the words of the question."""
JUDGED = 20
"""Best findings of a kind that a cross-encoder reads: it takes milliseconds for each."""


class SecondLook:
    def __init__(self, store: Store, ask: Ask, methods: rerank.Methods, reranker: Reranker | None) -> None:
        self._store = store
        self._ask = ask
        self._methods = methods
        self._reranker = reranker
        self._reads = methods.mmr_lambda < 1 or reranker is not None
        self.notes: list[str] = []

    async def facts(self, ranking: Ranking, found: Found) -> Ranking:
        edges = found.edges
        if self._methods.mention_weight > 0:
            values = rerank.frequency({i: len(edges[i].sources) for i in ranking.order})
            ranking = rerank.with_part(ranking, "mentions", self._methods.mention_weight, values)
        if found.distances:
            weight = NEAR_WEIGHT if self._ask.scope.near else self._methods.distance_weight
            ranking = rerank.with_part(ranking, "distance", weight, rerank.nearness(_hops(ranking, found)))
        if not self._reads:
            return ranking
        return await self._by_content(ranking, "edge", {i: edges[i].fact for i in ranking.order})

    async def messages(self, ranking: Ranking, found: Found) -> Ranking:
        if not self._reads:
            return ranking
        texts = {i: f"{found.messages[i].person}: {found.messages[i].text}" for i in ranking.order}
        return await self._by_content(ranking, "message", texts)

    async def _by_content(self, ranking: Ranking, kind: Kind, texts: dict[int, str]) -> Ranking:
        if self._methods.mmr_lambda < 1 and len(ranking.order) > 1:
            best = ranking.order[: rerank.COMPARED]
            vectors = await self._store.vectors_of(self._ask.model, kind, best) if self._ask.model else {}
            ranking = rerank.diversified(ranking, {i: texts[i] for i in best}, vectors, self._methods.mmr_lambda)
        return await self._by_cross_encoder(ranking, texts)

    async def _by_cross_encoder(self, ranking: Ranking, texts: dict[int, str]) -> Ranking:
        best = ranking.order[:JUDGED]
        if self._reranker is None or len(best) < 2 or self.notes:
            return ranking
        try:
            relevance = await self._reranker.rerank(self._ask.query.text, [texts[i] for i in best])
        except ModelError as error:
            self.notes.append(f"The reranking model did not help ({error}); the usual order stands.")
            return ranking
        return rerank.by_relevance(ranking, best, relevance)


def _hops(ranking: Ranking, found: Found) -> dict[int, int]:
    """Of each fact: those of its nearer end."""
    ends = {i: (found.edges[i].source_id, found.edges[i].target_id) for i in ranking.order}
    far = {i: [found.distances[end] for end in both if end in found.distances] for i, both in ends.items()}
    return {i: min(hops) for i, hops in far.items() if hops}
