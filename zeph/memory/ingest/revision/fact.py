"""One resolved fact on its way into the graph.

In: what ``planning`` made of a claim. Out: the value that revision compares with what is known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from zeph.memory.language.intervals import Dated
from zeph.records.claim import ClaimKind, Marker, Modality
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.entity import Origin
from zeph.records.graph_types import EdgeType
from zeph.records.plan import Ref

Replaces = Ref | Literal["unnamed"] | None


@dataclass(frozen=True, slots=True)
class Fact:
    """A claim with its ends resolved, its relation normalised and its dates computed."""

    source: Ref
    target: Ref
    relation: str
    canonical_relation: str
    family: str
    functional: bool
    opposites: frozenset[str]
    succeeds: tuple[str, ...]
    """Relations of the same two ends that this one puts an end to."""
    symmetric: bool
    """It reads the same from both ends, and may be stored from the other one."""
    changes: bool
    """The relation only names a change ("switched_to"): the replaced fact lends its own."""
    text: str
    indexed_text: str
    edge_type: EdgeType
    confidence: float
    origin: Origin
    start: Dated
    start_stated: bool
    end: Dated
    ends: bool
    start_phrase: str = ""
    """The start in the message's words."""
    replaces: Replaces = None
    target_type: str = ""
    target_class: str = ""
    target_name: str = ""
    """As it was said."""
    kind: ClaimKind = "state"
    modality: Modality = "fact"
    markers: frozenset[Marker] = frozenset()
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    days: int = 0
    """For how long it was so, where that was told."""
    slot: str = ""
    """The place that its target fills, one at a time."""
    over: str = ""
    """What it is preferred to."""
    old_name: str = ""
    """What it takes the place of, as it was said."""
    group: str = ""
    """The group of families that the reader is sure of."""
    known: tuple[int, ...] = ()
    """Ids of the stored facts that the reader says it ends or changes."""
    beside: tuple[int, ...] = ()
    """Ids of the stored facts that go on beside it."""

    @property
    def if_known(self) -> bool:
        """Whether it says nothing where its target, or of an end the fact, is not known."""
        return "if_known" in self.markers

    @property
    def candidate(self) -> bool:
        return self.confidence < CANDIDATE_BELOW
