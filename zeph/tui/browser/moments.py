"""The time slider's state: which moment of which axis is looked at, and how keys move it. No widget.

In: the first moment there is anything from, and the present. Out: ``as_of`` (what was true then) and ``known_at`` (what
was known then), None for the present.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, Self

from zeph.clock import Moment, parse_moment, to_moment

Axis = Literal["as_of", "known_at"]
STEPS = 40
"""So many steps lead from the first moment to the present."""
LEAST_SPAN = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Moments:
    first: Moment
    now: Moment
    as_of: Moment | None = None
    known_at: Moment | None = None
    axis: Axis = "as_of"
    """The one that the keys move."""

    @property
    def at(self) -> Moment | None:
        return self.as_of if self.axis == "as_of" else self.known_at

    def to(self, moment: Moment | None) -> Self:
        """The moved axis at that moment; the present and later is None, before the first is the first."""
        kept = None if moment is None or moment >= self.now else max(moment, self.first)
        return replace(self, as_of=kept) if self.axis == "as_of" else replace(self, known_at=kept)

    def step(self, count: int) -> Self:
        """So many steps on, or back."""
        return self._by(count * self.span / STEPS)

    def day(self, count: int) -> Self:
        return self._by(timedelta(days=count))

    def other_axis(self) -> Self:
        return replace(self, axis="known_at" if self.axis == "as_of" else "as_of")

    def within(self, first: Moment, now: Moment) -> Self:
        """The same look over another range."""
        least = to_moment(parse_moment(now) - LEAST_SPAN)
        return replace(self, first=min(first, least), now=now)

    @property
    def span(self) -> timedelta:
        return max(parse_moment(self.now) - parse_moment(self.first), LEAST_SPAN)

    def share(self, moment: Moment | None) -> float:
        """Where it is between the first moment and the present, 0 to 1."""
        if moment is None:
            return 1.0
        return min(1.0, max(0.0, (parse_moment(moment) - parse_moment(self.first)) / self.span))

    def _by(self, distance: timedelta) -> Self:
        return self.to(to_moment(parse_moment(self.at or self.now) + distance))
