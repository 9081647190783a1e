"""What the claims of messages came to: written in the transaction that carries a plan out, and read for the log.

In: outcomes, the message, and ids for the plan's refs; or a message's number. Out: rows of ``graph_claims`` and
``graph_claim_edges``; records.
"""

import json
from collections.abc import Callable, Mapping, Sequence

from zeph.clock import Moment
from zeph.records.claim_log import LoggedClaim
from zeph.records.message import Message
from zeph.records.plan import ClaimOutcome, Ref
from zeph.records.qualifiers import qualifiers_text
from zeph.records.recalled import Change
from zeph.storage.engine.driver import Connection, as_json

# What a message said of a fact, and what a later one did to it.
CHANGED = """
    SELECT DISTINCT said.message_id, said.span_start, said.span_end, e.fact, source.name, target.name, since.sentence,
        CASE WHEN e.expired_reason = 'retracted' THEN told.sent_at  -- called off before its day
            WHEN end_of.role <> 'updated' THEN coalesce(e.valid_until, told.sent_at)
            WHEN e.valid_from_stated AND since.sentence = said.sentence THEN e.valid_from ELSE told.sent_at END,
        CASE WHEN e.expired_reason = 'retracted' THEN 'day'
            WHEN end_of.role <> 'updated' THEN coalesce(e.valid_until_precision, 'day')
            WHEN e.valid_from_stated AND since.sentence = said.sentence THEN e.valid_from_precision ELSE 'instant' END,
        since.message_id, end_of.role <> 'updated' AND since.kind <> 'correct', told.sent_at AS told_at
    FROM graph_claims said
        JOIN messages first ON first.id = said.message_id
        JOIN graph_claim_edges of ON of.claim_id = said.id
            AND of.role IN ('added', 'reinforced', 'updated', 'reopened')
        JOIN graph_edges e ON e.id = of.edge_id
        JOIN graph_claim_edges end_of ON end_of.edge_id = e.id AND end_of.role IN ('ended', 'replaced', 'updated')
        JOIN graph_claims since ON since.id = end_of.claim_id
        JOIN messages told ON told.id = since.message_id
        JOIN graph_entities source ON source.id = e.source_entity_id
        JOIN graph_entities target ON target.id = e.target_entity_id
    WHERE said.message_id IN (SELECT value FROM json_each(:ids)) AND told.sent_at <= :until
        AND (told.sent_at, told.id) > (first.sent_at, first.id)
        AND (end_of.role = 'updated' OR e.live = 0 OR e.expired_at IS NOT NULL)
    ORDER BY told_at, since.message_id, said.message_id, said.span_start, e.fact"""

# What a message said of a fact that was taken back, and that no message ended or replaced.
TAKEN_BACK = """
    SELECT DISTINCT said.message_id, said.span_start, said.span_end, e.fact, source.name, target.name, e.expired_at
    FROM graph_claims said
        JOIN graph_claim_edges of ON of.claim_id = said.id AND of.role = 'added'
        JOIN graph_edges e ON e.id = of.edge_id
        JOIN graph_entities source ON source.id = e.source_entity_id
        JOIN graph_entities target ON target.id = e.target_entity_id
    WHERE said.message_id IN (SELECT value FROM json_each(:ids)) AND e.expired_reason = 'retracted'
        AND e.expired_at <= :until AND NOT EXISTS (SELECT 1 FROM graph_claim_edges other
            WHERE other.edge_id = e.id AND other.role IN ('ended', 'replaced', 'updated'))
    ORDER BY e.expired_at, said.message_id, said.span_start, e.fact"""


def write_claims(
    conn: Connection, message: Message, outcomes: Sequence[ClaimOutcome], id_of: Callable[[Ref], int],
    revision_of: Mapping[int, int], now: Moment,
) -> None:  # fmt: skip
    """``revision_of``: edge id to the revision by which this message changed it."""
    conn.execute("DELETE FROM graph_claims WHERE message_id = ?", (message.id,))
    for ordinal, outcome in enumerate(outcomes):
        claim = outcome.claim
        edges = [(id_of(ref), role) for ref, role in outcome.edges]
        row = conn.execute(
            """INSERT INTO graph_claims (space_id, message_id, ordinal, kind, subject, relation, object, old, family,
                qualifiers, polarity, modality, sentence, span_start, span_end, reader, confidence, operation, reason,
                created_at, revision_id)
            VALUES (:space, :message, :ordinal, :kind, :subject, :relation, :object, :old, :family,
                :qualifiers, :polarity, :modality, :sentence, :start, :end, :reader, :confidence, :operation, :reason,
                :now, :revision)
            RETURNING id""",
            {
                "space": message.space_id, "message": message.id, "ordinal": ordinal, "kind": claim.kind,
                "subject": claim.subject.name, "relation": claim.relation, "object": claim.object.name,
                "old": claim.old.name if claim.old else "", "family": claim.family,
                "qualifiers": qualifiers_text(claim.qualifiers), "polarity": int(claim.polarity),
                "modality": claim.modality, "sentence": claim.sentence, "start": claim.span.start,
                "end": claim.span.end, "reader": claim.reader, "confidence": claim.confidence,
                "operation": outcome.operation, "reason": outcome.reason, "now": now,
                "revision": next((revision_of[edge] for edge, _ in edges if edge in revision_of), None),
            },
        ).fetchone()  # fmt: skip
        conn.executemany(
            "INSERT OR IGNORE INTO graph_claim_edges (claim_id, edge_id, role) VALUES (?, ?, ?)",
            [(row[0], edge, role) for edge, role in edges],
        )


def read_claims(conn: Connection, space_id: int, message_id: int | None, limit: int) -> list[LoggedClaim]:
    """Of one message in order; else those of the last messages, latest first."""
    rows = conn.execute(
        """SELECT id, message_id, ordinal, kind, subject, relation, object, old, qualifiers, modality, sentence,
            span_start, span_end, reader, confidence, operation, reason, created_at, revision_id,
            (SELECT json_group_array(json_array(edge_id, role)) FROM graph_claim_edges WHERE claim_id = c.id)
        FROM graph_claims c WHERE space_id = :space AND (:message IS NULL OR message_id = :message)
        ORDER BY message_id DESC, ordinal LIMIT :limit""",
        {"space": space_id, "message": message_id, "limit": limit},
    )
    return [
        LoggedClaim(*(*row[:11], (row[11], row[12]), *row[13:19], tuple((e, role) for e, role in json.loads(row[19]))))
        for row in rows
    ]


def changed_since(conn: Connection, message_ids: Sequence[int], until: Moment) -> list[Change]:
    """See the port."""
    within = {"ids": as_json(message_ids), "until": until}
    taken_back = [
        Change(number, (start, end), fact, (source, target), "", at, "day", number, over=False)
        for number, start, end, fact, source, target, at in conn.execute(TAKEN_BACK, within)
    ]
    return taken_back + [
        Change(number, (start, end), fact, (source, target), sentence, at, precision, by, bool(over))
        for number, start, end, fact, source, target, sentence, at, precision, by, over, _ in conn.execute(
            CHANGED, within
        )
    ]
