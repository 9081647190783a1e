"""How far the upkeep of a space has come."""

from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment

Task = Literal["upkeep", "summaries"]
"""What one process at a time does."""


@dataclass(frozen=True, slots=True)
class UpkeepState:
    changes: int
    """Grows with each change of who is linked with whom."""
    messages: int
    """Ingested since communities were last looked for."""
    found_changes: int | None
    """``changes`` as the last detection saw them; None before the first."""
    found_at: Moment | None
    algorithm: str
    modularity: float
    hubs: tuple[int, ...]
    """Entities that the last detection left out and placed last."""
