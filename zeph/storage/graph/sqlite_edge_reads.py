"""Edges as one snapshot reads them: by id and by their ends, on both time axes; and the relations that were learned.

In: a connection that holds a transaction open, ids and a View. Out: records, in a deterministic order.
"""

import json
from collections.abc import Sequence

from zeph.clock import Moment
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.recalled import Change
from zeph.records.view import View
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.claim_rows import changed_since
from zeph.storage.graph.graph_rows import JOINS, NOW, select_edges, to_edge

# Current ones by one index, past ones by another: a hub has tens of thousands of facts.
CURRENT = """
    SELECT o.id FROM json_each(:relations) AS r CROSS JOIN graph_edges AS o
    WHERE o.space_id = (SELECT space_id FROM graph_entities WHERE id = :source) AND o.source_entity_id = :source
      AND o.canonical_relation = r.value AND o.expired_at IS NULL AND o.valid_until IS NULL"""
OVER = """
    SELECT p.id FROM json_each(:relations) AS r CROSS JOIN graph_edges AS p
    WHERE p.source_entity_id = :source AND p.canonical_relation = r.value"""
AT_ANY_TIME = ("(p.expired_at IS NOT NULL OR p.valid_until IS NOT NULL)",)
SINCE = ("p.valid_until > :after", "p.expired_at IS NOT NULL AND p.valid_until IS NULL")
# Of a source by relation; whom it is told of seldom is a target of so many that relations need an index.
ABOUT = " UNION ALL ".join(
    f"""SELECT o.id FROM json_each(:relations) AS r JOIN graph_edges AS o ON o.id IN (
        SELECT p.id FROM graph_edges AS p INDEXED BY {index}
        WHERE {space} p.source_entity_id = :entity AND p.canonical_relation = r.value AND {which}
        ORDER BY p.id DESC LIMIT :most)"""
    for index, space, which in (
        (
            "graph_edges_open",
            "p.space_id = (SELECT space_id FROM graph_entities WHERE id = :entity) AND",
            "p.expired_at IS NULL AND p.valid_until IS NULL",
        ),
        ("graph_edges_past_by_relation", "", "(p.expired_at IS NOT NULL OR p.valid_until IS NOT NULL)"),
    )
)
TOLD_OF = """
    SELECT id FROM (
        SELECT t.id, t.canonical_relation FROM graph_edges AS t INDEXED BY graph_edges_in
        WHERE t.target_entity_id = :entity AND t.live = 1 ORDER BY t.id DESC LIMIT 4 * :most)
    WHERE canonical_relation IN (SELECT value FROM json_each(:relations))"""
LOOKED_AT = 256
"""Newest facts of a source that are looked at before those of a relation are looked for by its index."""
NEWEST = "SELECT id, canonical_relation FROM ({}) ORDER BY id DESC LIMIT :most".format(
    " UNION ALL ".join(
        f"""SELECT * FROM (SELECT id, canonical_relation FROM graph_edges INDEXED BY graph_edges_out
            WHERE source_entity_id = :source AND live = {live} AND expired_at IS NULL ORDER BY id DESC LIMIT :most)"""
        for live in (1, 0)
    )
)


AMONG = """
    SELECT p.id FROM json_each(:ids) AS a CROSS JOIN json_each(:ids) AS b
    CROSS JOIN graph_edges AS p INDEXED BY graph_edges_by_pair
    ON p.source_entity_id = a.value AND p.target_entity_id = b.value"""


