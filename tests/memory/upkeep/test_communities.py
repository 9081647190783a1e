"""Label propagation on small graphs whose groups a person can see, and on large ones whose groups were planted."""

import importlib.util
import random
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.upkeep.planted import Link, clique, groups, labels, links, nmi, planted
from zeph.errors import ConfigError
from zeph.memory.upkeep.community_detection import detect, fingerprint
from zeph.memory.upkeep.label_propagation import propagate, spans
from zeph.memory.upkeep.link_network import network, places

ANY_LINKS = st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)).filter(lambda p: p[0] != p[1]), max_size=120)


def test_two_cliques_with_a_bridge_are_two_groups() -> None:
    assert groups([*clique(1, 2, 3, 4), *clique(5, 6, 7, 8, first_edge=20), (99, 1, 8)]) == [(1, 2, 3, 4), (5, 6, 7, 8)]


def test_no_edges_no_groups() -> None:
    found = detect(links([]))
    assert (len(found), found.modularity, found.hubs) == (0, 0.0, ())


def test_order_of_the_edges_does_not_matter() -> None:
    rows = [*clique(1, 2, 3), *clique(7, 8, 9, first_edge=9), (50, 3, 7), (51, 9, 12)]
    one, other = detect(links(rows)), detect(links(random.Random(3).sample(rows, len(rows))))
    assert (one.fingerprints, one.members.tolist()) == (other.fingerprints, other.members.tolist())


def test_a_hub_glues_nothing_together_and_is_assigned_last() -> None:
    cliques = [clique(*range(n, n + 3), first_edge=n * 10) for n in range(1000, 1600, 3)]
    star = [(n, 1, n) for n in range(1000, 1600)]
    found = detect(links([link for part in cliques for link in part] + star))
    assert len(found) == 200
    assert found.group(0) == (1, 1000, 1001, 1002)
    assert set(np.diff(found.bounds)[1:].tolist()) == {3}
    assert found.hubs == (1,)


def test_a_hub_is_in_one_community_also_where_everybody_around_it_is_alone() -> None:
    star = [(n, 1, n) for n in range(1000, 1300)]
    assert groups(star) == [(1, *range(1000, 1300))]
    assert groups([*star, *clique(2001, 2002, 2003, first_edge=5000)]) == [
        (1, *range(1000, 1300)),
        (2001, 2002, 2003),
    ]
    assert groups([*star, *clique(1000, 2002, 2003, first_edge=5000)]) == [(1, 1000, 2002, 2003)]


def test_fingerprint_is_of_members_and_inner_edges_alone() -> None:
    cliques = [*clique(1, 2, 3), *clique(5, 6, 7, first_edge=20)]
    plain, bridged = detect(links(cliques)), detect(links([*cliques, (99, 1, 7)]))
    assert bridged.fingerprints == plain.fingerprints
    assert plain.fingerprints[0] == fingerprint(np.array([1, 2, 3]), np.array([1, 2, 3]))
    assert plain.fingerprints[0] != fingerprint(np.array([1, 2, 3]), np.array([1, 2]))
    assert plain.fingerprints[0] != fingerprint(np.array([1, 2]), np.array([3, 1, 2, 3]))


def test_modularity_is_newmans() -> None:
    two_triangles = detect(links([*clique(1, 2, 3), *clique(5, 6, 7, first_edge=20)]))
    assert two_triangles.modularity == pytest.approx(0.5)
    one = detect(links(clique(1, 2, 3)))
    assert one.modularity == pytest.approx(0.0)


def test_ids_far_apart_are_as_good_as_ids_side_by_side() -> None:
    far = 10**12
    near = groups([*clique(1, 2, 3), *clique(5, 6, 7, first_edge=20)])
    apart = groups([*clique(1 + far, 2 + far, 3 + far), *clique(5, 6, 7, first_edge=20)])
    assert near == [(1, 2, 3), (5, 6, 7)]
    assert apart == [(5, 6, 7), (1 + far, 2 + far, 3 + far)]


def one_by_one(rows: list[Link]) -> list[int]:
    """The definition, word for word: id order, the own label kept on a tie, else the smallest."""
    ids, a, b = places(links(rows))
    around: list[list[int]] = [[] for _ in ids]
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        around[x].append(y)
        around[y].append(x)
    label, waiting = list(range(len(ids))), [True] * len(ids)
    for _ in range(50):
        for node in range(len(ids)):
            if not waiting[node]:
                continue
            waiting[node] = False
            seen = [label[other] for other in around[node]]
            most = max(map(seen.count, seen))
            best = [x for x in seen if seen.count(x) == most]
            if label[node] not in best:
                label[node] = min(best)
                for other in around[node]:
                    waiting[other] = True
    return label


@settings(max_examples=150, deadline=None)
@given(ANY_LINKS)
def test_a_small_network_is_visited_one_by_one_in_id_order(pairs: list[tuple[int, int]]) -> None:
    rows = [(n, a, b) for n, (a, b) in enumerate(pairs, 1)]
    ids, a, b = places(links(rows))
    assert propagate(network(len(ids), a, b)).tolist() == one_by_one(rows)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(70, 400), st.integers(1, 6))
def test_a_large_network_settles_where_nobody_wants_to_change(seed: int, size: int, degree: int) -> None:
    rng = np.random.default_rng(seed)
    rows = [(n + 1, int(x), int(y)) for n, (x, y) in enumerate(rng.integers(1, size, (size * degree, 2))) if x != y]
    ids, a, b = places(links(rows))
    net = network(len(ids), a, b)
    label = propagate(net)
    for node in range(net.size):
        seen = label[net.around[net.starts[node] : net.starts[node + 1]]].tolist()
        assert seen.count(int(label[node])) == max(map(seen.count, seen))


@settings(max_examples=60, deadline=None)
@given(ANY_LINKS)
def test_groups_are_disjoint_sorted_and_of_two_and_more(pairs: list[tuple[int, int]]) -> None:
    found = groups([(n, a, b) for n, (a, b) in enumerate(pairs, 1)])
    members = [i for group in found for i in group]
    assert len(members) == len(set(members))
    assert all(len(group) > 1 and list(group) == sorted(group) for group in found)
    assert [group[0] for group in found] == sorted(group[0] for group in found)


def test_spans_are_the_ranges_one_after_the_other() -> None:
    assert spans(np.array([5, 0, 7]), np.array([2, 3, 1])).tolist() == [5, 6, 0, 1, 2, 7]


@pytest.mark.parametrize("hub", [0.0, 0.1])
def test_planted_communities_are_found_with_and_without_a_hub(hub: float) -> None:
    entities = 10_000
    given, truth = planted(entities, 100_000, 50, hub=hub)
    began = time.process_time()
    found = detect(given)
    assert time.process_time() - began < 3.0
    assert nmi(labels(found, entities), truth[1 : entities + 1]) > 0.95
    assert found.modularity > 0.5
    assert found.hubs == ((entities + 1,) if hub else ())
    assert detect(given).fingerprints == found.fingerprints


def test_leiden_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"pip install 'zeph\[leiden\]'"):
        detect(links(clique(1, 2, 3)), "leiden")


@pytest.mark.skipif(importlib.util.find_spec("igraph") is None, reason="the extra leiden is not installed")
def test_leiden_finds_the_planted_communities_the_same_each_time() -> None:
    given, truth = planted(400, 6_000, 50, mixing=0.1)
    found = detect(given, "leiden")
    assert nmi(labels(found, 400), truth[1:401]) > 0.95
    assert detect(given, "leiden").fingerprints == found.fingerprints
    assert len(detect(links([]), "leiden")) == 0
