"""Forgetting: a conversation goes, and with it everything that has no other source.

In: a DB-API connection inside a write transaction. Out: counts per table. What the person set by
hand stays, and so does what another message also said. A fact that only a forgotten one had
replaced is current again. The bytes leave the file with :func:`zeph.storage.care.scrub` afterwards.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from zeph.clock import Moment
from zeph.storage.driver import Connection
from zeph.storage.ports import Kind
from zeph.storage.search import as_json
from zeph.storage.vectors import drop_vectors

CHAIN = 64
"""How far supersessions are followed."""


def delete_conversation(conn: Connection, conversation_id: int, now: Moment) -> dict[str, int]:
    """How many rows left each table; nothing where there is no such conversation."""
    job = _Forgetting(conn, conversation_id, now)
    job.run()
    return {table: count for table, count in job.counts.items() if count}


class _Forgetting:
    """One conversation's removal: first it is settled what goes, then it goes."""

    def __init__(self, conn: Connection, conversation_id: int, now: Moment) -> None:
        self.conn = conn
        self.counts: Counter[str] = Counter()
        self.values: dict[str, Any] = {"conversation": conversation_id, "now": now}
        self.messages = self._settle("messages", "SELECT id FROM messages WHERE conversation_id = :conversation")
        self.edges = self._settle("edges", ONLY_HERE)
        self.touched = self._settle("touched", TOUCHED)
        self.entities: list[int] = []

    def run(self) -> None:
        self._communities()
        self._revisions()
        self._supersessions()
        self._vectors("edge", self.edges)
        self._delete("graph_edge_versions", "edge_id IN (SELECT value FROM json_each(:edges))")
        self._delete("graph_edge_usage", "edge_id IN (SELECT value FROM json_each(:edges))")
        self._delete("graph_edge_mentions", f"edge_id IN (SELECT value FROM json_each(:edges)) OR {OF_MESSAGES}")
        self._delete("graph_edges", "id IN (SELECT value FROM json_each(:edges))")
        self._entities()
        self._aliases()
        self._relations()
        self._conversation()

    # ------------------------------------------------------------ plumbing

    def _settle(self, name: str, sql: str) -> list[int]:
        """The ids that ``sql`` finds; later statements know them as the JSON array ``:name``."""
        ids = [int(row[0]) for row in self.conn.execute(sql, self.values)]
        self.values[name] = as_json(ids)
        return ids

    def _delete(self, table: str, where: str) -> None:
        cursor = self.conn.execute(f"DELETE FROM {table} WHERE {where}", self.values)
        self.counts[table] += cursor.rowcount

    def _do(self, sql: str, **more: object) -> None:
        self.conn.execute(sql, {**self.values, **more})

    def _vectors(self, kind: Kind, ids: Iterable[int]) -> None:
        """Vectors and, where this connection can, their place in the index (which also zeroes it there)."""
        self.counts["embeddings"] += drop_vectors(self.conn, kind, list(ids))

    # ------------------------------------------------------------ the parts

    def _communities(self) -> None:
        """Names and summaries may quote what goes: the next refresh finds and names these groups anew."""
        ids = self._settle("communities", COMMUNITIES)
        self._vectors("community", ids)
        self._delete("graph_community_members", "community_id IN (SELECT value FROM json_each(:communities))")
        self._delete("graph_communities", "id IN (SELECT value FROM json_each(:communities))")

    def _revisions(self) -> None:
        # Undone stays undone: a revision whose undoing goes points at itself.
        self._do(f"UPDATE graph_revisions SET undone_by = id WHERE undone_by IN ({REVISIONS})")
        self._delete("graph_revision_items", f"revision_id IN ({REVISIONS})")
        self._delete("graph_revisions", OF_MESSAGES)
        self._items("edge", "edges")

    def _items(self, kind: str, name: str) -> None:
        """Before-images of rows that go; reasons may quote them, and a revision without items says nothing."""
        where = f"item_kind = '{kind}' AND item_id IN (SELECT value FROM json_each(:{name}))"
        self._settle("hit", f"SELECT DISTINCT revision_id FROM graph_revision_items WHERE {where}")
        self._delete("graph_revision_items", where)
        self._do("UPDATE graph_revisions SET reason = '' WHERE id IN (SELECT value FROM json_each(:hit))")
        self._settle("empty", EMPTY_REVISIONS)
        self._do("""UPDATE graph_revisions SET undone_by = id
                    WHERE undone_by IN (SELECT value FROM json_each(:empty))""")
        self._delete("graph_revisions", "id IN (SELECT value FROM json_each(:empty))")

    def _supersessions(self) -> None:
        for edge in self._settle("orphans", ORPHANS):
            self._repair(edge)
        self._do("""UPDATE graph_edge_versions SET superseded_by = NULL
                    WHERE superseded_by IN (SELECT value FROM json_each(:edges))""")

    def _repair(self, edge: int) -> None:
        heir = self._heir(edge)
        if heir is not None:
            self._do(INHERIT, edge=edge, heir=heir)
            self._do("UPDATE graph_edges SET supersedes_id = :edge WHERE id = :heir", edge=edge, heir=heir)
            return
        self._reopen(edge)

    def _heir(self, edge: int) -> int | None:
        """Who replaced the replacement, if that one stays."""
        gone, at = set(self.edges), edge
        for _ in range(CHAIN):
            sql = "SELECT superseded_by FROM graph_edges WHERE id = :id"
            successor = self.conn.execute(sql, {"id": at}).fetchone()[0]
            if successor is None or successor not in gone:
                return None if successor == edge else successor
            at = successor
        return None

    def _reopen(self, edge: int) -> None:
        """As it was before it was superseded; where the same fact has since been opened again, that one stands."""
        before = self.conn.execute(BEFORE, {"edge": edge}).fetchone() or (None, None, None)
        version, until, precision = before
        twin = None if until else self.conn.execute(TWIN, {**self.values, "edge": edge}).fetchone()
        if twin:
            self._do("UPDATE graph_edges SET superseded_by = :twin WHERE id = :edge", twin=twin[0], edge=edge)
            return
        self._do(REOPEN, edge=edge, until=until, precision=precision)
        if version is not None:
            # The row is that version again, so it and what came after it are no history any more.
            cursor = self.conn.execute(
                "DELETE FROM graph_edge_versions WHERE edge_id = :edge AND id >= :version",
                {"edge": edge, "version": version},
            )
            self.counts["graph_edge_versions"] += cursor.rowcount
        self.counts["reopened"] += 1

    def _entities(self) -> None:
        self._delete("graph_entity_mentions", OF_MESSAGES)
        self.entities = self._settle("entities", LEFT_ALONE)
        # No source is kept for a summary or a vector, so what these messages may have given is given up.
        self._vectors("entity", self.touched)
        self._do("""UPDATE graph_entities SET summary = '' WHERE summary <> ''
                    AND id IN (SELECT value FROM json_each(:touched))""")
        self._items("entity", "entities")
        for table, column in (
            ("graph_entity_aliases", "entity_id"),
            ("graph_entity_stats", "entity_id"),
            ("graph_episode_entities", "entity_id"),
            ("graph_entities", "id"),
        ):
            self._delete(table, f"{column} IN (SELECT value FROM json_each(:entities))")

    def _aliases(self) -> None:
        """Other names learned here; one that a remaining message also says is now that message's."""
        self._do(ALIAS_SOURCE)
        losing = self._settle("losing", f"SELECT DISTINCT entity_id FROM graph_entity_aliases AS a WHERE {ALIAS_GONE}")
        self._settle("aliases", f"SELECT id FROM graph_entity_aliases AS a WHERE {ALIAS_GONE}")
        self._items("alias", "aliases")
        self._delete("graph_entity_aliases", "id IN (SELECT value FROM json_each(:aliases))")
        if losing:
            self._do(ALIAS_TEXT)

    def _relations(self) -> None:
        self._delete(
            "graph_relations",
            f"""{OF_MESSAGES} AND NOT EXISTS (SELECT 1 FROM graph_edges AS e
                WHERE e.space_id = graph_relations.space_id AND e.relation = graph_relations.relation)""",
        )

    def _conversation(self) -> None:
        self._vectors("message", self.messages)
        self._delete("graph_ledger", OF_MESSAGES)
        episodes = "SELECT id FROM graph_episodes WHERE conversation_id = :conversation"
        self._delete("graph_episode_entities", f"episode_id IN ({episodes})")
        for table in ("graph_episodes", "leases", "messages"):
            self._delete(table, "conversation_id = :conversation")
        self._delete("conversations", "id = :conversation")


