"""Communities, graph totals and what waits in the queue."""

from dataclasses import dataclass

from zeph.clock import Moment


@dataclass(frozen=True, slots=True)
class Community:
    id: int
    name: str
    summary: str
    size: int
    created_at: Moment
    updated_at: Moment
    """When its members or facts last changed."""
    members: tuple[str, ...] = ()
    """Display names, best connected first; listings carry at most a few."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Messages that do not become facts for one reason."""

    reason: str
    """A sentence."""
    messages: int
    since: Moment
    """When the first of them was kept."""


@dataclass(frozen=True, slots=True)
class GraphStats:
    entities: int
    edges: int
    """Active edges."""
    communities: int
    waiting: int
    """Messages that the worker or a backfill will still take."""
    failed: int
    """Messages that failed so often that only a backfill takes them again."""
    gated: int = 0
    messages: int = 0
    flagged: int = 0
    """Messages that are kept but never become facts: they look like an injection, hide text, or are far too long."""
    stuck: tuple[Stuck, ...] = ()
    """Why messages wait or failed, the most of them first; at most three reasons."""


@dataclass(frozen=True, slots=True)
class Detection:
    """The last time that communities were looked for."""

    found_at: Moment
    modularity: float
    """Newman's Q: 0 as good as chance, above 0.3 clear communities."""
    algorithm: str
