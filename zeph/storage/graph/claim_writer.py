"""Writes what the claims of one message came to, in the transaction that carries its plan out.

In: outcomes, the message, and ids for the plan's refs. Out: rows of ``graph_claims`` and ``graph_claim_edges``.
"""

from collections.abc import Callable, Mapping, Sequence

from zeph.clock import Moment
from zeph.records.message import Message
from zeph.records.plan import ClaimOutcome, Ref
from zeph.records.qualifiers import qualifiers_text
from zeph.storage.engine.driver import Connection


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
