"""A space of the memory: what is in one is never found from another."""

from dataclasses import dataclass

from zeph.clock import Moment

DEFAULT_SPACE = "personal"
LONGEST_SPACE = 200
"""Characters of a space's name."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space, with what it holds."""

    id: int
    name: str
    created_at: Moment
    conversations: int = 0
    messages: int = 0
    facts: int = 0
    """Those that are current."""
    used_at: Moment | None = None
    """When a conversation of it was last written to."""
