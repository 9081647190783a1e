"""Entities and communities as findings of their own, for who searches for them.

In: the evidence. Out: a ranking of either, with the channels and parts they were found by; then the best as a caller
gets them. The weights are those with which entities become seeds: a name said beats a name alike."""

from collections.abc import Mapping

from zeph.memory.recall.gather.channels import Channels
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.ranking import fusion
from zeph.memory.recall.ranking.ranking import DIGITS, Ranking, among, channel_ranks
from zeph.records.recalled import RecalledCommunity, RecalledEntity

WEIGHTS = {
    "entity_name": 1.0,  # the question says the name or an alias
    "entity_text": 0.8,  # words of the name, an alias or the summary
    "entity_vector": 0.7,  # alike in meaning
    "community_text": 1.0,
    "community_vector": 0.8,
    "community_member": 1.0,  # it has somebody or something that the question names
}


def rank_entities(evidence: Evidence) -> Ranking:
    """None unless the request asks for entities."""
    return _ranked(evidence.seeds.channels, evidence.loaded.entities)


def rank_communities(evidence: Evidence) -> Ranking:
    """None unless the request asks for communities."""
    return _ranked(evidence.hits.communities, evidence.loaded.communities)


def recalled_entities(best: Ranking, evidence: Evidence, most: int) -> tuple[RecalledEntity, ...]:
    entities = evidence.loaded.entities
    return tuple(RecalledEntity(entities[i], best.scores[i], best.why(i)) for i in best.order[:most])


def recalled_communities(best: Ranking, evidence: Evidence, most: int) -> tuple[RecalledCommunity, ...]:
    communities = evidence.loaded.communities
    return tuple(RecalledCommunity(communities[i], best.scores[i], best.why(i)) for i in best.order[:most])


def _ranked(channels: Channels, known: Mapping[int, object]) -> Ranking:
    there = among(known, channels)
    parts = fusion.fuse(there, {}, WEIGHTS)
    scores = fusion.totals(parts)
    order = sorted(scores, key=lambda i: (-round(scores[i], DIGITS), i))
    return Ranking(order, scores, parts, channel_ranks(there))
