"""Vectors: the table ``embeddings`` is the truth, ``vec0`` tables are an index over it.

In: a connection and unit vectors. Out: (id, cosine), best first. Vectors are kept as int8 with
one scale each. The index of a kind and model is written in the transaction of its vectors; a
driver without vec0 marks it stale instead, and the next one with vec0 rebuilds it. Above a few
thousand vectors, and without vec0, the bits in memory (``bits.py``) answer.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from blake3 import blake3

from zeph.clock import Moment
from zeph.records.view import View
from zeph.storage.engine.driver import driver
from zeph.storage.ports import Kind, VectorRow
from zeph.storage.search.full_text import Connection, as_json, edge_in_view, view_params
from zeph.storage.vectors.bits import BitIndex

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

KINDS: tuple[Kind, ...] = ("message", "edge", "entity", "community")
TABLES: dict[Kind, str] = {
    "message": "messages",
    "edge": "graph_edges",
    "entity": "graph_entities",
    "community": "graph_communities",
}
# What is embedded: the speaker belongs to a message's meaning, its date does not.
TEXTS: dict[Kind, str] = {
    "message": "CASE e.speaker WHEN '' THEN e.text ELSE e.speaker || ': ' || e.text END",
    "edge": "e.fact",
    "entity": "CASE e.summary WHEN '' THEN e.name ELSE e.name || ': ' || e.summary END",
    "community": "CASE e.summary WHEN '' THEN e.name ELSE e.name || ': ' || e.summary END",
}
WORTH: dict[Kind, str] = {
    "message": "e.role IN ('user', 'assistant') AND e.text <> ''",
    "edge": "(e.expired_at IS NULL OR e.expired_reason = 'superseded')",
    "entity": "1",
    "community": "1",
}
LACKS = """NOT EXISTS (SELECT 1 FROM embeddings AS v WHERE v.kind = :kind AND v.item_id = e.id
    AND v.model_id = (SELECT id FROM embedding_models WHERE name = :model))"""
VEC0_MOST = 4096
VEC0_ROWS = 5_000
"""Above this many vectors the bits in memory answer: vec0 reads every row whole, 3 ms for each 10,000. Its table goes
then, as it holds every vector once more; it comes back only well below."""
VEC0_AGAIN = 4_000
VEC0_CHUNKS = VEC0_ROWS // 1_024 + 1
"""What so many rows take: counting chunks is quicker than counting rows."""


def has_vec0(conn: Connection) -> bool:
    try:
        conn.execute("SELECT vec_version()").fetchone()
    except driver().module.Error:
        return False
    return True


def put_vectors(conn: Connection, model: str, dimension: int, rows: Sequence[VectorRow], now: Moment) -> None:
    """Inserts or replaces vectors within the caller's transaction. ``now`` is for the caller's symmetry alone.

    What was forgotten, or has another text, since its text was read is left out: its vector would tell of it.
    """
    rows = _still_so(conn, rows)
    if not rows:
        return
    model_id = _make_model(conn, model, dimension)
    indexable = has_vec0(conn)
    for kind in KINDS:
        packed = [(row.item_id, row.text_hash, *_pack(row.vector)) for row in rows if row.kind == kind]
        if packed:
            _put_kind(conn, kind, model_id, dimension, packed, indexable)


def _put_kind(
    conn: Connection,
    kind: Kind,
    model_id: int,
    dimension: int,
    packed: Sequence[tuple[int, bytes, float, bytes]],
    indexable: bool,
) -> None:
    conn.executemany(
        "INSERT INTO embeddings (kind, model_id, item_id, text_hash, scale, vector, change)"
        f" VALUES ('{kind}', {model_id}, ?, ?, ?, ?, {_next_change(conn, kind, model_id)})"
        " ON CONFLICT (kind, model_id, item_id) DO UPDATE SET text_hash = excluded.text_hash,"
        " scale = excluded.scale, vector = excluded.vector, change = excluded.change",
        packed,
    )
    unqueue(conn, kind, [i for i, *_ in packed])
    there = _exists(conn, _index(kind, model_id))
    if not indexable:
        _mark_stale(conn, kind, model_id)
    elif _more_than(conn, kind, model_id, VEC0_ROWS if there else VEC0_AGAIN):
        drop_index(conn, kind, model_id)
    elif not there or _stale(conn, kind, model_id):
        _rebuild(conn, kind, model_id, dimension)
    else:
        _write_index(conn, _index(kind, model_id), [(i, vector) for i, _, _, vector in packed])


def unqueue(conn: Connection, kind: Kind, ids: Sequence[int]) -> None:
    """Takes rows out of the queue of those without a vector."""
    conn.execute(
        "DELETE FROM embedding_queue WHERE kind = ? AND item_id IN (SELECT value FROM json_each(?))",
        (kind, as_json(ids)),
    )


def _still_so(conn: Connection, rows: Sequence[VectorRow]) -> list[VectorRow]:
    """Rows whose item is there with the text that was embedded; one that names no text's hash needs only be there."""
    kept = []
    for kind in KINDS:
        mine = [row for row in rows if row.kind == kind]
        texts = dict(texts_of(conn, kind, [row.item_id for row in mine])) if mine else {}
        for row in mine:
            text = texts.get(row.item_id)
            if text is not None and (not row.text_hash or row.text_hash == text_hash(text)):
                kept.append(row)
            elif text is not None:
                conn.execute("INSERT OR IGNORE INTO embedding_queue VALUES (?, ?)", (kind, row.item_id))
    return kept


