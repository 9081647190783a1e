"""What follows from something else is made again; what somebody wrote is never thrown away."""

from pathlib import Path

import pytest

from tests.storage.graph_rows import SPACE, Graph, database_health, mended
from zeph.storage.care.health import circles
from zeph.storage.care.repair import repair


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    found = Graph(tmp_path / "zeph.db")
    found.edge(found.entity("Ann"), "knows", found.entity("Bob"))
    found.message("Ann knows Bob.")
    return found


def ailing(graph: Graph) -> list[str]:
    return database_health(graph.conn, thorough=True)


def test_a_sound_file_is_left_alone(graph: Graph) -> None:
    assert ailing(graph) == []
    assert repair(graph.conn) == []


def test_indexes_and_counts_are_made_again(graph: Graph) -> None:
    graph.conn.execute("INSERT INTO messages_fts (messages_fts, rowid, indexed_text) VALUES ('delete', 1, 'nonsense')")
    graph.conn.execute("UPDATE graph_entity_stats SET degree = 7 WHERE edge_type = ''")
    graph.conn.execute("INSERT INTO embedding_models (name, dimension) VALUES ('m', 4)")
    graph.conn.execute(
        "INSERT INTO embeddings (kind, model_id, item_id, text_hash, scale, vector, change)"
        " VALUES ('edge', 1, 99, x'', 1, x'', 1)"
    )
    assert len(ailing(graph)) == 3
    assert len(mended(graph.conn)) == 3
    assert ailing(graph) == []
    assert graph.conn.execute("SELECT DISTINCT degree FROM graph_entity_stats").fetchall() == [(1,)]
    assert repair(graph.conn) == []


def test_circles_of_supersession_are_opened(graph: Graph) -> None:
    ann, bob = 1, 2
    ring = [
        graph.edge(ann, f"r{n}", bob, expired_at="2025-01-01 00:00:00", expired_reason="superseded") for n in range(3)
    ]
    for n, edge in enumerate(ring):
        graph.conn.execute("UPDATE graph_edges SET superseded_by = ? WHERE id = ?", (ring[(n + 1) % 3], edge))
    line = [graph.edge(ann, f"s{n}", bob) for n in range(2)]
    graph.conn.execute("UPDATE graph_edges SET superseded_by = ? WHERE id = ?", (line[1], line[0]))
    assert circles(graph.conn) == [ring]
    assert ailing(graph) == [f"The facts {', '.join(map(str, ring))} supersede one another in a circle."]
    assert repair(graph.conn) == ["1 facts that superseded each other in a circle were taken apart."]
    assert ailing(graph) == []
    assert graph.conn.execute("SELECT superseded_by FROM graph_edges WHERE id = ?", (line[0],)).fetchone() == (line[1],)


def test_references_to_nothing_are_emptied(graph: Graph) -> None:
    graph.conn.execute("PRAGMA foreign_keys = OFF")
    graph.conn.execute("INSERT INTO graph_edge_mentions VALUES (1, 99)")
    graph.conn.execute("UPDATE graph_edges SET supersedes_id = 99")
    assert len(ailing(graph)) == 2
    assert len(repair(graph.conn)) == 2
    assert ailing(graph) == []
    assert graph.conn.execute("SELECT count(*) FROM graph_edges WHERE space_id = ?", (SPACE,)).fetchone() == (1,)
