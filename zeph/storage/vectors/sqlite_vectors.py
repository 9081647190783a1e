"""Vectors in SQLite: the table ``embeddings`` is the truth, ``vec0`` tables are an index over it.

Vectors are kept as int8 with one scale each; the index of a kind and model is written in the transaction of its
vectors. After a change of model all rows lack one, afterwards those in ``embedding_queue``. The queue begins with the
first look at all rows and is used once that look has come to its end, so that a process that is killed meanwhile loses
its place and nothing else.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from zeph.clock import parse_moment, to_moment
from zeph.records.vectors import VectorState
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_json, get_metadata, set_json, set_metadata
from zeph.storage.ports import KINDS, Kind, VectorRow, text_hash
from zeph.storage.vectors.item_vectors import LACKS, TABLES, TEXTS, WORTH, pack, texts_of, unqueue
from zeph.storage.vectors.vec0_index import (
    drop_index,
    exists,
    has_vec0,
    index_name,
    is_stale,
    mark_stale,
    outgrown,
    rebuild,
    write_rows,
)

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

Texts = list[tuple[int, str]]
"""(id, text to embed)."""
MODEL, COMPLETE = "embedding_model", "embedding_complete"
KEPT_DAYS = 7
"""So long the vectors of the model before are kept: whoever goes back to it need not make them again."""
SLICE = 500


class SqliteVectors:
    """The port :class:`~zeph.storage.ports.Vectors`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def put(self, model: str, dimension: int, rows: Sequence[VectorRow]) -> None:
        def write(conn: Connection) -> None:
            current = _still_so(conn, rows)
            if not current:
                return
            model_id = _make_model(conn, model, dimension)
            indexable = has_vec0(conn)
            for kind in KINDS:
                packed = [(row.item_id, row.text_hash, *pack(row.vector)) for row in current if row.kind == kind]
                if packed:
                    _put_kind(conn, kind, model_id, dimension, packed, indexable)

        await self._db.write_behind(write)

    # ------------------------------------------------------------ what is missing

    async def missing(self, space_id: int, model: str, kind: Kind, limit: int, below: int | None = None) -> Texts:
        sql = f"""SELECT e.id, {TEXTS[kind]} FROM {TABLES[kind]} AS e
            WHERE e.space_id = :space AND {WORTH[kind]} AND (:below IS NULL OR e.id < :below) AND {LACKS}
            ORDER BY e.id DESC LIMIT :limit"""
        params = {"space": space_id, "kind": kind, "model": model, "limit": limit, "below": below}

        def read(conn: Connection) -> Texts:
            return [(int(i), str(text)) for i, text in conn.execute(sql, params)]

        return await self._db.snapshot(read)

    async def queued(self, space_id: int, model: str, kind: Kind, limit: int) -> Texts | None:
        sql = f"""SELECT q.item_id, e.id IS NOT NULL AND {WORTH[kind]} AND {LACKS}, {TEXTS[kind]}
            FROM embedding_queue AS q LEFT JOIN {TABLES[kind]} AS e ON e.id = q.item_id
            WHERE q.kind = :kind AND (e.id IS NULL OR e.space_id = :space) ORDER BY q.item_id LIMIT :limit"""
        params = {"space": space_id, "kind": kind, "model": model, "limit": limit}

        def read(conn: Connection) -> tuple[Texts, list[int]] | None:
            """What is queued, and ids in the queue that need nothing."""
            if not _is_complete(conn, space_id, model):
                return None
            rows = conn.execute(sql, params).fetchall()
            return [(i, str(text)) for i, lacks, text in rows if lacks], [i for i, lacks, _ in rows if not lacks]

        while found := await self._db.snapshot(read):
            missing, needless = found
            if needless:
                await self._db.write_behind(partial(unqueue, kind=kind, ids=needless))
            if missing or not needless:
                return missing
        return None

    async def begin(self, space_id: int, model: str) -> None:
        def write(conn: Connection) -> None:
            # What the queue held is seen to by the look at all rows.
            if get_metadata(conn, space_id, MODEL) != model:
                set_metadata(conn, space_id, MODEL, model)
                set_json(conn, space_id, COMPLETE, {})

        await self._db.write_behind(write)

    async def complete(self, space_id: int, model: str) -> bool:
        def write(conn: Connection) -> bool:
            if get_metadata(conn, space_id, MODEL) != model:
                return False
            set_json(conn, space_id, COMPLETE, {"model": model, "since": self._db.now})
            return True

        return await self._db.write_behind(write)

    async def state(self, space_id: int) -> VectorState | None:
        def read(conn: Connection) -> VectorState | None:
            model = get_metadata(conn, space_id, MODEL)
            if model is None:
                return None
            made, rows = 0, 0
            for kind in KINDS:
                sql = f"""SELECT count(*), coalesce(sum(NOT {LACKS}), 0) FROM {TABLES[kind]} AS e
                    WHERE e.space_id = :space AND {WORTH[kind]}"""
                one = conn.execute(sql, {"space": space_id, "kind": kind, "model": model}).fetchone()
                rows, made = rows + one[0], made + one[1]
            return VectorState(model, made, rows, _is_complete(conn, space_id, model))

        return await self._db.snapshot(read)

    # ------------------------------------------------------------ what there is

    async def drop_old(self, space_id: int, model: str) -> bool:
        def read(conn: Connection) -> int | None:
            """A model that no space has used for a week, since this one's vectors are complete."""
            done = get_json(conn, space_id, COMPLETE)
            week = to_moment(parse_moment(self._db.now) - timedelta(days=KEPT_DAYS))
            if done.get("model") != model or done["since"] > week:
                return None
            row = conn.execute(
                """SELECT id FROM embedding_models
                WHERE name NOT IN (SELECT value FROM graph_metadata WHERE key = ?) ORDER BY id LIMIT 1""",
                (MODEL,),
            ).fetchone()
            return int(row[0]) if row else None

        old = await self._db.snapshot(read)
        if old is None:
            return False
        await self._db.write_behind(lambda conn: _drop_some(conn, old))
        return True

    async def of_items(self, model: str, kind: Kind, ids: Sequence[int]) -> "dict[int, Array]":
        def read(conn: Connection) -> "dict[int, Array]":
            import numpy as np

            sql = """SELECT item_id, scale, vector FROM embeddings WHERE kind = :kind
                AND model_id = (SELECT id FROM embedding_models WHERE name = :model)
                AND item_id IN (SELECT value FROM json_each(:ids))"""
            rows = conn.execute(sql, {"kind": kind, "model": model, "ids": as_json(ids)})
            return {i: np.frombuffer(packed, dtype=np.int8).astype(np.float32) * scale for i, scale, packed in rows}

        return await self._db.snapshot(read)

    async def texts_of(self, kind: Kind, ids: Sequence[int]) -> Texts:
        return await self._db.snapshot(lambda conn: texts_of(conn, kind, ids))