OF_MESSAGES = "message_id IN (SELECT value FROM json_each(:messages))"
REVISIONS = f"SELECT id FROM graph_revisions WHERE {OF_MESSAGES}"

ONLY_HERE = """
    SELECT DISTINCT m.edge_id FROM graph_edge_mentions AS m JOIN graph_edges AS e ON e.id = m.edge_id
    WHERE m.message_id IN (SELECT value FROM json_each(:messages)) AND e.origin <> 'person'
      AND NOT EXISTS (SELECT 1 FROM graph_edge_mentions AS o JOIN messages ON messages.id = o.message_id
                      WHERE o.edge_id = m.edge_id AND messages.conversation_id <> :conversation)
    ORDER BY 1"""

# Entities that these messages spoke of, and the ends of the facts that go.
TOUCHED = """
    SELECT entity_id FROM graph_entity_mentions WHERE message_id IN (SELECT value FROM json_each(:messages))
    UNION SELECT source_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(:edges))
    UNION SELECT target_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(:edges))"""

COMMUNITIES = """
    SELECT DISTINCT community_id FROM graph_community_members
    WHERE entity_id IN (SELECT value FROM json_each(:touched)) ORDER BY 1"""

EMPTY_REVISIONS = """
    SELECT id FROM graph_revisions AS r WHERE id IN (SELECT value FROM json_each(:hit))
      AND NOT EXISTS (SELECT 1 FROM graph_revision_items WHERE revision_id = r.id)"""

