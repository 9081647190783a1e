"""What is embedded of which rows, and the vectors taken away with them.

In: a connection inside a transaction, a kind, ids. Out: texts, counts.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.ports import Kind
from zeph.storage.vectors.vec0_index import exists, has_vec0, index_name

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

TABLES: dict[Kind, str] = {
    "message": "messages",
    "edge": "graph_edges",
    "entity": "graph_entities",
    "community": "graph_communities",
    "passage": "message_passages",
}
SAID_BEFORE = 200
"""Characters of what was said just before that are embedded with a message of talk among people: turns are short there,
and mean little without what they answer."""
_BEFORE = f"""coalesce((SELECT CASE substr(p.sent_at, 1, 10) WHEN substr(e.sent_at, 1, 10)
    THEN substr(p.text, -{SAID_BEFORE}) || ' ' ELSE '' END FROM messages AS p
    WHERE p.conversation_id = e.conversation_id AND p.id < e.id AND p.role IN ('user', 'assistant')
    ORDER BY p.id DESC LIMIT 1), '')"""
# What is embedded: the speaker belongs to a message's meaning, its date does not. Of an entity the name alone: names
# are compared with it, and its facts have vectors of their own.
TEXTS: dict[Kind, str] = {
    "message": f"CASE e.speaker WHEN '' THEN e.text ELSE {_BEFORE} || e.speaker || ': ' || e.text END",
    "edge": "e.fact",
    "entity": "e.name",
    "community": "CASE e.summary WHEN '' THEN e.name ELSE e.name || ': ' || e.summary END",
    "passage": """(SELECT CASE m.speaker WHEN '' THEN '' ELSE m.speaker || ': ' END
        || substr(m.text, e.start + 1, e.stop - e.start) FROM messages AS m WHERE m.id = e.message_id)""",
}
WORTH: dict[Kind, str] = {
    "message": "e.role IN ('user', 'assistant') AND e.text <> ''",
    "edge": "(e.expired_at IS NULL OR e.expired_reason = 'superseded')",
    "entity": "1",
    "community": "1",
    "passage": "1",
}
LACKS = """NOT EXISTS (SELECT 1 FROM embeddings AS v WHERE v.kind = :kind AND v.item_id = e.id
    AND v.model_id = (SELECT id FROM embedding_models WHERE name = :model))"""


def texts_of(conn: Connection, kind: Kind, ids: Sequence[int]) -> list[tuple[int, str]]:
    """(id, text to embed) of these rows."""
    sql = f"SELECT e.id, {TEXTS[kind]} FROM {TABLES[kind]} AS e WHERE e.id IN (SELECT value FROM json_each(:ids))"
    return [(int(i), str(text)) for i, text in conn.execute(sql, {"ids": as_json(ids)})]


def pack(vector: "Array") -> tuple[float, bytes]:
    """(scale, int8 values) of its unit vector."""
    import numpy as np

    unit = np.asarray(vector, dtype=np.float32)
    length = float(np.linalg.norm(unit)) or 1.0
    unit = unit / length
    scale = float(np.abs(unit).max()) / 127.0 or 1.0
    return scale, np.rint(unit / scale).astype(np.int8).tobytes()


def unqueue(conn: Connection, kind: Kind, ids: Sequence[int]) -> None:
    """Takes rows out of the queue of those without a vector."""
    conn.execute(
        "DELETE FROM embedding_queue WHERE kind = ? AND item_id IN (SELECT value FROM json_each(?))",
        (kind, as_json(ids)),
    )


def embedded_with(conn: Connection, messages: Sequence[int]) -> list[int]:
    """These messages, and those whose vectors are made of their words too: what was said just after each."""
    after = conn.execute(
        """SELECT (SELECT min(n.id) FROM messages AS n WHERE n.conversation_id = m.conversation_id AND n.id > m.id)
        FROM messages AS m WHERE m.id IN (SELECT value FROM json_each(?))""",
        (as_json(messages),),
    )
    return sorted({*messages, *(int(row[0]) for row in after if row[0] is not None)})


def drop_vectors(conn: Connection, kind: Kind, ids: Sequence[int]) -> int:
    """Takes these rows' vectors out of the table and, where this connection can, out of the indexes (which zeroes them
    there); how many. A row that stays gets a new one with the next filling."""
    items = {"items": as_json(ids)}
    models = [row[0] for row in conn.execute("SELECT id FROM embedding_models")]
    for index in [index_name(kind, model) for model in models] if has_vec0(conn) else []:
        if exists(conn, index):
            conn.execute(f"DELETE FROM {index} WHERE rowid IN (SELECT value FROM json_each(:items))", items)
    gone: int = conn.execute(
        f"DELETE FROM embeddings WHERE kind = '{kind}' AND model_id IN (SELECT id FROM embedding_models)"
        " AND item_id IN (SELECT value FROM json_each(:items))",
        items,
    ).rowcount
    return gone
