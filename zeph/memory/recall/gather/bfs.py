"""Breadth-first recall: all seeds in one traversal, and the score of each edge met.

In: seeds, a function that reads one hop. Out: edges with depth and score. The formulas are Zeph's
graph memory page: an edge counts more the nearer it is, the surer it is, the more often it was used.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from zeph.clock import Moment, parse_moment
from zeph.memory.recall.gather.seed_choice import Seed
from zeph.storage.ports import Hop

FAN_OUT = 32
"""Most edges of one node; where many nodes share a hop, each has its share of :data:`HOP_EDGES`."""
LEAST_FAN_OUT = 4
HOP_EDGES = 48
FRONTIER = 6
"""Nodes that a later hop expands: those that lead on, of the best seeds and by the facts most asked for, first."""
MORE_STATEMENTS = 1
"""Beyond one a hop."""
EDGE_BUDGET = 600
SECONDS_A_DAY = 86_400.0
_FAR = 1_000_000
LIMIT_SECS = 0.5
"""No walk begins another hop after this long."""

ReadHop = Callable[[Sequence[int], int, int], list[Hop]]
"""(nodes, most edges a node, most edges) to edges."""
ReadDegrees = Callable[[Sequence[int]], Mapping[int, int]]
"""Nodes to the facts that each has."""
Via = dict[int, tuple[int, int]]
"""Of each node that a walk reached: the edge it came by, and the node it came from. Seeds have none."""


def evolved_weight(retrievals: float, confidence: float) -> float:
    if retrievals <= 0.0:  # most edges: no logarithm for them
        return min(1.0, confidence)
    return min(1.0, confidence * (1.0 + 0.2 * math.log1p(retrievals)))


def composite(entity_match: float, hop: int, weight: float) -> float:
    return entity_match * weight / (1 + hop)


def age_days(now: Moment, since: Moment) -> float:
    return max(0.0, (parse_moment(now) - parse_moment(since)).total_seconds() / SECONDS_A_DAY)


def decayed(base: float, days: float, rate: float) -> float:
    """``base`` with the bonus of youth, never more than twice the base."""
    return min(base + 1.0 / (1.0 + max(0.0, days) * rate), 2.0 * base) if rate > 0 else base


def fan_out(nodes: int) -> int:
    """Edges of each of so many nodes."""
    return max(LEAST_FAN_OUT, min(FAN_OUT, HOP_EDGES // max(1, nodes)))


class Reached(NamedTuple):
    edge: Hop
    hop: int
    match: float
    """The best seed's score among those whose walk came here."""
    seeds: tuple[int, ...]


@dataclass(slots=True)
class Walk:
    edges: dict[int, Reached] = field(default_factory=dict)
    depth: dict[int, int] = field(default_factory=dict)
    via: "Via" = field(default_factory=dict)
    statements: int = 0
    """Of the hops."""
    looks: int = 0
    """More statements, for degrees."""
    partial: bool = False
    """True where the time limit ended it; the hops done until then stand."""


def walk(
    seeds: Sequence[Seed],
    read_hop: ReadHop,
    max_hops: int,
    budget: int = EDGE_BUDGET,
    clock: Callable[[], float] = time.monotonic,
    limit_secs: float = LIMIT_SECS,
    asked_for: Mapping[int, float] | None = None,
    read_degrees: ReadDegrees | None = None,
) -> Walk:
    """One statement a hop, and one for the degrees where a hop reached more than the next one expands.

    A node is expanded once, at its smallest depth, so cycles end. ``asked_for``: how much the question is about a fact,
    0 to 1."""
    ends_at = clock() + limit_secs
    score = {seed.entity_id: seed.score for seed in seeds}
    origins: dict[int, frozenset[int]] = {i: frozenset((i,)) for i in score}
    done = Walk(depth=dict.fromkeys(score, 0))
    ranked = _Ranked(score)
    frontier = list(score)
    for hop in range(max_hops):
        if not frontier or len(done.edges) >= budget:
            break
        if clock() > ends_at:
            done.partial = True
            break
        edges = read_hop(frontier, fan_out(len(frontier)), budget - len(done.edges) + len(frontier))
        done.statements += 1
        reached = _reach(edges, hop, done, origins, ranked)
        for edge in edges:
            if edge.edge_id not in done.edges and len(done.edges) < budget:
                done.edges[edge.edge_id] = _scored(edge, done.depth, origins, ranked)
        if hop + 1 < max_hops:
            frontier = _most_promising(reached, done, lambda node: ranked(origins[node])[0], asked_for, read_degrees)
    return done


