"""SQL of the ingest queue: which message is next, and who may take it.

``messages.graph_processed`` is the queue; a lease is per conversation, because order matters
("no longer" must not overtake "uses"). A fence that grows with every lease outdates late holders.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from zeph.clock import Moment, parse_moment, to_moment
from zeph.errors import LeaseLost
from zeph.records.message import GraphState, Message
from zeph.storage.care import costs as ledger
from zeph.storage.engine.driver import Connection
from zeph.storage.messages.messages import MESSAGE, to_message
from zeph.storage.ports import Lease, Turn, Work

if TYPE_CHECKING:
    from zeph.records.plan import LedgerEntry

MAX_ATTEMPTS = 3
CONTEXT_MESSAGES = 4
TURN_CHARACTERS = 4_000
PENDING = f"= {GraphState.PENDING:d}"  # not IN: only so does SQLite use the partial index of the queue
QUEUE = "+space_id"  # plus: else it takes the key that begins with the space, and reads every message there ever was
WITH_GATED = f"IN ({GraphState.PENDING:d}, {GraphState.GATED:d})"


def later(now: Moment, seconds: float) -> Moment:
    return to_moment(parse_moment(now) + timedelta(seconds=seconds))


def lease(
    conn: Connection, space_id: int, owner: str, now: Moment, seconds: float, *, imports: bool = False,
    conversation_id: int | None = None, batch: int = 1, gated: bool = False,
) -> tuple[Lease, list[Work]] | None:  # fmt: skip
    """A conversation with a due message that nobody holds, and up to ``batch`` of its messages in order.

    ``imports`` also takes imported conversations, ``gated`` also messages that the gate has skipped.
    """
    states = WITH_GATED if gated else PENDING
    values = {
        "space": space_id, "owner": owner, "now": now, "until": later(now, seconds), "imports": imports,
        "attempts": MAX_ATTEMPTS, "conversation": conversation_id,
    }  # fmt: skip
    # A conversation's turn is its oldest pending message; while that one waits for its retry, so do those behind it.
    row = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m
        JOIN (SELECT conversation_id, min(id) AS id FROM messages
              WHERE graph_processed {states} AND {"space_id" if gated else QUEUE} = :space
                AND graph_attempts < :attempts
              GROUP BY conversation_id) AS head ON head.id = m.id
        JOIN conversations c ON c.id = m.conversation_id
        LEFT JOIN leases l ON l.conversation_id = m.conversation_id
        WHERE (l.expires_at IS NULL OR l.expires_at <= :now OR l.owner = :owner)
          AND m.graph_due_at <= :now
          AND (:imports OR c.kind = 'chat') AND (:conversation IS NULL OR c.id = :conversation)
        ORDER BY m.id LIMIT 1""",
        values,
    ).fetchone()
    if row is None:
        return None
    message = to_message(row)
    fence = conn.execute(
        """INSERT INTO leases (conversation_id, owner, fence, expires_at) VALUES (:id, :owner, 1, :until)
        ON CONFLICT (conversation_id) DO UPDATE SET owner = :owner, fence = fence + 1, expires_at = :until
        RETURNING fence""",
        {**values, "id": message.conversation_id},
    ).fetchone()[0]
    return Lease(message.conversation_id, owner, fence), queued(conn, message, batch, states)


def queued(conn: Connection, first: Message, limit: int, states: str = PENDING) -> list[Work]:
    """The leased conversation's pending messages from ``first`` on, each with the user messages before it."""
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :conversation AND m.id >= :id
        AND m.graph_processed {states} AND (m.id = :id OR m.graph_attempts = 0) ORDER BY m.id LIMIT :limit""",
        {"conversation": first.conversation_id, "id": first.id, "limit": limit},
    ).fetchall()
    return [Work(message, context_of(conn, message)) for message in map(to_message, rows)]


def context_of(conn: Connection, message: Message) -> tuple[Message, ...]:
    """The last user messages before it, oldest first; flagged ones are left out."""
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :conversation AND m.id < :id
        AND m.role = 'user' AND m.injection_flags = '' ORDER BY m.id DESC LIMIT {CONTEXT_MESSAGES}""",
        {"conversation": message.conversation_id, "id": message.id},
    ).fetchall()
    return tuple(to_message(row) for row in reversed(rows))


