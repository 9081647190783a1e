"""What lies near what search found: communities about the question, entities alike, distances from an entity.

In: a reader and what the search gave. Out: scores and distances. Communities widen a question that names nothing
(their best connected members become seeds); links of note linking lead to what is alike where no fact does.
"""

from collections.abc import Mapping, Sequence

from zeph.memory.recall.gather import bfs
from zeph.memory.recall.gather.seed_choice import Seed
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.view import View
from zeph.storage.ports import Hop, Reader

ALIKE = 0.5
"""Share of an entity's score that one exactly alike would have."""
MOST_ALIKE = 10
COMMUNITY = 0.4
"""Score of the best community's members as seeds: below every name, above a far likeness."""
COMMUNITIES = 2
MEMBERS = 3
HALF = 0.5
FARTHEST = 3
"""Hops from an entity that distances are told apart."""


def similar_entities(reader: Reader, scores: Mapping[int, float]) -> dict[int, float]:
    """Entities linked as similar to the best of ``scores``."""
    best = sorted(scores, key=lambda i: (-scores[i], i))[:MOST_ALIKE]
    linked: dict[int, float] = {}
    for one, other, similarity in reader.entities.similar(best) if best else ():
        linked[other] = max(linked.get(other, 0.0), ALIKE * similarity * scores[one])
    return linked


def communities_meant(
    reader: Reader, space_id: int, terms: Sequence[str], by_words: Mapping[int, float], by_vector: Mapping[int, float]
) -> dict[int, float]:
    """The communities that the question is about, best first: they have half of its words, or mean the same. Scores
    of both are scaled to 1."""
    scores = {i: max(by_words.get(i, 0.0), by_vector.get(i, 0.0)) for i in (*by_words, *by_vector)}
    best = sorted(scores, key=lambda i: (-scores[i], i))[:COMMUNITIES]
    known = reader.communities.by_id(space_id, best) if best else {}
    asked = Terms(terms)
    said = {i: f"{community.name} {community.summary}" for i, community in known.items()}
    return {i: scores[i] for i in best if i in said and (i in by_vector or asked.coverage(said[i]) >= HALF)}


def central_members(reader: Reader, communities: Mapping[int, float]) -> dict[int, float]:
    """The best connected entities of communities, as seeds; ``communities``: best first."""
    central = reader.communities.central_members(list(communities), MEMBERS) if communities else {}
    return {
        i: COMMUNITY * score for community, score in reversed(list(communities.items())) for i in central[community]
    }


def distances(reader: Reader, view: View, centres: Sequence[int]) -> dict[int, int]:
    """Hops of entities from the nearest of ``centres``, at most :data:`FARTHEST`."""

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return reader.walk.hop(nodes, view, cap=cap, budget=budget)

    return bfs.walk([Seed(i, 1.0, 1.0, 0.0) for i in centres], read_hop, FARTHEST).depth
