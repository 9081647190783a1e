"""Sums over the ledger: what extraction took, by extractor and by day.

In: a connection inside a snapshot. Out: records. The rows are written with each message's facts (``graph_write``).
"""

from typing import Literal

from zeph.records.ledger import Cost
from zeph.storage.driver import Connection

# What a sum is over, and the order: the dearest extractor first, the latest day first.
GROUPS = {"extractor": ("g.extractor", "5 DESC, 1"), "day": ("substr(g.created_at, 1, 10)", "1 DESC")}


def costs(conn: Connection, space_id: int, by: Literal["extractor", "day"], limit: int) -> list[Cost]:
    group, order = GROUPS[by]
    rows = conn.execute(
        f"""SELECT {group}, count(*), sum(g.model_calls), sum(g.prompt_tokens), sum(g.answer_tokens), sum(g.seconds),
            sum(g.facts), sum(g.dropped)
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
