"""Graphs with known communities, and how alike two divisions are."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from zeph.memory.upkeep.community_detection import DetectedGroups, detect
from zeph.memory.upkeep.link_network import Ints, Links

Link = tuple[int, int, int]


def clique(*members: int, first_edge: int = 1) -> list[Link]:
    pairs = [(a, b) for a in members for b in members if a < b]
    return [(first_edge + n, a, b) for n, (a, b) in enumerate(pairs)]


def links(rows: Iterable[Link]) -> Links:
    return Links.of([np.array(list(rows), np.int64).reshape(-1, 3)])


def groups(rows: Iterable[Link]) -> list[tuple[int, ...]]:
    found = detect(links(rows))
    return [found.group(n) for n in range(len(found))]


def planted(
    entities: int, edges: int, size: int, mixing: float = 0.2, hub: float = 0.0, seed: int = 7
) -> tuple[Links, Ints]:
    """(links, community by entity id); ids are shuffled, every ``hub``-th part of the links is about the last
    entity.
    """
    rng = np.random.default_rng(seed)
    community = np.arange(entities) // size
    count = int(edges * (1 - hub))
    source = rng.integers(0, entities, count)
    inside = rng.random(count) >= mixing
    near = np.minimum(community[source] * size + rng.integers(0, size, count), entities - 1)
    target = np.where(inside, near, rng.integers(0, entities, count))
    name = rng.permutation(entities) + 1
    kept = source != target
    person = np.full(edges - count, entities + 1)
    source = np.concatenate([name[source[kept]], person])
    target = np.concatenate([name[target[kept]], rng.integers(1, entities + 1, len(person))])
    truth = np.full(entities + 2, -1)
    truth[name] = community
    rows = np.stack([np.arange(1, len(source) + 1), source, target], 1)
    return Links.of([rows]), truth


def labels(found: DetectedGroups, entities: int) -> Ints:
    """A label for each of the entities 1, 2 …; those in no group have one of their own."""
    label = -np.arange(entities + 2, dtype=np.int64) - 1
    label[found.members] = found.groups
    return label[1 : entities + 1]


def nmi(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    """Normalised mutual information: 1 for the same division, 0 for unrelated ones."""
    a, b = (np.unique(x, return_inverse=True)[1] for x in (one, other))
    both, count = np.unique(a * (b.max() + 1) + b, return_counts=True)
    p, pa, pb = count / len(a), np.bincount(a) / len(a), np.bincount(b) / len(b)
    shared = (p * np.log(p / (pa[both // (b.max() + 1)] * pb[both % (b.max() + 1)]))).sum()
    return float(2 * shared / -((pa * np.log(pa)).sum() + (pb * np.log(pb)).sum()))