def text_hash(text: str) -> bytes:
    """Fingerprint of what was embedded."""
    return blake3(text.encode()).digest(length=16)


def _more_than(conn: Connection, kind: Kind, model_id: int, most: int) -> bool:
    sql = "SELECT count(*) FROM (SELECT 1 FROM embeddings WHERE kind = ? AND model_id = ? LIMIT ?)"
    return int(conn.execute(sql, (kind, model_id, most + 1)).fetchone()[0]) > most


def drop_index(conn: Connection, kind: Kind, model_id: int) -> None:
    """Takes a vec0 table away, where there is one; it can be made again from ``embeddings``."""
    if _exists(conn, _index(kind, model_id)):
        conn.execute(f"DROP TABLE {_index(kind, model_id)}")
    conn.execute("DELETE FROM graph_metadata WHERE key = ?", (_stale_key(kind, model_id),))


def _next_change(conn: Connection, kind: Kind, model_id: int) -> int:
    sql = "SELECT coalesce(max(change), 0) + 1 FROM embeddings WHERE kind = ? AND model_id = ?"
    return int(conn.execute(sql, (kind, model_id)).fetchone()[0])


def missing_vectors(
    conn: Connection, space_id: int, model: str, kind: Kind, limit: int, below: int | None = None
) -> list[tuple[int, str]]:
    """(id, text to embed) of rows without a vector of ``model``, newest first, those from id ``below`` on left out."""
    sql = f"""SELECT e.id, {TEXTS[kind]} FROM {TABLES[kind]} AS e
        WHERE e.space_id = :space AND {WORTH[kind]} AND (:below IS NULL OR e.id < :below) AND {LACKS}
        ORDER BY e.id DESC LIMIT :limit"""
    params = {"space": space_id, "kind": kind, "model": model, "limit": limit, "below": below}
    return [(int(i), str(text)) for i, text in conn.execute(sql, params)]


def drop_vectors(conn: Connection, kind: Kind, ids: Sequence[int]) -> int:
    """Takes these rows' vectors out of the table and, where this connection can, out of the indexes (which zeroes them
    there); how many. A row that stays gets a new one with the next filling."""
    items = {"items": as_json(ids)}
    models = [row[0] for row in conn.execute("SELECT id FROM embedding_models")]
    for index in [_index(kind, model) for model in models] if has_vec0(conn) else []:
        if _exists(conn, index):
            conn.execute(f"DELETE FROM {index} WHERE rowid IN (SELECT value FROM json_each(:items))", items)
    gone: int = conn.execute(
        f"DELETE FROM embeddings WHERE kind = '{kind}' AND model_id IN (SELECT id FROM embedding_models)"
        " AND item_id IN (SELECT value FROM json_each(:items))",
        items,
    ).rowcount
    return gone


