"""What recall found for a question, each item with the reason it was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.records.edge import Edge, Precision
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
    helps: float | None = None
    """Probability that it helps with the question, as learned from labelled ones; None for entities and communities."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a message says and that is over or otherwise since."""

    message_id: int
    span: tuple[int, int]
    """Characters of the message that say it."""
    fact: str
    """What was so."""
    names: tuple[str, ...]
    """Who and what it was about."""
    sentence: str
    """What is told of the change: ``User moved to Denver``; empty where the person took back what was noted."""
    at: Moment
    """When it was over, the day that is another now where nothing else is, or when the change was told, which is an
    instant."""
    precision: Precision
    by: int
    """The message that tells it."""
    over: bool
    """False where it goes on with another date, number or detail."""


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
    changes: tuple[Change, ...] = ()
    """What of it is otherwise since, earliest first."""
    said: str = ""
    """Of a long message the passage that answers, cut ends with "…"; else all of it."""
    of: int = 0
    """The message right before it that it puts right or goes on with: "they moved it to Friday"; 0 for none."""


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
class RecalledSummary:
    line: str
    """``Orion (project): Orion is led by Priya.``, without what a recalled fact says."""
    said: str
    """The summary alone."""


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
    unsure: bool = False
    """Nothing is like the question, which is about the person: this is the best there is."""
    connected: tuple[int, ...] = ()
    """Ids of facts that answer only together, each beginning where the one before ends; they stand first."""
    overview: tuple[RecalledSummary, ...] = ()
    """Of what a broad question is about, and of the groups that this belongs to."""
    broad: bool = False
    """Whether it asks for whatever is known of something."""
    about: tuple[int, ...] = ()
    """Ids of the entities that a broad question is about."""
    premises: tuple[Change, ...] = ()
    """What the question takes to be so and is over, latest first."""
    known: tuple[str, ...] = ()
    """Where several things are asked for: what is known of them, each once, in the order of time."""
    called: Mapping[str, str] = field(default_factory=dict)
    """Names to the words of the question by which they are meant: Nora to "sister"."""
    planned: tuple[str, ...] = ()
    """Where it is asked what the person has on, or has to do: a line for each thing."""
    view: View | None = None
    """From where and when it was looked for."""

    @property
    def news(self) -> list[str]:
        """Its notes, but that nothing is known, which is none in a talk."""
        return [note for note in self.notes if note != NOTHING_KNOWN]


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