def turns_before(conn: Connection, message: Message, limit: int) -> list[Turn]:
    """The last turns of its conversation that could become facts, oldest first; of a long one the beginning."""
    rows = conn.execute(
        f"""SELECT m.id, substr(m.text, 1, {TURN_CHARACTERS}), m.graph_processed = {GraphState.GATED:d} FROM messages m
        WHERE m.conversation_id = :conversation AND m.id < :id AND m.graph_processed <> {GraphState.NEVER:d}
        ORDER BY m.id DESC LIMIT :limit""",
        {"conversation": message.conversation_id, "id": message.id, "limit": limit},
    ).fetchall()
    return [Turn(i, text, bool(gated)) for i, text, gated in reversed(rows)]


def renew(conn: Connection, held: Lease, until: Moment) -> None:
    """Raises LeaseLost where another worker holds it by now."""
    renewed = conn.execute(
        """UPDATE leases SET expires_at = :until
        WHERE conversation_id = :id AND owner = :owner AND fence = :fence""",
        {"id": held.conversation_id, "owner": held.owner, "fence": held.fence, "until": until},
    ).rowcount
    if not renewed:
        raise LeaseLost("Another Zeph has taken over this conversation's extraction.")


def release(conn: Connection, held: Lease) -> None:
    """The row stays, so that the fence keeps growing."""
    conn.execute(
        "UPDATE leases SET expires_at = '' WHERE conversation_id = :id AND owner = :owner AND fence = :fence",
        {"id": held.conversation_id, "owner": held.owner, "fence": held.fence},
    )


def check(conn: Connection, held: Lease, message_id: int) -> None:
    """Raises LeaseLost unless the fence is ours and the message is still there and not extracted."""
    row = conn.execute(
        """SELECT l.fence, m.graph_processed FROM leases l
        LEFT JOIN messages m ON m.id = :message AND m.conversation_id = l.conversation_id
        WHERE l.conversation_id = :id AND l.owner = :owner""",
        {"id": held.conversation_id, "owner": held.owner, "message": message_id},
    ).fetchone()
    if row is None or row[0] != held.fence or row[1] not in (GraphState.PENDING, GraphState.GATED):
        raise LeaseLost("This message was forgotten, or another Zeph has extracted it already.")


def mark(conn: Connection, message_id: int, state: GraphState) -> None:
    conn.execute(
        "UPDATE messages SET graph_processed = :state, graph_error = '' WHERE id = :id",
        {"state": state, "id": message_id},
    )


def mark_gated(conn: Connection, held: Lease, message_id: int) -> None:
    """The gate has skipped it: it leaves the queue, and a backfill can still include it."""
    check(conn, held, message_id)
    mark(conn, message_id, GraphState.GATED)


def mark_failed(
    conn: Connection, held: Lease, message_id: int, error: str, due_at: Moment, spent: "LedgerEntry | None", now: Moment
) -> None:
    """One more attempt is used up; the message stays in the queue with its last error, the ledger keeps what it took."""
    check(conn, held, message_id)
    if spent:
        ledger.enter(conn, message_id, spent, now)
    conn.execute(
        """UPDATE messages SET graph_attempts = graph_attempts + 1, graph_error = :error, graph_due_at = :due
        WHERE id = :id""",
        {"error": error[:500], "due": due_at, "id": message_id},
    )


def requeue_failed(conn: Connection, space_id: int, gated: bool = False) -> int:
    """Messages that failed for good get their attempts back, those that wait for a retry are due; how many."""
    states = WITH_GATED if gated else PENDING
    return int(
        conn.execute(
            f"""UPDATE messages SET graph_due_at = '',
                graph_attempts = CASE WHEN graph_attempts >= {MAX_ATTEMPTS} THEN 0 ELSE graph_attempts END
            WHERE graph_processed {states} AND graph_attempts > 0 AND {"space_id" if gated else QUEUE} = :space""",
            {"space": space_id},
        ).rowcount
    )
