"""Communities in a real file."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from tests.storage.graph_rows import SPACE, Graph, OneConnection
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import set_json
from zeph.storage.graph import sqlite_communities
from zeph.storage.graph.community_rows import RUN, assign_new, strongest
from zeph.storage.graph.sqlite_communities import SqliteCommunities
from zeph.storage.ports import Strongest, TextQuery
from zeph.storage.search.sqlite_search_reads import SqliteSearchReads

T = TypeVar("T")
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


def of(graph: Graph) -> SqliteCommunities:
    return SqliteCommunities(OneConnection(graph.conn, NOW))


async def made(graph: Graph, *groups: tuple[int, ...], hubs: Sequence[int] = ()) -> list[int]:
    ids = await of(graph).open(SPACE, len(groups), NOW)
    await of(graph).join(SPACE, np.array([(e, i) for i, group in zip(ids, groups, strict=True) for e in group]))
    await of(graph).describe([(i, f"print {i}") for i in ids], hubs, describe, NOW)
    return ids


def members(graph: Graph) -> dict[int, int]:
    return dict(graph.conn.execute("SELECT entity_id, community_id FROM graph_community_members").fetchall())


async def test_links_come_in_chunks_and_only_live_ones(graph: Graph) -> None:
    a, b, d = entities(graph, "A", "B", "C")
    first, second = graph.edge(a, "uses", b), graph.edge(b, "uses", d)
    graph.edge(a, "uses", d, expired_at=NOW)
    graph.edge(d, "uses", a, valid_until=NOW, live=0)
    assert (await of(graph).links(SPACE, 0, 1)).tolist() == [[first, a, b]]
    assert (await of(graph).links(SPACE, first, 10)).tolist() == [[second, b, d]]
    assert len(await of(graph).links(SPACE, 0, 0)) == 2
    assert (await of(graph).links(SPACE + 1, 0, 0)).shape == (0, 3)


async def test_links_of_likeness_are_no_links(graph: Graph) -> None:
    a, b = entities(graph, "A", "B")
    graph.conn.execute("INSERT INTO graph_similar VALUES (?, ?, 0.9, ?)", (a, b, NOW))
    assert len(await of(graph).links(SPACE, 0, 0)) == 0
    assert assign_new(graph.conn, SPACE, [a, b]) == 0


async def test_a_community_is_seen_once_it_is_described(graph: Graph) -> None:
    a, b, d, e = entities(graph, "A", "B", "C", "D")
    graph.edge(a, "uses", b)
    ids = await of(graph).open(SPACE, 2, NOW)
    await of(graph).join(SPACE, np.array([(a, ids[0]), (b, ids[0]), (d, ids[1]), (e, ids[1])]))
    assert await of(graph).largest(SPACE, 9) == []
    await of(graph).describe([(ids[0], "x")], [], describe, LATER)
    (seen,) = await of(graph).largest(SPACE, 9)
    assert (seen.id, seen.name, seen.summary, seen.size, seen.members) == (ids[0], "A/B", "A uses B", 2, ("A", "B"))
    assert (seen.created_at, seen.updated_at) == (NOW, LATER)


async def test_describing_many_lets_others_write_in_between(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting(OneConnection):
        writes = 0

        async def write_behind(self, fn: Callable[[Connection], T]) -> T:
            self.writes += 1
            return await super().write_behind(fn)

    monkeypatch.setattr(sqlite_communities, "WRITE_SLICE_SECS", -1.0)
    a, b, d, e = entities(graph, "A", "B", "C", "D")
    ids = await made(graph, (a, b), (d, e))
    database = Counting(graph.conn, NOW)
    await SqliteCommunities(database).describe([(i, f"new {i}") for i in ids], [], describe, LATER)
    assert database.writes == 2
    assert [seen.updated_at for seen in await of(graph).largest(SPACE, 9)] == [LATER, LATER]


async def test_what_is_stored_is_read_as_rows(graph: Graph) -> None:
    a, b = entities(graph, "A", "B")
    assert (await of(graph).stored(SPACE)).members.shape == (0, 2)
    (community,) = await made(graph, (a, b))
    found = await of(graph).stored(SPACE)
    assert (found.ids, found.fingerprints) == ((community,), (f"print {community}",))
    assert sorted(found.members.tolist()) == [[a, community], [b, community]]


async def test_what_was_removed_meanwhile_is_left_out(graph: Graph) -> None:
    a, b, d = entities(graph, "A", "B", "C")
    (community,) = await made(graph, (a, b))
    await of(graph).join(SPACE, np.array([(999, community), (d, 998), (d, community)]))
    assert members(graph) == {a: community, b: community, d: community}
    await of(graph).leave([(d, 997), (b, community)])
    assert members(graph) == {a: community, d: community}
    await of(graph).leave([(d, community)])
    assert await of(graph).close(SPACE, []) == 0
    assert members(graph) == {}


async def test_new_entities_join_the_majority_and_ties_the_smallest(graph: Graph) -> None:
    a, b, d, e, major, tied, alone = entities(graph, "A", "B", "C", "D", "M", "T", "S")
    first, second = await made(graph, (a, b), (d, e))
    for source, target in ((major, d), (e, major), (major, a), (tied, e), (a, tied)):
        graph.edge(source, "uses", target)
    assert assign_new(graph.conn, SPACE, [major, tied, alone, a]) == 2
    rows = members(graph)
    assert (rows[major], rows[tied]) == (second, first)
    assert alone not in rows


async def test_a_hub_draws_no_new_entity_into_its_community(graph: Graph) -> None:
    a, hub, new, other = entities(graph, "A", "User", "N", "O")
    (community,) = await made(graph, (a, hub))
    set_json(graph.conn, SPACE, RUN, {"hubs": [hub]})
    graph.edge(hub, "likes", new)
    graph.edge(hub, "likes", other)
    graph.edge(other, "uses", a)
    assert assign_new(graph.conn, SPACE, [new, other]) == 1
    assert members(graph) == {a: community, hub: community, other: community}


async def test_the_strongest_have_the_most_facts_inside_and_a_hub_comes_last(graph: Graph) -> None:
    a, b, d, hub, outside = entities(graph, "A", "B", "C", "User", "Z")
    graph.edge(a, "likes", b, confidence=0.7)
    graph.edge(b, "knows", a, confidence=0.95)
    graph.edge(b, "uses", d, confidence=0.8)
    graph.edge(hub, "likes", b, confidence=0.6)
    for relation in ("visited", "owns", "likes"):
        graph.edge(d, relation, outside)
    (community,) = await made(graph, (a, b, d, hub), hubs=[hub])
    found = strongest(graph.conn, community, f"[{hub}]", 5, 5)
    assert found.names == ("B", "A", "C", "User")
    assert found.facts == ("B knows A", "B uses C", "A likes B", "User likes B")
    assert strongest(graph.conn, community, "[]", 1, 1) == Strongest(("B",), ("B knows A",))


async def test_a_models_text_stands_until_the_community_changes(graph: Graph) -> None:
    a, b, d, e, f = entities(graph, "A", "B", "C", "D", "E")
    small, large = await made(graph, (a, b), (d, e, f))
    assert await of(graph).unsummarised(SPACE) == [(large, f"print {large}"), (small, f"print {small}")]
    assert not await of(graph).put_summary(large, "another print", "N", "S")
    assert await of(graph).put_summary(large, f"print {large}", "Sailing", "They sail on Sundays.")
    assert await of(graph).unsummarised(SPACE) == [(small, f"print {small}")]
    await of(graph).describe([(large, "new")], [], describe, LATER)
    assert (await of(graph).unsummarised(SPACE))[0] == (large, "new")


async def test_names_and_summaries_are_searched_and_a_changed_text_loses_its_vector(graph: Graph) -> None:
    a, b, d, e = entities(graph, "A", "B", "C", "D")
    first, second = await made(graph, (a, b), (d, e))
    await of(graph).put_summary(first, f"print {first}", "Sailing club", "Boats and knots.")
    await of(graph).put_summary(second, f"print {second}", "Baking", "Bread, and once a cake for the sailing club.")
    assert [i for i, _ in SqliteSearchReads(graph.conn).communities(SPACE, TextQuery(("sail",)), 9)] == [first, second]
    assert [i for i, _ in SqliteSearchReads(graph.conn).communities(SPACE, TextQuery(("bread",)), 9)] == [second]
    assert SqliteSearchReads(graph.conn).communities(SPACE + 1, TextQuery(("bread",)), 9) == []
    graph.conn.execute("INSERT INTO embedding_models (name, dimension) VALUES ('m', 1)")
    for i in (first, second):
        graph.conn.execute("INSERT INTO embeddings VALUES (NULL, 'community', 1, ?, x'00', 1.0, x'01', 1)", (i,))
    await of(graph).put_summary(first, f"print {first}", "Sailing club", "Boats alone.")
    await of(graph).put_summary(second, f"print {second}", "Baking", "Bread, and once a cake for the sailing club.")
    assert graph.conn.execute("SELECT item_id FROM embeddings").fetchall() == [(second,)]


async def test_each_change_of_who_is_linked_is_counted_and_nothing_else(graph: Graph) -> None:
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
