"""Communities in a real file."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.storage.graph_rows import SPACE, Graph
from zeph.storage.engine.metadata import set_json
from zeph.storage.graph import communities as c
from zeph.storage.search.full_text import search_communities

NOW, LATER = "2025-01-01 00:00:00", "2025-02-01 00:00:00"


def describe(names: Sequence[str], facts: Sequence[str]) -> tuple[str, str]:
    return "/".join(names[:2]), "; ".join(facts)


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    graph = Graph(tmp_path / "zeph.db", vec0=False)
    graph.conn.commit()  # the pragma says nothing inside a transaction
    graph.conn.execute("PRAGMA foreign_keys = ON")
    return graph


def entities(graph: Graph, *names: str) -> list[int]:
    return [graph.entity(name) for name in names]


def made(graph: Graph, *groups: tuple[int, ...], hubs: Sequence[int] = ()) -> list[int]:
    ids = c.open_communities(graph.conn, SPACE, len(groups), NOW)
    c.join(graph.conn, SPACE, [(e, i) for i, group in zip(ids, groups, strict=True) for e in group])
    c.describe_communities(graph.conn, [(i, f"print {i}") for i in ids], hubs, describe, NOW, 60)
    return ids


def members(graph: Graph) -> dict[int, int]:
    return dict(graph.conn.execute("SELECT entity_id, community_id FROM graph_community_members").fetchall())


def test_links_come_in_chunks_and_only_live_ones(graph: Graph) -> None:
    a, b, d = entities(graph, "A", "B", "C")
    first, second = graph.edge(a, "uses", b), graph.edge(b, "uses", d)
    graph.edge(a, "uses", d, expired_at=NOW)
    graph.edge(d, "uses", a, valid_until=NOW, live=0)
    assert c.load_links(graph.conn, SPACE, 0, 1).tolist() == [[first, a, b]]
    assert c.load_links(graph.conn, SPACE, first, 10).tolist() == [[second, b, d]]
    assert len(c.load_links(graph.conn, SPACE, 0, 0)) == 2
    assert c.load_links(graph.conn, SPACE + 1, 0, 0).shape == (0, 3)


def test_links_of_likeness_are_no_links(graph: Graph) -> None:
    a, b = entities(graph, "A", "B")
    graph.conn.execute("INSERT INTO graph_similar VALUES (?, ?, 0.9, ?)", (a, b, NOW))
    assert len(c.load_links(graph.conn, SPACE, 0, 0)) == 0
    assert c.assign_new(graph.conn, SPACE, [a, b]) == 0


def test_a_community_is_seen_once_it_is_described(graph: Graph) -> None:
    a, b, d, e = entities(graph, "A", "B", "C", "D")
    graph.edge(a, "uses", b)
    ids = c.open_communities(graph.conn, SPACE, 2, NOW)
    c.join(graph.conn, SPACE, [(a, ids[0]), (b, ids[0]), (d, ids[1]), (e, ids[1])])
    assert c.list_communities(graph.conn, SPACE, 9) == []
    assert c.describe_communities(graph.conn, [(ids[0], "x"), (ids[1], "y")], [], describe, LATER, 0) == 1
    (seen,) = c.list_communities(graph.conn, SPACE, 9)
    assert (seen.id, seen.name, seen.summary, seen.size, seen.members) == (ids[0], "A/B", "A uses B", 2, ("A", "B"))
    assert (seen.created_at, seen.updated_at) == (NOW, LATER)


def test_what_is_stored_is_read_as_rows(graph: Graph) -> None:
    a, b = entities(graph, "A", "B")
    assert c.stored(graph.conn, SPACE).members.shape == (0, 2)
    (community,) = made(graph, (a, b))
    found = c.stored(graph.conn, SPACE)
    assert (found.ids, found.fingerprints) == ((community,), (f"print {community}",))
    assert sorted(found.members.tolist()) == [[a, community], [b, community]]


def test_what_was_removed_meanwhile_is_left_out(graph: Graph) -> None:
    a, b, d = entities(graph, "A", "B", "C")
    (community,) = made(graph, (a, b))
    c.join(graph.conn, SPACE, [(999, community), (d, 998), (d, community)])
    assert members(graph) == {a: community, b: community, d: community}
    c.leave(graph.conn, [(d, 997), (b, community)])
    assert members(graph) == {a: community, d: community}
    c.leave(graph.conn, [(d, community)])
    assert c.close_small(graph.conn, SPACE) == 0
    assert members(graph) == {}


def test_new_entities_join_the_majority_and_ties_the_smallest(graph: Graph) -> None:
    a, b, d, e, major, tied, alone = entities(graph, "A", "B", "C", "D", "M", "T", "S")
    first, second = made(graph, (a, b), (d, e))
    for source, target in ((major, d), (e, major), (major, a), (tied, e), (a, tied)):
        graph.edge(source, "uses", target)
    assert c.assign_new(graph.conn, SPACE, [major, tied, alone, a]) == 2
    rows = members(graph)
    assert (rows[major], rows[tied]) == (second, first)
    assert alone not in rows


def test_a_hub_draws_no_new_entity_into_its_community(graph: Graph) -> None:
    a, hub, new, other = entities(graph, "A", "User", "N", "O")
    (community,) = made(graph, (a, hub))
    set_json(graph.conn, SPACE, c.RUN, {"hubs": [hub]})
    graph.edge(hub, "likes", new)
    graph.edge(hub, "likes", other)
    graph.edge(other, "uses", a)
    assert c.assign_new(graph.conn, SPACE, [new, other]) == 1
    assert members(graph) == {a: community, hub: community, other: community}


def test_the_strongest_have_the_most_facts_inside_and_a_hub_comes_last(graph: Graph) -> None:
    a, b, d, hub, outside = entities(graph, "A", "B", "C", "User", "Z")
    graph.edge(a, "likes", b, confidence=0.7)
    graph.edge(b, "knows", a, confidence=0.95)
    graph.edge(b, "uses", d, confidence=0.8)
    graph.edge(hub, "likes", b, confidence=0.6)
    for relation in ("visited", "owns", "likes"):
        graph.edge(d, relation, outside)
    (community,) = made(graph, (a, b, d, hub), hubs=[hub])
    found = c.strongest(graph.conn, community, f"[{hub}]", 5, 5)
    assert found.names == ("B", "A", "C", "User")
    assert found.facts == ("B knows A", "B uses C", "A likes B", "User likes B")
    assert c.strongest(graph.conn, community, "[]", 1, 1) == c.Strongest(("B",), ("B knows A",))


def test_a_models_text_stands_until_the_community_changes(graph: Graph) -> None:
    a, b, d, e, f = entities(graph, "A", "B", "C", "D", "E")
    small, large = made(graph, (a, b), (d, e, f))
    assert c.unsummarised(graph.conn, SPACE) == [(large, f"print {large}"), (small, f"print {small}")]
    assert not c.put_summary(graph.conn, large, "another print", "N", "S")
    assert c.put_summary(graph.conn, large, f"print {large}", "Sailing", "They sail on Sundays.")
    assert c.unsummarised(graph.conn, SPACE) == [(small, f"print {small}")]
    c.describe_communities(graph.conn, [(large, "new")], [], describe, LATER, 1)
    assert c.unsummarised(graph.conn, SPACE)[0] == (large, "new")


def test_names_and_summaries_are_searched_and_a_changed_text_loses_its_vector(graph: Graph) -> None:
    a, b, d, e = entities(graph, "A", "B", "C", "D")
    first, second = made(graph, (a, b), (d, e))
    c.put_summary(graph.conn, first, f"print {first}", "Sailing club", "Boats and knots.")
    c.put_summary(graph.conn, second, f"print {second}", "Baking", "Bread, and once a cake for the sailing club.")
    assert [i for i, _ in search_communities(graph.conn, SPACE, '"sail"', 9)] == [first, second]
    assert [i for i, _ in search_communities(graph.conn, SPACE, '"bread"', 9)] == [second]
    assert search_communities(graph.conn, SPACE + 1, '"bread"', 9) == []
    graph.conn.execute("INSERT INTO embedding_models (name, dimension) VALUES ('m', 1)")
    for i in (first, second):
        graph.conn.execute("INSERT INTO embeddings VALUES (NULL, 'community', 1, ?, x'00', 1.0, x'01', 1)", (i,))
    c.put_summary(graph.conn, first, f"print {first}", "Sailing club", "Boats alone.")
    c.put_summary(graph.conn, second, f"print {second}", "Baking", "Bread, and once a cake for the sailing club.")
    assert graph.conn.execute("SELECT item_id FROM embeddings").fetchall() == [(second,)]


def test_each_change_of_who_is_linked_is_counted_and_nothing_else(graph: Graph) -> None:
    def changes() -> int:
        row = graph.conn.execute("SELECT value FROM graph_metadata WHERE key = 'link_changes'").fetchone()
        return int(row[0]) if row else 0

    a, b, d = entities(graph, "A", "B", "C")
    edge = graph.edge(a, "uses", b)
    graph.edge(a, "used", d, expired_at=NOW)
    assert changes() == 1
    for number, (column, value) in enumerate((("target_entity_id", d), ("live", 0), ("live", 1)), 2):
        graph.conn.execute(f"UPDATE graph_edges SET {column} = ? WHERE id = ?", (value, edge))
        assert changes() == number
    graph.conn.execute(
        "UPDATE graph_edges SET confidence = 0.5, live = 1, target_entity_id = ? WHERE id = ?", (d, edge)
    )
    assert changes() == 4
    graph.conn.execute("DELETE FROM graph_edges")
    assert changes() == 5
