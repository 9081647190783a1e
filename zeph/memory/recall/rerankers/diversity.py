"""Maximal marginal relevance (Carbonell and Goldstein): what repeats a better finding goes down.

In: a :class:`~zeph.memory.recall.ranking.ranking.Ranking`, the findings' texts and vectors. Out: the same in another
order."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from zeph.memory.recall.query.vocabulary import words
from zeph.memory.recall.ranking.ranking import Ranking

COMPARED = 60
"""Best findings that are told apart."""


def diversified(ranking: Ranking, texts: Mapping[int, str], vectors: Mapping[int, Any], relevance: float) -> Ranking:
    """``relevance`` (0 to 1) times the place of the score between the worst and the best, less the rest times the
    likeness to what stands above.

    Likeness is the cosine of two vectors, or where one is missing the share of words in common.
    """
    rest = ranking.order[:COMPARED]
    if relevance >= 1 or len(rest) < 2:
        return ranking
    low = min(ranking.scores[i] for i in rest)
    span = max(ranking.scores[i] for i in rest) - low or 1.0
    share = {i: (ranking.scores[i] - low) / span for i in rest}
    like = _likeness(texts, vectors)
    nearest = dict.fromkeys(rest, 0.0)
    chosen: list[int] = []
    while rest:
        best = max(rest, key=lambda i: relevance * share[i] - (1 - relevance) * nearest[i])
        rest.remove(best)
        chosen.append(best)
        for i in rest:
            nearest[i] = max(nearest[i], like(i, best))
    return replace(ranking, order=[*chosen, *ranking.order[COMPARED:]])


def _likeness(texts: Mapping[int, str], vectors: Mapping[int, Any]) -> Callable[[int, int], float]:
    words_of = {i: frozenset(words(text)) for i, text in texts.items()}

    def like(one: int, other: int) -> float:
        if one in vectors and other in vectors:
            return float(vectors[one] @ vectors[other])
        both = words_of[one] | words_of[other]
        return len(words_of[one] & words_of[other]) / len(both) if both else 0.0

    return like
