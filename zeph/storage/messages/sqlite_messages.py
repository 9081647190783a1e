"""SQL of conversations and messages.

In: a connection inside a transaction or snapshot, and records. Out: records. A message is unique by
(space, conversation, external id); its content hash tells a repeat from a clash.
"""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

from blake3 import blake3

from zeph.clock import Moment, parse_moment
from zeph.errors import BadInput
from zeph.records.message import Conversation, ConversationKind, GraphState, Message, NewMessage
from zeph.storage.engine.driver import Connection
from zeph.storage.search.full_text import as_json

MESSAGE = """
    m.id, m.space_id, m.conversation_id, m.external_id, m.role, m.speaker, m.text, m.sent_at,
    m.injection_flags, m.graph_processed, m.interrupted, m.tool_calls, m.graph_attempts, m.graph_error
"""
CONVERSATION = """
    c.id, c.space_id, c.external_id, c.kind, c.title, c.created_at, c.updated_at,
    (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)
"""
TITLE_LENGTH = 60
_message_of = partial(tuple.__new__, Message)
"""A Message of its fields; ``Message._make`` is the same at thrice the price."""
_STATES = {state.value: state for state in GraphState}


def to_message(row: Sequence[Any]) -> Message:
    flags = tuple(filter(None, row[8].split(","))) if row[8] else ()
    return _message_of((*row[:8], flags, _STATES[row[9]], bool(row[10]), *row[11:]))


def space(conn: Connection, name: str, now: Moment) -> int:
    conn.execute("INSERT INTO spaces (name, created_at) VALUES (:name, :now) ON CONFLICT DO NOTHING", {"name": name, "now": now})  # fmt: skip
    return int(conn.execute("SELECT id FROM spaces WHERE name = :name", {"name": name}).fetchone()[0])


def find_space(conn: Connection, name: str) -> int | None:
    row = conn.execute("SELECT id FROM spaces WHERE name = :name", {"name": name}).fetchone()
    return int(row[0]) if row else None


def conversation(conn: Connection, space_id: int, kind: ConversationKind, external_id: str, title: str, now: Moment) -> Conversation:  # fmt: skip
    """The conversation of that name, made if it is new."""
    values = {"space": space_id, "kind": kind, "external": external_id, "title": title, "now": now}
    conn.execute(
        """INSERT INTO conversations (space_id, external_id, kind, title, created_at, updated_at)
        VALUES (:space, :external, :kind, :title, :now, :now) ON CONFLICT DO NOTHING""",
        values,
    )
    row = conn.execute(
        f"SELECT {CONVERSATION} FROM conversations c WHERE c.space_id = :space AND c.external_id = :external", values
    ).fetchone()
    return Conversation(*row)


def conversations(conn: Connection, space_id: int, limit: int, kind: ConversationKind | None) -> list[Conversation]:
    rows = conn.execute(
        f"""SELECT {CONVERSATION} FROM conversations c
        WHERE c.space_id = :space AND (:kind IS NULL OR c.kind = :kind)
        ORDER BY c.updated_at DESC, c.id DESC LIMIT :limit""",
        {"space": space_id, "kind": kind, "limit": limit},
    )
    return [Conversation(*row) for row in rows]


def conversations_by_id(conn: Connection, ids: Sequence[int]) -> dict[int, Conversation]:
    rows = conn.execute(
        f"SELECT {CONVERSATION} FROM conversations c WHERE c.id IN (SELECT value FROM json_each(:ids))",
        {"ids": as_json(ids)},
    )
    return {row[0]: Conversation(*row) for row in rows}


def find_conversation(conn: Connection, space_id: int, prefix: str) -> list[Conversation]:
    """The one named exactly so, else all whose name begins so."""
    rows = conn.execute(
        f"""SELECT {CONVERSATION} FROM conversations c
        WHERE c.space_id = :space AND substr(c.external_id, 1, length(:prefix)) = :prefix ORDER BY c.id""",
        {"space": space_id, "prefix": prefix},
    )
    found = [Conversation(*row) for row in rows]
    return [c for c in found if c.external_id == prefix] or found


