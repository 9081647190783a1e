"""Merge, split, alias and undo: what each moves, and that undo leaves the tables as they were."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.storage.graph_rows import SPACE, Graph, OneConnection
from zeph.errors import NotFound, UsageError
from zeph.storage.graph.merging import add_alias, merge, split
from zeph.storage.graph.sqlite_graph import SqliteGraph
from zeph.storage.graph.undo import undo

NOW = "2026-01-01 00:00:00"
WATCHED = ("graph_entities", "graph_entity_aliases", "graph_edges", "graph_edge_mentions", "graph_entity_mentions",
           "graph_episode_entities", "graph_entity_stats")  # fmt: skip


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    made = Graph(tmp_path / "g.db")
    made.conn.commit()
    made.conn.execute("PRAGMA foreign_keys = ON")
    return made


def tables(graph: Graph) -> dict[str, list[Any]]:
    def rows(name: str) -> list[str]:
        counted = " WHERE degree > 0" if "stats" in name else ""
        return sorted(map(repr, graph.conn.execute(f"SELECT * FROM {name}{counted}")))

    return {name: rows(name) for name in WATCHED}


def named(graph: Graph, name: str, kind: str = "person") -> int:
    entity = graph.entity(name, kind)
    graph._add("graph_entity_aliases", space_id=SPACE, entity_id=entity, alias=name, alias_name=name.lower(),
               entity_type=kind, created_at=NOW)  # fmt: skip
    return entity


def told(graph: Graph, text: str, source: int, relation: str, target: int, **values: Any) -> int:
    message = graph.message(text)
    edge = graph.edge(source, relation, target, **values)
    graph.conn.execute("INSERT INTO graph_edge_mentions VALUES (?, ?)", (edge, message))
    for entity in (source, target):
        graph.conn.execute("INSERT OR IGNORE INTO graph_entity_mentions VALUES (?, ?)", (entity, message))
    return edge


def facts(graph: Graph, name: str) -> set[str]:
    sql = """SELECT s.name || ' ' || e.canonical_relation || ' ' || t.name FROM graph_edges e
        JOIN graph_entities s ON s.id = e.source_entity_id JOIN graph_entities t ON t.id = e.target_entity_id
        WHERE e.expired_at IS NULL AND ? IN (s.name, t.name)"""
    return {row[0] for row in graph.conn.execute(sql, (name,))}


def test_a_merge_moves_facts_sources_and_names_and_undo_puts_all_back(graph: Graph) -> None:
    ann, anna, rust, go = (
        named(graph, "Ann"),
        named(graph, "Anna"),
        named(graph, "Rust", "tool"),
        named(graph, "Go", "tool"),
    )
    told(graph, "Ann uses Rust", ann, "uses", rust, confidence=0.7)
    told(graph, "Anna uses Rust", anna, "uses", rust, confidence=0.9)
    told(graph, "Anna likes Go", anna, "likes", go)
    told(graph, "Ann knows Anna", ann, "knows", anna)
    before = tables(graph)
    number = merge(graph.conn, SPACE, ann, anna, NOW)
    assert facts(graph, "Ann") == {"Ann uses Rust", "Ann likes Go"}
    assert not graph.conn.execute("SELECT 1 FROM graph_entities WHERE id = ?", (anna,)).fetchall()
    assert graph.conn.execute("SELECT entity_id FROM graph_entity_aliases WHERE alias_name = 'anna'").fetchone() == (
        ann,
    )
    sources = (
        "SELECT count(*) FROM graph_edge_mentions m JOIN graph_edges e ON e.id = m.edge_id WHERE e.expired_at IS NULL"
    )
    assert graph.conn.execute(sources).fetchone() == (3,), "one fact of two sources, one of one"
    assert graph.conn.execute("SELECT max(confidence) FROM graph_edges WHERE relation = 'uses'").fetchone() == (0.9,)
    after = tables(graph)
    undone, what = undo(graph.conn, SPACE, None, NOW)
    assert what == "Anna is Ann" and tables(graph) == before
    with pytest.raises(UsageError, match="undone already"):
        undo(graph.conn, SPACE, number, NOW)
    undo(graph.conn, SPACE, undone, NOW)
    assert tables(graph) == after, "an undo can be undone"
    assert not graph.conn.execute("PRAGMA foreign_key_check").fetchall()


@pytest.mark.parametrize("seed", range(12))
def test_merges_of_any_graph_are_undone_exactly(graph: Graph, seed: int) -> None:
    rng = random.Random(seed)
    people = [named(graph, name) for name in ("Ann", "Ben", "Cleo", "Dora")]
    everything = [(a, r, b) for a in people for b in people if a != b for r in ("knows", "likes")]
    for source, relation, target in rng.sample(everything, 14):
        ended = {"valid_until": NOW} if rng.random() < 0.3 else {}
        told(graph, "something", source, relation, target, **ended)
    before = tables(graph)
    one, other = rng.sample(people, 2)
    merge(graph.conn, SPACE, one, other, NOW)
    left = [i for i in people if graph.conn.execute("SELECT 1 FROM graph_entities WHERE id = ?", (i,)).fetchone()]
    one, other = rng.sample(left, 2)
    merge(graph.conn, SPACE, one, other, NOW)
    undo(graph.conn, SPACE, None, NOW)
    undo(graph.conn, SPACE, None, NOW)
    assert tables(graph) == before
    assert not graph.conn.execute("PRAGMA foreign_key_check").fetchall()


def test_a_split_takes_what_was_said_under_that_name(graph: Graph) -> None:
    mercury, rust, sun = (
        named(graph, "Mercury", "project"),
        named(graph, "Rust", "tool"),
        named(graph, "Sun", "concept"),
    )
    add_alias(graph.conn, SPACE, mercury, "the planet", "the planet", NOW)
    told(graph, "Mercury uses Rust", mercury, "uses", rust)
    told(graph, "The planet orbits the Sun", mercury, "orbits", sun)
    before = tables(graph)
    split(graph.conn, SPACE, mercury, "the planet", NOW)
    assert facts(graph, "Mercury") == {"Mercury uses Rust"}
    assert facts(graph, "the planet") == {"the planet orbits Sun"}
    undo(graph.conn, SPACE, None, NOW)
    assert tables(graph) == before
    with pytest.raises(NotFound):
        split(graph.conn, SPACE, mercury, "mercury", NOW)


def test_an_earlier_change_is_not_undone_under_a_later_one(graph: Graph) -> None:
    ann = named(graph, "Ann")
    first = add_alias(graph.conn, SPACE, ann, "Annie", "annie", NOW)
    second = add_alias(graph.conn, SPACE, ann, "Nan", "nan", NOW)
    with pytest.raises(UsageError, match=f"Change {second}"):
        undo(graph.conn, SPACE, first, NOW)
    undo(graph.conn, SPACE, second, NOW)
    undo(graph.conn, SPACE, first, NOW)
    with pytest.raises(NotFound):
        undo(graph.conn, SPACE, None, NOW)
    with pytest.raises(UsageError, match="already"):
        add_alias(graph.conn, SPACE, ann, "Ann", "ann", NOW)


async def test_history_takes_wildcards_as_letters_and_is_newest_first(graph: Graph) -> None:
    store = SqliteGraph(OneConnection(graph.conn))
    ann = named(graph, "Ann")
    for number, (thing, since) in enumerate(
        (("100% wool", "2020"), ("1000 sheep", "2021"), ("a_b", "2022"), ("axb", None))
    ):
        graph.edge(ann, f"likes{number}", graph.entity(thing), valid_from=since and f"{since}-01-01 00:00:00")
    found = [e.target for e in await store.edge_history(SPACE, ann, "", None, 10)]
    assert found == ["a_b", "1000 sheep", "100% wool", "axb"]
    assert [e.target for e in await store.edge_history(SPACE, ann, "100%", None, 10)] == ["100% wool"]
    assert [e.target for e in await store.edge_history(SPACE, ann, "a_b", None, 10)] == ["a_b"]
    assert [e.target for e in await store.edge_history(SPACE, ann, "", "likes1", 10)] == ["1000 sheep"]
    assert len(await store.edge_history(SPACE, ann, "", None, 2)) == 2
