"""Rows of messages and conversations: their columns, their records, and what is derived from a message's text.

In: rows, or a new message. Out: records, or the values of derived columns.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from blake3 import blake3

from zeph.clock import Moment, parse_moment
from zeph.records.message import GraphState, Message, NewMessage
from zeph.records.statement import told_text
from zeph.storage.engine.driver import Connection
from zeph.storage.ports.unspaced import index_form

MESSAGE = """
    m.id, m.space_id, m.conversation_id, m.external_id, m.role, m.speaker, m.text, m.sent_at,
    m.injection_flags, m.graph_processed, m.interrupted, m.tool_calls, m.graph_attempts, m.graph_error,
    m.strange,
    (SELECT kind FROM conversations WHERE id = m.conversation_id)
"""
CONVERSATION = """
    c.id, c.space_id, c.external_id, c.kind, c.title, c.created_at, c.updated_at,
    (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)
"""
TITLE_LENGTH = 60
MAX_ATTEMPTS = 3
"""After so many a message waits until it is asked for again."""
_message_of = partial(tuple.__new__, Message)
"""A Message of its fields; ``Message._make`` is the same at thrice the price."""
_STATES = {state.value: state for state in GraphState}


def to_message(row: Sequence[Any]) -> Message:
    """The record of a row of the columns :data:`MESSAGE`."""
    flags = tuple(filter(None, row[8].split(","))) if row[8] else ()
    return _message_of(
        (
            *row[:8],
            flags,
            _STATES[row[9]],
            bool(row[10]),
            *row[11:14],
            row[15] == "import",
            row[15] == "agent",
            bool(row[14]),
            "",  # as it was said
        )
    )


def content_hash(message: NewMessage, sent_at: Moment) -> str:
    """Fingerprint of who said what when."""
    parts = (message.role, message.speaker, sent_at, message.text)
    return blake3("\x1f".join(parts).encode()).hexdigest(length=16)


def indexed_text(message: NewMessage, sent_at: Moment) -> str:
    """Speaker, date in words, text, each of which was measured to help, in the index's form."""
    day = parse_moment(sent_at)
    return index_form(f"{message.speaker or message.role}, {day.day} {day:%B} {day.year}: {told_text(message.text)}")


def title_of(text: str) -> str:
    """The title that a conversation has from what was said first."""
    return " ".join(text[:400].split())[:TITLE_LENGTH]


def retitle(conn: Connection, conversation_id: int) -> None:
    """The title that the first of the person's messages gives; none where there is none."""
    row = conn.execute(
        "SELECT substr(text, 1, 400) FROM messages WHERE conversation_id = ? AND role = 'user' ORDER BY id LIMIT 1",
        (conversation_id,),
    ).fetchone()
    title = title_of(row[0]) if row else ""
    conn.execute("UPDATE conversations SET title = ? WHERE id = ?", (title, conversation_id))
