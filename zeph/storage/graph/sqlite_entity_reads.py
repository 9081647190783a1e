"""Entities as one snapshot reads them: by id and by name, and what is counted about them.

In: a connection that holds a transaction open, ids or names. Out: records, in a deterministic order.
"""

import json
from collections.abc import Sequence

from zeph.records.entity import Entity
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.graph_rows import ENTITY, to_entity
from zeph.storage.ports import Degree


class SqliteEntityReads:
    """The port :class:`~zeph.storage.ports.EntityReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def get(self, entity_id: int) -> Entity | None:
        return self.by_id([entity_id]).get(entity_id)

    def by_id(self, ids: Sequence[int]) -> dict[int, Entity]:
        rows = self._conn.execute(
            f"SELECT {ENTITY} FROM graph_entities n WHERE n.id IN (SELECT value FROM json_each(:ids))",
            {"ids": as_json(ids)},
        )
        return {row[0]: to_entity(row) for row in rows}

    def named(self, space_id: int, canonical: str) -> list[Entity]:
        rows = self._conn.execute(
            f"""SELECT {ENTITY} FROM graph_entities n WHERE n.id IN (
                SELECT id FROM graph_entities WHERE space_id = :space AND canonical_name = :name
                UNION SELECT entity_id FROM graph_entity_aliases WHERE space_id = :space AND alias_name = :name
            ) ORDER BY n.id""",
            {"space": space_id, "name": canonical},
        )
        return [to_entity(row) for row in rows]

    def ids_named(self, space_id: int, names: Sequence[str]) -> dict[str, list[int]]:
        rows = self._conn.execute(
            """SELECT j.value, n.id FROM json_each(:names) j CROSS JOIN graph_entities n
            ON n.space_id = :space AND n.canonical_name = j.value
            UNION SELECT j.value, a.entity_id FROM json_each(:names) j CROSS JOIN graph_entity_aliases a
            ON a.space_id = :space AND a.alias_name = j.value ORDER BY 2""",
            {"names": json.dumps(list(names)), "space": space_id},
        )
        found: dict[str, list[int]] = {}
        for name, i in rows:
            found.setdefault(name, []).append(i)
        return found

    def names(self, ids: Sequence[int]) -> dict[int, str]:
        sql = "SELECT n.id, n.name FROM json_each(?) AS j CROSS JOIN graph_entities AS n ON n.id = j.value"
        return dict(self._conn.execute(sql, (as_json(ids),)).fetchall())

    def types(self, ids: Sequence[int]) -> dict[int, str]:
        sql = "SELECT n.id, n.entity_type FROM json_each(?) AS j CROSS JOIN graph_entities AS n ON n.id = j.value"
        return dict(self._conn.execute(sql, (as_json(ids),)).fetchall())

    def degrees(self, ids: Sequence[int], space_id: int) -> tuple[dict[int, Degree], int]:
        sql = (
            "SELECT n.value,"
            " coalesce((SELECT degree FROM graph_entity_stats WHERE entity_id = n.value AND edge_type = ''), 0),"
            " (SELECT count(*) FROM graph_entity_stats WHERE entity_id = n.value AND edge_type <> '' AND degree > 0),"
            " (SELECT community_id FROM graph_community_members WHERE entity_id = n.value) FROM json_each(:ids) AS n"
            " UNION ALL SELECT 0, (SELECT degree FROM graph_entity_stats WHERE space_id = :space AND edge_type = ''"
            " ORDER BY degree DESC LIMIT 1), 0, NULL"
        )
        *rows, most = self._conn.execute(sql, {"ids": as_json(ids), "space": space_id}).fetchall()
        return {int(i): Degree(int(d), int(t), c) for i, d, t, c in rows}, int(most[1] or 0)

    def recent_in_conversation(self, space_id: int, conversation_id: int, limit: int) -> list[int]:
        sql = (
            "SELECT n.id FROM graph_episodes AS p JOIN graph_episode_entities AS m ON m.episode_id = p.id"
            " JOIN graph_entities AS n ON n.id = m.entity_id WHERE p.conversation_id = ? AND p.space_id = ?"
            " ORDER BY n.last_seen_at DESC, n.id LIMIT ?"
        )
        return [int(row[0]) for row in self._conn.execute(sql, (conversation_id, space_id, limit))]

    def spoken_of_last(self, conversation_id: int, before_id: int | None, messages: int, limit: int) -> list[int]:
        rows = self._conn.execute(
            """SELECT entity_id FROM graph_entity_mentions WHERE message_id IN (
                SELECT id FROM messages WHERE conversation_id = :conversation AND role = 'user'
                AND (:before IS NULL OR id < :before) ORDER BY id DESC LIMIT :messages)
            GROUP BY entity_id ORDER BY max(message_id) DESC, entity_id LIMIT :limit""",
            {"conversation": conversation_id, "before": before_id, "messages": messages, "limit": limit},
        )
        return [int(row[0]) for row in rows]

    def similar(self, ids: Sequence[int]) -> list[tuple[int, int, float]]:
        rows = self._conn.execute(
            """SELECT n.value, s.similar_id, s.similarity FROM json_each(:ids) n
            JOIN graph_similar s ON s.entity_id = n.value
            UNION ALL
            SELECT n.value, s.entity_id, s.similarity FROM json_each(:ids) n
            JOIN graph_similar s ON s.similar_id = n.value
            ORDER BY 1, 2""",
            {"ids": as_json(ids)},
        )
        return [(int(one), int(other), float(similarity)) for one, other, similarity in rows]
