"""What keeps the graph small and told: whose turn it is, what has ended, decays and goes, summaries of entities."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from zeph.clock import Moment, parse_moment
from zeph.records.eviction import Eviction
from zeph.records.upkeep import Task


@dataclass(frozen=True, slots=True)
class Limits:
    """What eviction leaves."""

    retention_days: int
    """Days that retired facts are kept; 0 keeps them, and entities without facts, for ever."""
    max_entities: int
    """0 is unlimited."""

    def cutoff(self, now: Moment) -> Moment:
        """What was retired or seen before it may go; the empty text where nothing may for its age."""
        if not self.retention_days:
            return ""
        try:
            return f"{parse_moment(now) - timedelta(days=self.retention_days):%Y-%m-%d %H:%M:%S}"
        except OverflowError:
            return ""


SumUp = Callable[[Sequence[str]], str]
"""Facts, the strongest first, to a summary; called inside a transaction, so it is pure and fast."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity, and what is known of it."""

    id: int
    name: str
    summary: str
    facts: tuple[str, ...]
    """Current ones, the strongest first."""


class Upkeep(Protocol):
    """Each method is one transaction, or several short ones that each leave the graph whole."""

    async def claim(self, space_id: int, owner: str, task: Task, now: Moment, seconds: float) -> bool:
        """Takes or keeps the right to a task; False while another process has it."""
        ...

    async def release(self, space_id: int, owner: str, task: Task) -> None: ...
    async def flip_ended(self, now: Moment) -> int:
        """Takes edges whose stated end has passed out of walks over what is current; how many."""
        ...

    async def refresh_summaries(self, space_id: int, sum_up: SumUp, now: Moment) -> list[int]:
        """Sums up every entity whose facts have changed since the last time; those whose summary is another now."""
        ...

    async def subject(self, space_id: int, entity_id: int, facts: int, now: Moment) -> Subject | None:
        """With at most so many facts; None where it is gone."""
        ...

    async def put_summary(self, entity_id: int, summary: str, *, was: str) -> bool:
        """False where the summary is another by now than it ``was``."""
        ...

    async def decay(self, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
        """A decay pass, if one is due or was left half done; how many counts."""
        ...

    async def agree_on_date(self, space_id: int, owner: str, now: Moment) -> bool:
        """Whether another start, by its clock at most a week ago, saw about this date too; this one is noted."""
        ...

    async def evictable(self, space_id: int, limits: Limits, now: Moment, most: int) -> Eviction:
        """What would go; ``most`` items of each rule are listed, all are counted."""
        ...

    async def evict(self, space_id: int, limits: Limits, now: Moment) -> Eviction:
        """Removes what may go, rule by rule."""
        ...
