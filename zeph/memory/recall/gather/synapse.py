"""SYNAPSE: recall by activation that spreads from the seeds and inhibits laterally.

In: seeds, functions that read a hop and degrees. Out: how active each entity became, and the edges the
activation ran along. The method is SYNAPSE's (spreading activation for agents' memory) with the
constants of graph-memory §5. A time limit ends it between hops; what is done until then stands.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from zeph.memory.recall.gather.bfs import EDGE_BUDGET, LIMIT_SECS, Via, evolved_weight, fan_out
from zeph.records.graph_types import EDGE_TYPES
from zeph.storage.ports import Hop

INHIBITION = 0.15
SPREADING = 16
"""Nodes that a later hop spreads from, the most active first: what the others would pass on is hardly anything."""

ReadCountedHop = Callable[[Sequence[int], int, int], tuple[list[Hop], Mapping[int, int]]]
"""(nodes, most edges a node, most edges) to edges and the degrees of the nodes: one statement."""


class SpreadSettings(Protocol):
    @property
    def decay_lambda(self) -> float: ...
    @property
    def max_hops(self) -> int: ...
    @property
    def activation_threshold(self) -> float: ...
    @property
    def inhibition_threshold(self) -> float: ...
    @property
    def max_activated_nodes(self) -> int: ...


@dataclass(slots=True)
class Activation:
    level: dict[int, float] = field(default_factory=dict)
    depth: dict[int, int] = field(default_factory=dict)
    edges: dict[int, Hop] = field(default_factory=dict)
    via: Via = field(default_factory=dict)
    statements: int = 0
    partial: bool = False


def spread(
    seeds: Sequence[int],
    read_hop: ReadCountedHop,
    settings: SpreadSettings,
    clock: Callable[[], float] = time.monotonic,
    limit_secs: float = LIMIT_SECS,
) -> Activation:
    """One statement a hop."""
    ends_at = clock() + limit_secs
    state = Activation(dict.fromkeys(seeds, 1.0), dict.fromkeys(seeds, 0))
    fixed = frozenset(seeds)
    frontier = list(state.level)
    for hop in range(1, settings.max_hops + 1):
        room = EDGE_BUDGET - len(state.edges)
        if not frontier or room <= 0:
            break
        edges, degrees = read_hop(frontier, fan_out(len(frontier)), room)
        fan = {i: _fan(degree) for i, degree in degrees.items()}
        state.statements += 1
        if clock() > ends_at:
            state.partial = True
            break
        state.edges.update((edge.edge_id, edge) for edge in edges)
        arriving, strongest = _contributions(edges, frontier, state.level, fan, settings.decay_lambda)
        _inhibit(arriving, edges, state.level, fixed, settings.inhibition_threshold)
        reached = _merge(state, arriving, fixed, hop, settings)
        state.via.update((node, strongest[node]) for node in reached)
        frontier = reached[:SPREADING]
    state.edges = {i: e for i, e in state.edges.items() if e.source_id in state.level and e.target_id in state.level}
    return state


def _fan(degree: int) -> float:
    return 1.0 + 0.1 * math.log(max(1, degree))


def _contributions(
    edges: Sequence[Hop], frontier: Sequence[int], level: Mapping[int, float], fan: Mapping[int, float], decay: float
) -> tuple[dict[int, float], Via]:
    """What each node receives, summed over the edges of the frontier, and the edge and sender that brought it most."""
    sends = {node: level[node] * decay / fan.get(node, 1.0) for node in frontier}
    total: dict[int, float] = {}
    most: dict[int, float] = {}
    via: Via = {}
    for edge in sorted(edges):  # by id: sums of floats depend on their order
        edge_id, source, target, confidence, edge_type, _, retrievals = edge
        weight = evolved_weight(retrievals, confidence) * EDGE_TYPES.get(edge_type, 1.0)
        for sender, receiver in ((source, target), (target, source)):
            if sender in sends:
                sent = sends[sender] * weight
                total[receiver] = total.get(receiver, 0.0) + sent
                if sent > most.get(receiver, 0.0):
                    most[receiver], via[receiver] = sent, (edge_id, sender)
    return total, via


def _inhibit(
    arriving: dict[int, float], edges: Sequence[Hop], level: Mapping[int, float], fixed: frozenset[int], above: float
) -> None:
    """Neighbours that were strong before the hop take from weaker arrivals; each pair once."""
    strong = {node for node, value in level.items() if value > above and node not in fixed}
    if not strong:
        return
    pairs = {(a, b) for e in edges for a, b in ((e.source_id, e.target_id), (e.target_id, e.source_id)) if a in strong}
    summed = dict(arriving)
    for one, weak in sorted(pairs):
        if weak in arriving and weak not in fixed and level[one] > summed[weak]:
            arriving[weak] = max(0.0, arriving[weak] - INHIBITION * (level[one] - summed[weak]))


def _merge(
    state: Activation, arriving: Mapping[int, float], fixed: frozenset[int], hop: int, settings: SpreadSettings
) -> list[int]:
    """Caps at 1, keeps the larger of old and new, drops the weak; the nodes reached for the first time."""
    level, depth, least = state.level, state.depth, settings.activation_threshold
    fresh = set()
    for node, value in arriving.items():
        if value >= least and node not in fixed:
            if value > level.get(node, 0.0):
                level[node] = min(1.0, value)
            if node not in depth:
                depth[node] = hop
                fresh.add(node)
    kept = sorted((node not in fixed, -value, node) for node, value in level.items())[: settings.max_activated_nodes]
    state.level = {node: -value for _, value, node in kept}
    return [node for _, _, node in kept if node in fresh]


def fact_activation(edge: Hop, level: Mapping[int, float], relevance: float) -> float:
    """Both ends, the edge's own weight, and how much the question is about it (0 to 1), which counts half."""
    ends = (level.get(edge.source_id, 0.0) + level.get(edge.target_id, 0.0)) / 2.0
    return ends * evolved_weight(edge.retrieval_count, edge.confidence) * (1.0 + relevance) / 2.0


def origin(edge: Hop, depth: Mapping[int, int], via: Mapping[int, tuple[int, int]]) -> int:
    """The seed from which most of the activation of the edge's nearer end came."""
    node = min(edge.source_id, edge.target_id, key=lambda n: (depth.get(n, len(depth)), n))
    while node in via:
        node = via[node][1]
    return node
