"""SQL for a picture of the graph: every fact of its history, and who belongs together.

In: a connection inside a snapshot. Out: bare rows for choosing, then records of what was chosen.
"""

from collections.abc import Sequence

from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.storage.engine.driver import Connection
from zeph.storage.graph import read as graph_read
from zeph.storage.messages import messages
from zeph.storage.search.full_text import as_json

HISTORY = "(e.expired_at IS NULL OR e.expired_reason = 'superseded')"


class PictureReader:
    """The reads of one snapshot of one space."""

    def __init__(self, conn: Connection, space_id: int) -> None:
        self._conn = conn
        self._space = {"space": space_id}

    def ends(self) -> list[tuple[int, int, int]]:
        """(fact, source, target) of all times, the newest fact first."""
        sql = f"""SELECT e.id, e.source_entity_id, e.target_entity_id FROM graph_edges e
                  WHERE e.space_id = :space AND {HISTORY} ORDER BY e.id DESC"""
        rows: list[tuple[int, int, int]] = self._conn.execute(sql, self._space).fetchall()
        return rows

    def entity_ids(self) -> list[int]:
        """Seen last first."""
        sql = "SELECT id FROM graph_entities WHERE space_id = :space ORDER BY last_seen_at DESC, id"
        return [row[0] for row in self._conn.execute(sql, self._space)]

    def facts(self, ids: Sequence[int]) -> list[Edge]:
        """In the form they have now, id order."""
        sql = f"""SELECT {graph_read.NOW} FROM graph_edges e {graph_read.JOINS}
                  WHERE e.id IN (SELECT value FROM json_each(:ids)) ORDER BY e.id"""
        return [graph_read.to_edge(row) for row in self._conn.execute(sql, {"ids": as_json(ids)})]

    def communities(self) -> dict[int, tuple[int, str]]:
        """Entity to its community's id and name."""
        sql = """SELECT m.entity_id, c.id, c.name FROM graph_communities AS c
                 CROSS JOIN graph_community_members AS m ON m.community_id = c.id WHERE c.space_id = :space"""
        return {row[0]: (row[1], row[2]) for row in self._conn.execute(sql, self._space)}

    def entities(self, ids: Sequence[int]) -> dict[int, Entity]:
        return graph_read.entities(self._conn, ids)

    def messages(self, ids: Sequence[int]) -> dict[int, Message]:
        return messages.messages(self._conn, ids)
