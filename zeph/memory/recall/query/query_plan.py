"""What is asked, and what one snapshot gave for it.

In: a question with everything that is fixed before the snapshot (:class:`Ask`). Out: :class:`Found`, which search, seeds, walk
and loading fill in their turn (``gather``) and the judges read.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from zeph.memory.recall.gather import bfs, synapse
from zeph.memory.recall.gather.seed_choice import Seed
from zeph.memory.recall.query.question import Query, words
from zeph.memory.recall.query.time_intent import HAPPENING, Past, Period
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.recall_request import EVERYWHERE, Scope
from zeph.records.view import View

DEEP = 24
"""Facts taken from each channel, or more where only facts are asked for: deeper ones lead messages astray."""
LONG = 500
"""Characters by which two texts are told apart."""


class SpreadingSettings(synapse.SpreadSettings, Protocol):
    @property
    def enabled(self) -> bool: ...
    @property
    def seed_structural_weight(self) -> float: ...
    @property
    def seed_community_cap(self) -> int: ...


class GraphSettings(Protocol):
    @property
    def max_hops(self) -> int: ...
    @property
    def recall_limit(self) -> int: ...
    @property
    def temporal_decay_rate(self) -> float: ...
    @property
    def spreading_activation(self) -> SpreadingSettings: ...


@dataclass(slots=True)
class Found:
    """All that one snapshot gave."""

    vector: Any = None
    fact_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    message_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    seeds: list[Seed] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    named: frozenset[int] = frozenset()
    """Entities the question names (the self entity included for a first person)."""
    others: frozenset[int] = frozenset()
    """Those of them that are not the self entity."""
    selves: frozenset[int] = frozenset()
    """The self entity, named or not."""
    topic: tuple[str, ...] = ()
    """Content words that are no part of a name."""
    hops: dict[int, int] = field(default_factory=dict)
    origins: dict[int, tuple[int, ...]] = field(default_factory=dict)
    depth: dict[int, int] = field(default_factory=dict)
    via: bfs.Via = field(default_factory=dict)
    """How the walk came to each entity."""
    entity_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    community_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    entities: dict[int, Entity] = field(default_factory=dict)
    communities: dict[int, Community] = field(default_factory=dict)
    misspelt: dict[str, str] = field(default_factory=dict)
    """Words of the question to the names they were taken for."""
    distances: dict[int, int] = field(default_factory=dict)
    """Hops of entities from the one that the scope is near, or from those that the question names."""
    edges: dict[int, Edge] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    entity_hit: bool = False
    communal: bool = False
    """A community is what the question is about, and its members are seeds."""
    partial: bool = False

    @property
    def eventful(self) -> bool:
        """Whether the question asks for what happens at a time, or to somebody, and not for anything in particular."""
        return all(word in HAPPENING or word.isdigit() for word in self.topic)


@dataclass(frozen=True)
class Ask:
    """A question with everything that is fixed before the snapshot."""

    query: Query
    view: View
    settings: GraphSettings
    model: str
    vector: Callable[[], Any]
    """The question's vector, or None; waits for it."""
    before_id: int | None
    conversation_id: int | None
    vector_floor: float
    shown: int = 0
    """Facts or messages that are to be shown at most."""
    scope: Scope = EVERYWHERE
    fusion: str = "scaled"
    past: Past = Past.NO
    """Whether the question turns to what is over."""
    period: Period | None = None
    """The days that the question is about."""
    measured: bool = False
    """Whether distances from the question's own entities count."""

    def messages_deep(self, most: int) -> int:
        """Hits of a message channel, ``most`` or more where more are to be shown."""
        return max(most, 2 * self.shown)

    @property
    def facts_deep(self) -> int:
        """Hits of each fact channel."""
        return DEEP if "messages" in self.scope.kinds else max(DEEP, 2 * self.shown)

    @cached_property
    def _said(self) -> list[str]:
        return words(self.query.text[:LONG])

    def repeated_by(self, text: str) -> bool:
        """Is ``text`` this question, word for word?"""
        begins = text[:20].casefold()
        return (not self._said or self._said[0] in begins) and words(text[:LONG]) == self._said
