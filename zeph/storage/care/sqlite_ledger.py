"""Sums over the ledger: what extraction took, by extractor and by day.

In: a connection inside a transaction or snapshot. Out: records. A message's row is written together with its facts
(``graph_write``), that of an attempt in vain together with its error (``leases``).
"""

from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

from zeph.clock import Moment
from zeph.records.ledger import Cost
from zeph.storage.engine.driver import Connection

if TYPE_CHECKING:
    from zeph.records.plan import LedgerEntry

# What a sum is over, and the order: the dearest extractor first, the latest day first.
GROUPS = {"extractor": ("g.extractor", "5 DESC, 1"), "day": ("substr(g.created_at, 1, 10)", "1 DESC")}


def enter(conn: Connection, message_id: int, entry: "LedgerEntry", now: Moment) -> None:
    conn.execute(
        """INSERT INTO graph_ledger (message_id, extractor, model_calls, prompt_tokens, answer_tokens, seconds, facts,
            dropped, failed, created_at)
        VALUES (:message, :extractor, :model_calls, :prompt_tokens, :answer_tokens, :seconds, :facts, :dropped, :failed,
            :now)""",
        {**asdict(entry), "message": message_id, "now": now},
    )


def costs(conn: Connection, space_id: int, by: Literal["extractor", "day"], limit: int) -> list[Cost]:
    group, order = GROUPS[by]
    rows = conn.execute(
        f"""SELECT {group}, count(DISTINCT g.message_id), sum(g.model_calls), sum(g.prompt_tokens), sum(g.answer_tokens), sum(g.seconds),
            sum(g.facts), sum(g.dropped), sum(g.failed)
        FROM graph_ledger g JOIN messages m ON m.id = g.message_id
        WHERE m.space_id = :space GROUP BY 1 ORDER BY {order} LIMIT :limit""",
        {"space": space_id, "limit": limit},
    )
    return [Cost(*row) for row in rows]


def tokens_spent(conn: Connection, space_id: int, day: str) -> int:
    """Tokens of prompts and answers of one day."""
    row = conn.execute(
        """SELECT coalesce(sum(g.prompt_tokens + g.answer_tokens), 0)
        FROM graph_ledger g JOIN messages m ON m.id = g.message_id
        WHERE m.space_id = :space AND g.created_at >= :day AND substr(g.created_at, 1, 10) = :day""",
        {"space": space_id, "day": day},
    ).fetchone()
    return int(row[0])
