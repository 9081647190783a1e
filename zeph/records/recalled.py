"""What recall found for a question, each item with the reason it was found."""

from dataclasses import dataclass, field

from zeph.records.edge import Edge
from zeph.records.message import Message


@dataclass(frozen=True, slots=True)
class Why:
    """Where an item came from and how its score came to be."""

    channels: dict[str, int] = field(default_factory=dict)
    """Channel name (``fact_text``, ``fact_vector``, ``message_text``, ``message_vector``, ``graph``) to 1-based rank."""
    seeds: tuple[str, ...] = ()
    """Names of the seed entities its walk began at."""
    hop: int | None = None
    """Smaller walk depth of the edge's ends; None where no walk reached it."""
    parts: dict[str, float] = field(default_factory=dict)
    """The score's parts by name."""


@dataclass(frozen=True, slots=True)
class RecalledFact:
    edge: Edge
    score: float
    line: str
    """As injected: ``Rust uses cargo (confidence: 0.95)``."""
    why: Why


@dataclass(frozen=True, slots=True)
class RecalledMessage:
    message: Message
    score: float
    line: str
    why: Why


@dataclass(frozen=True, slots=True)
class Recalled:
    """The facts and messages for one question, best first, already cut to their budgets."""

    question: str
    facts: tuple[RecalledFact, ...] = ()
    messages: tuple[RecalledMessage, ...] = ()
    seeds: tuple[str, ...] = ()
    partial: bool = False
    """True where a time limit ended the walk early."""
    notes: tuple[str, ...] = ()
    """Sentences for the person about how this recall was made (no embedder, a limit …)."""