def texts_of(conn: Connection, kind: Kind, ids: Sequence[int]) -> list[tuple[int, str]]:
    """(id, text to embed) of these rows."""
    sql = f"SELECT e.id, {TEXTS[kind]} FROM {TABLES[kind]} AS e WHERE e.id IN (SELECT value FROM json_each(:ids))"
    return [(int(i), str(text)) for i, text in conn.execute(sql, {"ids": as_json(ids)})]


def vectors_of(conn: Connection, model: str, kind: Kind, ids: Sequence[int]) -> "dict[int, Array]":
    """The stored vectors of these rows; those that have none are left out."""
    import numpy as np

    sql = """SELECT item_id, scale, vector FROM embeddings WHERE kind = :kind
        AND model_id = (SELECT id FROM embedding_models WHERE name = :model)
        AND item_id IN (SELECT value FROM json_each(:ids))"""
    rows = conn.execute(sql, {"kind": kind, "model": model, "ids": as_json(ids)})
    return {int(i): np.frombuffer(packed, dtype=np.int8).astype(np.float32) * scale for i, scale, packed in rows}


def search_vectors(
    conn: Connection, kind: Kind, model: str, vector: "Array", limit: int, view: View, bits: BitIndex | None = None
) -> list[tuple[int, float]]:
    """The nearest rows that ``view`` sees. [] for a model that never wrote or a vector of another length."""
    known = conn.execute("SELECT id, dimension FROM embedding_models WHERE name = ?", (model,)).fetchone()
    if known is None or int(known[1]) != len(vector) or limit < 1:
        return []
    model_id = int(known[0])
    fetch = limit + 20
    while True:
        near = _nearest(conn, kind, model_id, vector, fetch, bits or BitIndex())
        alive = _alive(conn, kind, model_id, [i for i, _ in near], view)
        kept = [(i, score) for i, score in near if i in alive]
        if len(kept) >= limit or len(near) < fetch:
            return sorted(kept, key=lambda hit: (-hit[1], hit[0]))[:limit]
        fetch *= 8


def out_of_step(conn: Connection) -> list[tuple[Kind, int, int]]:
    """(kind, model id, dimension) of each vec0 index that is stale or missing; [] without vec0."""
    if not has_vec0(conn):
        return []
    models = conn.execute("SELECT id, dimension FROM embedding_models ORDER BY id").fetchall()
    return [(kind, model, dim) for model, dim in models for kind in KINDS if _out_of_step(conn, kind, model)]


def sync_indexes(conn: Connection) -> int:
    """Rebuilds every index that is out of step; how many."""
    stale = out_of_step(conn)
    for kind, model_id, dimension in stale:
        _rebuild(conn, kind, model_id, dimension)
    return len(stale)


def _out_of_step(conn: Connection, kind: Kind, model_id: int) -> bool:
    if _exists(conn, _index(kind, model_id)):
        return _stale(conn, kind, model_id)
    sql = "SELECT 1 FROM embeddings WHERE kind = ? AND model_id = ? LIMIT 1"
    some = conn.execute(sql, (kind, model_id)).fetchone() is not None
    return some and not _more_than(conn, kind, model_id, VEC0_AGAIN)


def _make_model(conn: Connection, model: str, dimension: int) -> int:
    conn.execute("INSERT OR IGNORE INTO embedding_models (name, dimension) VALUES (?, ?)", (model, dimension))
    model_id, stored = conn.execute("SELECT id, dimension FROM embedding_models WHERE name = ?", (model,)).fetchone()
    if stored != dimension:
        raise ValueError(f"vectors of {model} have {stored} values here, not {dimension}")
    return int(model_id)


def _pack(vector: "Array") -> tuple[float, bytes]:
    import numpy as np

    unit = np.asarray(vector, dtype=np.float32)
    length = float(np.linalg.norm(unit)) or 1.0
    unit = unit / length
    scale = float(np.abs(unit).max()) / 127.0 or 1.0
    return scale, np.rint(unit / scale).astype(np.int8).tobytes()


