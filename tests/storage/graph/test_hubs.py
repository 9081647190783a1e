"""What revision asks of an entity with tens of thousands of edges reads a handful of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.storage.graph_rows import Graph
from zeph.storage.graph.sqlite_edge_reads import SqliteEdgeReads

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
    all_of_it = cost(graph, lambda: SqliteEdgeReads(graph.conn).from_source(HUB, relations=("uses",), history=False))
    line = cost(graph, lambda: SqliteEdgeReads(graph.conn).from_source(HUB, relations=("lives_in",), history=True))
    pair = cost(graph, lambda: SqliteEdgeReads(graph.conn).between(HUB, 3))
    assert line < all_of_it / 50 and pair < all_of_it / 50, (all_of_it, line, pair)


def test_a_line_of_many_stretches_costs_those_that_last(graph: Graph) -> None:
    """Somebody who moves again and again: of the past, what was over by then is not read."""
    for year in range(1000, 1000 + OTHERS):
        graph.edge(
            HUB, "lives_in", 3, "lived there", valid_from=f"{year}-01-01 00:00:00",
            valid_until=f"{year + 1}-01-01 00:00:00", expired_at="2025-01-01 00:00:00", expired_reason="superseded",
        )  # fmt: skip
    late = f"{1000 + OTHERS - 1}-06-01 00:00:00"
    read = SqliteEdgeReads(graph.conn).from_source(HUB, relations=("lives_in",), history=True, after=late)
    assert [e.target_id for e in read] == [2, 3]
    every = cost(graph, lambda: SqliteEdgeReads(graph.conn).from_source(HUB, relations=("lives_in",), history=True))
    lasting = cost(
        graph, lambda: SqliteEdgeReads(graph.conn).from_source(HUB, relations=("lives_in",), history=True, after=late)
    )
    assert lasting < every / 20, (every, lasting)


def test_what_is_written_unchanged_is_not_indexed_anew(graph: Graph) -> None:
    def written(name: str) -> int:
        graph.conn.commit()
        before = graph.conn.total_changes
        graph.conn.execute("UPDATE graph_entities SET name = ? WHERE id = 1", (name,))
        return int(graph.conn.total_changes - before)

    assert written("User") == 1
    assert written("Else") > 1, "its words in the full-text index too"


def test_relations_and_history_choose_the_edges(graph: Graph) -> None:
    assert len(SqliteEdgeReads(graph.conn).from_source(HUB, relations=(), history=False)) == OTHERS
    assert len(SqliteEdgeReads(graph.conn).from_source(HUB, relations=(), history=True)) == OTHERS + 1
    assert SqliteEdgeReads(graph.conn).from_source(HUB, relations=("lives_in",), history=False) == []
    assert [
        e.target_id for e in SqliteEdgeReads(graph.conn).from_source(HUB, relations=("lives_in", "owns"), history=True)
    ] == [2]
    assert [e.canonical_relation for e in SqliteEdgeReads(graph.conn).between(HUB, 2, history=True)] == [
        "uses",
        "lives_in",
    ]


@pytest.mark.parametrize("limit", [1, 5, 300, 1000])
def test_the_newest_of_each_choice_are_what_all_of_it_ends_with(graph: Graph, limit: int) -> None:
    """Also of a relation that lies further back than what is looked at first, and of facts with an end."""
    for number in range(10):
        graph.edge(HUB, "likes", 30 + number, "likes it", valid_until="2030-01-01 00:00:00")
        graph.edge(HUB, "owns", 50 + number, "owned it", valid_until="2020-01-01 00:00:00", live=0)
    for number in range(OTHERS):
        graph.edge(HUB, "knows", 2 + number, "knows it")
    reads = SqliteEdgeReads(graph.conn)
    choices = [(), ("uses",), ("likes", "owns"), ("knows", "likes", "lives_in"), ("attends",)]
    every = [reads.from_source(HUB, relations=relations)[-limit:] for relations in choices]
    assert reads.newest_from(HUB, choices, limit) == every


def test_the_newest_of_a_hub_cost_what_they_give(graph: Graph) -> None:
    reads = SqliteEdgeReads(graph.conn)
    every = cost(graph, lambda: reads.from_source(HUB))
    assert cost(graph, lambda: reads.newest_from(HUB, [("uses",), ("uses", "owns")], 5)) < every / 4