def _is_complete(conn: Connection, space_id: int, model: str) -> bool:
    """Whether every row had a vector of the model once, so that the queue has what is missing since."""
    return bool(
        get_metadata(conn, space_id, MODEL) == model and get_json(conn, space_id, COMPLETE).get("model") == model
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


def _make_model(conn: Connection, model: str, dimension: int) -> int:
    conn.execute("INSERT OR IGNORE INTO embedding_models (name, dimension) VALUES (?, ?)", (model, dimension))
    model_id, stored = conn.execute("SELECT id, dimension FROM embedding_models WHERE name = ?", (model,)).fetchone()
    if stored != dimension:
        raise ValueError(f"vectors of {model} have {stored} values here, not {dimension}")
    return int(model_id)


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
    there = exists(conn, index_name(kind, model_id))
    if not indexable:
        mark_stale(conn, kind, model_id)
    elif outgrown(conn, kind, model_id, there=there):
        drop_index(conn, kind, model_id)
    elif not there or is_stale(conn, kind, model_id):
        rebuild(conn, kind, model_id, dimension)
    else:
        write_rows(conn, index_name(kind, model_id), [(i, vector) for i, _, _, vector in packed])


def _next_change(conn: Connection, kind: Kind, model_id: int) -> int:
    sql = "SELECT coalesce(max(change), 0) + 1 FROM embeddings WHERE kind = ? AND model_id = ?"
    return int(conn.execute(sql, (kind, model_id)).fetchone()[0])


def _drop_some(conn: Connection, model_id: int) -> None:
    """Takes away some vectors of a model that is given up."""
    for kind in KINDS:
        gone = conn.execute(
            """DELETE FROM embeddings WHERE id IN (
                SELECT id FROM embeddings WHERE kind = ? AND model_id = ? ORDER BY change LIMIT ?)""",
            (kind, model_id, SLICE),
        ).rowcount
        if gone:
            return
        drop_index(conn, kind, model_id)
    conn.execute("DELETE FROM embedding_models WHERE id = ?", (model_id,))
