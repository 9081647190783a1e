"""The shortest way between two entities: breadth first from both ends until they meet.

In: entity ids, a function that reads one hop. Out: ids of edges from start to goal, in order. One statement a step, the
side with fewer nodes first; a node is entered once, so cycles end. Among ways of one length the surest facts win, then
the newer; the same graph always gives the same way.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from zeph.storage.ports import Hop


class Bounds(NamedTuple):
    """How far and wide is looked."""

    farthest: int = 6
    """Facts between the two at most."""
    fan_out: int = 400
    """Edges of one node, the newest: of a hub more are not looked at."""
    edges: int = 20_000
    """Edges of one step."""
    frontier: int = 2_000
    """Nodes of one step."""


WIDE = Bounds()

ReadHop = Callable[[Sequence[int], int, int], list[Hop]]
Step = tuple[int, float, int]
"""(node it came from, confidence, edge)."""


class _Side:
    """One end's search: how each node was reached."""

    def __init__(self, start: Iterable[int]) -> None:
        self.frontier = sorted(set(start))
        self.depth = dict.fromkeys(self.frontier, 0)
        self.via: dict[int, Step] = {}

    def expand(self, read_hop: ReadHop, bounds: Bounds) -> None:
        level = self.depth[self.frontier[0]]
        fresh: dict[int, Step] = {}
        for edge in read_hop(self.frontier, bounds.fan_out, bounds.edges):
            for near, far in ((edge.source_id, edge.target_id), (edge.target_id, edge.source_id)):
                if self.depth.get(near) == level and far not in self.depth:
                    step = (near, edge.confidence, edge.edge_id)
                    fresh[far] = max(fresh.get(far, step), step, key=_worth)
        self.via |= fresh
        self.depth |= dict.fromkeys(fresh, level + 1)
        self.frontier = sorted(fresh)[: bounds.frontier]

    def way_to(self, node: int) -> list[Step]:
        """Steps from this side's start to ``node``, the last one first."""
        steps = []
        while node in self.via:
            steps.append(self.via[node])
            node = self.via[node][0]
        return steps


def _worth(step: Step) -> tuple[float, int]:
    return step[1], step[2]


def shortest(starts: Sequence[int], goals: Sequence[int], read_hop: ReadHop, bounds: Bounds = WIDE) -> list[int] | None:
    """[] where start and goal are one; None where there is no way within ``bounds``."""
    if set(starts) & set(goals):
        return []
    here, there = _Side(starts), _Side(goals)
    for _ in range(bounds.farthest):
        side = min((s for s in (here, there) if s.frontier), key=lambda s: len(s.frontier), default=None)
        if side is None:
            return None
        side.expand(read_hop, bounds)
        met = here.depth.keys() & there.depth.keys()
        if met:
            return _best(here, there, met)
    return None


def _best(here: _Side, there: _Side, met: Iterable[int]) -> list[int]:
    def order(node: int) -> tuple[int, float, int]:
        steps = here.way_to(node) + there.way_to(node)
        return (here.depth[node] + there.depth[node], -min(step[1] for step in steps), node)

    node = min(met, key=order)
    return [step[2] for step in (*reversed(here.way_to(node)), *there.way_to(node))]
