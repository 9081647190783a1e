"""Forgetting: messages, conversations, facts or entities go, and with them everything that has no other source.

In: a DB-API connection inside a write transaction. Out: counts per table. What the person set by
hand stays unless it is named, and so does what another message also said. A fact that only a forgotten one had
replaced or ended is current again. The bytes leave the file with :func:`zeph.storage.care.health.scrub` afterwards.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from zeph.clock import Moment
from zeph.records.forgetting import Forgotten, Target
from zeph.storage.engine.driver import Connection
from zeph.storage.graph.read import JOINS, NOW, to_edge
from zeph.storage.messages.messages import MESSAGE, retitle, title_of, to_message
from zeph.storage.ports import Kind
from zeph.storage.search.full_text import as_json
from zeph.storage.vectors.embeddings import drop_vectors

LEAST = 3
"""Characters of a text that is looked for in messages: shorter ones are in too many."""
CHAIN = 64
"""How far supersessions are followed."""
LISTED = "(SELECT value FROM json_each(:messages))"


def forget(conn: Connection, space_id: int, target: Target, now: Moment, *, dry: bool = False) -> Forgotten:
    """What went; with ``dry`` what would go, and everything is as it was."""
    conn.execute("SAVEPOINT forgetting")
    job = Forgetting(conn, space_id, target, now)
    said = [to_message(row) for row in conn.execute(f"SELECT {MESSAGE} FROM messages m WHERE m.id IN {LISTED} ORDER BY m.id", job.values)]  # fmt: skip
    facts = [to_edge(row) for row in conn.execute(f"SELECT {NOW} FROM graph_edges e {JOINS} WHERE e.id IN (SELECT value FROM json_each(:edges)) ORDER BY e.id", job.values)]  # fmt: skip
    mentioned = {row[0] for row in conn.execute(MENTIONED, job.values)}
    names = dict(conn.execute("SELECT id, name FROM graph_entities WHERE id IN (SELECT value FROM json_each(:touched))", job.values))  # fmt: skip
    also = conn.execute("SELECT entity_id, alias FROM graph_entity_aliases WHERE entity_id IN (SELECT value FROM json_each(:touched))", job.values).fetchall()  # fmt: skip
    job.run()
    went = set(job.entities)
    texts = {fact.fact for fact in facts} | {name for i, name in [*names.items(), *also] if i in went}
    mentioned |= holding(conn, space_id, texts)
    if dry:
        conn.execute("ROLLBACK TO forgetting")
    conn.execute("RELEASE forgetting")
    entities = tuple(names[i] for i in job.entities if i in names)
    return Forgotten(tuple(said), tuple(facts), entities, tuple(sorted(mentioned)), job.gone)


def holding(conn: Connection, space_id: int, texts: Iterable[str]) -> set[int]:
    """Messages that hold one of the texts, word for word: nobody extracts what an assistant repeats."""
    found: set[int] = set()
    for text in texts:
        words = re.findall(r"\w+", text)
        if len(text) < LEAST or not words:
            continue
        rows = conn.execute(
            """SELECT m.id, m.text FROM messages_fts AS f JOIN messages AS m ON m.id = f.rowid
            WHERE messages_fts MATCH ? AND m.space_id = ?""",
            (f'"{" ".join(words)}"', space_id),
        )
        whole = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        found.update(i for i, said in rows if whole.search(said))
    return found


class Forgetting:
    """One removal: first it is settled what goes, then it goes."""

    def __init__(self, conn: Connection, space_id: int, target: Target, now: Moment) -> None:
        self.conn = conn
        self.counts: Counter[str] = Counter()
        self.values: dict[str, Any] = {
            "space": space_id, "now": now, "named_messages": as_json(target.messages),
            "conversations": as_json(target.conversations), "named_facts": as_json(target.facts),
            "named_entities": as_json(target.entities),
        }  # fmt: skip
        self.messages = self._settle("messages", DOOMED_MESSAGES)
        self.edges = self._settle("edges", f"{ONLY_HERE} UNION {NAMED_FACTS} ORDER BY 1")
        self.touched = self._settle("touched", TOUCHED)
        self.entities: list[int] = []

    @property
    def gone(self) -> dict[str, int]:
        """Rows per table, without the tables that lost none."""
        return {table: count for table, count in self.counts.items() if count}

    def run(self) -> None:
        self._communities()
        self._do(OUT_OF_THE_WAY)
        self._ends()
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
        self._said()

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

    def _ends(self) -> None:
        """A fact that only a forgotten message called over is as it was; a later change of it stands."""
        for edge, before, when in self.conn.execute(ENDED_HERE, self.values).fetchall():
            image = json.loads(before)
            self._do("DELETE FROM graph_edge_versions WHERE edge_id = :edge AND known_until >= :at", edge=edge, at=when)
            self._do(
                REOPEN_AS, edge=edge, until=image["valid_until"], precision=image["valid_until_precision"],
                expired=image["expired_at"], reason=image["expired_reason"],
            )  # fmt: skip
            self.counts["reopened"] += 1

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
        named = "entity_id IN (SELECT value FROM json_each(:named_entities))"
        self._delete("graph_entity_mentions", f"{OF_MESSAGES} OR {named}")
        self.entities = self._settle("entities", LEFT_ALONE)
        # No source is kept for a summary or a vector, so what these messages may have given is given up.
        self._vectors("entity", self.touched)
        self._do("""UPDATE graph_entities SET summary = '' WHERE summary <> ''
                    AND id IN (SELECT value FROM json_each(:touched))""")
        self._merges_of_named()
        self._items("entity", "entities")
        for table, column in (
            ("graph_entity_aliases", "entity_id"),
            ("graph_entity_stats", "entity_id"),
            ("graph_episode_entities", "entity_id"),
            ("graph_entities", "id"),
        ):
            self._delete(table, f"{column} IN (SELECT value FROM json_each(:entities))")

    def _merges_of_named(self) -> None:
        """Merges and splits of a named entity hold the other one's image, with its name: they go whole."""
        self._settle("hit", MERGES_OF_NAMED)
        self._delete("graph_revision_items", "revision_id IN (SELECT value FROM json_each(:hit))")
        self._do("UPDATE graph_revisions SET undone_by = id WHERE undone_by IN (SELECT value FROM json_each(:hit))")
        self._delete("graph_revisions", "id IN (SELECT value FROM json_each(:hit))")

    def _aliases(self) -> None:
        """Other names learned here; one that a remaining message also says is now that message's."""
        self._do(ALIAS_SOURCE)
        self._own_names()
        losing = self._settle("losing", f"SELECT DISTINCT entity_id FROM graph_entity_aliases AS a WHERE {ALIAS_GONE}")
        self._settle("aliases", f"SELECT id FROM graph_entity_aliases AS a WHERE {ALIAS_GONE}")
        self._items("alias", "aliases")
        self._delete("graph_entity_aliases", "id IN (SELECT value FROM json_each(:aliases))")
        if losing:
            self._do(ALIAS_TEXT)

    def _own_names(self) -> None:
        """What is still spoken of, but only as "my dog", loses the name that nobody says any more."""
        for entity, alias in self.conn.execute(NAME_GONE, self.values).fetchall():
            self._do(
                """UPDATE graph_entities SET (name, canonical_name) = (
                    SELECT alias, alias_name FROM graph_entity_aliases WHERE id = :alias
                    UNION ALL SELECT :nameless, lower(:nameless) || ' ' || :entity WHERE :alias IS NULL)
                WHERE id = :entity""",
                alias=alias, entity=entity, nameless=NAMELESS,
            )  # fmt: skip

    def _relations(self) -> None:
        self._delete(
            "graph_relations",
            f"""{OF_MESSAGES} AND NOT EXISTS (SELECT 1 FROM graph_edges AS e
                WHERE e.space_id = graph_relations.space_id AND e.relation = graph_relations.relation)""",
        )

    def _said(self) -> None:
        self._vectors("message", self.messages)
        self._delete("graph_ledger", OF_MESSAGES)
        self._do(EPISODES_LEFT)
        quoted = self.conn.execute(TITLES, self.values).fetchall()
        titled = sorted({talk for talk, title, text in quoted if title == title_of(text)})
        for table in ("graph_episodes", "leases"):
            self._delete(table, "conversation_id IN (SELECT value FROM json_each(:conversations))")
        self._delete("messages", f"id IN {LISTED}")
        self._delete("conversations", "id IN (SELECT value FROM json_each(:conversations))")
        for talk in titled:
            retitle(self.conn, talk)


