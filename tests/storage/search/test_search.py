"""Search and vectors on a file made from the first migration."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.storage.graph_rows import SPACE, Graph, OneConnection
from zeph.records.view import View
from zeph.storage.ports import TextQuery, VectorRow
from zeph.storage.search import sqlite_search_reads
from zeph.storage.search.sqlite_search_reads import SqliteSearchReads
from zeph.storage.vectors import vec0_index
from zeph.storage.vectors.bits import BitIndex
from zeph.storage.vectors.sqlite_vector_reads import SqliteVectorReads
from zeph.storage.vectors.sqlite_vectors import SqliteVectors

NOW = "2024-06-01 00:00:00"


def ids(hits: list[tuple[int, float]]) -> list[int]:
    return [i for i, _ in hits]


def test_entities_weigh_names_over_summaries(graph: Graph) -> None:
    summary = graph.entity("Bob", summary="knows rust and rust")
    name = graph.entity("Rust")
    hits = SqliteSearchReads(graph.conn).entities(SPACE, TextQuery(("rust",)), 5)
    assert ids(hits) == [name, summary]
    assert hits[0][1] > hits[1][1] > 0


def test_who_speaks_is_found_by_the_first_name(graph: Graph) -> None:
    graph.message("Ottilie is away", speaker="Bram")
    graph.message("so am I", speaker="Ottilie Hale")
    graph.message("a word")
    search = SqliteSearchReads(graph.conn)
    assert search.speakers(SPACE, ["ottilie", "hale", "user", "word", 'a"b']) == ["Ottilie Hale"]
    assert search.speakers(SPACE, []) == search.speakers(SPACE + 1, ["bram"]) == []


async def test_what_is_said_is_embedded_with_what_was_said_just_before(graph: Graph) -> None:
    graph.message("Did the kiln hold?", speaker="Bram", sent_at="2024-05-01 10:00:00")
    graph.message("It cracked.", speaker="Ottilie", sent_at="2024-05-01 10:01:00")
    graph.message("Good morning.", speaker="Bram", sent_at="2024-05-02 08:00:00")
    graph.message("I live in Hull.", sent_at="2024-05-02 08:01:00")
    texts = await SqliteVectors(OneConnection(graph.conn)).missing(SPACE, "m", "message", 9)
    assert [text for _, text in texts][::-1] == [
        "Bram: Did the kiln hold?", "Did the kiln hold? Ottilie: It cracked.", "Bram: Good morning.", "I live in Hull.",
    ]  # fmt: skip


def test_messages_are_of_people_in_the_space_and_before(graph: Graph) -> None:
    first = graph.message("I adopted a dog")
    graph.message("dogs dogs dogs", role="tool")
    last = graph.message("the dog barks")
    assert set(ids(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("dogs",)), 9, None))) == {first, last}
    assert ids(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("dogs",)), 9, last)) == [first]
    assert SqliteSearchReads(graph.conn).messages(SPACE + 1, TextQuery(("dogs",)), 9, None) == []
    assert SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(), 9, None) == []


def test_edges_follow_the_view(graph: Graph) -> None:
    user, vim, neo, emacs = (graph.entity(n) for n in ("User", "vim", "neovim", "emacs"))
    old = graph.edge(user, "uses", vim, fact="User uses editor vim", valid_from="2020-01-01 00:00:00",
                     valid_until="2024-01-01 00:00:00", created_at="2020-01-01 00:00:00",
                     expired_at="2024-01-02 00:00:00", expired_reason="superseded")  # fmt: skip
    new = graph.edge(user, "uses", neo, fact="User uses editor neovim", valid_from="2024-01-01 00:00:00",
                     created_at="2024-01-02 00:00:00")  # fmt: skip
    graph.edge(user, "uses", emacs, fact="User uses editor emacs", created_at="2020-01-01 00:00:00",
               expired_at="2020-02-01 00:00:00", expired_reason="retracted")  # fmt: skip
    graph.edge(user, "wants", emacs, fact="User wants editor", valid_from="2025-01-01 00:00:00", created_at=NOW)
    graph.version(old, known_from="2020-01-01 00:00:00", known_until="2024-01-02 00:00:00", valid_until=None)

    def seen(**times: Any) -> list[int]:
        return ids(SqliteSearchReads(graph.conn).edges(View(SPACE, NOW, **times), TextQuery(("editor",)), 9))

    assert seen() == [new]
    assert seen(as_of="2022-01-01 00:00:00") == [old]
    assert seen(known_at="2022-01-01 00:00:00") == [old]
    assert seen(known_at="2024-05-01 00:00:00") == [new]
    assert seen(known_at="2019-01-01 00:00:00") == []


def test_search_looks_past_many_hidden_rows(graph: Graph) -> None:
    a, b = graph.entity("A"), graph.entity("B")
    for n in range(200):
        graph.edge(a, f"r{n}", b, fact="apple", expired_at=NOW, expired_reason="superseded")
    kept = graph.edge(a, "r", b, fact="apple and many other words that make it rank last of all")
    assert ids(SqliteSearchReads(graph.conn).edges(View(SPACE, NOW), TextQuery(("apple",)), 2)) == [kept]


def rows(items: dict[int, list[float]]) -> list[VectorRow]:
    return [VectorRow("entity", i, b"", np.array(v, dtype=np.float32)) for i, v in items.items()]


@pytest.mark.parametrize("vec0", [True, False])
async def test_vectors_with_and_without_an_index(tmp_path: Path, vec0: bool) -> None:
    graph = Graph(tmp_path / "v.db", vec0=vec0)
    a, b, c = (graph.entity(n) for n in "ABC")
    made = {a: [1.0, 0, 0, 0, 0, 0, 0, 0], b: [0.8, 0.6, 0, 0, 0, 0, 0, 0], c: [0, 1.0, 0, 0, 0, 0, 0, 0]}
    await SqliteVectors(OneConnection(graph.conn)).put("m", 8, rows(made))
    query, view = np.array([1.0, 0, 0, 0, 0, 0, 0, 0], dtype=np.float32), View(SPACE, NOW)
    hits = SqliteVectorReads(graph.conn, BitIndex()).nearest("entity", "m", query, 2, view)
    assert ids(hits) == [a, b]
    assert hits[1][1] == pytest.approx(0.8, abs=0.01)
    assert SqliteVectorReads(graph.conn, BitIndex()).nearest("entity", "other", query, 2, view) == []
    assert SqliteVectorReads(graph.conn, BitIndex()).nearest("entity", "m", query[:4], 2, view) == []
    graph.conn.execute("DELETE FROM graph_entities WHERE id = ?", (a,))
    assert ids(SqliteVectorReads(graph.conn, BitIndex()).nearest("entity", "m", query, 2, view)) == [b, c]
    await SqliteVectors(OneConnection(graph.conn)).put("m", 8, rows({c: [1.0, 0, 0, 0, 0, 0, 0, 0]}))
    assert ids(SqliteVectorReads(graph.conn, BitIndex()).nearest("entity", "m", query, 2, view)) == [c, b]
    d = graph.entity("D", summary="new")
    assert await SqliteVectors(OneConnection(graph.conn)).missing(SPACE, "m", "entity", 9) == [(d, "D")]


async def test_a_driver_without_vec0_leaves_an_index_to_rebuild(tmp_path: Path) -> None:
    graph = Graph(tmp_path / "v.db", vec0=True)
    a, b = graph.entity("A"), graph.entity("B")
    await SqliteVectors(OneConnection(graph.conn)).put("m", 8, rows({a: [1.0] + [0.0] * 7}))
    graph.conn.commit()
    plain = graph.again(vec0=False)
    await SqliteVectors(OneConnection(plain)).put("m", 8, rows({b: [0.0, 1.0] + [0.0] * 6}))
    plain.commit()
    query = np.array([0.0, 1.0] + [0.0] * 6, dtype=np.float32)
    for conn in (plain, graph.conn):
        assert SqliteVectorReads(conn, BitIndex()).nearest("entity", "m", query, 1, View(SPACE, NOW))[0][0] == b
    assert vec0_index.sync_indexes(graph.conn) == 1
    assert vec0_index.sync_indexes(graph.conn) == 0
    assert SqliteVectorReads(graph.conn, BitIndex()).nearest("entity", "m", query, 1, View(SPACE, NOW))[0][0] == b


def test_the_rarest_terms_are_scored_as_far_as_the_budget_goes(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_search_reads, "SCORED_ROWS", 4)
    for n in range(3):
        graph.message(f"user said {n}")
    rare = graph.message("user met Ann")
    assert ids(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("user", "ann")), 9, None)) == [rare]
    assert len(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("user", "nobody")), 9, None)) == 4
    assert len(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("user", "said")), 9, None)) == 3


def test_of_a_word_that_everything_has_the_newest_are_found(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_search_reads, "SCORED_ROWS", 4)
    said = [graph.message(f"user said {'much ' * (6 - n)}") for n in range(6)]
    found = SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("user",)), 3, None)
    assert ids(found) == said[:2:-1] and {score for _, score in found} == {1.0}
    assert ids(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("user", "nobody")), 2, said[4])) == [
        said[3],
        said[2],
    ]
    monkeypatch.setattr(sqlite_search_reads, "SCORED_ROWS", 6)
    assert ids(SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("user",)), 1, None)) == [said[5]], (
        "the shortest, by bm25"
    )


def test_no_word_of_a_query_is_syntax(graph: Graph) -> None:
    said = graph.message("a trick OR treat buddy")
    found = SqliteSearchReads(graph.conn).messages(SPACE, TextQuery(("trick OR treat", 'say "hi" AND (')), 9, None)
    assert ids(found) == [said]


def test_a_query_asks_for_any_term_or_every_for_words_or_beginnings(graph: Graph) -> None:
    both, one = graph.message("tea with milk"), graph.message("green teapot")
    search = SqliteSearchReads(graph.conn)
    assert ids(search.messages(SPACE, TextQuery(("milk", "teapot")), 9, None)) == [one, both]
    assert ids(search.messages(SPACE, TextQuery(("tea", "milk"), every=True), 9, None)) == [both]
    assert set(ids(search.messages(SPACE, TextQuery(("te",), beginnings=True), 9, None))) == {one, both}


def test_names_alone_leave_summaries_out(graph: Graph) -> None:
    graph.entity("Bob", summary="knows rust")
    rust = graph.entity("Rust")
    assert ids(SqliteSearchReads(graph.conn).entities(SPACE, TextQuery(("rust",), names_alone=True), 9)) == [rust]
