"""Summaries of conversations in SQLite. Rows go with their messages by trigger."""

from zeph.records.message import Message
from zeph.records.summary import Summary
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection
from zeph.storage.messages.message_rows import MESSAGE, to_message


class SqliteSummaries:
    """The port :class:`~zeph.storage.ports.Summaries`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_conversation(self, conversation_id: int) -> Summary | None:
        return await self._db.snapshot(lambda conn: summary_of(conn, conversation_id))

    async def put(self, new: Summary) -> None:
        values = {
            "conversation": new.conversation_id, "message": new.message_id, "summary": new.text, "model": new.model,
            "now": new.updated_at, "compacted": new.compacted_until,
        }  # fmt: skip

        def write(conn: Connection) -> None:
            conn.execute(
                """INSERT INTO conversation_summaries
                    (conversation_id, message_id, summary, model, updated_at, compacted_until)
                SELECT :conversation, :message, :summary, :model, :now, :compacted
                WHERE EXISTS (SELECT 1 FROM messages WHERE id = :message AND conversation_id = :conversation)
                ON CONFLICT (conversation_id) DO UPDATE SET message_id = excluded.message_id,
                    summary = excluded.summary, model = excluded.model, updated_at = excluded.updated_at,
                    compacted_until = max(compacted_until, excluded.compacted_until)""",
                values,
            )

        await self._db.write_behind(write)

    async def messages_after(self, conversation_id: int, after_id: int, until_id: int, limit: int) -> list[Message]:
        def read(conn: Connection) -> list[Message]:
            rows = conn.execute(
                f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :id AND m.id > :after AND m.id <= :until
                AND m.role IN ('user', 'assistant') ORDER BY m.id LIMIT :limit""",
                {"id": conversation_id, "after": after_id, "until": until_id, "limit": limit},
            )
            return [to_message(row) for row in rows]

        return await self._db.snapshot(read)


def summary_of(conn: Connection, conversation_id: int) -> Summary | None:
    """None where there is none yet."""
    row = conn.execute(
        "SELECT conversation_id, message_id, summary, model, updated_at, compacted_until FROM conversation_summaries"
        " WHERE conversation_id = ?",
        (conversation_id,),
    ).fetchone()
    return Summary(*row) if row else None
