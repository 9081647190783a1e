"""Sentences taken out of messages that stay: what they said goes, what stands beside them is as it was.

In: a connection inside a write transaction, cuts. Out: the texts as they are then; rows that were derived from what is
gone follow, vectors and passages are made anew by the next filling.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zeph.records.forgetting import Cut
from zeph.records.message import Message, NewMessage
from zeph.storage.engine.driver import Connection, as_json
from zeph.storage.engine.metadata import get_metadata, set_metadata
from zeph.storage.messages.message_rows import content_hash, indexed_text, retitle, title_of
from zeph.storage.messages.sqlite_passages import UNTIL
from zeph.storage.vectors.item_vectors import drop_vectors, embedded_with

LEFT = "[…]"
"""Stands where something was."""
_WORD = re.compile(r"\w")

OVERLAPPED = """
    DELETE FROM graph_claims WHERE message_id = :message AND span_start < :stop AND span_end > :start
      AND NOT EXISTS (SELECT 1 FROM graph_claim_edges AS e WHERE e.claim_id = graph_claims.id
          AND e.edge_id NOT IN (SELECT value FROM json_each(:edges)))"""
INSIDE = """
    UPDATE graph_claims SET span_start = :start, span_end = :start + :left
    WHERE message_id = :message AND span_start < :stop AND span_end > :start"""
BEHIND = """
    UPDATE graph_claims SET span_start = span_start + :moved, span_end = span_end + :moved
    WHERE message_id = :message AND span_start >= :stop"""
# An entity that only the cut sentence spoke of, and of which no fact from this message is left.
UNSPOKEN = """
    DELETE FROM graph_entity_mentions WHERE message_id = :message
      AND entity_id IN (SELECT value FROM json_each(:touched))
      AND NOT EXISTS (SELECT 1 FROM graph_entity_aliases AS a
          WHERE a.entity_id = graph_entity_mentions.entity_id AND instr(lower(:text), lower(a.alias)) > 0)
      AND NOT EXISTS (SELECT 1 FROM graph_edge_mentions AS m JOIN graph_edges AS e ON e.id = m.edge_id
          WHERE m.message_id = :message AND e.id NOT IN (SELECT value FROM json_each(:edges))
            AND graph_entity_mentions.entity_id IN (e.source_entity_id, e.target_entity_id))"""
QUEUE = """
    INSERT OR IGNORE INTO embedding_queue (kind, item_id) SELECT 'message', id FROM messages WHERE id = :message
    AND EXISTS (SELECT 1 FROM graph_metadata WHERE space_id = messages.space_id AND key = 'embedding_model')"""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A message and what is left of it."""

    message: Message
    cuts: tuple[Cut, ...]
    """In order, none within another."""

    @property
    def text(self) -> str:
        pieces, at = [], 0
        for cut in self.cuts:
            pieces += [self.message.text[at : cut.start], LEFT]
            at = cut.stop
        return "".join([*pieces, self.message.text[at:]])

    @property
    def gone(self) -> str:
        """A line each."""
        return "\n".join(self.message.text[cut.start : cut.stop] for cut in self.cuts)

    @property
    def empty(self) -> bool:
        """Whether no word is left."""
        return _WORD.search(self.text.replace(LEFT, "")) is None


def shortened(message: Message, cuts: Sequence[Cut]) -> Shortened:
    """Cuts with no word between them become one."""
    joined: list[Cut] = []
    for cut in sorted(c for c in cuts if c.message_id == message.id):
        start, stop = max(0, cut.start), min(len(message.text), cut.stop)
        if joined and not _WORD.search(message.text[joined[-1].stop : start]):
            joined[-1] = joined[-1]._replace(stop=max(stop, joined[-1].stop))
        elif start < stop:
            joined.append(Cut(message.id, start, stop))
    return Shortened(message, tuple(joined))


def shorten(conn: Connection, one: Shortened, edges: Sequence[int], touched: Sequence[int]) -> None:
    """``edges`` go, ``touched`` are entities of theirs."""
    message, text = one.message, one.text
    values: dict[str, Any] = {
        "message": message.id, "text": text, "edges": as_json(edges), "touched": as_json(touched), "left": len(LEFT),
    }  # fmt: skip
    for cut in reversed(one.cuts):
        where = {**values, "start": cut.start, "stop": cut.stop, "moved": len(LEFT) - (cut.stop - cut.start)}
        conn.execute(OVERLAPPED, where)
        conn.execute(BEHIND, where)
        conn.execute(INSIDE, where)
    said = NewMessage(message.conversation_id, message.role, text, message.speaker)
    conn.execute(
        "UPDATE messages SET text = :text, indexed_text = :indexed, content_hash = :hash WHERE id = :message",
        {**values, "indexed": indexed_text(said, message.sent_at), "hash": content_hash(said, message.sent_at)},
    )
    conn.execute(UNSPOKEN, values)
    _made_anew(conn, message)
    title = conn.execute("SELECT title FROM conversations WHERE id = ?", (message.conversation_id,)).fetchone()
    if title and title[0] == title_of(message.text):
        retitle(conn, message.conversation_id)


def _made_anew(conn: Connection, message: Message) -> None:
    """Vectors and passages of a text that has changed."""
    drop_vectors(conn, "message", embedded_with(conn, [message.id]))
    ids = [row[0] for row in conn.execute("SELECT id FROM message_passages WHERE message_id = ?", (message.id,))]
    drop_vectors(conn, "passage", ids)
    conn.execute("DELETE FROM message_passages WHERE message_id = ?", (message.id,))
    until = get_metadata(conn, message.space_id, UNTIL)
    if until is not None and int(until) >= message.id:
        set_metadata(conn, message.space_id, UNTIL, str(message.id - 1))
    conn.execute(QUEUE, {"message": message.id})
