"""Carries out a plan: one message's changes of the graph, inside one open transaction.

In: the plan, decided above on the rows as they now are. Out: the receipt and the texts to embed.
Nothing is deleted; before an edge's validity, fact or confidence changes, its form becomes a version,
and each change has a revision with the row as it was.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from zeph.clock import Moment
from zeph.records.entity import Origin
from zeph.records.message import Message
from zeph.records.plan import (
    CloseEdge,
    EpisodeRow,
    NewEdge,
    NewEntity,
    Plan,
    Ref,
    Reinforce,
    ReopenEdge,
    SeenEntity,
    Suspect,
    UpdateEdge,
)
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import remember_time, system_time
from zeph.storage.graph.claim_rows import write_claims
from zeph.storage.graph.community_rows import assign_new
from zeph.storage.graph.edge_updates import doubt_edge, told_closed, update_edge
from zeph.storage.graph.keep_remembered import keep_remembered
from zeph.storage.graph.plan_receipt import Closed, receipt_of, shown_date
from zeph.storage.messages import ledger_entry
from zeph.storage.ports import Committed
from zeph.storage.ports.unspaced import indexed_fact
from zeph.storage.vectors.item_vectors import drop_vectors

VERSIONED = (
    "relation, canonical_relation, fact, edge_type, confidence, valid_from, valid_from_precision, valid_from_stated,"
    " valid_until, valid_until_precision, expired_at, expired_reason, superseded_by, qualifiers"
)


def carry_out(conn: Connection, message: Message, plan: Plan, now: Moment) -> Committed:
    """Writes one message's plan; what is new joins the community of most of its neighbours."""
    writer = PlanWriter(conn, message, plan, now)
    done = writer.run()
    assign_new(conn, message.space_id, writer.new_entity_ids)
    return done


