"""Comparing dates of unlike precision, and what two facts' intervals say of each other (graph-memory §2).

In: moments with their precision. Out: orderings. Pure.
"""

from typing import NamedTuple

from zeph.clock import Moment
from zeph.records.edge import Edge, Precision

_LENGTH: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 19}


class Dated(NamedTuple):
    """A moment and how exactly it is known; moment None: unknown."""

    moment: Moment | None
    precision: Precision | None = None


def begin(edge: Edge) -> Dated:
    return Dated(edge.valid_from, edge.valid_from_precision)


def compare(a: Dated, b: Dated) -> int:
    """-1, 0 or 1 at the coarser of the two precisions; an unknown start is before everything known."""
    if a.moment is None or b.moment is None:
        return (a.moment is not None) - (b.moment is not None)
    length = min(_LENGTH[a.precision or "instant"], _LENGTH[b.precision or "instant"])
    left, right = a.moment[:length], b.moment[:length]
    return (left > right) - (left < right)


def not_before(end: Moment | None, start: Moment | None) -> Moment | None:
    """``end``, but never before ``start``: intervals are never turned around."""
    if end is None or start is None:
        return end
    return max(end, start)
