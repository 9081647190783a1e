"""Communities in a real file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.storage.graphs import SPACE, Graph
from zeph.storage.communities import assign_new, list_communities, load_edges, replace_communities, strongest

NOW, LATER = "2025-01-01 00:00:00", "2025-02-01 00:00:00"


@dataclass(frozen=True)
class New:
    members: tuple[int, ...]
    fingerprint: str


def describe(names: Sequence[str], facts: Sequence[str]) -> tuple[str, str]:
    return "/".join(names[:2]), "; ".join(facts)


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    graph = Graph(tmp_path / "zeph.db", vec0=False)
    graph.conn.execute("PRAGMA foreign_keys = ON")
    return graph


def entities(graph: Graph, *names: str) -> list[int]:
    return [graph.entity(name) for name in names]


def test_edges_come_in_chunks_and_only_live_ones(graph: Graph) -> None:
    a, b, c = entities(graph, "A", "B", "C")
    first, second = graph.edge(a, "uses", b), graph.edge(b, "uses", c)
    graph.edge(a, "uses", c, expired_at=NOW)
    graph.edge(c, "uses", a, valid_until=NOW, live=0)
    assert load_edges(graph.conn, SPACE, 0, 1) == [(first, a, b)]
    assert load_edges(graph.conn, SPACE, first, 10) == [(second, b, c)]
    assert len(load_edges(graph.conn, SPACE, 0, 0)) == 2
    assert load_edges(graph.conn, SPACE + 1, 0, 0) == []


def test_unchanged_communities_keep_id_and_summary(graph: Graph) -> None:
    a, b, c, d, e = entities(graph, "A", "B", "C", "D", "E")
    graph.edge(a, "uses", b)
    assert replace_communities(graph.conn, SPACE, [New((a, b), "x"), New((c, d), "y")], describe, NOW) == 2
    before = {x.name: x for x in list_communities(graph.conn, SPACE, 9)}
    assert before["A/B"].summary == "A uses B"
    assert before["A/B"].members == ("A", "B")
    assert replace_communities(graph.conn, SPACE, [New((a, b), "x"), New((c, d, e), "z")], describe, LATER) == 2
    largest, kept = list_communities(graph.conn, SPACE, 9)
    assert kept == before["A/B"]
    assert (largest.size, largest.updated_at) == (3, LATER)
    assert largest.id not in {x.id for x in before.values()}


def test_members_that_left_meanwhile_are_left_out(graph: Graph) -> None:
    a, b, c = entities(graph, "A", "B", "C")
    assert replace_communities(graph.conn, SPACE, [New((a, b, 999), "x"), New((c, 998), "y")], describe, NOW) == 1
    assert [x.size for x in list_communities(graph.conn, SPACE, 9)] == [2]


def test_new_entities_join_the_majority_and_ties_the_smallest(graph: Graph) -> None:
    a, b, c, d, major, tied, alone = entities(graph, "A", "B", "C", "D", "M", "T", "S")
    replace_communities(graph.conn, SPACE, [New((a, b), "x"), New((c, d), "y")], describe, NOW)
    for source, target in ((major, c), (d, major), (major, a), (tied, d), (a, tied)):
        graph.edge(source, "uses", target)
    assert assign_new(graph.conn, SPACE, [major, tied, alone, a]) == 2
    rows = dict(graph.conn.execute("SELECT entity_id, community_id FROM graph_community_members").fetchall())
    assert (rows[major], rows[tied]) == (rows[c], rows[a])
    assert alone not in rows


def test_strongest_knows_only_facts_among_the_given(graph: Graph) -> None:
    a, b, c = entities(graph, "A", "B", "C")
    graph.edge(a, "likes", b, confidence=0.7)
    graph.edge(b, "knows", a, confidence=0.95)
    graph.edge(b, "uses", c)
    found = strongest(graph.conn, [a, b], 5)
    assert found.names == ("B", "A")
    assert found.facts == ("B knows A", "A likes B")
    assert strongest(graph.conn, [a, b], 1).facts == ("B knows A",)
