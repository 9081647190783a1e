"""The file's health and its hot counters."""

from tests.storage.graph_rows import Graph, database_health
from zeph.storage.care.derived_things import OWN_TABLES, derived_things
from zeph.storage.care.scrubbing import checkpoint_truncate
from zeph.storage.care.sqlite_upkeep import flip_ended
from zeph.storage.engine.newest_schema import newest_schema

NOW = "2025-01-01 00:00:00"


def fact(graph: Graph, **values: object) -> int:
    number = graph.conn.execute("SELECT count(*) FROM graph_entities").fetchone()[0]
    return graph.edge(graph.entity(f"A{number}"), "uses", graph.entity(f"B{number}"), "", **values)


def test_a_sound_file_has_nothing_to_say(graph: Graph) -> None:
    fact(graph)
    graph.message("hello")
    assert database_health(graph.conn) == []
    assert database_health(graph.conn, thorough=True) == []


def test_each_defect_is_one_sentence(graph: Graph) -> None:
    edge = fact(graph)
    graph.conn.execute("INSERT INTO graph_edge_usage (edge_id) VALUES (4711)")
    graph.conn.execute("INSERT INTO embedding_models (name, dimension) VALUES ('m', 1)")
    graph.conn.execute("INSERT INTO embeddings VALUES (NULL, 'edge', 1, 4711, x'00', 1.0, x'01', 1)")
    graph.conn.execute("DROP TRIGGER graph_edges_fts_update")
    graph.conn.execute("UPDATE graph_edges SET indexed_text = 'other' WHERE id = ?", (edge,))
    found = database_health(graph.conn)
    assert [s.split()[0] for s in found] == ["Row", "The", "The", "The"]
    assert "graph_edges_fts" in found[2]
    assert found[1] == "The number of edge vectors that belong to nothing is 1."


def test_the_log_is_emptied(graph: Graph) -> None:
    graph.conn.execute("PRAGMA journal_mode = WAL")
    fact(graph)
    log = graph.path.with_name(graph.path.name + "-wal")
    assert log.stat().st_size > 0
    assert checkpoint_truncate(graph.conn)
    assert log.stat().st_size == 0


def test_a_reader_in_the_way_is_told(graph: Graph) -> None:
    graph.conn.execute("PRAGMA journal_mode = WAL")
    fact(graph)
    reader = graph.again(vec0=False)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM graph_edges").fetchone()
    fact(graph)
    graph.conn.execute("PRAGMA busy_timeout = 0")
    assert not checkpoint_truncate(graph.conn)
    reader.close()


def test_ended_facts_leave_the_live_ones(graph: Graph) -> None:
    past, future, open_ = fact(graph, valid_until=NOW), fact(graph, valid_until="2026-01-01 00:00:00"), fact(graph)
    assert flip_ended(graph.conn, NOW) == 1
    live = dict(graph.conn.execute("SELECT id, live FROM graph_edges").fetchall())
    assert live == {past: 0, future: 1, open_: 1}


def test_every_table_is_the_memorys_own_or_follows_from_others(graph: Graph) -> None:
    """Whoever adds a table says which (``derived_things.py``): what is neither is lost when a file is written anew."""
    tables = {made.name for made in newest_schema().values() if made.kind == "table" and "_fts" not in made.name}
    derived = {name for thing in derived_things(graph.conn) for name in (thing.name, *thing.holds)}
    assert tables - derived == set(OWN_TABLES)