def rename(conn: Connection, conversation_id: int, title: str) -> None:
    conn.execute("UPDATE conversations SET title = ? WHERE id = ?", (title, conversation_id))


def retitle(conn: Connection, conversation_id: int) -> None:
    """The title that the first of the person's messages gives; none where there is none."""
    row = conn.execute(
        "SELECT substr(text, 1, 400) FROM messages WHERE conversation_id = ? AND role = 'user' ORDER BY id LIMIT 1",
        (conversation_id,),
    ).fetchone()
    rename(conn, conversation_id, title_of(row[0]) if row else "")


def title_of(text: str) -> str:
    return " ".join(text[:400].split())[:TITLE_LENGTH]


def history(conn: Connection, conversation_id: int, limit: int, before_id: int | None) -> list[Message]:
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :id AND (:before IS NULL OR m.id < :before)
        ORDER BY m.id DESC LIMIT :limit""",
        {"id": conversation_id, "limit": limit, "before": before_id},
    ).fetchall()
    return [to_message(row) for row in reversed(rows)]


def history_after(conn: Connection, conversation_id: int, limit: int, after_id: int) -> list[Message]:
    rows = conn.execute(
        f"""SELECT {MESSAGE} FROM messages m WHERE m.conversation_id = :id AND m.id > :after
        ORDER BY m.id LIMIT :limit""",
        {"id": conversation_id, "limit": limit, "after": after_id},
    )
    return [to_message(row) for row in rows]


def messages(conn: Connection, ids: Sequence[int]) -> dict[int, Message]:
    rows = conn.execute(
        f"SELECT {MESSAGE} FROM messages m WHERE m.id IN (SELECT value FROM json_each(:ids))", {"ids": as_json(ids)}
    )
    return {row[0]: to_message(row) for row in rows}


def content_hash(message: NewMessage, sent_at: Moment) -> str:
    """Fingerprint of who said what when."""
    parts = (message.role, message.speaker, sent_at, message.text)
    return blake3("\x1f".join(parts).encode()).hexdigest(length=16)


def add_message(
    conn: Connection, message: NewMessage, flags: tuple[str, ...], eligible: bool, now: Moment
) -> tuple[Message, bool]:
    """Stores it unless it is there already. Raises BadInput where the id is taken by another text."""
    sent_at = message.sent_at or now
    external = message.external_id or secrets.token_hex(8)
    values = {
        "conversation": message.conversation_id, "external": external, "role": message.role,
        "speaker": message.speaker, "text": message.text, "tool_calls": message.tool_calls, "sent_at": sent_at,
        "now": now, "hash": content_hash(message, sent_at), "flags": ",".join(flags),
        "interrupted": message.interrupted, "indexed": indexed_text(message, sent_at),
        "state": GraphState.PENDING if eligible and not flags else GraphState.NEVER,
    }  # fmt: skip
    added = conn.execute(
        """INSERT INTO messages (space_id, conversation_id, external_id, role, speaker, text, tool_calls, sent_at,
            created_at, content_hash, injection_flags, interrupted, indexed_text, graph_processed)
        SELECT space_id, :conversation, :external, :role, :speaker, :text, :tool_calls, :sent_at,
            :now, :hash, :flags, :interrupted, :indexed, :state
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


def indexed_text(message: NewMessage, sent_at: Moment) -> str:
    """Speaker, date in words, text: each was measured to help full-text search."""
    day = parse_moment(sent_at)
    return f"{message.speaker or message.role}, {day.day} {day:%B} {day.year}: {message.text}"


def _touch(conn: Connection, values: dict[str, Any]) -> None:
    title = title_of(values["text"]) if values["role"] == "user" else ""
    conn.execute(
        """UPDATE conversations SET updated_at = max(updated_at, :sent_at),
            title = CASE WHEN title = '' THEN :title ELSE title END WHERE id = :conversation""",
        {**values, "title": title},
    )


def stored_hashes(conn: Connection, conversation_id: int) -> dict[str, str]:
    rows = conn.execute(
        "SELECT external_id, content_hash FROM messages WHERE conversation_id = :id", {"id": conversation_id}
    )
    return dict(rows.fetchall())