def _index(kind: Kind, model_id: int) -> str:
    return f"vec_{kind}_{int(model_id)}"


def _exists(conn: Connection, table: str) -> bool:
    return (
        conn.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone() is not None
    )


def _rebuild(conn: Connection, kind: Kind, model_id: int, dimension: int) -> None:
    name = _index(kind, model_id)
    conn.execute(f"DROP TABLE IF EXISTS {name}")
    conn.execute(f"CREATE VIRTUAL TABLE {name} USING vec0(vector int8[{int(dimension)}] distance_metric=cosine)")
    conn.execute(
        f"INSERT INTO {name} (rowid, vector) SELECT item_id, vec_int8(vector) FROM embeddings"
        " WHERE kind = ? AND model_id = ? ORDER BY item_id",
        (kind, model_id),
    )
    conn.execute("DELETE FROM graph_metadata WHERE key = ?", (_stale_key(kind, model_id),))


def _write_index(conn: Connection, name: str, rows: Sequence[tuple[int, bytes]]) -> None:
    conn.executemany(f"DELETE FROM {name} WHERE rowid = ?", [(i,) for i, _ in rows])
    conn.executemany(f"INSERT INTO {name} (rowid, vector) VALUES (?, vec_int8(?))", rows)


def _stale_key(kind: Kind, model_id: int) -> str:
    return f"stale_index:{_index(kind, model_id)}"


def _mark_stale(conn: Connection, kind: Kind, model_id: int) -> None:
    conn.execute(
        "INSERT OR REPLACE INTO graph_metadata (space_id, key, value) SELECT min(id), ?, '1' FROM spaces",
        (_stale_key(kind, model_id),),
    )


def _stale(conn: Connection, kind: Kind, model_id: int) -> bool:
    sql = "SELECT 1 FROM graph_metadata WHERE space_id = (SELECT min(id) FROM spaces) AND key = ?"
    return conn.execute(sql, (_stale_key(kind, model_id),)).fetchone() is not None


def _nearest(
    conn: Connection, kind: Kind, model_id: int, vector: "Array", fetch: int, bits: BitIndex
) -> list[tuple[int, float]]:
    name = _index(kind, model_id)
    if fetch <= VEC0_MOST and _small(conn, name) and not _stale(conn, kind, model_id) and has_vec0(conn):
        sql = f"SELECT rowid, distance FROM {name} WHERE vector MATCH vec_int8(?) AND k = ?"
        return [(int(i), 1.0 - float(d)) for i, d in conn.execute(sql, (_pack(vector)[1], fetch))]
    return bits.nearest(conn, kind, model_id, vector, fetch)


def _small(conn: Connection, name: str) -> bool:
    """Whether the index is there, and small enough that its brute force is quicker than loading bits."""
    if not _exists(conn, name):
        return False
    chunks = f"SELECT count(*) FROM (SELECT 1 FROM {name}_chunks LIMIT {VEC0_CHUNKS + 1})"
    return bool(conn.execute(chunks).fetchone()[0] <= VEC0_CHUNKS)


def _alive(conn: Connection, kind: Kind, model_id: int, ids: Sequence[int], view: View) -> set[int]:
    """Those of ``ids`` that still have a vector and a row that ``view`` sees."""
    keep = edge_in_view(view) if kind == "edge" else "e.space_id = :space"
    if kind == "message":
        keep += " AND e.role IN ('user', 'assistant')"
        keep += " AND e.conversation_id = :conversation" if view.conversation_id is not None else ""
    sql = (
        f"SELECT e.id FROM json_each(:ids) AS n CROSS JOIN {TABLES[kind]} AS e ON e.id = n.value WHERE {keep}"
        " AND EXISTS (SELECT 1 FROM embeddings AS v WHERE v.kind = :kind AND v.model_id = :model AND v.item_id = e.id)"
    )
    params = {**view_params(view), "ids": as_json(ids), "kind": kind, "model": model_id}
    used = {name: value for name, value in params.items() if f":{name}" in sql}
    return {int(row[0]) for row in conn.execute(sql, used)}