class PlanWriter:
    """Carries out one plan for one message; ``refs`` grows as rows get their ids."""

    def __init__(self, conn: Connection, message: Message, plan: Plan, now: Moment) -> None:
        self.conn = conn
        self.message = message
        self.plan = plan
        self.now = system_time(conn, now)
        self.refs: dict[Ref, int] = {}
        self.revisions: list[int] = []
        self._revised: dict[int, int] = {}
        """Edge to the revision by which it was changed."""

    def run(self) -> Committed:
        plan = self.plan
        for entity in plan.new_entities:
            self._new_entity(entity)
        for seen in plan.seen_entities:
            self._seen_entity(seen)
        self._aliases()
        for suspect in plan.suspects:  # before what makes them doubtful: that is what is undone first
            self._suspect(suspect)
        closed = [self._close(close) for close in plan.closes]
        closed = [
            one._replace(fact=told_closed(self.conn, self._id(close.edge), one.fact))
            for close, one in zip(plan.closes, closed, strict=True)
        ]
        changed = [self._reopen(reopen) for reopen in plan.reopens]
        for edge in plan.new_edges:
            self._new_edge(edge)
        self._point_to_successors()
        reinforced = [self._reinforce(r) for r in plan.reinforced]
        changed += [
            f"{fact}, since {shown_date(r.valid_from, r.valid_from_precision)}"
            for r, fact in zip(plan.reinforced, reinforced, strict=True)
            if r.valid_from and r.stated
        ]
        changed += [shown for shown in map(self._update, plan.updates) if shown]
        self._reviews()
        self._mentions()
        write_claims(self.conn, self.message, plan.claims, self._id, self._revised, self.now)
        self._relations_and_ledger()
        remember_time(self.conn, self.message.space_id, self.now)
        kept = keep_remembered(self.conn, self.message, self.plan, self._id, self.now)
        return self._committed(closed, reinforced, changed, kept)

    @property
    def new_entity_ids(self) -> list[int]:
        return [self.refs[e.ref] for e in self.plan.new_entities]

    def _id(self, ref: Ref) -> int:
        return ref if ref > 0 else self.refs[ref]

    # ------------------------------------------------------------ entities

    def _new_entity(self, entity: NewEntity) -> None:
        row = self.conn.execute(
            """INSERT INTO graph_entities (space_id, name, canonical_name, entity_type, summary, alias_text,
                first_seen_at, last_seen_at, created_at)
            VALUES (:space, :name, :canonical, :type, :summary, name_index(:name, ''), :sent_at, :sent_at, :now)
            ON CONFLICT (space_id, canonical_name, entity_type) DO UPDATE SET name = excluded.name
            RETURNING id""",
            {
                "space": self.message.space_id,
                "name": entity.name,
                "canonical": entity.canonical_name,
                "type": entity.entity_type,
                "summary": entity.summary,
                "sent_at": self.message.sent_at,
                "now": self.now,
            },
        ).fetchone()
        self.refs[entity.ref] = row[0]
        self._add_alias(row[0], entity.name, entity.canonical_name, entity.entity_type)

    def _seen_entity(self, seen: SeenEntity) -> None:
        self.conn.execute(
            """UPDATE graph_entities SET name = :name,
                canonical_name = coalesce(nullif(:canonical, ''), canonical_name),
                summary = CASE WHEN summary = '' THEN :summary ELSE summary END,
                first_seen_at = min(first_seen_at, :sent_at), last_seen_at = max(last_seen_at, :sent_at)
            WHERE id = :id""",
            {
                "id": self._id(seen.ref),
                "name": seen.name,
                "canonical": seen.canonical_name,
                "summary": seen.summary,
                "sent_at": self.message.sent_at,
            },
        )

    def _aliases(self) -> None:
        for alias in self.plan.aliases:
            entity_id = self._id(alias.entity)
            self._add_alias(entity_id, alias.alias, alias.alias_name, alias.entity_type)
            self.conn.execute(
                """UPDATE graph_entities SET alias_text = name_index(name,
                    (SELECT coalesce(group_concat(alias, ' '), '') FROM graph_entity_aliases a
                     WHERE a.entity_id = :id AND a.alias_name <> graph_entities.canonical_name)) WHERE id = :id""",
                {"id": entity_id},
            )

    def _add_alias(self, entity_id: int, alias: str, alias_name: str, entity_type: str) -> None:
        self.conn.execute(
            """INSERT INTO graph_entity_aliases (space_id, entity_id, alias, alias_name, entity_type, message_id,
                created_at)
            VALUES (:space, :entity, :alias, :name, :type, :message, :now) ON CONFLICT DO NOTHING""",
            {
                "space": self.message.space_id,
                "entity": entity_id,
                "alias": alias,
                "name": alias_name,
                "type": entity_type,
                "message": self.message.id,
                "now": self.now,
            },
        )

    # ------------------------------------------------------------ edges

    def _new_edge(self, edge: NewEdge) -> None:
        expired = self.now if edge.expired else None
        row = self.conn.execute(
            """INSERT INTO graph_edges (space_id, source_entity_id, target_entity_id, relation, canonical_relation,
                fact, indexed_text, edge_type, confidence, origin, valid_from, valid_from_precision, valid_from_stated,
                valid_until, valid_until_precision, created_at, expired_at, expired_reason, supersedes_id, live,
                qualifiers)
            VALUES (:space, :source, :target, :relation, :canonical, :fact, :indexed, :type, :confidence, :origin,
                :from, :from_precision, :stated, :until, :until_precision, :now, :expired, :reason, :supersedes, :live,
                :qualifiers)
            RETURNING id""",
            {
                "space": self.message.space_id,
                "source": self._id(edge.source),
                "target": self._id(edge.target),
                "relation": edge.relation,
                "canonical": edge.canonical_relation,
                "fact": edge.fact,
                "indexed": indexed_fact(edge.fact, edge.indexed_text),
                "type": edge.edge_type,
                "confidence": edge.confidence,
                "origin": edge.origin,
                "from": edge.valid_from,
                "from_precision": edge.valid_from_precision,
                "stated": edge.valid_from_stated,
                "until": edge.valid_until,
                "until_precision": edge.valid_until_precision,
                "now": self.now,
                "expired": expired,
                "reason": edge.expired,
                "supersedes": edge.supersedes and self._id(edge.supersedes),
                "qualifiers": edge.qualifiers,
                "live": int(not expired and (edge.valid_until is None or edge.valid_until > self.now)),
            },
        ).fetchone()
        self.refs[edge.ref] = row[0]

    def _close(self, close: CloseEdge) -> Closed:
        """What was closed; an edge made by this plan is never closed by it."""
        edge_id = self._id(close.edge)
        before = self._row(edge_id)
        keep_version(self.conn, edge_id, self.now)
        self.conn.execute(
            """UPDATE graph_edges SET valid_from = iif(:start_unknown, NULL, valid_from),
                valid_from_precision = iif(:start_unknown, NULL, valid_from_precision),
                valid_until = coalesce(:until, valid_until),
                valid_until_precision = coalesce(:precision, valid_until_precision),
                expired_at = CASE WHEN :reason IS NULL THEN expired_at ELSE :now END,
                expired_reason = coalesce(:reason, expired_reason),
                live = (:reason IS NULL AND coalesce(:until, valid_until, '9999') > :now)
            WHERE id = :id""",
            {
                "id": edge_id,
                "until": close.valid_until,
                "precision": close.valid_until_precision,
                "reason": close.expired,
                "start_unknown": close.start_unknown,
                "now": self.now,
            },
        )
        self._revision(close.kind, close.reason, [(edge_id, before)])
        return Closed(close.kind, str(before["fact"]), (before["valid_from"] or "") <= self.now)

    def _reopen(self, reopen: ReopenEdge) -> str:
        edge_id = self._id(reopen.edge)
        before = self._row(edge_id)
        keep_version(self.conn, edge_id, self.now)
        self.conn.execute(
            """UPDATE graph_edges SET (valid_until, valid_until_precision) = (
                    SELECT valid_until, valid_until_precision FROM graph_edge_versions
                    WHERE edge_id = :id AND (valid_until IS NULL OR valid_until <> graph_edges.valid_until)
                    ORDER BY known_from DESC LIMIT 1),
                superseded_by = NULL, expired_at = NULL, expired_reason = NULL, live = 1
            WHERE id = :id AND coalesce(expired_reason, '') IN ('', 'superseded', 'retracted')""",
            {"id": edge_id},
        )
        self._revision("edit", reopen.reason, [(edge_id, before)])
        return f"{before['fact']}, which goes on"

    def _point_to_successors(self) -> None:
        olds = [(c.edge, c.superseded_by) for c in self.plan.closes]
        olds += [(e.ref, e.superseded_by) for e in self.plan.new_edges]
        for old, successor in olds:
            if successor is not None:
                self.conn.execute(
                    "UPDATE graph_edges SET superseded_by = :by WHERE id = :id",
                    {"by": self._id(successor), "id": self._id(old)},
                )

    def _reinforce(self, change: Reinforce) -> str:
        edge_id = self._id(change.edge)
        before = self._row(edge_id)
        if change.confidence > before["confidence"] or change.valid_from is not None:
            keep_version(self.conn, edge_id, self.now)
            self.conn.execute(
                """UPDATE graph_edges SET confidence = max(confidence, :confidence),
                    valid_from = coalesce(:from, valid_from),
                    valid_from_precision = coalesce(:precision, valid_from_precision),
                    valid_from_stated = max(valid_from_stated, :stated) WHERE id = :id""",
                {
                    "id": edge_id,
                    "confidence": change.confidence,
                    "from": change.valid_from,
                    "precision": change.valid_from_precision,
                    "stated": change.stated,
                },
            )
        return str(before["fact"])

    def _update(self, update: UpdateEdge) -> str:
        """What a person is told of it; empty where something was only added."""
        edge_id = self._id(update.edge)
        before = self._row(edge_id)
        keep_version(self.conn, edge_id, self.now)
        update_edge(self.conn, edge_id, update)
        if update.fact != before["fact"]:
            drop_vectors(self.conn, "edge", [edge_id])
        self._revision("edit", update.reason, [(edge_id, before)])
        return update.shown

    def _suspect(self, suspect: Suspect) -> None:
        edge_id = self._id(suspect.edge)
        before = self._row(edge_id)
        keep_version(self.conn, edge_id, self.now)
        doubt_edge(self.conn, edge_id, suspect)
        self._revision("edit", suspect.reason, [(edge_id, before)])

    def _row(self, edge_id: int) -> dict[str, Any]:
        cursor = self.conn.execute("SELECT * FROM graph_edges WHERE id = :id", {"id": edge_id})
        names = [column[0] for column in cursor.description]
        return dict(zip(names, cursor.fetchone(), strict=True))

    # ------------------------------------------------------------ what is kept beside them

    @property
    def _origin(self) -> Origin:
        return self.plan.new_edges[0].origin if self.plan.new_edges else "local"

    def _revision(self, kind: str, reason: str, edges: Iterable[tuple[int, dict[str, Any] | None]]) -> None:
        changed = list(edges)
        revision_id = self.conn.execute(
            """INSERT INTO graph_revisions (space_id, kind, reason, origin, message_id, created_at)
            VALUES (:space, :kind, :reason, :origin, :message, :now) RETURNING id""",
            {
                "space": self.message.space_id,
                "kind": kind,
                "reason": reason,
                "origin": self._origin,
                "message": self.message.id,
                "now": self.now,
            },
        ).fetchone()[0]
        self.conn.executemany(
            "INSERT INTO graph_revision_items (revision_id, item_kind, item_id, before) VALUES (?, 'edge', ?, ?)",
            [(revision_id, edge_id, json.dumps(before) if before else "") for edge_id, before in changed],
        )
        self.revisions.append(revision_id)
        for edge_id, before in changed:
            if before:
                self._revised.setdefault(edge_id, revision_id)

    def _reviews(self) -> None:
        for review in self.plan.reviews:
            self._revision("review", review.reason, [(self._id(e), None) for e in review.edges])

    def _mentions(self) -> None:
        message = self.message.id
        entities = [(self._id(ref), message) for ref in self.plan.entity_mentions]
        edges = [(self._id(ref), message) for ref in self.plan.edge_mentions]
        self.conn.executemany(
            "INSERT OR IGNORE INTO graph_entity_mentions (entity_id, message_id) VALUES (?, ?)", entities
        )
        self.conn.executemany("INSERT OR IGNORE INTO graph_edge_mentions (edge_id, message_id) VALUES (?, ?)", edges)
        episode = ensure_episode(self.conn, self.message, self.now, self.plan.episode_kind)
        self.conn.executemany(
            "INSERT OR IGNORE INTO graph_episode_entities (episode_id, entity_id) VALUES (?, ?)",
            [(episode, entity) for entity, _ in entities],
        )

    def _relations_and_ledger(self) -> None:
        self.conn.executemany(
            """INSERT OR IGNORE INTO graph_relations (space_id, relation, canonical, message_id, created_at)
            VALUES (?, ?, ?, ?, ?)""",
            [(self.message.space_id, r.relation, r.canonical, self.message.id, self.now) for r in self.plan.relations],
        )
        ledger_entry.enter(self.conn, self.message.id, self.plan.ledger, self.now)

    def _committed(
        self, closed: Sequence[Closed], reinforced: Sequence[str], changed: Sequence[str], kept: Sequence[str]
    ) -> Committed:
        receipt = receipt_of(
            self.message.id, self.plan, closed=closed, reinforced=reinforced, changed=changed, remembered=kept,
            revision_ids=self.revisions, now=self.now,
        )  # fmt: skip
        return Committed(receipt, tuple(self._id(e.ref) for e in self.plan.new_entities))


