"""Where a walk begins: entities that match the question and are well connected.

In: entities with a text score between 0 and 1, their degrees. Out: seeds, best first. The formula is
graph-memory's: ``hybrid = text·(1 - w) + structural·w``, at most a few from one community.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zeph.storage.ports import Degree

MOST_SEEDS = 10
TYPES_OF_EDGES = 4


@dataclass(frozen=True, slots=True)
class Seed:
    entity_id: int
    score: float
    text: float
    structural: float


def structural(degree: int, max_degree: int, edge_types: int) -> float:
    share = degree / max_degree if max_degree > 0 else 0.0
    return 0.6 * min(1.0, share) + 0.4 * min(1.0, edge_types / TYPES_OF_EDGES)


def hybrid(text: float, structural: float, weight: float) -> float:
    return text * (1.0 - weight) + structural * weight


def scaled(hits: Sequence[tuple[int, float]]) -> dict[int, float]:
    """Scores over the best one, so that graphs of every size score alike."""
    top = max((score for _, score in hits), default=0.0)
    return {i: max(0.0, score) / top for i, score in hits} if top > 0 else {}


def choose_seeds(
    text: Mapping[int, float],
    degrees: Mapping[int, Degree],
    max_degree: int,
    weight: float,
    community_cap: int,
    limit: int = MOST_SEEDS,
) -> list[Seed]:
    """The best ``limit``; ``community_cap`` 0 is unlimited, entities without a community are not capped."""
    none = Degree(0, 0, None)
    seeds = []
    for entity_id, score in text.items():
        known = degrees.get(entity_id, none)
        shape = structural(known.degree, max_degree, known.edge_types)
        seeds.append(Seed(entity_id, hybrid(score, shape, weight), score, shape))
    seeds.sort(key=lambda s: (-s.score, -s.text, s.entity_id))
    taken: dict[int, int] = {}
    chosen = []
    for seed in seeds:
        community = degrees.get(seed.entity_id, none).community_id
        if community is not None:
            taken[community] = taken.get(community, 0) + 1
            if community_cap and taken[community] > community_cap:
                continue
        chosen.append(seed)
    return chosen[:limit]
