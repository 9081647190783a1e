"""The ingest queue in SQLite: which message is next, who may take it, and what came of it.

``messages.graph_processed`` is the queue; a lease is per conversation, because order matters
("no longer" must not overtake "uses"). A fence that grows with every lease outdates late holders.
"""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zeph.clock import Moment
from zeph.errors import LeaseLost
from zeph.processes import is_gone
from zeph.records.message import GraphState, Message
from zeph.safety.secrets import redact
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.engine.metadata import later
from zeph.storage.messages import ledger_entry
from zeph.storage.messages.message_rows import MAX_ATTEMPTS, MESSAGE, to_message
from zeph.storage.ports import Committed, Lease, Reader, Turn, Work

if TYPE_CHECKING:
    from zeph.records.plan import LedgerEntry, Plan

WRITE_SECONDS = 0.020
"""Longest that bulk work keeps the writer in one transaction."""
LONGEST_RETRY_SECS = 3_600.0
LONGEST_LEASE_SECS = 3_700.0
"""No message waits longer, no lease is longer: what seems so was written before the clock was set back."""
CONTEXT_MESSAGES = 4
TURN_CHARACTERS = 4_000
PENDING = f"= {GraphState.PENDING:d}"  # not IN: only so does SQLite use the partial index of the queue
QUEUE = "+space_id"  # plus: else it takes the key that begins with the space, and reads every message there ever was
WITH_GATED = f"IN ({GraphState.PENDING:d}, {GraphState.GATED:d})"
CarryOut = Callable[[Connection, Message, "Plan", Moment], Committed]
"""Writes a message's plan within the open transaction."""


class SqliteQueue:
    """The port :class:`~zeph.storage.ports.Queue`."""

    def __init__(self, database: Database, reader: Callable[[Connection], Reader], carry_out: CarryOut) -> None:
        self._db = database
        self._reader = reader
        self._carry_out = carry_out

    async def lease(
        self, space_id: int, owner: str, seconds: float, *, imports: bool = False,
        conversation_id: int | None = None, batch: int = 1, gated: bool = False,
    ) -> tuple[Lease, list[Work]] | None:  # fmt: skip
        states, space = (WITH_GATED, "space_id") if gated else (PENDING, QUEUE)

        def write(conn: Connection) -> tuple[Lease, list[Work]] | None:
            now = self._db.now
            values = {
                "space": space_id, "owner": owner, "now": now, "until": later(now, seconds),
                "latest": later(now, LONGEST_RETRY_SECS), "imports": imports,
                "attempts": MAX_ATTEMPTS, "conversation": conversation_id,
            }  # fmt: skip
            # A conversation's turn is its oldest pending message: while that one waits for a model, so do the others.
            # One that has failed by itself holds nobody up until its retry is due.
            heads = conn.execute(
                f"""SELECT head.id, l.expires_at, l.owner
                FROM (SELECT conversation_id, min(id) AS id FROM messages
                      WHERE graph_processed {states} AND {space} = :space AND graph_attempts < :attempts
                      AND (graph_attempts = 0 OR graph_due_at <= :now OR graph_due_at > :latest)
                      GROUP BY conversation_id) AS head
                JOIN messages m ON m.id = head.id
                JOIN conversations c ON c.id = head.conversation_id
                LEFT JOIN leases l ON l.conversation_id = head.conversation_id
                WHERE (m.graph_due_at <= :now OR m.graph_due_at > :latest)
                  AND (:imports OR c.kind <> 'import') AND (:conversation IS NULL OR c.id = :conversation)
                ORDER BY head.id""",
                values,
            )
            latest = later(now, max(seconds, LONGEST_LEASE_SECS))
            free = (i for i, until, holder in heads if not _is_held(until, holder, now, latest, owner))
            first, following = next(free, None), next(free, None)
            if first is None:
                return None
            message = to_message(conn.execute(f"SELECT {MESSAGE} FROM messages m WHERE m.id = ?", (first,)).fetchone())
            fence = conn.execute(
                """INSERT INTO leases (conversation_id, owner, fence, expires_at) VALUES (:id, :owner, 1, :until)
                ON CONFLICT (conversation_id) DO UPDATE SET owner = :owner, fence = fence + 1, expires_at = :until
                RETURNING fence""",
                {**values, "id": message.conversation_id},
            ).fetchone()[0]
            return Lease(message.conversation_id, owner, fence), _pending_from(
                conn, message, batch, states, before=following
            )

        return await self._db.write_lightly(write)

    async def renew(self, lease: Lease, seconds: float) -> None:
        def write(conn: Connection) -> None:
            until = later(self._db.now, seconds)
            renewed = conn.execute(
                """UPDATE leases SET expires_at = :until
                WHERE conversation_id = :id AND owner = :owner AND fence = :fence AND expires_at <> ''""",
                {"id": lease.conversation_id, "owner": lease.owner, "fence": lease.fence, "until": until},
            ).rowcount
            if not renewed:
                raise LeaseLost("Another Zeph has taken over this conversation's extraction.")

        await self._db.write_lightly(write)

    async def release(self, lease: Lease) -> None:
        def write(conn: Connection) -> None:
            _give_back(conn, lease)

        await self._db.write_lightly(write)

    async def commit(
        self, lease: Lease, work: Sequence[tuple[Message, "Callable[[Reader], Plan]"]], *, last: bool = False
    ) -> list[Committed]:
        def write(conn: Connection) -> list[Committed]:
            started, done = time.monotonic(), []
            for message, decide in work:
                _check(conn, lease, message.id)
                plan = decide(self._reader(conn))
                done.append(self._carry_out(conn, message, plan, self._db.now))
                _mark(conn, message.id, GraphState.DONE)
                if time.monotonic() - started > WRITE_SECONDS:
                    break
            if last and len(done) == len(work):
                _give_back(conn, lease)
            return done

        return await self._db.write_behind(write)

    async def mark_gated(self, lease: Lease, message: Message) -> None:
        def write(conn: Connection) -> None:
            _check(conn, lease, message.id)
            _mark(conn, message.id, GraphState.GATED)

        await self._db.write_behind(write)

    async def mark_failed(
        self,
        lease: Lease,
        message: Message,
        error: str,
        retry_in_secs: float,
        spent: "LedgerEntry | None" = None,
        *,
        counts: bool = True,
    ) -> None:
        now = self._db.now
        values = {
            "error": redact(error)[:500],
            "due": later(now, min(retry_in_secs, LONGEST_RETRY_SECS)),
            "id": message.id,
            "counts": counts,
        }

        def write(conn: Connection) -> None:
            _check(conn, lease, message.id)
            if spent:
                ledger_entry.enter(conn, message.id, spent, now)
            conn.execute(
                """UPDATE messages SET graph_attempts = graph_attempts + :counts, graph_error = :error,
                    graph_due_at = :due WHERE id = :id""",
                values,
            )

        await self._db.write_behind(write)

    async def requeue_failed(self, space_id: int, *, gated: bool = False) -> int:
        states, space = (WITH_GATED, "space_id") if gated else (PENDING, QUEUE)

        def write(conn: Connection) -> int:
            return int(
                conn.execute(
                    f"""UPDATE messages SET graph_due_at = '',
                        graph_attempts = CASE WHEN graph_attempts >= {MAX_ATTEMPTS} THEN 0 ELSE graph_attempts END
                    WHERE graph_processed {states} AND graph_due_at <> '' AND {space} = :space""",
                    {"space": space_id},
                ).rowcount
            )

        return await self._db.write_behind(write)

    async def turns_before(self, message: Message, limit: int) -> list[Turn]:
        def read(conn: Connection) -> list[Turn]:
            # Of a long turn the beginning.
            rows = conn.execute(
                f"""SELECT m.id, substr(m.text, 1, {TURN_CHARACTERS}), m.graph_processed = {GraphState.GATED:d}
                FROM messages m
                WHERE m.conversation_id = :conversation AND m.id < :id AND m.graph_processed <> {GraphState.NEVER:d}
                ORDER BY m.id DESC LIMIT :limit""",
                {"conversation": message.conversation_id, "id": message.id, "limit": limit},
            ).fetchall()
            return [Turn(i, text, bool(gated)) for i, text, gated in reversed(rows)]

        return await self._db.snapshot(read)


