"""A stretch of time, half open."""

from typing import NamedTuple

from zeph.clock import Moment, parse_moment

BEGINNING, FOR_EVER = "0001-01-01 00:00:00", "9999-01-01 00:00:00"
SECONDS_A_DAY = 86_400


class Stretch(NamedTuple):
    start: Moment
    end: Moment
    """Exclusive."""

    @property
    def days(self) -> float:
        """How long it is."""
        return (parse_moment(self.end) - parse_moment(self.start)).total_seconds() / SECONDS_A_DAY

    @property
    def is_open(self) -> bool:
        """All that lies ahead."""
        return self.end == FOR_EVER

    def holds(self, at: Moment | None) -> bool:
        return at is not None and self.start <= at < self.end

    def overlaps(self, start: Moment | None, end: Moment | None) -> bool:
        return (start is None or start < self.end) and (end is None or end > self.start)
