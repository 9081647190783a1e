"""The second pass over what ranks best: frequency, freshness, nearness, diversity, and last a cross-encoder.

In: rankings of facts and messages. Out: the same, put in another order where the settings, the scope or a reranking
model ask for it, as none of the methods helped in every kind of conversation; without any of them nothing is read and
nothing waits. A model that fails leaves the order, and a note."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from zeph.errors import ModelError
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.ranking.ranking import Ranking
from zeph.memory.recall.rerankers.diversity import COMPARED, diversified
from zeph.memory.recall.rerankers.score_boosts import boosted, frequency, nearness
from zeph.models.ports import Reranker
from zeph.storage.ports import Kind, Vectors

DISTANCE_WEIGHT = 1.0
"""Of nearness to an entity that the caller names: as much as the words of the question."""
FRESH_WEIGHT = 0.1
"""Of being said in the conversation in which it is asked: it decides between what else is equal."""
READ_BY_MODEL = 20
"""Best findings of a kind that a cross-encoder reads: it takes milliseconds for each."""


class SecondPass:
    def __init__(self, vectors: Vectors, plan: QueryPlan, reranker: Reranker | None) -> None:
        self._vectors = vectors
        self._plan = plan
        self._methods = plan.settings.recall
        self._reranker = reranker
        self._reads = self._methods.mmr_lambda < 1 or reranker is not None
        self.notes: list[str] = []
        """Sentences for the person."""

    async def facts(self, ranking: Ranking, evidence: Evidence) -> Ranking:
        edges, distances = evidence.loaded.edges, evidence.loaded.distances
        if self._methods.mention_weight > 0:
            mentions = frequency({i: len(edges[i].sources) for i in ranking.order})
            ranking = boosted(ranking, "mentions", self._methods.mention_weight, mentions)
        if fresh := self._fresh(ranking, evidence):
            ranking = boosted(ranking, "fresh", FRESH_WEIGHT, fresh)
        if distances:
            weight = DISTANCE_WEIGHT if self._plan.request.scope.near else self._methods.distance_weight
            ranking = boosted(ranking, "distance", weight, nearness(_hops(ranking, evidence)))
        if not self._reads:
            return ranking
        return await self._by_content(ranking, "edge", {i: edges[i].fact for i in ranking.order})

    def _fresh(self, ranking: Ranking, evidence: Evidence) -> dict[int, float]:
        """Facts of the current episode are more salient than those of older ones."""
        here, messages = self._plan.request.conversation_id, evidence.loaded.messages
        edges = evidence.loaded.edges
        return {
            i: 1.0
            for i in ranking.order
            if any(s in messages and messages[s].conversation_id == here for s in edges[i].sources)
        }

    async def messages(self, ranking: Ranking, evidence: Evidence) -> Ranking:
        if not self._reads:
            return ranking
        messages = evidence.loaded.messages
        found = evidence.hits.passages
        said = {i: found[i].of(messages[i].text) if i in found else messages[i].text for i in ranking.order}
        texts = {i: f"{messages[i].person}: {said[i]}" for i in ranking.order}
        return await self._by_content(ranking, "message", texts)

    async def entities(self, ranking: Ranking, evidence: Evidence) -> Ranking:
        texts = {i: f"{e.name}: {e.summary}" for i, e in evidence.loaded.entities.items()}
        return await self._by_content(ranking, "entity", texts) if self._reads else ranking

    async def communities(self, ranking: Ranking, evidence: Evidence) -> Ranking:
        texts = {i: f"{c.name}: {c.summary}" for i, c in evidence.loaded.communities.items()}
        return await self._by_content(ranking, "community", texts) if self._reads else ranking

    async def _by_content(self, ranking: Ranking, kind: Kind, texts: Mapping[int, str]) -> Ranking:
        if self._methods.mmr_lambda < 1 and len(ranking.order) > 1:
            best, model = ranking.order[:COMPARED], self._plan.vector.model
            vectors = await self._vectors.of_items(model, kind, best) if model else {}
            ranking = diversified(ranking, {i: texts[i] for i in best}, vectors, self._methods.mmr_lambda)
        return await self._by_cross_encoder(ranking, texts)

    async def _by_cross_encoder(self, ranking: Ranking, texts: Mapping[int, str]) -> Ranking:
        best = ranking.order[:READ_BY_MODEL]
        if self._reranker is None or len(best) < 2 or self.notes:
            return ranking
        try:
            relevance = await self._reranker.rerank(self._plan.query.text, [texts[i] for i in best])
        except ModelError as error:
            self.notes.append(f"The reranking model did not help ({error}); the usual order stands.")
            return ranking
        return by_relevance(ranking, best, relevance)


def by_relevance(ranking: Ranking, ids: Sequence[int], relevance: Sequence[float]) -> Ranking:
    """``ids``, the best of the ranking, in the order a cross-encoder gives them; the others after them."""
    given = dict(zip(ids, relevance, strict=True))
    first = sorted(ids, key=lambda i: -given[i])
    ranks = {**ranking.ranks, "cross_encoder": {i: rank for rank, i in enumerate(first, 1)}}
    return replace(ranking, order=[*first, *(i for i in ranking.order if i not in given)], ranks=ranks)


def _hops(ranking: Ranking, evidence: Evidence) -> dict[int, int]:
    """Of each fact: those of its nearer end."""
    edges, distances = evidence.loaded.edges, evidence.loaded.distances
    ends = {i: (edges[i].source_id, edges[i].target_id) for i in ranking.order}
    hops = {i: [distances[end] for end in both if end in distances] for i, both in ends.items()}
    return {i: min(known) for i, known in hops.items() if known}
