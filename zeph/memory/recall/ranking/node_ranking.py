"""Entities and communities as findings of their own, for who searches for them.

In: the evidence. Out: the best of either, with the channels and parts they were found by. The weights are those with
which entities become seeds: a name said beats a name alike."""

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


def recalled_entities(evidence: Evidence, most: int) -> tuple[RecalledEntity, ...]:
    """None unless the request asks for entities."""
    entities = evidence.loaded.entities
    best = _ranked(evidence.seeds.channels, entities, most)
    return tuple(RecalledEntity(entities[i], best.scores[i], best.why(i)) for i in best.order)


def recalled_communities(evidence: Evidence, most: int) -> tuple[RecalledCommunity, ...]:
    """None unless the request asks for communities."""
    communities = evidence.loaded.communities
    best = _ranked(evidence.hits.communities, communities, most)
    return tuple(RecalledCommunity(communities[i], best.scores[i], best.why(i)) for i in best.order)


def _ranked(channels: Channels, known: Mapping[int, object], most: int) -> Ranking:
    there = among(known, channels)
    parts = fusion.fuse(there, {}, WEIGHTS)
    scores = fusion.totals(parts)
    order = sorted(scores, key=lambda i: (-round(scores[i], DIGITS), i))[:most]
    return Ranking(order, scores, parts, channel_ranks(there))
