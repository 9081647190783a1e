"""Entities and communities as findings of their own, for who searches for them.

In: what a snapshot gave. Out: the best of either, with the channels and parts they were found by. The weights are those
with which entities become seeds: a name said beats a name alike.
"""

from collections.abc import Mapping

from zeph.memory.recall.query.query_plan import Found
from zeph.memory.recall.ranking import fusion as fuse
from zeph.records.recalled import RecalledCommunity, RecalledEntity, Why

WEIGHTS = {
    "entity_name": 1.0,  # the question says the name or an alias
    "entity_text": 0.8,  # words of the name, an alias or the summary
    "entity_vector": 0.7,  # alike in meaning
    "community_text": 1.0,
    "community_vector": 0.8,
}


class Listed:
    def __init__(self, found: Found, most: int) -> None:
        self._found = found
        self._most = most

    def entities(self) -> tuple[RecalledEntity, ...]:
        known = self._found.entities
        best = self._best(self._found.entity_channels, known)
        return tuple(RecalledEntity(known[i], score, why) for i, score, why in best)

    def communities(self) -> tuple[RecalledCommunity, ...]:
        known = self._found.communities
        best = self._best(self._found.community_channels, known)
        return tuple(RecalledCommunity(known[i], score, why) for i, score, why in best)

    def _best(self, channels: fuse.Scores, known: Mapping[int, object]) -> list[tuple[int, float, Why]]:
        there = {name: {i: s for i, s in hits.items() if i in known} for name, hits in channels.items()}
        parts = fuse.fuse(there, {}, WEIGHTS)
        scores = fuse.totals(parts)
        ranks = {name: fuse.ranks(hits) for name, hits in there.items()}
        order = sorted(scores, key=lambda i: (-round(scores[i], 9), i))[: self._most]
        return [(i, scores[i], self._why(i, ranks, parts[i])) for i in order]

    @staticmethod
    def _why(i: int, ranks: Mapping[str, Mapping[int, int]], parts: Mapping[str, float]) -> Why:
        channels = {name: ranked[i] for name, ranked in ranks.items() if i in ranked}
        return Why(channels, parts={name: round(value, 4) for name, value in parts.items()})
