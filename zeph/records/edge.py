"""Edges: facts of the graph, on two time axes."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from zeph.clock import Moment
from zeph.records.entity import Origin
from zeph.records.graph_types import EdgeType

Precision = Literal["year", "month", "day", "instant"]
ExpiredReason = Literal["superseded", "retracted", "merged", "evicted"]

CANDIDATE_BELOW = 0.6
"""Facts of less confidence are searchable and never retire anything (graph-memory §3)."""
SOUND_FROM = 0.4
"""A candidate of the local reader whose sentence is sound: it may be told where its message answers what is asked."""


class Edge(NamedTuple):
    """A fact. A named tuple, as a message is: recall reads many."""

    id: int
    space_id: int
    source_id: int
    target_id: int
    source: str
    """Display name of the source entity."""
    target: str
    relation: str
    """What was said."""
    canonical_relation: str
    """What counts for identity."""
    fact: str
    """One sentence a person can read."""
    edge_type: EdgeType
    confidence: float
    """0.0 to 1.0."""
    origin: Origin
    valid_from: Moment | None
    """Event time; None: the start is unknown."""
    valid_from_precision: Precision | None
    valid_from_stated: bool
    """True where somebody said the date; False where the message's time stands in for it."""
    valid_until: Moment | None
    """Event time; None: still true."""
    valid_until_precision: Precision | None
    created_at: Moment
    """System time."""
    expired_at: Moment | None
    expired_reason: ExpiredReason | None
    supersedes_id: int | None
    superseded_by: int | None
    retrieval_count: float = 0.0
    sources: tuple[int, ...] = ()
    """Ids of the messages it came from, oldest first."""
    qualifiers: str = ""
    """JSON object with sorted keys: what may change without the fact becoming another; empty: nothing is known."""

    @property
    def active(self) -> bool:
        return self.expired_at is None

    def current(self, now: Moment) -> bool:
        """Active, begun, and not ended at ``now`` (graph-memory §2)."""
        begun = self.valid_from is None or self.valid_from <= now
        return self.active and begun and (self.valid_until is None or self.valid_until > now)


@dataclass(frozen=True, slots=True)
class Form:
    """What was believed of a fact for a while."""

    known_from: Moment
    known_until: Moment
    """"9999" for the form it has today."""
    fact: str
    confidence: float
    valid_from: Moment | None
    valid_until: Moment | None
    expired_reason: ExpiredReason | None
