"""Forgetting: messages, conversations, facts or entities go, and with them everything that has no other source.

In: a DB-API connection inside a write transaction. Out: counts per table. What the person set by
hand stays unless it is named, and so does what another message also said. A fact that only a forgotten one had
replaced or ended is current again. The bytes leave the file with :func:`zeph.storage.care.scrubbing.scrub` afterwards.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from zeph.clock import Moment
from zeph.records.edge import Edge
from zeph.records.forgetting import Forgotten, Target
from zeph.records.message import Message
from zeph.storage.care import removal_sql as sql
from zeph.storage.care.block_cuts import cut_blocks
from zeph.storage.care.sentence_cuts import Shortened, shorten, shortened
from zeph.storage.care.tool_traces import cut_tool_traces
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.graph.edge_updates import take_back_update
from zeph.storage.graph.graph_rows import JOINS, NOW, to_edge
from zeph.storage.graph.summary_rows import note_due
from zeph.storage.messages.message_rows import MESSAGE, retitle, title_of, to_message
from zeph.storage.ports import Kind
from zeph.storage.ports.unspaced import bounded
from zeph.storage.search.match_strings import quoted
from zeph.storage.search.plain_search import lacks_index
from zeph.storage.vectors.item_vectors import drop_vectors, embedded_with
from zeph.storage.vectors.vec0_index import drop_strays

LEAST = 3
"""Characters of a text that is looked for in messages: shorter ones are in too many."""
CHAIN = 64
"""How far supersessions are followed."""
SAID = f"SELECT {MESSAGE} FROM messages m WHERE m.id IN {sql.LISTED} ORDER BY m.id"
FACTS = f"""SELECT {NOW} FROM graph_edges e {JOINS}
    WHERE e.id IN (SELECT value FROM json_each(:edges)) ORDER BY e.id"""


def forget(conn: Connection, space_id: int, target: Target, now: Moment, *, dry: bool = False) -> Forgotten:
    """What went; with ``dry`` what would go, and everything is as it was."""
    conn.execute("SAVEPOINT forgetting")
    job = Forgetting(conn, space_id, target, now)
    said = [to_message(row) for row in conn.execute(SAID, job.values)]
    facts = [to_edge(row) for row in conn.execute(FACTS, job.values)]
    mentioned = {int(row[0]) for row in conn.execute(sql.MENTIONED, job.values)}
    names = dict(conn.execute(sql.TOUCHED_NAMES, job.values))
    also = conn.execute(sql.TOUCHED_ALIASES, job.values).fetchall()
    written = dict(conn.execute(sql.WRITTEN_LINES, job.values).fetchall())
    job.run()
    blocks = cut_blocks(conn, space_id, target.block_sentences, target.blocks, job.counts)
    job.counts["tool_messages"] += cut_tool_traces(conn, space_id, target.traces)
    went = set(job.entities)
    meant = _meant(target, facts, names) & went
    texts = {fact.fact for fact in facts} | {name for i, name in [*names.items(), *also] if i in meant}
    cut = tuple((one.message, one.gone) for one in job.shortened)
    left = tuple(one.text for one in job.shortened)
    stay = tuple(_of_ids(conn, (mentioned - {m.id for m, _ in cut}) | holding(conn, space_id, texts)))
    if dry:
        conn.execute("ROLLBACK TO forgetting")
    conn.execute("RELEASE forgetting")
    entities = tuple(names[i] for i in job.entities if i in names)
    lines = tuple(text for i, text in written.items() if i in target.lines)
    texts |= {message.text for message in said} | {gone for _, gone in cut}
    kept = tuple(text for i, text in written.items() if i not in target.lines and _speaks_of(text, texts))
    return Forgotten(tuple(said), tuple(facts), entities, stay, job.gone, cut, lines, kept, blocks, left=left)


def _meant(target: Target, facts: Iterable[Edge], names: Mapping[int, str]) -> set[int]:
    """The entities that are named, by the person or in what the facts say."""
    told = " ".join(fact.fact for fact in facts)
    return {*target.entities, *(i for i in names if re.search(bounded(names[i]), told, re.IGNORECASE))}


def _of_ids(conn: Connection, ids: Iterable[int]) -> list[Message]:
    """The messages with these ids, in order."""
    return [to_message(row) for row in conn.execute(SAID, {"messages": as_json(sorted(ids))})]


def _speaks_of(line: str, texts: Iterable[str]) -> bool:
    """Whether a line holds one of the texts word for word, or is held by one."""
    return any(
        len(part) >= LEAST and re.search(bounded(part), whole, re.IGNORECASE)
        for text in texts
        for part, whole in ((text, line), (line.rstrip("."), text))
    )


def holding(conn: Connection, space_id: int, texts: Iterable[str]) -> set[int]:
    """Messages that hold one of the texts, word for word: nobody extracts what an assistant repeats."""
    found: set[int] = set()
    for text in texts:
        words = re.findall(r"\w+", text)
        if len(text) < LEAST or not words:
            continue
        if lacks_index(conn, "messages"):
            rows = conn.execute("SELECT id, text FROM messages WHERE space_id = ?", (space_id,))
        else:
            rows = conn.execute(
                """SELECT m.id, m.text FROM messages_fts AS f JOIN messages AS m ON m.id = f.rowid
                WHERE messages_fts MATCH ? AND m.space_id = ?""",
                (quoted(" ".join(words)), space_id),
            )
        whole = re.compile(bounded(text))
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
            "named_entities": as_json(target.entities), "lines": as_json(target.lines),
        }  # fmt: skip
        self.values["named_facts"] = as_json([row[0] for row in conn.execute(sql.SAID_ALONG, self.values)])
        self.shortened = self._shortened(target)
        self.messages = self._settle("messages", sql.DOOMED_MESSAGES)
        self.edges = self._settle("edges", f"{sql.ONLY_HERE} UNION {sql.NAMED_FACTS} ORDER BY 1")
        self.touched = self._settle("touched", sql.TOUCHED)
        self.entities: list[int] = []

    def _shortened(self, target: Target) -> list[Shortened]:
        """Messages that lose a sentence and stay; those of which nothing is left, and on which no fact that stays
        stands, are messages that go."""
        self.values["messages"] = as_json({cut.message_id for cut in target.cuts})
        stand = {row[0] for row in self.conn.execute(sql.STOOD_ON, self.values)}
        going = {row[0] for row in self.conn.execute(sql.DOOMED_MESSAGES, self.values)}
        said = (to_message(row) for row in self.conn.execute(SAID, self.values).fetchall())
        found = [shortened(message, target.cuts) for message in said if message.space_id == self.values["space"]]
        left = [one for one in found if one.cuts and one.message.id not in going]
        stay = [one for one in left if not one.empty or one.message.id in stand]
        empty = {one.message.id for one in left} - {one.message.id for one in stay}
        self.values["named_messages"] = as_json({*target.messages, *empty})
        return stay

    @property
    def gone(self) -> dict[str, int]:
        """Rows per table, without the tables that lost none."""
        return {table: count for table, count in self.counts.items() if count}

    def run(self) -> None:
        self._communities()
        self._do(sql.OUT_OF_THE_WAY)
        self._ends()
        self._updates()
        self._claims()
        self._revisions()
        self._supersessions()
        self._vectors("edge", self.edges)
        self._delete("graph_edge_versions", "edge_id IN (SELECT value FROM json_each(:edges))")
        self._delete("graph_edge_usage", "edge_id IN (SELECT value FROM json_each(:edges))")
        self._delete("graph_edge_mentions", f"edge_id IN (SELECT value FROM json_each(:edges)) OR {sql.OF_MESSAGES}")
        self._delete("profile_lines", sql.LINES_GONE)
        for one in self.shortened:
            shorten(self.conn, one, self.edges, self.touched)
        self._delete("graph_edges", "id IN (SELECT value FROM json_each(:edges))")
        self._entities()
        self._aliases()
        self._relations()
        self._said()
        drop_strays(self.conn)

    # ------------------------------------------------------------ plumbing

    def _settle(self, name: str, statement: str) -> list[int]:
        """The ids that ``statement`` finds; later statements know them as the JSON array ``:name``."""
        ids = [int(row[0]) for row in self.conn.execute(statement, self.values)]
        self.values[name] = as_json(ids)
        return ids

    def _delete(self, table: str, where: str) -> None:
        cursor = self.conn.execute(f"DELETE FROM {table} WHERE {where}", self.values)
        self.counts[table] += cursor.rowcount

    def _do(self, statement: str, **more: object) -> None:
        self.conn.execute(statement, {**self.values, **more})

    def _vectors(self, kind: Kind, ids: Iterable[int]) -> None:
        """Vectors and, where this connection can, their place in the index (which also zeroes it there)."""
        self.counts["embeddings"] += drop_vectors(self.conn, kind, list(ids))

    # ------------------------------------------------------------ the parts

    def _communities(self) -> None:
        """Names and summaries may quote what goes: the next refresh finds and names these groups anew."""
        ids = self._settle("communities", sql.COMMUNITIES)
        self._vectors("community", ids)
        self._delete("graph_community_members", "community_id IN (SELECT value FROM json_each(:communities))")
        self._delete("graph_communities", "id IN (SELECT value FROM json_each(:communities))")

    def _ends(self) -> None:
        """A fact that only a forgotten message called over is as it was; a later change of it stands."""
        for edge, before, when in self.conn.execute(sql.ENDED_HERE, self.values).fetchall():
            image = json.loads(before)
            self._do("DELETE FROM graph_edge_versions WHERE edge_id = :edge AND known_until >= :at", edge=edge, at=when)
            self._do(
                sql.REOPEN_AS, edge=edge, until=image["valid_until"], precision=image["valid_until_precision"],
                expired=image["expired_at"], reason=image["expired_reason"],
            )  # fmt: skip
            self.counts["reopened"] += 1

    def _updates(self) -> None:
        """A fact whose present form only a forgotten message told has the form before it."""
        for revision, edge, before, when in self.conn.execute(sql.UPDATED_HERE, self.values).fetchall():
            take_back_update(self.conn, revision, edge, before, when)
            self._vectors("edge", [edge])

    def _claims(self) -> None:
        """What was read in these messages, and the words of what was read of these facts elsewhere."""
        self._delete("graph_claim_edges", f"claim_id IN (SELECT id FROM graph_claims WHERE {sql.OF_MESSAGES})")
        self._delete("graph_claims", sql.OF_MESSAGES)
        self._settle("quoting", sql.CLAIMS_QUOTING)
        self._do(sql.BLANK_CLAIMS)
        self._delete("graph_claim_edges", "edge_id IN (SELECT value FROM json_each(:edges))")

    def _revisions(self) -> None:
        # Undone stays undone: a revision whose undoing goes points at itself.
        self._do(f"UPDATE graph_revisions SET undone_by = id WHERE undone_by IN ({sql.REVISIONS})")
        self._delete("graph_revision_items", f"revision_id IN ({sql.REVISIONS})")
        self._delete("graph_revisions", sql.OF_MESSAGES)
        self._items("edge", "edges")

    def _items(self, kind: str, name: str) -> None:
        """Before-images of rows that go; reasons may quote them, and a revision without items says nothing."""
        where = f"item_kind = '{kind}' AND item_id IN (SELECT value FROM json_each(:{name}))"
        self._settle("hit", f"SELECT DISTINCT revision_id FROM graph_revision_items WHERE {where}")
        self._delete("graph_revision_items", where)
        self._do("UPDATE graph_revisions SET reason = '' WHERE id IN (SELECT value FROM json_each(:hit))")
        self._settle("empty", sql.EMPTY_REVISIONS)
        self._do("""UPDATE graph_revisions SET undone_by = id
                    WHERE undone_by IN (SELECT value FROM json_each(:empty))""")
        self._delete("graph_revisions", "id IN (SELECT value FROM json_each(:empty))")

    def _supersessions(self) -> None:
        for edge in self._settle("orphans", sql.ORPHANS):
            self._repair(edge)
        self._do("""UPDATE graph_edge_versions SET superseded_by = NULL
                    WHERE superseded_by IN (SELECT value FROM json_each(:edges))""")

    def _repair(self, edge: int) -> None:
        heir = self._heir(edge)
        if heir is not None:
            self._do(sql.INHERIT, edge=edge, heir=heir)
            self._do("UPDATE graph_edges SET supersedes_id = :edge WHERE id = :heir", edge=edge, heir=heir)
            return
        self._reopen(edge)

    def _heir(self, edge: int) -> int | None:
        """Who replaced the replacement, if that one stays."""
        gone, at = set(self.edges), edge
        for _ in range(CHAIN):
            statement = "SELECT superseded_by FROM graph_edges WHERE id = :id"
            successor = self.conn.execute(statement, {"id": at}).fetchone()[0]
            if successor is None or successor not in gone:
                return None if successor == edge else successor
            at = successor
        return None

    def _reopen(self, edge: int) -> None:
        """As it was before it was superseded; where the same fact has since been opened again, that one stands."""
        before = self.conn.execute(sql.BEFORE, {"edge": edge}).fetchone() or (None, None, None)
        version, until, precision = before
        twin = None if until else self.conn.execute(sql.TWIN, {**self.values, "edge": edge}).fetchone()
        if twin:
            self._do("UPDATE graph_edges SET superseded_by = :twin WHERE id = :edge", twin=twin[0], edge=edge)
            return
        self._do(sql.REOPEN, edge=edge, until=until, precision=precision)
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
        self._delete("graph_entity_mentions", f"{sql.OF_MESSAGES} OR {named}")
        self.entities = self._settle("entities", sql.LEFT_ALONE)
        # No source is kept for a summary or a vector, so what these messages may have given is given up.
        self._vectors("entity", self.touched)
        self._do("""UPDATE graph_entities SET summary = '' WHERE summary <> ''
                    AND id IN (SELECT value FROM json_each(:touched))""")
        note_due(self.conn, self.values["space"], self.touched)
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
        self._settle("hit", sql.MERGES_OF_NAMED)
        self._delete("graph_revision_items", "revision_id IN (SELECT value FROM json_each(:hit))")
        self._do("UPDATE graph_revisions SET undone_by = id WHERE undone_by IN (SELECT value FROM json_each(:hit))")
        self._delete("graph_revisions", "id IN (SELECT value FROM json_each(:hit))")

    def _aliases(self) -> None:
        """Other names learned here; one that a remaining message also says is now that message's."""
        self._do(sql.ALIAS_SOURCE)
        self._own_names()
        losing = self._settle(
            "losing", f"SELECT DISTINCT entity_id FROM graph_entity_aliases AS a WHERE {sql.ALIAS_GONE}"
        )
        self._settle("aliases", f"SELECT id FROM graph_entity_aliases AS a WHERE {sql.ALIAS_GONE}")
        self._items("alias", "aliases")
        self._delete("graph_entity_aliases", "id IN (SELECT value FROM json_each(:aliases))")
        if losing:
            self._do(sql.ALIAS_TEXT)

    def _own_names(self) -> None:
        """What is still spoken of, but only as "my dog", loses the name that nobody says any more."""
        for entity, alias in self.conn.execute(sql.NAME_GONE, self.values).fetchall():
            self._do(
                """UPDATE graph_entities SET (name, canonical_name) = (
                    SELECT alias, alias_name FROM graph_entity_aliases WHERE id = :alias
                    UNION ALL SELECT :nameless, lower(:nameless) || ' ' || :entity WHERE :alias IS NULL)
                WHERE id = :entity""",
                alias=alias, entity=entity, nameless=sql.NAMELESS,
            )  # fmt: skip

    def _relations(self) -> None:
        self._delete(
            "graph_relations",
            f"""{sql.OF_MESSAGES} AND NOT EXISTS (SELECT 1 FROM graph_edges AS e
                WHERE e.space_id = graph_relations.space_id AND e.relation = graph_relations.relation)""",
        )

    def _said(self) -> None:
        self._vectors("message", embedded_with(self.conn, list(self.messages)))
        self._vectors("passage", self._settle("passages", f"SELECT id FROM message_passages WHERE {sql.OF_MESSAGES}"))
        self._delete("message_passages", sql.OF_MESSAGES)
        self._delete("message_dates", sql.OF_MESSAGES)
        self._delete("graph_ledger", sql.OF_MESSAGES)
        self._do(sql.EPISODES_LEFT)
        quoted = self.conn.execute(sql.TITLES, self.values).fetchall()
        titled = sorted({talk for talk, title, text in quoted if title == title_of(text)})
        for table in ("graph_episodes", "leases"):
            self._delete(table, "conversation_id IN (SELECT value FROM json_each(:conversations))")
        self._delete("messages", f"id IN {sql.LISTED}")
        self.counts["cut_messages"] += len(self.shortened)
        self._delete("conversations", "id IN (SELECT value FROM json_each(:conversations))")
        for talk in titled:
            retitle(self.conn, talk)
