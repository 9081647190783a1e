"""More parts of a score: how often a fact was mentioned, how near it is to an entity, whether it was said just now.

In: a :class:`~zeph.memory.recall.ranking.ranking.Ranking` and a value for each finding, 0 to 1. Out: the same findings,
those with higher values further up. The first two are methods of Zep's search."""

import math
from collections.abc import Mapping
from dataclasses import replace

from zeph.memory.recall.gather.channels import Scores
from zeph.memory.recall.ranking.ranking import DIGITS, Ranking


def boosted(ranking: Ranking, name: str, weight: float, values: Scores) -> Ranking:
    """``weight`` times each value as one more part of the score; what is equal keeps its order."""
    if weight <= 0:
        return ranking
    more = {i: {name: weight * values[i]} if values.get(i) else {} for i in ranking.order}
    parts = {i: {**ranking.parts[i], **added} for i, added in more.items()}
    scores = {i: score + weight * values.get(i, 0.0) for i, score in ranking.scores.items()}
    order = sorted(ranking.order, key=lambda i: -round(scores[i], DIGITS))
    return replace(ranking, order=order, scores=scores, parts=parts)


def frequency(mentions: Mapping[int, int]) -> dict[int, float]:
    """Mentions to 0..1: the most mentioned is 1, and each further mention says less."""
    top = math.log1p(max(mentions.values(), default=0))
    return {i: math.log1p(n) / top for i, n in mentions.items()} if top else {}


def nearness(hops: Mapping[int, int]) -> dict[int, float]:
    """1 where it touches the entity, a half one hop away."""
    return {i: 1.0 / (1 + hop) for i, hop in hops.items()}
