"""What recall found for a question, each item with the reason it was found."""

from dataclasses import dataclass, field

from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.view import View

NOTHING_KNOWN = "Nothing known is about this question."


@dataclass(frozen=True, slots=True)
class Why:
    """Where an item came from and how its score came to be."""

    channels: dict[str, int] = field(default_factory=dict)
    """Channel name (``fact_text``, ``fact_vector``, ``message_text``, ``graph`` …) to 1-based rank."""
    seeds: tuple[str, ...] = ()
    """Names of the seed entities its walk began at."""
    hop: int | None = None
    """Smaller walk depth of the edge's ends; None where no walk reached it."""
    path: tuple[int, ...] = ()
    """Ids of the facts walked from the best seed to this one, first step first; empty where it touches the seed."""
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
    said: str = ""
    """Of a long message the passage that answers, cut ends with "…"; else all of it."""


@dataclass(frozen=True, slots=True)
class RecalledEntity:
    entity: Entity
    score: float
    why: Why


@dataclass(frozen=True, slots=True)
class RecalledCommunity:
    community: Community
    score: float
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
    entities: tuple[RecalledEntity, ...] = ()
    """Only where they were asked for."""
    communities: tuple[RecalledCommunity, ...] = ()
    view: View | None = None
    """From where and when it was looked for."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the reasons of one recall name by id, read when somebody asks."""

    recalled: Recalled
    facts: dict[int, Edge]
    """The facts that walks went along; one that has changed since is missing."""
    sources: dict[int, Message]
    """The messages that recalled facts came from."""
    read_by: dict[tuple[int, int], str] = field(default_factory=dict)
    """(fact, message) to the reader whose claim it was."""
    anew: bool = False
    """The answer was given by an earlier program: this is what its question finds now."""
