"""Breadth first, spreading activation and the choice of seeds: the figures of graph-memory §5 and §7."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from zeph.memory.recall.gather import bfs, synapse
from zeph.memory.recall.gather.seed_choice import Seed, choose_seeds, hybrid, scaled, structural
from zeph.storage.ports import Degree, Hop

DAY = "2024-01-01 00:00:00"


def edge(
    i: int, a: int, b: int, confidence: float = 1.0, kind: str = "semantic", used: float = 0.0, at: str = DAY
) -> Hop:
    return Hop(i, a, b, confidence, kind, at, used)


class Reading:
    """Hops from a list of edges."""

    def __init__(self, *edges: Hop) -> None:
        self.edges = edges
        self.calls = 0

    def hop(self, nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        self.calls += 1
        return [e for e in self.edges if e.source_id in nodes or e.target_id in nodes][:budget]

    def counted(self, nodes: Sequence[int], cap: int, budget: int) -> tuple[list[Hop], dict[int, int]]:
        count = {i: sum(i in (e.source_id, e.target_id) for e in self.edges) for i in nodes}
        return self.hop(nodes, cap, budget), count

    def uncounted(self, nodes: Sequence[int], cap: int, budget: int) -> tuple[list[Hop], dict[int, int]]:
        return self.hop(nodes, cap, budget), {}


FIGURES = [(0, 0.8, 0.8), (1, 0.5, 0.5693), (10, 0.5, 0.7398), (3, 0.8, 1.0), (999, 0.8, 1.0)]


@pytest.mark.parametrize(("n", "c", "weight"), FIGURES)
def test_evolved_weight(n: int, c: float, weight: float) -> None:
    assert bfs.evolved_weight(n, c) == pytest.approx(weight, abs=5e-5)


def test_composite_and_decay() -> None:
    assert bfs.composite(0.8, 1, 0.5) == pytest.approx(0.2)
    assert bfs.decayed(0.4, 0, 0.0) == 0.4
    assert bfs.decayed(0.4, 0, 0.1) == 0.8  # 0.4 + 1 is above twice the base
    assert bfs.decayed(0.4, 90, 0.1) == pytest.approx(0.5)
    assert bfs.age_days("2024-01-01 00:00:00", "2024-02-01 00:00:00") == 0.0


def test_seed_formula() -> None:
    assert structural(5, 10, 2) == pytest.approx(0.6 * 0.5 + 0.4 * 0.5)
    assert structural(0, 0, 9) == pytest.approx(0.4)
    assert hybrid(1.0, 0.5, 0.4) == pytest.approx(0.8)
    assert scaled([(1, 8.0), (2, 2.0)]) == {1: 1.0, 2: 0.25}


def test_seeds_of_one_community_are_capped() -> None:
    text = {i: 1.0 - i / 100 for i in range(1, 7)}
    known = {i: Degree(1, 1, 7 if i < 6 else None) for i in text}
    assert [s.entity_id for s in choose_seeds(text, known, 1, 0.4, 3)] == [1, 2, 3, 6]
    assert [s.entity_id for s in choose_seeds(text, known, 1, 0.4, 0)] == [1, 2, 3, 4, 5, 6]


def test_walk_is_cycle_safe_and_takes_the_best_seed() -> None:
    reading = Reading(edge(1, 1, 2), edge(2, 2, 3), edge(3, 3, 1), edge(4, 3, 4), edge(5, 4, 5), edge(6, 9, 2))
    walk = bfs.walk([Seed(1, 0.5, 1, 0), Seed(9, 0.9, 1, 0)], reading.hop, 2)
    assert {i: r.hop for i, r in walk.edges.items()} == {1: 0, 2: 1, 3: 0, 4: 1, 6: 0}
    assert walk.edges[6].match == 0.9
    assert walk.edges[2].match == 0.9  # reached through 2, where both seeds' walks met
    assert walk.edges[2].seeds == (9, 1)
    assert walk.statements == reading.calls == 2


def test_order_breaks_ties_by_relevance_then_newer_then_id() -> None:
    edges = {i: edge(i, 1, 2, at=at) for i, at in {1: DAY, 2: DAY, 3: "2024-05-05 00:00:00", 4: DAY}.items()}
    assert bfs.order(dict.fromkeys(edges, 1.0), edges, {4: 0.5}) == [4, 3, 1, 2]


@dataclass
class Spreading:
    decay_lambda: float = 0.85
    max_hops: int = 3
    activation_threshold: float = 0.1
    inhibition_threshold: float = 0.8
    max_activated_nodes: int = 50


def test_spread_by_hand() -> None:
    """1 -semantic .8- 2 -causal .9- 3, and 1 -co_occurrence .5- 3; seed 1 of degree 2."""
    reading = Reading(edge(1, 1, 2, 0.8), edge(2, 2, 3, 0.9, "causal"), edge(3, 1, 3, 0.5, "co_occurrence"))
    got = synapse.spread([1], reading.counted, Spreading())
    fan = 1 + 0.1 * math.log(2)
    two, three = 0.85 * 0.8 / fan, 0.85 * 0.5 * 0.5 / fan
    # Second hop: 2 and 3 are new and spread to each other; the larger of old and new stands.
    later_three = two * 0.85 * 0.9 * 1.2 / fan
    later_two = three * 0.85 * 0.9 * 1.2 / fan
    assert got.level == pytest.approx({1: 1.0, 2: max(two, later_two), 3: max(three, later_three)})
    assert got.depth == {1: 0, 2: 1, 3: 1}
    assert not got.partial


def test_lateral_inhibition_takes_from_weaker_neighbours() -> None:
    """2 receives 0.85 from seed 1 and is above 0.8, so that 3 loses 0.15 of the difference."""
    reading = Reading(edge(1, 1, 2), edge(2, 2, 3, 0.5))
    got = synapse.spread([1], reading.uncounted, Spreading(max_hops=2))
    arrives = 0.85 * 0.85 * 0.5
    assert got.level[3] == pytest.approx(arrives - 0.15 * (0.85 - arrives))
    free = synapse.spread([1], reading.uncounted, Spreading(max_hops=2, inhibition_threshold=0.9))
    assert free.level[3] == pytest.approx(arrives)


def test_contributions_are_summed_and_capped() -> None:
    reading = Reading(edge(1, 1, 3), edge(2, 2, 3))
    got = synapse.spread([1, 2], reading.uncounted, Spreading(max_hops=1))
    assert got.level == {1: 1.0, 2: 1.0, 3: 1.0}


def test_threshold_cap_and_time() -> None:
    reading = Reading(edge(1, 1, 2, 0.1), edge(2, 1, 3, 0.9), edge(3, 1, 4, 0.8))
    got = synapse.spread([1], reading.uncounted, Spreading(max_activated_nodes=2))
    assert set(got.level) == {1, 3}
    ticks = iter((0.0, 0.1, 0.9))
    chain = Reading(edge(1, 1, 2), edge(2, 2, 3))
    late = synapse.spread([1], chain.uncounted, Spreading(), lambda: next(ticks))
    assert late.partial
    assert set(late.level) == {1, 2}


def test_facts_to_an_end_below_the_activation_threshold_are_left_out() -> None:
    edges = Reading(edge(1, 1, 2), edge(2, 1, 3, confidence=0.1), edge(3, 2, 3, confidence=0.1))
    active = synapse.spread([1], edges.counted, Spreading(activation_threshold=0.3))
    assert set(active.level) == {1, 2} and set(active.edges) == {1}
