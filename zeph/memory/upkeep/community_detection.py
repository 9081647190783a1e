"""Communities of the graph: who belongs together.

In: links. Out: :class:`DetectedGroups`, groups of two and more entities, each with a fingerprint. Pure and
deterministic: the same links give the same groups. How they are found is an :data:`Algorithm`; hubs are left out while
it works and join the community of most of their neighbours afterwards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from blake3 import blake3
from numpy.typing import NDArray

from zeph.memory.upkeep.label_propagation import propagate
from zeph.memory.upkeep.leiden import leiden
from zeph.memory.upkeep.link_network import Ints, Links, Network, hubs, network, places

Algorithm = Callable[[Network], Ints]
"""A label for each node of a network; equal labels are one community."""
AlgorithmName = Literal["label_propagation", "leiden"]
ALGORITHMS: dict[AlgorithmName, Algorithm] = {"label_propagation": propagate, "leiden": leiden}


@dataclass(frozen=True, slots=True)
class DetectedGroups:
    """Groups by their smallest member: group g has ``members[bounds[g]:bounds[g + 1]]``."""

    members: Ints
    """Entity ids, ascending in each group."""
    bounds: Ints
    fingerprints: tuple[str, ...]
    """Each changes with the group's members and with the links among them, and with nothing else."""
    hubs: tuple[int, ...]
    """Entity ids."""
    modularity: float
    """Newman's Q of all links: 0 as good as chance, above 0.3 clear communities."""

    def __len__(self) -> int:
        return len(self.fingerprints)

    def group(self, number: int) -> tuple[int, ...]:
        """The entity ids of one group."""
        return tuple(int(i) for i in self.members[self.bounds[number] : self.bounds[number + 1]])

    @property
    def groups(self) -> Ints:
        """The group of each of ``members``."""
        return np.repeat(np.arange(len(self)), np.diff(self.bounds))


def detect(links: Links, algorithm: AlgorithmName = "label_propagation") -> DetectedGroups:
    """The groups of two and more. Raises what the algorithm raises."""
    ids, a, b = places(links)
    hub = hubs(len(ids), a, b)
    if hub.any():
        kept = ~(hub[a] | hub[b])
        labels = ALGORITHMS[algorithm](network(len(ids), a[kept], b[kept]))
        labels = _with_hubs(labels, hub, a, b)
    else:
        labels = ALGORITHMS[algorithm](network(len(ids), a, b))
    group = _numbered(labels)
    members, bounds = _members(ids, group)
    prints = _fingerprints(members, bounds, group, links.edges, a, b)
    return DetectedGroups(members, bounds, prints, tuple(int(i) for i in ids[hub]), _modularity(labels, a, b))


def fingerprint(members: Ints, edges: Ints) -> str:
    """Of ascending entity ids and ascending ids of the edges among them."""
    text = members.astype("<i8").tobytes() + b";" + edges.astype("<i8").tobytes()
    return blake3(text).hexdigest()


def _with_hubs(labels: Ints, hub: NDArray[np.bool_], a: Ints, b: Ints) -> Ints:
    """Each hub joins the community that most of its neighbours are in, on a tie that of the smallest label; where all
    of them are alone, it is one with them."""
    labels = labels.copy()
    placed = ~hub
    # A neighbour that is alone is no community: without this a star would be its hub and one of its rays.
    together = np.bincount(labels[placed], minlength=len(labels)) > 1
    touching = hub[a] | hub[b]
    net = network(len(labels), a[touching], b[touching])
    for node in np.flatnonzero(hub):
        neighbours = net.around[net.starts[node] : net.starts[node + 1]]
        seen = labels[neighbours[placed[neighbours]]]
        grouped = together[seen]
        if grouped.any():
            labels[node] = np.bincount(seen[grouped]).argmax()
        else:
            labels[node], labels[seen] = node, node
            together[node] = True
        placed[node] = True
    return labels


def _numbered(labels: Ints) -> Ints:
    """The group of each node: numbers by smallest member; -1 where a label stands alone."""
    size = len(labels)
    count = np.bincount(labels, minlength=size)
    smallest = np.full(len(count), size)
    np.minimum.at(smallest, labels, np.arange(size))
    kept = np.flatnonzero(count > 1)
    number = np.full(len(count), -1)
    number[kept[np.argsort(smallest[kept])]] = np.arange(len(kept))
    return number[labels]


def _members(ids: Ints, group: Ints) -> tuple[Ints, Ints]:
    """(entity ids, group by group and ascending in each, bounds of the groups)."""
    inside = np.flatnonzero(group >= 0)
    inside = inside[np.argsort(group[inside], kind="stable")]
    counts = np.bincount(group[inside])
    return ids[inside], np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _fingerprints(members: Ints, bounds: Ints, group: Ints, edges: Ints, a: Ints, b: Ints) -> tuple[str, ...]:
    inner = np.flatnonzero((group[a] == group[b]) & (group[a] >= 0))
    of = group[a[inner]]
    packed = of << 40 | inner  # one sort of packed numbers; edges are in the order of their ids
    packed.sort()
    sorted_edges = edges[packed & ((1 << 40) - 1)]
    ends = np.concatenate([[0], np.cumsum(np.bincount(of, minlength=len(bounds) - 1))])
    return tuple(
        fingerprint(members[bounds[g] : bounds[g + 1]], sorted_edges[ends[g] : ends[g + 1]])
        for g in range(len(bounds) - 1)
    )


def _modularity(labels: Ints, a: Ints, b: Ints) -> float:
    """Of the whole network, hubs and those that stand alone included."""
    links = len(a)
    if not links:
        return 0.0
    inner = np.count_nonzero(labels[a] == labels[b]) / links
    share = np.bincount(np.concatenate([labels[a], labels[b]])) / (2 * links)
    return float(inner - np.square(share).sum())
