"""What revision asks of an entity with tens of thousands of edges reads a handful of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.storage.graphs import Graph
from zeph.storage import graph_read

HUB, OTHERS = 1, 400


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    made = Graph(tmp_path / "g.db", vec0=False)
    hub = made.entity("User", "person")
    for number in range(OTHERS):
        made.edge(hub, "uses", made.entity(f"T{number}"), "uses it")
    made.edge(hub, "lives_in", 2, "lives there", expired_at="2025-01-01 00:00:00", expired_reason="superseded")
    return made


def cost(graph: Graph, read: Callable[[], object]) -> int:
    """Steps of SQLite's virtual machine, about."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    graph.conn.set_progress_handler(tick, 10)
    read()
    graph.conn.set_progress_handler(None, 0)
    return count * 10


def test_a_relation_or_a_pair_of_a_hub_costs_what_it_gives(graph: Graph) -> None:
    all_of_it = cost(graph, lambda: graph_read.edges_from(graph.conn, HUB, ("uses",), False))
    line = cost(graph, lambda: graph_read.edges_from(graph.conn, HUB, ("lives_in",), True))
    pair = cost(graph, lambda: graph_read.edges_between(graph.conn, HUB, 3))
    assert line < all_of_it / 50 and pair < all_of_it / 50, (all_of_it, line, pair)


def test_relations_and_history_choose_the_edges(graph: Graph) -> None:
    assert len(graph_read.edges_from(graph.conn, HUB, (), False)) == OTHERS
    assert len(graph_read.edges_from(graph.conn, HUB, (), True)) == OTHERS + 1
    assert graph_read.edges_from(graph.conn, HUB, ("lives_in",), False) == []
    assert [e.target_id for e in graph_read.edges_from(graph.conn, HUB, ("lives_in", "owns"), True)] == [2]
    assert [e.canonical_relation for e in graph_read.edges_between(graph.conn, HUB, 2, True)] == ["uses", "lives_in"]