class SqliteEdgeReads:
    """The port :class:`~zeph.storage.ports.EdgeReads`."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    def by_id(self, ids: Sequence[int], view: View) -> list[Edge]:
        where = "e.id IN (SELECT value FROM json_each(:ids))"
        found = {edge.id: edge for edge in select_edges(self._conn, where, view, {"ids": as_json(ids)})}
        return [found[i] for i in ids if i in found]

    def from_source(
        self, source_id: int, *, relations: Sequence[str] = (), history: bool = False, after: Moment | None = None
    ) -> list[Edge]:
        wanted = "e.source_entity_id = :source"
        values: dict[str, object] = {"source": source_id, "history": history}
        if relations:
            # Put together, not "(:any OR …)", and with a plus: only so does SQLite use the indexes by relation.
            over = [f"{OVER} AND {when}" for when in (SINCE if after else AT_ANY_TIME)]
            wanted = f"+{wanted} AND e.id IN ({' UNION ALL '.join([CURRENT, *over])})"
            values |= {"relations": json.dumps(list(relations))} | ({"after": after} if after else {})
        sql = f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE {wanted} AND (:history OR e.expired_at IS NULL)"
        return [to_edge(row) for row in self._conn.execute(f"{sql} ORDER BY e.id", values)]

    def newest_from(self, source_id: int, choices: Sequence[Sequence[str]], limit: int) -> list[list[Edge]]:
        most = max(limit, LOOKED_AT)
        newest = self._conn.execute(NEWEST, {"source": source_id, "most": most}).fetchall()
        chosen: list[list[int]] = []
        for relations in map(frozenset, choices):
            ids = [i for i, relation in newest if not relations or relation in relations]
            more = len(ids) < limit and len(newest) == most and relations
            chosen.append(self._newest_of(source_id, relations, limit) if more else ids[:limit])
        wanted = "e.id IN (SELECT value FROM json_each(:ids))"
        values = {"ids": as_json({i for ids in chosen for i in ids})}
        rows = self._conn.execute(f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE {wanted}", values)
        found = {row[0]: to_edge(row) for row in rows}
        return [[found[i] for i in reversed(ids)] for ids in chosen]

    def _newest_of(self, source_id: int, relations: frozenset[str], limit: int) -> list[int]:
        """The latest first."""
        active = f"{OVER} AND p.valid_until IS NOT NULL AND p.expired_at IS NULL"
        rows = self._conn.execute(
            f"SELECT id FROM ({CURRENT} UNION ALL {active}) ORDER BY id DESC LIMIT :limit",
            {"source": source_id, "relations": json.dumps(sorted(relations)), "limit": limit},
        )
        return [int(row[0]) for row in rows]

    def about(self, entity_id: int, relations: Sequence[str], most: int) -> list[Edge]:
        sql = f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.id IN ({ABOUT} UNION ALL {TOLD_OF}) ORDER BY e.id"
        values = {"entity": entity_id, "relations": json.dumps(list(relations)), "most": most}
        return [to_edge(row) for row in self._conn.execute(sql, values)]

    def between(self, source_id: int, target_id: int, *, history: bool = False) -> list[Edge]:
        rows = self._conn.execute(
            f"""SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.source_entity_id = :source
            AND e.target_entity_id = :target AND (:history OR e.expired_at IS NULL) ORDER BY e.id""",
            {"source": source_id, "target": target_id, "history": history},
        )
        return [to_edge(row) for row in rows]

    def among(self, ids: Sequence[int]) -> list[Edge]:
        sql = f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.id IN ({AMONG}) ORDER BY e.id"
        return [to_edge(row) for row in self._conn.execute(sql, {"ids": as_json(ids)})]

    def replaced_by(self, edge_id: int) -> list[Edge]:
        sql = f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.superseded_by = :id ORDER BY e.id"
        return [to_edge(row) for row in self._conn.execute(sql, {"id": edge_id})]

    def told_before(self, message: Message) -> list[Edge]:
        sql = f"""SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.expired_at IS NULL AND e.id IN (
            SELECT edge_id FROM graph_edge_mentions WHERE message_id = (
                SELECT max(id) FROM messages
                WHERE conversation_id = :conversation AND id < :id AND role = :role AND speaker = :speaker
            )) ORDER BY e.id"""
        values = {
            "conversation": message.conversation_id, "id": message.id, "role": message.role, "speaker": message.speaker,
        }  # fmt: skip
        return [to_edge(row) for row in self._conn.execute(sql, values)]

    def changed_since(self, message_ids: Sequence[int], until: Moment) -> list[Change]:
        return changed_since(self._conn, message_ids, until)

    def read_by(self, edge_ids: Sequence[int]) -> dict[tuple[int, int], str]:
        rows = self._conn.execute(
            """SELECT l.edge_id, c.message_id, c.reader
            FROM graph_claim_edges l JOIN graph_claims c ON c.id = l.claim_id
            WHERE l.edge_id IN (SELECT value FROM json_each(:ids)) ORDER BY c.id DESC""",
            {"ids": as_json(edge_ids)},
        )
        return {(edge, message): reader for edge, message, reader in rows}

    def learned_relation(self, space_id: int, relation: str) -> str | None:
        row = self._conn.execute(
            "SELECT canonical FROM graph_relations WHERE space_id = :space AND relation = :relation",
            {"space": space_id, "relation": relation},
        ).fetchone()
        return row[0] if row else None

    def learned_relations(self, space_id: int) -> dict[str, str]:
        sql = "SELECT relation, canonical FROM graph_relations WHERE space_id = :space ORDER BY relation"
        return dict(self._conn.execute(sql, {"space": space_id}).fetchall())
