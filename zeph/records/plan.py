"""What one message will change in the graph: a pure value, decided above and carried out by storage.

A *ref* names a row of an entity or edge: a positive id of a stored row, or a negative
number for one that this plan makes itself.
"""

from dataclasses import dataclass, field
from typing import Literal

from zeph.clock import Moment
from zeph.records.claim import Claim
from zeph.records.edge import ExpiredReason, Precision
from zeph.records.entity import Origin
from zeph.records.graph_types import EdgeType, EntityType
from zeph.records.revision import RevisionKind

Ref = int
EpisodeRow = Literal["conversation", "text", "json"]
"""What ``graph_episodes`` calls a conversation: one that only holds a document or a record is named so."""


@dataclass(frozen=True, slots=True)
class NewEntity:
    ref: Ref
    name: str
    canonical_name: str
    entity_type: EntityType
    summary: str = ""


@dataclass(frozen=True, slots=True)
class SeenEntity:
    """A known entity that was mentioned again: its display name becomes the form seen last."""

    ref: Ref
    name: str
    summary: str = ""
    """Fills an empty summary; never overwrites one."""
    canonical_name: str = ""
    """Of a name that takes the place of whose it is ("User's dog"); empty: it stays."""


@dataclass(frozen=True, slots=True)
class NewAlias:
    entity: Ref
    alias: str
    alias_name: str
    entity_type: EntityType


@dataclass(frozen=True, slots=True)
class NewEdge:
    ref: Ref
    source: Ref
    target: Ref
    relation: str
    canonical_relation: str
    fact: str
    indexed_text: str
    edge_type: EdgeType
    confidence: float
    origin: Origin
    valid_from: Moment | None = None
    valid_from_precision: Precision | None = None
    valid_from_stated: bool = False
    valid_until: Moment | None = None
    valid_until_precision: Precision | None = None
    supersedes: Ref | None = None
    superseded_by: Ref | None = None
    qualifiers: str = ""
    expired: ExpiredReason | None = None
    """Set for a fact that is history the moment it is learned: an older late arrival."""


@dataclass(frozen=True, slots=True)
class Reinforce:
    """The same fact said again; None leaves a field as it is."""

    edge: Ref
    confidence: float
    valid_from: Moment | None = None
    valid_from_precision: Precision | None = None
    stated: bool = False
    """Whether somebody said that start."""


@dataclass(frozen=True, slots=True)
class CloseEdge:
    """An end (``expired`` None) or a supersession of a stored edge."""

    edge: Ref
    valid_until: Moment | None
    valid_until_precision: Precision | None
    expired: ExpiredReason | None
    superseded_by: Ref | None
    kind: RevisionKind
    reason: str
    start_unknown: bool = False
    """It ended before the time that stood in for its start: when it began nobody said."""


@dataclass(frozen=True, slots=True)
class ReopenEdge:
    """A stored edge that was to end and goes on after all."""

    edge: Ref
    reason: str


@dataclass(frozen=True, slots=True)
class UpdateEdge:
    """The same fact with other qualifiers, another date or a richer sentence: this form stands from now on."""

    edge: Ref
    fact: str
    indexed_text: str
    qualifiers: str
    confidence: float
    valid_from: Moment | None
    valid_from_precision: Precision | None
    stated: bool
    shown: str
    """What changed, old and new, as a person is told; empty for what only adds."""
    fuller: bool
    """Whether the sentence is another one than was stored."""
    reason: str


@dataclass(frozen=True, slots=True)
class Suspect:
    """A fact that leans on something that has changed; it stays, and is shown as perhaps changed since."""

    edge: Ref
    since: Moment
    reason: str


Operation = Literal["add", "reinforce", "update", "end", "replace", "reopen", "conflict", "noop", "suspect"]
EdgeRole = Literal["added", "reinforced", "updated", "ended", "replaced", "reopened", "conflict", "suspect"]


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """What one claim of the message came to: exactly one operation, why, and the edges it touched."""

    claim: Claim
    operation: Operation
    reason: str
    edges: tuple[tuple[Ref, EdgeRole], ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """Something a person should look at; the edges it is about stay as they are."""

    reason: str
    edges: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class LearnedRelation:
    relation: str
    canonical: str


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    extractor: str
    model_calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    seconds: float = 0.0
    facts: int = 0
    dropped: int = 0
    failed: int = 0
    """1 where the model gave nothing usable."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the message changes; carried out in this order, in one transaction."""

    new_entities: tuple[NewEntity, ...] = ()
    seen_entities: tuple[SeenEntity, ...] = ()
    aliases: tuple[NewAlias, ...] = ()
    closes: tuple[CloseEdge, ...] = ()
    reopens: tuple[ReopenEdge, ...] = ()
    new_edges: tuple[NewEdge, ...] = ()
    reinforced: tuple[Reinforce, ...] = ()
    updates: tuple[UpdateEdge, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    claims: tuple[ClaimOutcome, ...] = ()
    reviews: tuple[Review, ...] = ()
    relations: tuple[LearnedRelation, ...] = ()
    episode_kind: EpisodeRow = "conversation"
    ledger: LedgerEntry = field(default_factory=lambda: LedgerEntry("none"))
    entity_mentions: tuple[Ref, ...] = ()
    edge_mentions: tuple[Ref, ...] = ()
    remember: str = ""
    """What the person ordered to be remembered, in their words: its facts come first in the profile."""