def keep_version(conn: Connection, edge_id: int, now: Moment) -> None:
    """The edge's form until ``now``, kept before it changes; where the clock was set back, for no time at all."""
    conn.execute(
        f"""INSERT INTO graph_edge_versions (edge_id, {VERSIONED}, known_from, known_until)
        SELECT id, {VERSIONED}, begun, max(:now, begun) FROM (
            SELECT *, coalesce((SELECT max(known_until) FROM graph_edge_versions WHERE edge_id = :id), created_at)
                AS begun FROM graph_edges WHERE id = :id)""",
        {"id": edge_id, "now": now},
    )


def ensure_episode(conn: Connection, message: Message, now: Moment, kind: EpisodeRow) -> int:
    """The conversation's row in the graph; asking again gives the same id. Where kinds mix it is a conversation."""
    values = {"space": message.space_id, "conversation": message.conversation_id, "now": now, "kind": kind}
    conn.execute(
        """INSERT INTO graph_episodes (space_id, conversation_id, kind, created_at)
        VALUES (:space, :conversation, :kind, :now)
        ON CONFLICT (conversation_id) DO UPDATE SET kind = 'conversation' WHERE kind <> excluded.kind""",
        values,
    )
    row = conn.execute("SELECT id FROM graph_episodes WHERE conversation_id = :conversation", values).fetchone()
    return int(row[0])