def _give_back(conn: Connection, lease: Lease) -> None:
    """The row stays, so that the fence keeps growing."""
    conn.execute(
        "UPDATE leases SET expires_at = '' WHERE conversation_id = :id AND owner = :owner AND fence = :fence",
        {"id": lease.conversation_id, "owner": lease.owner, "fence": lease.fence},
    )


def _is_held(until: Moment | None, holder: str | None, now: Moment, latest: Moment, owner: str) -> bool:
    """Whether a lease keeps others away: it has not run out, and its holder still works.

    One that ends after ``latest``, later than any lease, was given by a clock that was set back since.
    """
    return until is not None and now < until <= latest and holder != owner and not is_gone(holder or "")


def _pending_from(conn: Connection, first: Message, limit: int, states: str, before: int | None) -> list[Work]:
    """The leased conversation's pending messages from ``first`` on, each with the user messages before it; up to the
    first of another conversation (``before``): facts are made in the order in which messages came, wherever a process
    was ended meanwhile."""
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :conversation AND m.id >= :id
        AND m.graph_processed {states} AND (m.id = :id OR m.graph_attempts = 0) AND (:before IS NULL OR m.id < :before)
        ORDER BY m.id LIMIT :limit""",
        {"conversation": first.conversation_id, "id": first.id, "limit": limit, "before": before},
    ).fetchall()
    return [Work(message, _context_of(conn, message)) for message in map(to_message, rows)]


def _context_of(conn: Connection, message: Message) -> tuple[Message, ...]:
    """The last user messages before it, oldest first; flagged ones are left out."""
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :conversation AND m.id < :id
        AND m.role = 'user' AND m.injection_flags = '' ORDER BY m.id DESC LIMIT {CONTEXT_MESSAGES}""",
        {"conversation": message.conversation_id, "id": message.id},
    ).fetchall()
    return tuple(to_message(row) for row in reversed(rows))


def _check(conn: Connection, held: Lease, message_id: int) -> None:
    """Raises LeaseLost unless the fence is ours and the message is still there and not extracted."""
    row = conn.execute(
        """SELECT l.fence, m.graph_processed FROM leases l
        LEFT JOIN messages m ON m.id = :message AND m.conversation_id = l.conversation_id
        WHERE l.conversation_id = :id AND l.owner = :owner""",
        {"id": held.conversation_id, "owner": held.owner, "message": message_id},
    ).fetchone()
    if row is None or row[0] != held.fence or row[1] not in (GraphState.PENDING, GraphState.GATED):
        raise LeaseLost("This message was forgotten, or another Zeph has extracted it already.")


def _mark(conn: Connection, message_id: int, state: GraphState) -> None:
    conn.execute(
        "UPDATE messages SET graph_processed = :state, graph_error = '' WHERE id = :id",
        {"state": state, "id": message_id},
    )
