"""Time as Zeph stores it: UTC text ``YYYY-MM-DD HH:MM:SS``, which sorts as text.

In: nothing but the system's clock (or a test's). Out: moments. Everything that needs
"now" is given a :class:`Clock`, so that tests and benchmarks decide what time it is.
"""

from datetime import UTC, datetime
from typing import Protocol

Moment = str
"""A point in time, UTC, ``YYYY-MM-DD HH:MM:SS`` (graph-memory's stored format)."""


class Clock(Protocol):
    def now(self) -> datetime:
        """The present, with its time zone (UTC)."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands still until it is set, for tests and replays."""

    def __init__(self, at: datetime | Moment) -> None:
        self.at = parse_moment(at) if isinstance(at, str) else at

    def now(self) -> datetime:
        return self.at


def to_moment(at: datetime) -> Moment:
    """``at`` in UTC as stored text; a naive datetime counts as UTC."""
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    utc = aware.astimezone(UTC)
    return f"{utc.year:04d}-{utc.month:02d}-{utc.day:02d} {utc.hour:02d}:{utc.minute:02d}:{utc.second:02d}"


def parse_moment(text: str) -> datetime:
    """A datetime (UTC) from a moment, an ISO 8601 time with any offset, or a date (midnight UTC).

    Raises ValueError for anything else.
    """
    at = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)


def moment_now(clock: Clock) -> Moment:
    return to_moment(clock.now())
