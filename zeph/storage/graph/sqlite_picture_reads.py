"""SQL for a picture of the graph: every fact of its history, and who belongs together.

In: a connection that holds a transaction open. Out: bare rows for choosing, then records of what was chosen.
"""

from collections.abc import Sequence

from zeph.records.edge import Edge
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.graph_rows import JOINS, NOW, to_edge

HISTORY = "(e.expired_at IS NULL OR e.expired_reason = 'superseded')"


class SqlitePictureReads:
    """The port :class:`~zeph.storage.ports.PictureReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def ends(self, space_id: int) -> list[tuple[int, int, int]]:
        sql = f"""SELECT e.id, e.source_entity_id, e.target_entity_id FROM graph_edges e
                  WHERE e.space_id = :space AND {HISTORY} ORDER BY e.id DESC"""
        rows: list[tuple[int, int, int]] = self._conn.execute(sql, {"space": space_id}).fetchall()
        return rows

    def entity_ids(self, space_id: int) -> list[int]:
        sql = "SELECT id FROM graph_entities WHERE space_id = :space ORDER BY last_seen_at DESC, id"
        return [row[0] for row in self._conn.execute(sql, {"space": space_id})]

    def facts(self, ids: Sequence[int]) -> list[Edge]:
        sql = f"""SELECT {NOW} FROM graph_edges e {JOINS}
                  WHERE e.id IN (SELECT value FROM json_each(:ids)) ORDER BY e.id"""
        return [to_edge(row) for row in self._conn.execute(sql, {"ids": as_json(ids)})]

    def communities(self, space_id: int) -> dict[int, tuple[int, str]]:
        sql = """SELECT m.entity_id, c.id, c.name FROM graph_communities AS c
                 CROSS JOIN graph_community_members AS m ON m.community_id = c.id WHERE c.space_id = :space"""
        return {row[0]: (row[1], row[2]) for row in self._conn.execute(sql, {"space": space_id})}