OF_MESSAGES = "message_id IN (SELECT value FROM json_each(:messages))"
REVISIONS = f"SELECT id FROM graph_revisions WHERE {OF_MESSAGES}"

DOOMED_MESSAGES = """
    SELECT id FROM messages WHERE space_id = :space AND (
        id IN (SELECT value FROM json_each(:named_messages))
        OR conversation_id IN (SELECT value FROM json_each(:conversations))) ORDER BY id"""

ONLY_HERE = f"""
    SELECT DISTINCT m.edge_id FROM graph_edge_mentions AS m JOIN graph_edges AS e ON e.id = m.edge_id
    WHERE m.message_id IN {LISTED} AND e.origin <> 'person'
      AND NOT EXISTS (SELECT 1 FROM graph_edge_mentions AS o
                      WHERE o.edge_id = m.edge_id AND o.message_id NOT IN {LISTED})"""

# By number, or by an entity at either end.
NAMED_FACTS = """
    SELECT id FROM graph_edges WHERE space_id = :space AND (
        id IN (SELECT value FROM json_each(:named_facts))
        OR source_entity_id IN (SELECT value FROM json_each(:named_entities))
        OR target_entity_id IN (SELECT value FROM json_each(:named_entities)))"""

# Ends that only these messages stated, where nothing has changed the fact since.
ENDED_HERE = f"""
    SELECT i.item_id, i.before, r.created_at FROM graph_revisions AS r JOIN graph_revision_items AS i ON i.revision_id = r.id
    JOIN graph_edges AS e ON e.id = i.item_id
    WHERE r.kind = 'end' AND r.undone_by IS NULL AND r.message_id IN {LISTED} AND i.item_kind = 'edge' AND i.before <> ''
      AND i.item_id NOT IN (SELECT value FROM json_each(:edges)) AND e.superseded_by IS NULL
      AND NOT EXISTS (SELECT 1 FROM graph_revision_items AS l
                      WHERE l.item_kind = 'edge' AND l.item_id = i.item_id AND l.revision_id > r.id)"""

