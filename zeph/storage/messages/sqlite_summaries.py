"""Summaries of conversations in the database.

In: a connection inside a transaction or snapshot. Out: records. Rows go with their messages by trigger.
"""

from zeph.records.message import Message
from zeph.records.summary import Summary
from zeph.storage.engine.driver import Connection
from zeph.storage.messages.messages import MESSAGE, to_message


def summary(conn: Connection, conversation_id: int) -> Summary | None:
    row = conn.execute(
        "SELECT conversation_id, message_id, summary, model, updated_at FROM conversation_summaries"
        " WHERE conversation_id = :id",
        {"id": conversation_id},
    ).fetchone()
    return Summary(*row) if row else None


def put_summary(conn: Connection, new: Summary) -> None:
    """Unless the message it ends with was forgotten meanwhile."""
    conn.execute(
        """INSERT INTO conversation_summaries (conversation_id, message_id, summary, model, updated_at)
        SELECT :conversation, :message, :summary, :model, :now
        WHERE EXISTS (SELECT 1 FROM messages WHERE id = :message AND conversation_id = :conversation)
        ON CONFLICT (conversation_id) DO UPDATE SET message_id = excluded.message_id, summary = excluded.summary,
            model = excluded.model, updated_at = excluded.updated_at""",
        {
            "conversation": new.conversation_id, "message": new.message_id, "summary": new.text, "model": new.model,
            "now": new.updated_at,
        },
    )  # fmt: skip


def messages_after(conn: Connection, conversation_id: int, after_id: int, until_id: int, limit: int) -> list[Message]:
    """Of people and the assistant, oldest first."""
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :id AND m.id > :after AND m.id <= :until
        AND m.role IN ('user', 'assistant') ORDER BY m.id LIMIT :limit""",
        {"id": conversation_id, "after": after_id, "until": until_id, "limit": limit},
    )
    return [to_message(row) for row in rows]
