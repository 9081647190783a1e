"""Scripts without spaces between words are found by their characters."""

from functools import partial
from pathlib import Path

import pytest

from tests.storage.graph_rows import SPACE, Graph
from zeph.clock import FixedClock
from zeph.records.message import NewMessage
from zeph.storage import open_store
from zeph.storage.engine.driver import connect
from zeph.storage.engine.migrations import load_migrations, statements
from zeph.storage.ports import Reader, TextQuery
from zeph.storage.ports.unspaced import index_form, indexed_fact, name_index, query_form
from zeph.storage.search.sqlite_search_reads import SqliteSearchReads

NOW = "2026-01-01 00:00:00"
SAID = (
    "我的车是比亚迪。",
    "昨日、京都で抹茶を飲みました",
    "나는 비빔밥을 좋아해",
    "ฉันเลี้ยงแมวชื่อมะลิ",
    "My bike is a Gazelle",
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [("比亚迪", 0), ("亚迪", 0), ("车", 0), ("迪", 0), ("抹茶", 1), ("京都", 1), ("비빔밥", 2), ("แมว", 3), ("มะลิ", 3),
     ("gazelle", 4), ("亚比", None), ("大阪", None), ("หมา", None)],
)  # fmt: skip
async def test_messages_are_found_by_characters(tmp_path: Path, asked: str, found: int | None) -> None:
    store = await open_store(tmp_path / "zeph.db", FixedClock(NOW))
    try:
        space = await store.space("default")
        talk = await store.messages.conversation(space, "chat", "talk")
        stored = await store.messages.add([(NewMessage(talk.id, "user", text), (), True) for text in SAID])
        for every in (True, False):
            query = TextQuery((asked,), every=every, beginnings=every)
            hits = await store.read(partial(_found, space=space, query=query))
            assert [i for i, _ in hits] == ([] if found is None else [stored[found][0].id])
    finally:
        await store.close()


def _found(reader: Reader, space: int, query: TextQuery) -> list[tuple[int, float]]:
    return reader.search.messages(space, query, 9, None)


def test_forms() -> None:
    assert index_form("I drive a Gazelle") == "I drive a Gazelle"
    assert index_form("我用vim写").split() == ["我用", "用", "vim", "写"]
    assert query_form("我用vim") == "我用 用 vim"
    assert query_form("比亚迪") == "比亚 亚迪"
    assert name_index("Ann", "Annie") == "Annie"
    assert name_index("比亚迪", "BYD") == "比亚 亚迪 迪 BYD"
    assert indexed_fact("Ann likes tea", "Ann likes tea") == ""
    assert "茶" in indexed_fact("Ann likes 茶", "").split()


def test_what_was_stored_before_is_indexed_so_too(graph: Graph) -> None:
    message = graph.message("我的车是比亚迪。")
    user, car = graph.entity("User"), graph.entity("比亚迪")
    edge = graph.edge(user, "drives", car, fact="User drives 比亚迪")
    step = next(m for m in load_migrations() if m.name.endswith("_pairs"))
    for statement in statements(step.sql):
        graph.conn.execute(statement)
    search, query = SqliteSearchReads(graph.conn), TextQuery(("亚迪",))
    assert [i for i, _ in search.messages(SPACE, query, 9, None)] == [message]
    assert [i for i, _ in search.entities(SPACE, query, 9)] == [car]
    assert graph.conn.execute("SELECT indexed_text FROM graph_edges WHERE id = ?", (edge,)).fetchone()[0]


def test_a_connection_knows_the_forms(tmp_path: Path) -> None:
    connection = connect(tmp_path / "some.db")
    assert connection.execute("SELECT index_form('茶杯')").fetchone()[0].split() == ["茶杯", "杯"]
    connection.close()
