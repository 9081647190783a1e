"""Communities as one snapshot reads them.

In: a connection that holds a transaction open, ids. Out: records.
"""

from collections.abc import Sequence

from zeph.records.community import Community
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.community_rows import best_connected, hubs_json

SHOWN_MEMBERS = 3


class SqliteCommunityReads:
    """The port :class:`~zeph.storage.ports.CommunityReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def by_id(self, space_id: int, ids: Sequence[int]) -> dict[int, Community]:
        sql = """SELECT c.id, c.name, c.summary, count(m.entity_id), c.created_at, c.updated_at
                 FROM graph_communities AS c LEFT JOIN graph_community_members AS m ON m.community_id = c.id
                 WHERE c.space_id = :space AND c.id IN (SELECT value FROM json_each(:ids)) GROUP BY c.id"""
        rows = {row[0]: row for row in self._conn.execute(sql, {"space": space_id, "ids": as_json(ids)}).fetchall()}
        hubs = hubs_json(self._conn, space_id)
        return {i: Community(*[*rows[i], self._member_names(i, hubs)]) for i in ids if i in rows}

    def of_members(self, entity_ids: Sequence[int]) -> dict[int, int]:
        sql = """SELECT entity_id, community_id FROM graph_community_members
                 WHERE entity_id IN (SELECT value FROM json_each(?)) ORDER BY entity_id"""
        return dict(self._conn.execute(sql, (as_json(entity_ids),)).fetchall())

    def central_members(self, community_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
        sql = """SELECT m.entity_id FROM graph_community_members AS m
                 LEFT JOIN graph_entity_stats AS s ON s.entity_id = m.entity_id AND s.edge_type = ''
                 WHERE m.community_id = :id ORDER BY coalesce(s.degree, 0) DESC, m.entity_id LIMIT :limit"""
        return {i: [row[0] for row in self._conn.execute(sql, {"id": i, "limit": limit})] for i in community_ids}

    def _member_names(self, community_id: int, hubs: str) -> tuple[str, ...]:
        return tuple(name for name, _ in best_connected(self._conn, community_id, hubs, SHOWN_MEMBERS).values())
