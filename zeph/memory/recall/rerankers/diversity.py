"""A second look at what is best: who is mentioned often, who is near, what differs, what a cross-encoder says.

In: a :class:`~zeph.memory.recall.ranking.fact_ranking.Ranking` and what each method needs. Out: the same findings in another order.
The methods are those of Zep's search (episode mentions, node distance, MMR by Carbonell and Goldstein, cross-encoder);
each is off unless the settings or the caller ask for it, as none helped in every kind of conversation.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from zeph.memory.recall.query.question import words

if TYPE_CHECKING:
    from zeph.memory.recall.ranking.fact_ranking import Ranking

COMPARED = 60
"""Best findings that MMR tells apart."""


class Methods(Protocol):
    @property
    def fusion(self) -> str: ...
    @property
    def mmr_lambda(self) -> float: ...
    @property
    def mention_weight(self) -> float: ...
    @property
    def distance_weight(self) -> float: ...


def with_part(ranking: "Ranking", name: str, weight: float, values: Mapping[int, float]) -> "Ranking":
    """``weight`` times each value as one more part of the score; what is equal keeps its order."""
    if weight <= 0:
        return ranking
    parts = {i: {**own, **({name: weight * values[i]} if values.get(i) else {})} for i, own in ranking.parts.items()}
    scores = {i: score + weight * values.get(i, 0.0) for i, score in ranking.scores.items()}
    return replace(ranking, order=sorted(ranking.order, key=lambda i: -round(scores[i], 9)), scores=scores, parts=parts)


def frequency(mentions: Mapping[int, int]) -> dict[int, float]:
    """Mentions to 0..1: the most mentioned is 1, and each further mention says less."""
    top = math.log1p(max(mentions.values(), default=0))
    return {i: math.log1p(n) / top for i, n in mentions.items()} if top else {}


def nearness(hops: Mapping[int, int]) -> dict[int, float]:
    """1 where it touches the entity, a half one hop away."""
    return {i: 1.0 / (1 + hop) for i, hop in hops.items()}


def diversified(ranking: "Ranking", texts: Mapping[int, str], vectors: Mapping[int, Any], keep: float) -> "Ranking":
    """Maximal marginal relevance: ``keep`` times the score less the rest times the likeness to what stands above.

    Likeness is the cosine of two vectors, or where one is missing the share of words in common.
    """
    rest = ranking.order[:COMPARED]
    if keep >= 1 or len(rest) < 2:
        return ranking
    top = max(ranking.scores[i] for i in rest) or 1.0
    like = _likeness(texts, vectors)
    nearest = dict.fromkeys(rest, 0.0)
    chosen: list[int] = []
    while rest:
        best = max(rest, key=lambda i: keep * ranking.scores[i] / top - (1 - keep) * nearest[i])
        rest.remove(best)
        chosen.append(best)
        for i in rest:
            nearest[i] = max(nearest[i], like(i, best))
    return replace(ranking, order=[*chosen, *ranking.order[COMPARED:]])


def _likeness(texts: Mapping[int, str], vectors: Mapping[int, Any]) -> Callable[[int, int], float]:
    said = {i: frozenset(words(text)) for i, text in texts.items()}

    def like(one: int, other: int) -> float:
        if one in vectors and other in vectors:
            return float(vectors[one] @ vectors[other])
        both = said[one] | said[other]
        return len(said[one] & said[other]) / len(both) if both else 0.0

    return like


def by_relevance(ranking: "Ranking", ids: Sequence[int], relevance: Sequence[float]) -> "Ranking":
    """``ids``, the best of the ranking, in the order a cross-encoder gives them; the others after them."""
    given = dict(zip(ids, relevance, strict=True))
    first = sorted(ids, key=lambda i: -given[i])
    ranks = {**ranking.ranks, "cross_encoder": {i: rank for rank, i in enumerate(first, 1)}}
    return replace(ranking, order=[*first, *(i for i in ranking.order if i not in given)], ranks=ranks)
