"""Nearest neighbours, as one snapshot finds them.

In: a connection that holds a transaction open, a unit vector. Out: (id, cosine), best first. The ``vec0`` index answers
up to a few thousand vectors; above, and without vec0, the bits in memory (``bits.py``) do.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zeph.records.view import View
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.view_sql import edge_in_view, view_params
from zeph.storage.ports import Kind
from zeph.storage.vectors.bits import BitIndex
from zeph.storage.vectors.item_vectors import LACKS, TABLES, pack
from zeph.storage.vectors.vec0_index import VEC0_MOST, has_vec0, index_name, is_small, is_stale

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

MARGIN = 20
"""More are fetched than asked for, as some are not in the view."""


class SqliteVectorReads:
    """The port :class:`~zeph.storage.ports.VectorReads`."""

    def __init__(self, conn: Connection, bits: BitIndex) -> None:
        self._conn = conn
        self._bits = bits

    def nearest(self, kind: Kind, model: str, vector: "Array", limit: int, view: View) -> list[tuple[int, float]]:
        """[] for a model that never wrote or a vector of another length, too."""
        sql = "SELECT id, dimension FROM embedding_models WHERE name = ?"
        known = self._conn.execute(sql, (model,)).fetchone()
        if known is None or int(known[1]) != len(vector) or limit < 1:
            return []
        model_id = int(known[0])
        fetch = limit + MARGIN
        while True:
            hits = self._fetch(kind, model_id, vector, fetch)
            alive = self._alive(kind, model_id, [i for i, _ in hits], view)
            kept = [(i, score) for i, score in hits if i in alive]
            if len(kept) >= limit or len(hits) < fetch:
                return sorted(kept, key=lambda hit: (-hit[1], hit[0]))[:limit]
            fetch *= 8

    def without(self, kind: Kind, model: str, ids: Sequence[int]) -> set[int]:
        sql = f"SELECT e.id FROM {TABLES[kind]} AS e WHERE e.id IN (SELECT value FROM json_each(:ids)) AND {LACKS}"
        params = {"ids": as_json(ids), "kind": kind, "model": model}
        return {int(row[0]) for row in self._conn.execute(sql, params)}

    def _fetch(self, kind: Kind, model_id: int, vector: "Array", fetch: int) -> list[tuple[int, float]]:
        conn, name = self._conn, index_name(kind, model_id)
        if fetch <= VEC0_MOST and is_small(conn, name) and not is_stale(conn, kind, model_id) and has_vec0(conn):
            sql = f"SELECT rowid, distance FROM {name} WHERE vector MATCH vec_int8(?) AND k = ?"
            return [(int(i), 1.0 - float(d)) for i, d in conn.execute(sql, (pack(vector)[1], fetch))]
        return self._bits.nearest(conn, kind, model_id, vector, fetch)

    def _alive(self, kind: Kind, model_id: int, ids: Sequence[int], view: View) -> set[int]:
        """Those of ``ids`` that still have a vector and a row that ``view`` sees."""
        if not ids:
            return set()
        shown = edge_in_view(view) if kind == "edge" else "e.space_id = :space"
        if kind == "message":
            shown += " AND e.role IN ('user', 'assistant')"
            shown += " AND e.conversation_id = :conversation" if view.conversation_id is not None else ""
        if kind == "passage" and view.conversation_id is not None:
            shown += " AND (SELECT conversation_id FROM messages WHERE id = e.message_id) = :conversation"
        sql = (
            f"SELECT e.id FROM json_each(:ids) AS n CROSS JOIN {TABLES[kind]} AS e ON e.id = n.value WHERE {shown}"
            " AND EXISTS (SELECT 1 FROM embeddings AS v"
            " WHERE v.kind = :kind AND v.model_id = :model AND v.item_id = e.id)"
        )
        params = {**view_params(view), "ids": as_json(ids), "kind": kind, "model": model_id}
        used = {name: value for name, value in params.items() if f":{name}" in sql}
        return {int(row[0]) for row in self._conn.execute(sql, used)}
