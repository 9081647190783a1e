"""The graph in SQLite as one looks at it: what is known, what happened to it, where it came up.

In: ids, a View. Out: records. Each method is one snapshot, but the counting of what was used.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from zeph.clock import Moment
from zeph.records.claim_log import LoggedClaim
from zeph.records.community import GraphStats, Stuck
from zeph.records.edge import Edge, Form
from zeph.records.entity import Entity
from zeph.records.message import Conversation
from zeph.records.revision import Revision
from zeph.records.view import View
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.claim_rows import read_claims
from zeph.storage.graph.graph_rows import ENTITY, FORMS, JOINS, NOW, select_edges, to_edge, to_entity
from zeph.storage.graph.sqlite_entity_reads import SqliteEntityReads
from zeph.storage.messages.message_rows import CONVERSATION, MAX_ATTEMPTS
from zeph.storage.ports import TextQuery
from zeph.storage.search.match_strings import match_string
from zeph.storage.search.plain_search import lacks_index, search_texts

ESCAPE = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})
"""Wildcards of LIKE, which are letters like any other in what is looked for."""


class SqliteGraph:
    """The port :class:`~zeph.storage.ports.Graph`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    # ------------------------------------------------------------ what is known

    async def stats(self, space_id: int) -> GraphStats:
        def read(conn: Connection) -> GraphStats:
            row = conn.execute(
                f"""SELECT
                (SELECT count(*) FROM graph_entities WHERE space_id = :space),
                (SELECT count(*) FROM graph_edges WHERE space_id = :space AND expired_at IS NULL),
                (SELECT count(*) FROM graph_communities WHERE space_id = :space),
                (SELECT count(*) FROM messages WHERE +space_id = :space AND graph_processed = 0
                    AND graph_attempts < {MAX_ATTEMPTS}),
                (SELECT count(*) FROM messages WHERE +space_id = :space AND graph_processed = 0
                    AND graph_attempts >= {MAX_ATTEMPTS}),
                (SELECT count(*) FROM messages WHERE +space_id = :space AND graph_processed = 2),
                (SELECT count(*) FROM messages WHERE space_id = :space),
                (SELECT count(*) FROM messages WHERE space_id = :space AND injection_flags <> '')""",
                {"space": space_id},
            ).fetchone()
            stuck = conn.execute(
                """SELECT graph_error, count(*), min(created_at) FROM messages
                WHERE +space_id = :space AND graph_processed = 0 AND graph_error <> ''
                GROUP BY graph_error ORDER BY count(*) DESC LIMIT 3""",
                {"space": space_id},
            )
            return replace(GraphStats(*row), stuck=tuple(Stuck(*one) for one in stuck))

        return await self._db.snapshot(read)

    async def counts(self, space_id: int) -> dict[str, int]:
        names = ("conversations", "messages", "past_facts", "aliases", "changes", "vectors", "bytes")

        def read(conn: Connection) -> dict[str, int]:
            row = conn.execute(
                """SELECT
                (SELECT count(*) FROM conversations WHERE space_id = :space),
                (SELECT count(*) FROM messages WHERE space_id = :space),
                (SELECT count(*) FROM graph_edges WHERE space_id = :space AND (expired_at IS NOT NULL OR live = 0)),
                (SELECT count(*) FROM graph_entity_aliases a JOIN graph_entities n ON n.id = a.entity_id
                    WHERE a.space_id = :space AND a.alias_name <> n.canonical_name),
                (SELECT count(*) FROM graph_revisions WHERE space_id = :space),
                (SELECT count(*) FROM embeddings),
                (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())""",
                {"space": space_id},
            ).fetchone()
            return dict(zip(names, row, strict=True))

        return await self._db.snapshot(read)

    async def latest_entities(self, space_id: int, limit: int) -> list[Entity]:
        def read(conn: Connection) -> list[Entity]:
            rows = conn.execute(
                f"""SELECT {ENTITY} FROM graph_entities n
                WHERE n.space_id = :space ORDER BY n.last_seen_at DESC, n.id LIMIT :limit""",
                {"space": space_id, "limit": limit},
            )
            return [to_entity(row) for row in rows]

        return await self._db.snapshot(read)

    async def entities_matching(self, space_id: int, name: str, query: TextQuery, limit: int) -> list[Entity]:
        def read(conn: Connection) -> list[Entity]:
            named = SqliteEntityReads(conn).named(space_id, name)
            if named or not query:
                return named
            if lacks_index(conn, "graph_entities"):
                given = {"space": space_id}
                hits = search_texts(conn, "graph_entities", query, "e.space_id = :space", given, limit)
                by_id = SqliteEntityReads(conn).by_id([i for i, _ in hits])
                return [by_id[i] for i, _ in hits]
            rows = conn.execute(
                f"""SELECT {ENTITY} FROM graph_entities_fts f JOIN graph_entities n ON n.id = f.rowid
                WHERE graph_entities_fts MATCH :match AND n.space_id = :space
                ORDER BY bm25(graph_entities_fts, 10.0, 10.0, 1.0), n.id LIMIT :limit""",
                {"space": space_id, "match": match_string(query), "limit": limit},
            )
            return [to_entity(row) for row in rows]

        return await self._db.snapshot(read)

    async def edges_of(self, entity_ids: Sequence[int], view: View, limit: int) -> list[Edge]:
        ids = "(SELECT value FROM json_each(:ids))"
        where = f"(e.source_entity_id IN {ids} OR e.target_entity_id IN {ids})"

        def read(conn: Connection) -> list[Edge]:
            return select_edges(conn, where, view, {"ids": as_json(entity_ids)})

        found = await self._db.snapshot(read)
        return sorted(found, key=lambda e: (e.valid_from or "", e.id), reverse=True)[:limit]

    async def edges_of_relations(self, relations: Sequence[str], view: View, limit: int) -> list[Edge]:
        where = "e.canonical_relation IN (SELECT value FROM json_each(:relations))"
        given = {"relations": json.dumps([*relations])}
        found = await self._db.snapshot(lambda conn: select_edges(conn, where, view, given))
        return sorted(found, key=lambda e: e.id, reverse=True)[:limit]

    async def all_edges(self, view: View) -> list[Edge]:
        found = await self._db.snapshot(lambda conn: select_edges(conn, "1", view, {}))
        return sorted(found, key=lambda e: e.id)

    # ------------------------------------------------------------ what was

    async def fact(self, space_id: int, edge_id: int) -> Edge | None:
        found = await self._edges("WHERE e.space_id = :space AND e.id = :id", {"space": space_id, "id": edge_id})
        return found[0] if found else None

    async def facts_around(self, space_id: int, entity_id: int, limit: int) -> list[Edge]:
        return await self._edges(
            """WHERE e.id IN (SELECT id FROM graph_edges WHERE source_entity_id = :entity
                              UNION SELECT id FROM graph_edges WHERE target_entity_id = :entity)
                AND e.space_id = :space
            ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC LIMIT :limit""",
            {"space": space_id, "entity": entity_id, "limit": limit},
        )

    async def facts_of_message(self, space_id: int, message_id: int) -> list[Edge]:
        return await self._edges(
            "WHERE m.message_id = :message AND e.space_id = :space ORDER BY e.id",
            {"space": space_id, "message": message_id},
            source="graph_edge_mentions m JOIN graph_edges e ON e.id = m.edge_id",
        )

    async def claims(self, space_id: int, message_id: int | None, limit: int) -> list[LoggedClaim]:
        def read(conn: Connection) -> list[LoggedClaim]:
            return read_claims(conn, space_id, message_id, limit)

        return await self._db.snapshot(read)

    async def edge_history(
        self, space_id: int, source_id: int, predicate: str, relation: str | None, limit: int
    ) -> list[Edge]:
        return await self._edges(
            """WHERE e.space_id = :space AND e.source_entity_id = :source
                AND (e.fact LIKE :like ESCAPE '\\' OR e.relation LIKE :like ESCAPE '\\')
                AND (:relation IS NULL OR e.canonical_relation = :relation)
            ORDER BY e.valid_from IS NULL, e.valid_from DESC, e.id DESC LIMIT :limit""",
            {
                "space": space_id, "source": source_id, "like": f"%{predicate.translate(ESCAPE)}%",
                "relation": relation, "limit": limit,
            },
        )  # fmt: skip

    async def _edges(self, where: str, values: dict[str, object], source: str = "graph_edges e") -> list[Edge]:
        """Edges in the form they have now, of all times."""

        def read(conn: Connection) -> list[Edge]:
            return [to_edge(row) for row in conn.execute(f"SELECT {NOW} FROM {source} {JOINS} {where}", values)]

        return await self._db.snapshot(read)

    async def forms(self, edge_id: int) -> list[Form]:
        def read(conn: Connection) -> list[Form]:
            rows = conn.execute(
                f"""SELECT known_from, known_until, fact, confidence, valid_from, valid_until, expired_reason
                FROM {FORMS} WHERE edge_id = ? ORDER BY known_from DESC, known_until DESC""",
                (edge_id,),
            )
            return [Form(*row) for row in rows]

        return await self._db.snapshot(read)

    async def episodes_for_entity(self, space_id: int, entity_id: int) -> list[Conversation]:
        def read(conn: Connection) -> list[Conversation]:
            rows = conn.execute(
                f"""SELECT {CONVERSATION} FROM graph_episode_entities n JOIN graph_episodes p ON p.id = n.episode_id
                JOIN conversations c ON c.id = p.conversation_id
                WHERE n.entity_id = :entity AND p.space_id = :space ORDER BY c.updated_at DESC, c.id DESC""",
                {"entity": entity_id, "space": space_id},
            )
            return [Conversation(*row) for row in rows]

        return await self._db.snapshot(read)

    async def revisions(self, space_id: int, limit: int) -> list[Revision]:
        def read(conn: Connection) -> list[Revision]:
            rows = conn.execute(
                """SELECT r.id, r.kind, r.reason, r.message_id, r.created_at, r.undone_by IS NOT NULL, r.origin,
                    (SELECT coalesce(group_concat(DISTINCT json_extract(i.before, '$.fact')), '')
                    FROM graph_revision_items i
                    WHERE i.revision_id = r.id AND i.item_kind = 'edge' AND i.before <> '')
                FROM graph_revisions r
                WHERE r.space_id = ? ORDER BY r.id DESC LIMIT ?""",
                (space_id, limit),
            )
            return [Revision(*[*row[:5], bool(row[5]), *row[6:]]) for row in rows]

        return await self._db.snapshot(read)

    async def waiting_revisions(self, space_id: int) -> int:
        def read(conn: Connection) -> int:
            row = conn.execute(
                """SELECT count(*) FROM graph_revisions
                WHERE space_id = ? AND origin <> 'person' AND undone_by IS NULL AND kind <> 'undo'""",
                (space_id,),
            ).fetchone()
            return int(row[0])

        return await self._db.snapshot(read)

    # ------------------------------------------------------------ usage

    async def count_usage(self, edge_ids: Sequence[int], now: Moment) -> None:
        def write(conn: Connection) -> None:
            conn.execute(
                """INSERT INTO graph_edge_usage (edge_id, retrieval_count, last_retrieved_at)
                SELECT id, 1.0, :now FROM graph_edges WHERE id IN (SELECT value FROM json_each(:ids))
                ON CONFLICT (edge_id) DO UPDATE
                SET retrieval_count = retrieval_count + 1.0, last_retrieved_at = :now""",
                {"ids": as_json(edge_ids), "now": now},
            )

        await self._db.write_behind(write)
