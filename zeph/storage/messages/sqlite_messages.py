"""Conversations and messages in SQLite.

In and out: records. A message is unique by (space, conversation, external id); its content hash tells a repeat from a
clash.
"""

import json
import secrets
from collections.abc import Sequence
from typing import Any

from zeph.clock import Moment
from zeph.errors import BadInput
from zeph.records.message import Conversation, ConversationKind, GraphState, Message, NewMessage
from zeph.records.stretch import Stretch
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.messages import message_times, sqlite_passages
from zeph.storage.messages.message_rows import (
    CONVERSATION,
    MESSAGE,
    content_hash,
    indexed_text,
    title_of,
    to_message,
)


class SqliteMessages:
    """The port :class:`~zeph.storage.ports.Messages`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def conversation(
        self, space_id: int, kind: ConversationKind, external_id: str, title: str = "", begun: Moment | None = None
    ) -> Conversation:
        values = {
            "space": space_id, "kind": kind, "external": external_id, "title": title, "now": begun or self._db.now,
        }  # fmt: skip

        def write(conn: Connection) -> Conversation:
            conn.execute(
                """INSERT INTO conversations (space_id, external_id, kind, title, created_at, updated_at)
                VALUES (:space, :external, :kind, :title, :now, :now) ON CONFLICT DO NOTHING""",
                values,
            )
            sql = f"SELECT {CONVERSATION} FROM conversations c WHERE c.space_id = :space AND c.external_id = :external"
            return Conversation(*conn.execute(sql, values).fetchone())

        return await self._db.write(write)

    async def conversations(
        self, space_id: int, limit: int, kind: ConversationKind | None = None
    ) -> list[Conversation]:
        def read(conn: Connection) -> list[Conversation]:
            rows = conn.execute(
                f"""SELECT {CONVERSATION} FROM conversations c
                WHERE c.space_id = :space AND (:kind IS NULL OR c.kind = :kind) AND EXISTS (
                    SELECT 1 FROM messages m WHERE m.space_id = c.space_id AND m.conversation_id = c.id)
                ORDER BY c.updated_at DESC, c.id DESC LIMIT :limit""",
                {"space": space_id, "kind": kind, "limit": limit},
            )
            return [Conversation(*row) for row in rows]

        return await self._db.snapshot(read)

    async def conversations_by_id(self, ids: Sequence[int]) -> dict[int, Conversation]:
        def read(conn: Connection) -> dict[int, Conversation]:
            rows = conn.execute(
                f"SELECT {CONVERSATION} FROM conversations c WHERE c.id IN (SELECT value FROM json_each(:ids))",
                {"ids": as_json(ids)},
            )
            return {row[0]: Conversation(*row) for row in rows}

        return await self._db.snapshot(read)

    async def find_conversation(self, space_id: int, prefix: str) -> list[Conversation]:
        def read(conn: Connection) -> list[Conversation]:
            rows = conn.execute(
                f"""SELECT {CONVERSATION} FROM conversations c
                WHERE c.space_id = :space AND substr(c.external_id, 1, length(:prefix)) = :prefix ORDER BY c.id""",
                {"space": space_id, "prefix": prefix},
            )
            return [Conversation(*row) for row in rows]

        found = await self._db.snapshot(read)
        return [c for c in found if c.external_id == prefix] or found

    async def rename_conversation(self, conversation_id: int, title: str) -> None:
        def write(conn: Connection) -> None:
            conn.execute("UPDATE conversations SET title = ? WHERE id = ?", (title, conversation_id))

        await self._db.write(write)

    async def history(
        self, conversation_id: int, limit: int, *, before_id: int | None = None, after_id: int | None = None
    ) -> list[Message]:
        if after_id is not None:
            where, order = "m.id > :after", "m.id"
        else:
            where, order = "(:before IS NULL OR m.id < :before)", "m.id DESC"
        sql = (
            f"SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :id AND {where} ORDER BY {order} LIMIT :limit"
        )
        given = {"id": conversation_id, "limit": limit, "before": before_id, "after": after_id}

        def read(conn: Connection) -> list[Message]:
            return [to_message(row) for row in conn.execute(sql, given)]

        found = await self._db.snapshot(read)
        return found if after_id is not None else found[::-1]

    async def known_passages(self, space_id: int, prefix: str, external_ids: Sequence[str]) -> frozenset[str]:
        values = {"space": space_id, "from": prefix, "to": f"{prefix}\U0010ffff", "ids": json.dumps(external_ids)}

        def read(conn: Connection) -> frozenset[str]:
            rows = conn.execute(
                """SELECT m.external_id FROM conversations c, json_each(:ids) wanted
                JOIN messages m ON m.space_id = c.space_id AND m.conversation_id = c.id
                    AND m.external_id = wanted.value
                WHERE c.space_id = :space AND c.external_id >= :from AND c.external_id < :to""",
                values,
            )
            return frozenset(row[0] for row in rows)

        return await self._db.snapshot(read)

    async def unsplit(self, space_id: int, longer: int, limit: int) -> tuple[int, int, list[tuple[int, str]]]:
        return await self._db.snapshot(lambda conn: sqlite_passages.unsplit(conn, space_id, longer, limit))

    async def put_passages(
        self, space_id: int, until: int, last: int, split: Sequence[tuple[int, Sequence[tuple[int, int]]]]
    ) -> None:
        await self._db.write_behind(lambda conn: sqlite_passages.put_passages(conn, space_id, until, last, split))

    async def undated(self, space_id: int, limit: int) -> tuple[int, list[tuple[int, str, Moment]]]:
        return await self._db.snapshot(lambda conn: message_times.undated(conn, space_id, limit))

    async def put_dates(self, space_id: int, until: int, dated: Sequence[tuple[int, Sequence[Stretch]]]) -> None:
        await self._db.write_behind(lambda conn: message_times.put_dates(conn, space_id, until, dated))

    async def add(self, rows: Sequence[tuple[NewMessage, tuple[str, ...], bool]]) -> list[tuple[Message, bool]]:
        now = self._db.now
        return await self._db.write(
            lambda conn: [_add(conn, message, flags, eligible, now) for message, flags, eligible in rows]
        )


def _add(
    conn: Connection, message: NewMessage, flags: tuple[str, ...], eligible: bool, now: Moment
) -> tuple[Message, bool]:
    sent_at = message.sent_at or now
    external = message.external_id or secrets.token_hex(8)
    values = {
        "conversation": message.conversation_id, "external": external, "role": message.role,
        "speaker": message.speaker, "text": message.text, "tool_calls": message.tool_calls, "sent_at": sent_at,
        "now": now, "hash": content_hash(message, sent_at), "flags": ",".join(flags),
        "interrupted": message.interrupted, "strange": message.strange, "indexed": indexed_text(message, sent_at),
        "state": GraphState.PENDING if eligible and not flags else GraphState.NEVER,
    }  # fmt: skip
    added = conn.execute(
        """INSERT INTO messages (space_id, conversation_id, external_id, role, speaker, text, tool_calls, sent_at,
            created_at, content_hash, injection_flags, interrupted, strange, indexed_text, graph_processed)
        SELECT space_id, :conversation, :external, :role, :speaker, :text, :tool_calls, :sent_at,
            :now, :hash, :flags, :interrupted, :strange, :indexed, :state
        FROM conversations WHERE id = :conversation
        ON CONFLICT (space_id, conversation_id, external_id) DO NOTHING""",
        values,
    ).rowcount
    row = conn.execute(
        f"""SELECT {MESSAGE}, m.content_hash FROM messages m
        WHERE m.conversation_id = :conversation AND m.external_id = :external""",
        values,
    ).fetchone()
    if row is None:
        raise BadInput("The conversation of this message does not exist any more.")
    if row[-1] != values["hash"]:
        raise BadInput(f"message {external!r} is stored already with another text; it was left as it is")
    if added:
        _touch(conn, values)
    return to_message(row[:-1]), bool(added)


def _touch(conn: Connection, values: dict[str, Any]) -> None:
    title = title_of(values["text"]) if values["role"] == "user" else ""
    conn.execute(
        """UPDATE conversations SET updated_at = max(updated_at, :sent_at),
            title = CASE WHEN title = '' THEN :title ELSE title END WHERE id = :conversation""",
        {**values, "title": title},
    )