# Messages that stay and speak of a named entity, or said a named fact.
MENTIONED = f"""
    SELECT message_id FROM graph_entity_mentions
    WHERE entity_id IN (SELECT value FROM json_each(:named_entities)) AND message_id NOT IN {LISTED}
    UNION SELECT message_id FROM graph_edge_mentions
    WHERE edge_id IN (SELECT value FROM json_each(:edges)) AND message_id NOT IN {LISTED}"""

# A title quotes the first thing that was said.
TITLES = f"""
    SELECT m.conversation_id, c.title, substr(m.text, 1, 400) FROM messages AS m
    JOIN conversations AS c ON c.id = m.conversation_id WHERE m.id IN {LISTED} AND m.role = 'user'"""

REOPEN_AS = """
    UPDATE graph_edges SET expired_at = :expired, expired_reason = :reason, valid_until = :until,
        valid_until_precision = :precision, live = (:expired IS NULL AND coalesce(:until, '9999') > :now)
    WHERE id = :edge AND NOT EXISTS (
        SELECT 1 FROM graph_edges AS o WHERE o.id <> graph_edges.id AND o.space_id = graph_edges.space_id
          AND o.source_entity_id = graph_edges.source_entity_id AND o.target_entity_id = graph_edges.target_entity_id
          AND o.canonical_relation = graph_edges.canonical_relation AND o.expired_at IS NULL AND o.valid_until IS NULL)"""

# An entity stays in a conversation that still has a message about it.
EPISODES_LEFT = f"""
    DELETE FROM graph_episode_entities WHERE episode_id IN (
        SELECT p.id FROM graph_episodes AS p JOIN messages AS m ON m.conversation_id = p.conversation_id
        WHERE m.id IN {LISTED})
    AND NOT EXISTS (
        SELECT 1 FROM graph_entity_mentions AS g JOIN messages AS m ON m.id = g.message_id
        JOIN graph_episodes AS p ON p.conversation_id = m.conversation_id
        WHERE p.id = graph_episode_entities.episode_id AND g.entity_id = graph_episode_entities.entity_id
          AND m.id NOT IN {LISTED})"""

# Entities that these messages spoke of, and the ends of the facts that go.
TOUCHED = """
    SELECT entity_id FROM graph_entity_mentions WHERE message_id IN (SELECT value FROM json_each(:messages))
    UNION SELECT source_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(:edges))
    UNION SELECT target_entity_id FROM graph_edges WHERE id IN (SELECT value FROM json_each(:edges))
    UNION SELECT value FROM json_each(:named_entities)"""

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

