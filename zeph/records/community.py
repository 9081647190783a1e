"""Communities, graph totals and what waits in the queue."""

from dataclasses import dataclass

from zeph.clock import Moment


@dataclass(frozen=True, slots=True)
class Community:
    id: int
    name: str
    summary: str
    size: int
    updated_at: Moment
    members: tuple[str, ...] = ()
    """Display names, best connected first; listings carry at most a few."""


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
    expired_edges: int = 0
    flagged: int = 0
    """Messages that are kept but never become facts: they look like an injection, hide text, or are far too long."""
