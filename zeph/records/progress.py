"""How far something long has come: a backfill, an import."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int
    facts: int = 0
    """Facts learned by a backfill; new messages or rows of an import."""
    failed: int = 0
    gated: int = 0
    """Messages that the gate has skipped."""
    waits: str = ""
    """Why the rest waits, as a sentence; empty where nothing keeps it."""

    @property
    def handled(self) -> int:
        return self.done + self.failed + self.gated