# What comes back must not find the same fact open that is about to go.
OUT_OF_THE_WAY = """
    UPDATE graph_edges SET expired_at = :now, live = 0
    WHERE id IN (SELECT value FROM json_each(:edges)) AND expired_at IS NULL"""

REOPEN = """
    UPDATE graph_edges SET expired_at = NULL, expired_reason = NULL, superseded_by = NULL,
        valid_until = :until, valid_until_precision = :precision, live = (:until IS NULL OR :until > :now)
    WHERE id = :edge"""

# Those that are named go; others where nothing speaks of them any more.
LEFT_ALONE = """
    SELECT value FROM json_each(:named_entities) UNION
    SELECT n.id FROM graph_entities AS n WHERE n.id IN (SELECT value FROM json_each(:touched))
      AND NOT EXISTS (SELECT 1 FROM graph_entity_mentions WHERE entity_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM graph_edges WHERE source_entity_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM graph_edges WHERE target_entity_id = n.id)"""

MERGES_OF_NAMED = """
    SELECT DISTINCT r.id FROM graph_revisions AS r JOIN graph_revision_items AS i ON i.revision_id = r.id
    WHERE i.item_kind = 'entity' AND i.item_id IN (SELECT value FROM json_each(:named_entities))"""

ALIAS_SOURCE = """
    UPDATE graph_entity_aliases SET message_id = (
        SELECT min(s.id) FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        WHERE m.entity_id = graph_entity_aliases.entity_id
          AND s.id NOT IN (SELECT value FROM json_each(:messages)) AND instr(lower(s.text), lower(alias)) > 0)
    WHERE message_id IN (SELECT value FROM json_each(:messages))
      AND EXISTS (
        SELECT 1 FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        WHERE m.entity_id = graph_entity_aliases.entity_id
          AND s.id NOT IN (SELECT value FROM json_each(:messages)) AND instr(lower(s.text), lower(alias)) > 0)"""

# The entity's own name is among its aliases and stays as long as the entity does.
ALIAS_GONE = """
    a.message_id IN (SELECT value FROM json_each(:messages))
    AND a.alias_name <> (SELECT canonical_name FROM graph_entities WHERE id = a.entity_id)"""

NAMELESS = "Forgotten name"
# Its name came from here, and neither a message nor a fact that is left says it; with the alias before that, if any.
NAME_GONE = """
    SELECT n.id, (SELECT b.id FROM graph_entity_aliases AS b WHERE b.entity_id = n.id AND b.id < a.id
        AND b.message_id NOT IN (SELECT value FROM json_each(:messages))
        AND NOT EXISTS (SELECT 1 FROM graph_entities AS o
            WHERE o.space_id = n.space_id AND o.canonical_name = b.alias_name AND o.id <> n.id) ORDER BY b.id LIMIT 1)
    FROM graph_entities AS n JOIN graph_entity_aliases AS a ON a.entity_id = n.id AND a.alias_name = n.canonical_name
    WHERE n.id IN (SELECT value FROM json_each(:touched)) AND a.message_id IN (SELECT value FROM json_each(:messages))
      AND lower(n.name) NOT IN ('user', 'assistant')
      AND NOT EXISTS (SELECT 1 FROM messages AS p WHERE p.space_id = n.space_id AND lower(p.speaker) = lower(n.name))
      AND NOT EXISTS (
        SELECT 1 FROM graph_entity_mentions AS m JOIN messages AS s ON s.id = m.message_id
        JOIN graph_entity_aliases AS other ON other.entity_id = n.id
        WHERE m.entity_id = n.id AND s.id NOT IN (SELECT value FROM json_each(:messages))
          AND instr(lower(s.text), lower(other.alias)) > 0)
      AND 0 = (SELECT max(instr(lower(e.fact), lower(n.name))) FROM graph_edges AS e
        WHERE e.source_entity_id = n.id OR e.target_entity_id = n.id)"""

ALIAS_TEXT = """
    UPDATE graph_entities SET alias_text = (
        SELECT coalesce(group_concat(alias, ' '), '') FROM graph_entity_aliases AS a
        WHERE a.entity_id = graph_entities.id AND a.alias_name <> graph_entities.canonical_name)
    WHERE id IN (SELECT value FROM json_each(:losing))"""