# Facts that stay, but whose replacement goes; the newest first, so that it is the one to open again.
ORPHANS = """
    SELECT id FROM graph_edges WHERE superseded_by IN (SELECT value FROM json_each(:edges))
      AND id NOT IN (SELECT value FROM json_each(:edges)) ORDER BY id DESC"""

INHERIT = """
    UPDATE graph_edges SET superseded_by = :heir, (valid_until, valid_until_precision) = (
        SELECT CASE WHEN fits THEN h.valid_from ELSE graph_edges.valid_until END,
               CASE WHEN fits THEN h.valid_from_precision ELSE graph_edges.valid_until_precision END
        FROM (SELECT *, valid_from >= coalesce(graph_edges.valid_from, '') AS fits
              FROM graph_edges AS i WHERE i.id = :heir) AS h)
    WHERE id = :edge"""

BEFORE = """
    SELECT id, valid_until, valid_until_precision FROM graph_edge_versions
    WHERE edge_id = :edge AND expired_at IS NULL AND superseded_by IS NULL ORDER BY id DESC LIMIT 1"""

TWIN = """
    SELECT o.id FROM graph_edges AS e JOIN graph_edges AS o USING
        (space_id, source_entity_id, canonical_relation, target_entity_id)
    WHERE e.id = :edge AND o.id <> e.id AND o.expired_at IS NULL AND o.valid_until IS NULL
      AND o.id NOT IN (SELECT value FROM json_each(:edges))"""

REOPEN = """
    UPDATE graph_edges SET expired_at = NULL, expired_reason = NULL, superseded_by = NULL,
        valid_until = :until, valid_until_precision = :precision, live = (:until IS NULL OR :until > :now)
    WHERE id = :edge"""

LEFT_ALONE = """
    SELECT n.id FROM graph_entities AS n WHERE n.id IN (SELECT value FROM json_each(:touched))
      AND NOT EXISTS (SELECT 1 FROM graph_entity_mentions WHERE entity_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM graph_edges WHERE source_entity_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM graph_edges WHERE target_entity_id = n.id)"""

ALIAS_SOURCE = """
    UPDATE graph_entity_aliases SET message_id = (
        SELECT min(s.id) FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        WHERE m.entity_id = graph_entity_aliases.entity_id
          AND s.conversation_id <> :conversation AND instr(lower(s.text), lower(alias)) > 0)
    WHERE message_id IN (SELECT value FROM json_each(:messages))
      AND EXISTS (
        SELECT 1 FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        WHERE m.entity_id = graph_entity_aliases.entity_id
          AND s.conversation_id <> :conversation AND instr(lower(s.text), lower(alias)) > 0)"""

# The entity's own name is among its aliases and stays as long as the entity does.
ALIAS_GONE = """
    a.message_id IN (SELECT value FROM json_each(:messages))
    AND a.alias_name <> (SELECT canonical_name FROM graph_entities WHERE id = a.entity_id)"""

ALIAS_TEXT = """
    UPDATE graph_entities SET alias_text = (
        SELECT coalesce(group_concat(alias, ' '), '') FROM graph_entity_aliases AS a
        WHERE a.entity_id = graph_entities.id AND a.alias_name <> graph_entities.canonical_name)
    WHERE id IN (SELECT value FROM json_each(:losing))"""