def _most_promising(
    reached: Sequence[int],
    done: Walk,
    match: Callable[[int], float],
    asked_for: Mapping[int, float] | None,
    read_degrees: ReadDegrees | None,
) -> list[int]:
    """Nodes to go on from."""
    asked = asked_for or {}
    worth = {node: match(node) + asked.get(done.via[node][0], 0.0) for node in reached}
    if len(reached) > FRONTIER and read_degrees is not None and done.looks < MORE_STATEMENTS:
        degrees = read_degrees(reached)
        done.looks += 1
        reached = [node for node in reached if degrees.get(node, 0) > 1]  # the others lead nowhere
    return sorted(reached, key=lambda node: (-worth[node], node))[:FRONTIER]


def _reach(
    edges: Sequence[Hop], hop: int, done: Walk, origins: dict[int, frozenset[int]], ranked: "_Ranked"
) -> list[int]:
    """Gives the nodes that this hop met first their depth, the seeds they came from, and the step of the best."""
    fresh: dict[int, frozenset[int]] = {}
    steps: dict[int, tuple[float, int, int]] = {}
    depth = done.depth
    for edge in edges:
        near, far = edge.source_id, edge.target_id
        if near not in depth:
            near, far = far, near
        if far in depth or depth.get(near) != hop:
            continue
        seeds = origins[near]
        fresh[far] = fresh[far] | seeds if far in fresh else seeds
        step = (-ranked(seeds)[0], edge.edge_id, near)
        if far not in steps or step < steps[far]:
            steps[far] = step
    for node, seeds in fresh.items():
        depth[node] = hop + 1
        origins[node] = seeds
        done.via[node] = steps[node][1:]
    return list(fresh)


def _scored(edge: Hop, depth: Mapping[int, int], origins: Mapping[int, frozenset[int]], ranked: "_Ranked") -> Reached:
    a, b = edge.source_id, edge.target_id
    depth_a, depth_b = depth.get(a, _FAR), depth.get(b, _FAR)
    if depth_a == depth_b:
        seeds = origins[a] if origins[a] == origins[b] else origins[a] | origins[b]
    else:
        seeds = origins[a if depth_a < depth_b else b]
    match, best = ranked(seeds)
    return Reached(edge, min(depth_a, depth_b), match, best)


class _Ranked:
    """Sets of seeds, best first; a walk meets the same few sets again and again."""

    def __init__(self, score: Mapping[int, float]) -> None:
        self._score = score
        self._known: dict[frozenset[int], tuple[float, tuple[int, ...]]] = {}

    def __call__(self, seeds: frozenset[int]) -> tuple[float, tuple[int, ...]]:
        if seeds not in self._known:
            ranked = tuple(sorted(seeds, key=lambda s: (-self._score[s], s)))
            self._known[seeds] = (self._score[ranked[0]], ranked)
        return self._known[seeds]


class Ends(Protocol):
    @property
    def source_id(self) -> int: ...
    @property
    def target_id(self) -> int: ...


def path_to(edge: Ends, depth: Mapping[int, int], via: Mapping[int, tuple[int, int]]) -> tuple[int, ...]:
    """The edges walked from a seed to ``edge``, first step first; () where it touches a seed."""
    ends = sorted((edge.source_id, edge.target_id), key=lambda node: (depth.get(node, _FAR), node))
    node, steps = ends[0], []
    while node in via:
        edge_id, node = via[node]
        steps.append(edge_id)
    return tuple(reversed(steps))


def edge_score(reached: Reached, now: Moment, decay_rate: float) -> float:
    edge = reached.edge
    base = composite(reached.match, reached.hop, evolved_weight(edge.retrieval_count, edge.confidence))
    return decayed(base, age_days(now, edge.since), decay_rate) if decay_rate > 0 else base


def order(scores: Mapping[int, float], edges: Mapping[int, Hop], relevance: Mapping[int, float]) -> list[int]:
    """Best first; ties by relevance to the question, then the newer, then the smaller id."""
    ids = sorted(scores)
    ids.sort(key=lambda i: edges[i].since, reverse=True)
    ids.sort(key=lambda i: (-round(scores[i], 9), -relevance.get(i, 0.0)))
    return ids
