"""Hops, degrees and recent entities on a real file; the plan of a hop's statement."""

from collections.abc import Sequence

from tests.storage.graph_rows import SPACE, Graph
from zeph.records.view import View
from zeph.storage.graph.sqlite_entity_reads import SqliteEntityReads
from zeph.storage.graph.sqlite_walk_reads import SqliteWalkReads, hop_sql
from zeph.storage.ports import Degree, Hop

NOW = "2024-06-01 00:00:00"
VIEW = View(SPACE, NOW)


def around(
    graph: Graph, nodes: list[int], view: View = VIEW, cap: int = 9, budget: int = 99, prefer: Sequence[Hop] = ()
) -> list[int]:
    return [h.edge_id for h in SqliteWalkReads(graph.conn).hop(nodes, view, cap=cap, budget=budget, prefer=prefer)]


def test_both_directions_newest_first_capped(graph: Graph) -> None:
    hub = graph.entity("Hub")
    leaves = [graph.entity(f"L{n}") for n in range(6)]
    edges = [graph.edge(hub, "r", x) if x % 2 else graph.edge(x, "r", hub) for x in leaves]
    assert around(graph, [hub]) == edges[::-1]
    assert around(graph, [hub], cap=2) == edges[:-3:-1]
    first = [h for h in SqliteWalkReads(graph.conn).hop([hub], VIEW, cap=9, budget=99) if h.edge_id == edges[0]]
    assert around(graph, [hub], cap=2, prefer=first) == [edges[0], edges[5]]
    assert len(around(graph, [hub, *leaves], budget=3)) == 3
    assert around(graph, []) == []


def test_view_of_a_hop(graph: Graph) -> None:
    a, b = graph.entity("A"), graph.entity("B")
    past = graph.edge(a, "r", b, valid_until="2022-01-01 00:00:00", expired_at=NOW, expired_reason="superseded",
                      created_at="2020-01-01 00:00:00")  # fmt: skip
    graph.edge(a, "s", b, expired_at=NOW, expired_reason="retracted")
    graph.edge(a, "t", b, valid_from="2030-01-01 00:00:00")
    now = graph.edge(b, "r", a, created_at="2024-01-01 00:00:00")
    graph.version(past, known_from="2020-01-01 00:00:00", known_until=NOW, valid_until=None)
    assert around(graph, [a]) == [now]
    assert around(graph, [a], View(SPACE, NOW, as_of="2021-01-01 00:00:00")) == [now, past]
    assert around(graph, [a], View(SPACE, NOW, known_at="2023-01-01 00:00:00")) == [past]
    assert around(graph, [a], View(SPACE + 1, NOW)) == []
    then = SqliteWalkReads(graph.conn).hop([a], View(SPACE, NOW, known_at="2023-01-01 00:00:00"), cap=9, budget=9)
    assert then[0].confidence == 0.5
    assert (then[0].source_id, then[0].target_id, then[0].retrieval_count) == (a, b, 0.0)


def test_plan_uses_covering_indexes_without_sorting(graph: Graph) -> None:
    params = {"nodes": "[1]", "cap": 32, "space": SPACE, "at": NOW}
    plan = [row[3] for row in graph.conn.execute("EXPLAIN QUERY PLAN " + hop_sql(VIEW, "e.id"), params)]
    assert any("COVERING INDEX graph_edges_out (source_entity_id=? AND live=?)" in line for line in plan)
    assert any("COVERING INDEX graph_edges_in (target_entity_id=? AND live=?)" in line for line in plan)
    assert not any("TEMP B-TREE" in line for line in plan)
    assert not any(line.startswith(("SCAN i", "SCAN graph_edges")) for line in plan)
    assert plan.count("SCAN e") == plan.count("CO-ROUTINE e") == 1, (
        "only what a limited sub-select gave is gone through"
    )
    assert "MERGE (UNION ALL)" in plan


def test_degrees(graph: Graph) -> None:
    a, b, c = (graph.entity(n) for n in "ABC")
    graph.edge(a, "r", b)
    graph.edge(a, "s", b, edge_type="causal")
    known = {a: Degree(2, 2, None), c: Degree(0, 0, None)}
    assert SqliteEntityReads(graph.conn).degrees([a, c], SPACE) == (known, 2)
    assert SqliteEntityReads(graph.conn).degrees([], SPACE + 1) == ({}, 0)


def test_recent_episode_entities(graph: Graph) -> None:
    a, b = graph.entity("A"), graph.entity("B")
    graph.conn.execute("UPDATE graph_entities SET last_seen_at = ? WHERE id = ?", (NOW, b))
    graph.conn.execute(
        "INSERT INTO graph_episodes VALUES (1, ?, ?, 'conversation', ?)", (SPACE, graph.conversation, NOW)
    )
    graph.conn.executemany("INSERT INTO graph_episode_entities VALUES (1, ?)", [(a,), (b,)])
    assert SqliteEntityReads(graph.conn).recent_in_conversation(SPACE, graph.conversation, 9) == [b, a]
