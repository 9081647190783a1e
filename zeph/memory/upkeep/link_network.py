"""The graph as compact arrays: what community detection works on.

In: links as rows of (edge id, source id, target id). Out: a :class:`Network`, in which entities are places
0, 1, 2 … in the order of their ids, and the neighbours of each stand side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

HUB_FACTOR = 50
"""A hub has more than this many times the mean degree; in a personal memory it is the person."""
SPARSE = 8
"""Ids this many times sparser than links are sorted; others index an array."""


@dataclass(frozen=True, slots=True)
class Links:
    """Current links between entities; parallel ones count as often as they are there."""

    edges: Ints
    """Edge ids, ascending."""
    sources: Ints
    targets: Ints

    @classmethod
    def of(cls, parts: Sequence[NDArray[Any]]) -> "Links":
        """From chunks of rows (edge id, source id, target id), in any order."""
        rows = np.concatenate(
            [np.asarray(part, np.int64).reshape(-1, 3) for part in parts] or [np.empty((0, 3), np.int64)]
        )
        if len(rows) > 1 and (np.diff(rows[:, 0]) < 0).any():
            rows = rows[np.argsort(rows[:, 0], kind="stable")]
        edges, sources, targets = (np.ascontiguousarray(column, np.int64) for column in rows.T)
        return cls(edges, sources, targets)


@dataclass(frozen=True, slots=True)
class Network:
    """Who stands beside whom. Node n's neighbours are ``around[starts[n]:starts[n + 1]]``."""

    starts: Ints
    around: NDArray[np.int32]

    @property
    def size(self) -> int:
        """How many nodes."""
        return len(self.starts) - 1

    @property
    def degrees(self) -> Ints:
        return np.diff(self.starts)


def places(links: Links) -> tuple[Ints, Ints, Ints]:
    """(entity ids ascending, place of each source, place of each target)."""
    top = int(max(links.sources.max(initial=0), links.targets.max(initial=0))) + 1
    if top > SPARSE * len(links.edges) + 1_000_000:
        ids, place = np.unique(np.concatenate([links.sources, links.targets]), return_inverse=True)
        return ids, place[: len(links.edges)], place[len(links.edges) :]
    present = np.zeros(top, np.bool_)
    present[links.sources] = True
    present[links.targets] = True
    ids = np.flatnonzero(present)
    index = np.empty(top, np.int64)
    index[ids] = np.arange(len(ids))
    return ids, index[links.sources], index[links.targets]


def network(size: int, a: Ints, b: Ints) -> Network:
    """The network of links between the places ``a`` and ``b``, both directions."""
    # One sort of pairs packed in one number is several times faster than sorting by two keys.
    pairs = np.concatenate([a << 32 | b, b << 32 | a])
    pairs.sort()
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(pairs >> 32, minlength=size), out=starts[1:])
    return Network(starts, (pairs & 0xFFFFFFFF).astype(np.int32))


def hubs(size: int, a: Ints, b: Ints) -> NDArray[np.bool_]:
    """True for each node that would glue everything together."""
    degrees = np.bincount(a, minlength=size) + np.bincount(b, minlength=size)
    hub: NDArray[np.bool_] = degrees > HUB_FACTOR * (2 * len(a) / max(1, size))
    return hub
