"""Dates of unlike precision, unknown ones, and intervals that are never turned around."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeph.memory.language.intervals import Dated, compare, not_before

UNKNOWN = Dated(None)
YEAR = Dated("2020-01-01 00:00:00", "year")
MONTH = Dated("2020-06-01 00:00:00", "month")
DAY = Dated("2020-06-15 00:00:00", "day")
INSTANT = Dated("2020-06-15 08:30:00", "instant")


@pytest.mark.parametrize(
    ("a", "b", "order"),
    [
        (YEAR, DAY, 0), (DAY, YEAR, 0), (MONTH, DAY, 0), (DAY, INSTANT, 0), (YEAR, INSTANT, 0),
        (DAY, Dated("2020-06-16 00:00:00", "day"), -1), (YEAR, Dated("2021-01-01 00:00:00", "year"), -1),
        (Dated("2020-07-01 00:00:00", "month"), DAY, 1), (UNKNOWN, YEAR, -1), (YEAR, UNKNOWN, 1), (UNKNOWN, UNKNOWN, 0),
        (Dated("2020-06-15 08:30:00"), INSTANT, 0),
    ],
)  # fmt: skip
def test_the_coarser_precision_decides_and_the_unknown_comes_first(a: Dated, b: Dated, order: int) -> None:
    assert compare(a, b) == order


MOMENTS = st.datetimes().map(lambda at: f"{at.year:04d}-{at:%m-%d %H:%M:%S}")
DATED = st.builds(Dated, st.none() | MOMENTS, st.sampled_from(("year", "month", "day", "instant")))


@given(DATED, DATED)
def test_what_is_later_one_way_is_earlier_the_other(a: Dated, b: Dated) -> None:
    assert compare(a, b) == -compare(b, a) and compare(a, a) == 0


@given(st.none() | MOMENTS, st.none() | MOMENTS)
def test_no_end_lies_before_its_start(end: str | None, start: str | None) -> None:
    found = not_before(end, start)
    assert found == end if end is None or start is None else found in (end, start) and found >= start
