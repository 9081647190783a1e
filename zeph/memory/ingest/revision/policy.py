"""How revision decides where rules leave it open: what settles a conflict, what finds the fact that an end means."""

from dataclasses import dataclass
from typing import Literal

Strategy = Literal["recency", "confidence", "llm"]


@dataclass(frozen=True, slots=True)
class ConflictPolicy:
    """How conflicts are settled, and by what known facts are found."""

    strategy: Strategy = "recency"
    same_belief: float | None = None
    """Cosine of two facts about one pair from which the newer replaces the older; None: never."""
    by_likeness: bool = False
    """Whether there are vectors by which a fact can be found that an end says in other words."""
