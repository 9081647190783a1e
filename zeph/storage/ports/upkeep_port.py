"""What keeps the graph small: whose turn it is, what has ended, decays and goes."""

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


class Upkeep(Protocol):
    """Each method is one transaction, or several short ones that each leave the graph whole."""

    async def claim(self, space_id: int, owner: str, task: Task, now: Moment, seconds: float) -> bool:
        """Takes or keeps the right to a task; False while another process has it."""
        ...

    async def release(self, space_id: int, owner: str, task: Task) -> None: ...
    async def flip_ended(self, now: Moment) -> int:
        """Takes edges whose stated end has passed out of walks over what is current; how many."""
        ...

    async def decay(self, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
        """A decay pass, if one is due or was left half done; how many counts."""
        ...

    async def evictable(self, space_id: int, limits: Limits, now: Moment, most: int) -> Eviction:
        """What would go; ``most`` items of each rule are listed, all are counted."""
        ...

    async def evict(self, space_id: int, limits: Limits, now: Moment) -> Eviction:
        """Removes what may go, rule by rule."""
        ...
