"""Label propagation on small graphs whose groups a person can see, and when upkeep runs."""

import random

from zeph.config.schema import GraphSettings
from zeph.memory.upkeep.communities import Link, describe, detect, fingerprint
from zeph.memory.upkeep.schedule import after_messages, refresh

NOW = "2025-01-01 00:00:00"


def clique(*members: int, first_edge: int = 1) -> list[Link]:
    pairs = [(a, b) for a in members for b in members if a < b]
    return [(first_edge + n, a, b) for n, (a, b) in enumerate(pairs)]


def test_two_cliques_with_a_bridge_are_two_groups() -> None:
    links = [*clique(1, 2, 3, 4), *clique(5, 6, 7, 8, first_edge=20), (99, 1, 8)]
    assert [g.members for g in detect(links)] == [(1, 2, 3, 4), (5, 6, 7, 8)]


def test_no_edges_no_groups() -> None:
    assert detect([]) == []


def test_order_of_the_edges_does_not_matter() -> None:
    links = [*clique(1, 2, 3), *clique(7, 8, 9, first_edge=9), (50, 3, 7), (51, 9, 12)]
    shuffled = random.Random(3).sample(links, len(links))
    assert detect(shuffled) == detect(links)


def test_a_hub_glues_nothing_together_and_is_assigned_last() -> None:
    cliques = [clique(*range(n, n + 3), first_edge=n * 10) for n in range(1000, 1600, 3)]
    star = [(n, 1, n) for n in range(1000, 1600)]
    groups = detect([link for part in cliques for link in part] + star)
    assert len(groups) == 200
    assert groups[0].members == (1, 1000, 1001, 1002)
    assert {len(g.members) for g in groups[1:]} == {3}


def test_groups_of_one_are_dropped() -> None:
    star = [(n, 1, n) for n in range(1000, 1300)]
    assert [g.members for g in detect(star)] == [(1, 1000)]


def test_fingerprint_is_of_members_and_inner_edges_alone() -> None:
    first, second = detect([*clique(1, 2, 3), *clique(5, 6, 7, first_edge=20)])
    with_bridge = detect([*clique(1, 2, 3), *clique(5, 6, 7, first_edge=20), (99, 1, 7)])
    assert [g.fingerprint for g in with_bridge] == [first.fingerprint, second.fingerprint]
    assert first.fingerprint == fingerprint([3, 2, 1], [3, 1, 2])
    assert first.fingerprint != fingerprint([1, 2, 3], [1, 2])


def test_name_and_summary_without_a_model() -> None:
    assert describe(["Rust", "cargo", "tokio", "serde"], ["Rust uses cargo", "Tokio is fast!"]) == (
        "Rust, cargo and tokio",
        "Rust uses cargo. Tokio is fast!",
    )
    assert describe(["Rust", "cargo"], []) == ("Rust and cargo", "")
    assert describe(["Rust"], []) == ("Rust", "")


class Store:
    """Keeps what it is told; edges come in chunks."""

    def __init__(self, links: list[Link], due: bool = True) -> None:
        self.links, self.due = links, due
        self.calls: list[str] = []

    async def community_edges(self, space_id: int, after_id: int, limit: int) -> list[Link]:
        self.calls.append(f"edges after {after_id}")
        found = [link for link in self.links if link[0] > after_id]
        return found[:limit] if limit else found

    async def replace_communities(self, space_id: int, groups: object, describe: object, now: str) -> int:
        assert isinstance(groups, list)
        self.calls.append(f"{len(groups)} groups")
        return len(groups)

    async def communities_due(self, space_id: int, processed: int, interval: int) -> bool:
        self.calls.append(f"{processed} of {interval}")
        return self.due

    async def flip_ended(self, now: str) -> int:
        self.calls.append("flip")
        return 0

    async def decay_if_due(self, space_id: int, lambda_: float, interval_secs: int, now: str) -> int:
        self.calls.append(f"decay {lambda_}")
        return 0


async def test_refresh_loads_in_chunks() -> None:
    store = Store(clique(1, 2, 3))
    assert await refresh(store, 1, GraphSettings(lpa_edge_chunk_size=2), NOW) == 1
    assert store.calls == ["edges after 0", "edges after 2", "1 groups"]


async def test_refresh_loads_all_at_once_without_a_chunk_size() -> None:
    store = Store(clique(1, 2, 3))
    await refresh(store, 1, GraphSettings(lpa_edge_chunk_size=0), NOW)
    assert store.calls == ["edges after 0", "1 groups"]


async def test_detection_waits_until_it_is_due() -> None:
    store = Store(clique(1, 2, 3), due=False)
    assert await after_messages(store, 1, GraphSettings(), NOW, 3) == 0
    assert store.calls == ["flip", "decay 0.95", "3 of 100"]
