"""What eviction would remove, or has removed, and why."""

from dataclasses import dataclass
from typing import Literal

Rule = Literal["expired", "orphan", "cap"]
"""Retired longer ago than facts are kept; without facts and unseen that long; above the most entities."""


@dataclass(frozen=True, slots=True)
class Evictable:
    kind: Literal["fact", "entity"]
    id: int
    text: str
    """The fact, or the entity's name."""
    rule: Rule
    since: str
    """The moment that the rule counts from: when the fact was retired, when the entity was seen last."""


@dataclass(frozen=True, slots=True)
class Eviction:
    """Each fact and each entity is counted once, by the first rule that takes it."""

    counts: dict[Rule, int]
    items: tuple[Evictable, ...] = ()
    """The oldest ones, where a list was asked for."""
    above: int = 0
    """Entities above the cap that stay, because something that is kept needs them."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())
