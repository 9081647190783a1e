"""A row of the ledger: what one attempt to extract a message took.

In: a connection inside a write transaction, the entry. It is written together with what it paid for: the facts of the
message, or the error of an attempt in vain.
"""

from typing import TYPE_CHECKING

from zeph.clock import Moment
from zeph.storage.engine.driver import Connection

if TYPE_CHECKING:
    from zeph.records.plan import LedgerEntry

COLUMNS = ("extractor", "model_calls", "prompt_tokens", "answer_tokens", "seconds", "facts", "dropped", "failed")


def enter(conn: Connection, message_id: int, entry: "LedgerEntry", now: Moment) -> None:
    """Adds it to the ledger."""
    conn.execute(
        """INSERT INTO graph_ledger (message_id, extractor, model_calls, prompt_tokens, answer_tokens, seconds, facts,
            dropped, failed, created_at)
        VALUES (:message, :extractor, :model_calls, :prompt_tokens, :answer_tokens, :seconds, :facts, :dropped, :failed,
            :now)""",
        {**{column: getattr(entry, column) for column in COLUMNS}, "message": message_id, "now": now},
    )
