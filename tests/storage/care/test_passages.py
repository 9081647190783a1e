"""Passages of a forgotten message go with it, to the last byte, and an index of them can be mended."""

from pathlib import Path

import numpy as np

from tests.storage.graph_rows import SPACE, Graph, OneConnection, database_health, mended
from zeph.records.forgetting import Target
from zeph.storage.care.removal import forget
from zeph.storage.care.scrubbing import scrub
from zeph.storage.messages.sqlite_messages import SqliteMessages
from zeph.storage.ports import TextQuery, VectorRow
from zeph.storage.search.sqlite_search_reads import SqliteSearchReads
from zeph.storage.vectors.sqlite_vectors import SqliteVectors

NOW = "2025-01-01 00:00:00"
LONG = "The zeppelin was late. " * 20


async def split(graph: Graph, *messages: int) -> None:
    stored = SqliteMessages(OneConnection(graph.conn))
    until, last, texts = await stored.unsplit(SPACE, 90, 9)
    assert [i for i, _ in texts] == [*messages]
    await stored.put_passages(SPACE, until, last, [(i, [(0, 230), (207, len(text))]) for i, text in texts])
    assert await stored.unsplit(SPACE, 90, 9) == (last, last, [])
    await stored.put_passages(SPACE, until, last, [(i, [(1, 9)]) for i in messages])  # too late: nothing happens


async def test_what_is_short_is_looked_at_once(graph: Graph) -> None:
    stored = SqliteMessages(OneConnection(graph.conn))
    long, *_, short = graph.message(LONG), graph.message("Hi."), graph.message("Hello.")
    assert await stored.unsplit(SPACE, 90, 1) == (0, long, [(long, LONG)])  # more may follow
    until, last, texts = await stored.unsplit(SPACE, 90, 2)
    assert (until, last, [i for i, _ in texts]) == (0, short, [long])
    await stored.put_passages(SPACE, until, last, [(long, [])])
    assert await stored.unsplit(SPACE, 90, 2) == (short, short, [])


async def test_forgetting(graph: Graph, tmp_path: Path) -> None:
    kept, gone = graph.message(LONG.replace("zeppelin", "airship")), graph.message(LONG)
    await split(graph, kept, gone)
    assert graph.conn.execute("SELECT count(*) FROM message_passages").fetchone()[0] == 4
    vectors = SqliteVectors(OneConnection(graph.conn))
    texts = await vectors.missing(SPACE, "m", "passage", 9)
    assert texts[0][1].startswith("The zeppelin was late.")
    await vectors.put("m", 8, [VectorRow("passage", i, b"", np.ones(8, np.float32)) for i, _ in texts])
    graph.conn.commit()
    done = forget(graph.conn, SPACE, Target(messages=(gone,)), NOW)
    graph.conn.commit()
    assert (done.rows["message_passages"], done.rows["embeddings"]) == (2, 2)
    assert database_health(graph.conn, thorough=True) == []
    search = SqliteSearchReads(graph.conn)
    assert search.passages(SPACE, TextQuery(("zeppelin",)), 9, None) == []
    assert len(search.passages(SPACE, TextQuery(("airship",)), 9, None)) == 2
    assert search.passages(SPACE, TextQuery(("airship",)), 9, kept) == []
    graph.conn.commit()
    assert scrub(graph.conn)
    for file in tmp_path.glob("zeph.db*"):
        assert b"zeppelin" not in file.read_bytes()


async def test_what_was_said_after_a_forgotten_message_is_embedded_anew(graph: Graph) -> None:
    gone, after = graph.message("The zeppelin was late.", speaker="Bram"), graph.message("Oh!", speaker="Ida")
    last = graph.message("Well.", speaker="Bram")
    vectors = SqliteVectors(OneConnection(graph.conn))
    rows = [VectorRow("message", i, b"", np.ones(8, np.float32)) for i in (gone, after, last)]
    await vectors.put("m", 8, rows)
    graph.conn.commit()
    assert forget(graph.conn, SPACE, Target(messages=(gone,)), NOW).rows["embeddings"] == 2
    assert await vectors.missing(SPACE, "m", "message", 9) == [(after, "Ida: Oh!")]


async def test_an_index_is_mended(graph: Graph) -> None:
    await split(graph, graph.message(LONG))
    wrong = "INSERT INTO message_passages_fts (message_passages_fts, rowid, indexed_text) VALUES ('delete', 1, 'x')"
    graph.conn.execute(wrong)
    graph.conn.execute("PRAGMA foreign_keys = OFF")
    graph.conn.execute("INSERT INTO message_passages VALUES (99, 1, 999, 0, 5, 'lost')")
    assert any("message_passages_fts" in text for text in database_health(graph.conn))
    assert any("passages" in text for text in mended(graph.conn))
    assert database_health(graph.conn) == []
