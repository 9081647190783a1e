"""What was read in a message and what became of it, as it is kept."""

from dataclasses import dataclass

from zeph.clock import Moment


@dataclass(frozen=True, slots=True)
class LoggedClaim:
    """One claim with its operation."""

    id: int
    message_id: int
    ordinal: int
    """Its place among the claims of the message, from 0."""
    kind: str
    subject: str
    relation: str
    object: str
    old: str
    qualifiers: str
    """JSON object; empty for none."""
    modality: str
    sentence: str
    span: tuple[int, int]
    """Characters of the message."""
    reader: str
    confidence: float
    operation: str
    reason: str
    created_at: Moment
    revision_id: int | None
    facts: tuple[tuple[int, str], ...] = ()
    """Number of each fact that it touched, and in what role."""
