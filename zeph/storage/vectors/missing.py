"""Which rows have no vector yet: after a change of model all of them, afterwards those in ``embedding_queue``.

In: a connection inside a snapshot or a write transaction. Out: (id, text to embed) of what is missing, and how far a
change of model has come. The queue begins with the first look at all rows and is used once that look has come to its
end, so that a process that is killed meanwhile loses its place and nothing else.
"""

from datetime import timedelta

from zeph.clock import Moment, parse_moment, to_moment
from zeph.records.vectors import VectorState
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import get_json, get_metadata, set_json, set_metadata
from zeph.storage.ports import Kind
from zeph.storage.vectors.embeddings import KINDS, LACKS, TABLES, TEXTS, WORTH, drop_index

MODEL, COMPLETE = "embedding_model", "embedding_complete"
KEPT_DAYS = 7
"""So long the vectors of the model before are kept: whoever goes back to it need not make them again."""
SLICE = 500


def is_complete(conn: Connection, space_id: int, model: str) -> bool:
    """Whether every row had a vector of the model once, so that the queue has what is missing since."""
    return bool(
        get_metadata(conn, space_id, MODEL) == model and get_json(conn, space_id, COMPLETE).get("model") == model
    )


def begin(conn: Connection, space_id: int, model: str) -> None:
    """From now on the queue is kept for this model; what it held is seen to by the look at all rows."""
    if get_metadata(conn, space_id, MODEL) != model:
        set_metadata(conn, space_id, MODEL, model)
        set_json(conn, space_id, COMPLETE, {})


def complete(conn: Connection, space_id: int, model: str, now: Moment) -> bool:
    """All rows were looked at; False where another process has begun with another model meanwhile."""
    if get_metadata(conn, space_id, MODEL) != model:
        return False
    set_json(conn, space_id, COMPLETE, {"model": model, "since": now})
    return True


def queued(
    conn: Connection, space_id: int, model: str, kind: Kind, limit: int
) -> tuple[list[tuple[int, str]], list[int]]:
    """((id, text to embed) of queued rows, ids in the queue that need nothing)."""
    sql = f"""SELECT q.item_id, e.id IS NOT NULL AND {WORTH[kind]} AND {LACKS}, {TEXTS[kind]}
        FROM embedding_queue AS q LEFT JOIN {TABLES[kind]} AS e ON e.id = q.item_id
        WHERE q.kind = :kind AND (e.id IS NULL OR e.space_id = :space) ORDER BY q.item_id LIMIT :limit"""
    rows = conn.execute(sql, {"space": space_id, "kind": kind, "model": model, "limit": limit}).fetchall()
    return [(i, str(text)) for i, lacks, text in rows if lacks], [i for i, lacks, _ in rows if not lacks]


def state(conn: Connection, space_id: int) -> VectorState | None:
    """How far the vectors have come; None where none were ever made."""
    model = get_metadata(conn, space_id, MODEL)
    if model is None:
        return None
    made, rows = 0, 0
    for kind in KINDS:
        sql = f"""SELECT count(*), coalesce(sum(NOT {LACKS}), 0) FROM {TABLES[kind]} AS e
            WHERE e.space_id = :space AND {WORTH[kind]}"""
        one = conn.execute(sql, {"space": space_id, "kind": kind, "model": model}).fetchone()
        rows, made = rows + one[0], made + one[1]
    return VectorState(model, made, rows, is_complete(conn, space_id, model))


def old_model(conn: Connection, space_id: int, model: str, now: Moment) -> int | None:
    """A model that no space has used for a week, since this one's vectors are complete."""
    done = get_json(conn, space_id, COMPLETE)
    week = to_moment(parse_moment(now) - timedelta(days=KEPT_DAYS))
    if done.get("model") != model or done["since"] > week:
        return None
    row = conn.execute(
        """SELECT id FROM embedding_models
        WHERE name NOT IN (SELECT value FROM graph_metadata WHERE key = ?) ORDER BY id LIMIT 1""",
        (MODEL,),
    ).fetchone()
    return int(row[0]) if row else None


def drop_old(conn: Connection, model_id: int) -> bool:
    """Takes away some vectors of a model that is given up; True once all are gone."""
    for kind in KINDS:
        gone = conn.execute(
            """DELETE FROM embeddings WHERE id IN (
                SELECT id FROM embeddings WHERE kind = ? AND model_id = ? ORDER BY change LIMIT ?)""",
            (kind, model_id, SLICE),
        ).rowcount
        if gone:
            return False
        drop_index(conn, kind, model_id)
    conn.execute("DELETE FROM embedding_models WHERE id = ?", (model_id,))
    return True
