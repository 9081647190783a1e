"""What is to be forgotten, and what went."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from zeph.records.edge import Edge
from zeph.records.message import Message


class Cut(NamedTuple):
    """Characters of a message that go, while the rest of it stays."""

    message_id: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Target:
    """Ids of what a person wants forgotten; the rest follows from them."""

    messages: tuple[int, ...] = ()
    conversations: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    entities: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    """Of the profile, written by the person."""
    blocks: tuple[int, ...] = ()
    """Of the core memory, whole."""
    block_sentences: tuple[str, ...] = ()
    """Word for word as they stand in blocks, or stood: out of all their forms."""
    traces: tuple[str, ...] = ()
    """Names, texts and words by which what tools were asked and gave is known to speak of it."""
    cuts: tuple[Cut, ...] = ()
    """Sentences; a message of which nothing is left goes, unless a fact that stays has no other source."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What goes, or went."""

    messages: tuple[Message, ...]
    facts: tuple[Edge, ...]
    entities: tuple[str, ...]
    """Display names."""
    mentioned_in: tuple[Message, ...]
    """Messages that stay although they speak of a forgotten entity or said a forgotten fact."""
    rows: Mapping[str, int]
    """Rows per table; ``reopened``: facts that are current again, ``cut_messages``: messages without a sentence now."""
    cut: tuple[tuple[Message, str], ...] = ()
    """Messages that stay without a sentence or a clause, as they were, and what is taken out of each, a line each."""
    lines: tuple[str, ...] = ()
    """Lines of the person's own in the profile."""
    lines_kept: tuple[str, ...] = ()
    """Such lines that stay although they have the words of what goes."""
    blocks: tuple[tuple[str, str], ...] = ()
    """(label, sentence) of the core memory; the sentence is empty where the block goes whole."""
    left: tuple[str, ...] = ()
    """What is left of each of these."""
    lingers: str = ""
    """Why the bytes are in the file for a while yet, as a sentence; empty where they are gone."""

    def __bool__(self) -> bool:
        return bool(self.rows)
