"""From what a question names, and what search found for it, to the entities where a walk begins.

In: a reader, the plan, the hits, whom the question names. Out: :class:`Seeds`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zeph.memory.recall.gather import neighbours
from zeph.memory.recall.gather.channels import Channels, Scores, scale
from zeph.memory.recall.gather.hits import VECTOR_FLOOR, Hits, above_floor
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.gather.seed_choice import Seed, choose_seeds, scaled
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.records.edge import Edge
from zeph.storage.ports import Reader

ENTITIES_DEEP = 20
OTHERS = 1.0
"""Score of an entity that the question names."""
OWN = 0.6
OWNER = 0.3
"""Score of who only tells whose the thing asked for is."""
LATELY = 0.3
"""Score of whom "her" may be."""
MOST_LATELY = 3
BY_NAME = 0.8
BY_VECTOR = 0.7
BY_FACT = 0.5
BEST_FACTS = 5


@dataclass(frozen=True, slots=True)
class Seeds:
    chosen: tuple[Seed, ...] = ()
    """Best first."""
    channels: Channels = field(default_factory=dict)
    """Entities by how the question leads to them."""
    communal: bool = False
    """A community is what the question is about, and its members are seeds."""


def find_seeds(reader: Reader, plan: QueryPlan, hits: Hits, named: Named, edges: Mapping[int, Edge]) -> Seeds:
    channels = _entity_channels(reader, plan, hits, named)
    scores = _direct_scores(named, channels)
    _raise(scores, _ends_of_hits(hits, edges), BY_FACT)
    _raise(scores, neighbours.similar_entities(reader, scores))
    central = {} if named.ids else neighbours.central_members(reader, communities_about(reader, plan, hits))
    _raise(scores, central)
    if plan.query.third_person and not named.others and plan.request.conversation_id is not None:
        lately = reader.entities.recent_in_conversation(plan.view.space_id, plan.request.conversation_id, MOST_LATELY)
        _raise(scores, dict.fromkeys(lately, LATELY))
    return Seeds(tuple(_chosen(reader, plan, scores)), channels, bool(central))


def _entity_channels(reader: Reader, plan: QueryPlan, hits: Hits, named: Named) -> dict[str, dict[int, float]]:
    space, rest = plan.view.space_id, named.rest
    by_name = scaled(reader.search.entities(space, rest, ENTITIES_DEEP)) if rest else {}
    channels = {"entity_name": dict.fromkeys(named.ids, 1.0), "entity_text": by_name}
    if hits.vector is not None:
        likes = reader.vectors.nearest("entity", plan.vector.model, hits.vector, ENTITIES_DEEP, plan.view)
        channels["entity_vector"] = above_floor(likes)
    return channels


def _direct_scores(named: Named, channels: Channels) -> dict[int, float]:
    """Of entities that the question itself leads to."""
    scores = dict.fromkeys(named.owners, OWNER)
    _raise(scores, dict.fromkeys(named.others, OTHERS))
    _raise(scores, dict.fromkeys(named.own, OWN))
    _raise(scores, channels["entity_text"], BY_NAME)
    _raise(scores, channels.get("entity_vector", {}), BY_VECTOR)
    return scores


def communities_about(reader: Reader, plan: QueryPlan, hits: Hits) -> dict[int, float]:
    """Communities that are about the question, best first."""
    by_words, by_vector = (scale(hits.communities.get(f"community_{name}", {})) for name in ("text", "vector"))
    return neighbours.communities_meant(reader, plan.view.space_id, plan.query.terms, by_words, by_vector)


def _ends_of_hits(hits: Hits, edges: Mapping[int, Edge]) -> dict[int, float]:
    """The best facts lead on to what else is known about their ends."""
    scores: dict[int, float] = {}
    for name, channel in hits.facts.items():
        _raise(scores, scale({i: s for i, s in channel.items() if name == "fact_text" or s >= VECTOR_FLOOR}))
    best = sorted(scores, key=lambda i: (-scores[i], i))[:BEST_FACTS]
    ends: dict[int, float] = {}
    for edge in (edges[i] for i in best if i in edges):
        _raise(ends, {edge.source_id: scores[edge.id], edge.target_id: scores[edge.id]})
    return ends


def _chosen(reader: Reader, plan: QueryPlan, scores: Scores) -> list[Seed]:
    spreading = plan.settings.graph.spreading_activation
    degrees, highest = reader.entities.degrees(sorted(scores), plan.view.space_id) if scores else ({}, 0)
    return choose_seeds(scores, degrees, highest, spreading.seed_structural_weight, spreading.seed_community_cap)


def _raise(scores: dict[int, float], more: Scores, weight: float = 1.0) -> None:
    """Each to ``weight`` times its score in ``more`` where that is higher."""
    for i, score in more.items():
        scores[i] = max(scores.get(i, 0.0), weight * score)
