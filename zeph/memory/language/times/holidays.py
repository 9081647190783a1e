"""Holidays that people date things by, and the day each falls on.

In: a name in lower case and a year. Out: month and day.
"""

from collections.abc import Callable
from datetime import date


def _thanksgiving(year: int) -> tuple[int, int]:
    """The fourth Thursday of November."""
    return 11, 22 + (3 - date(year, 11, 1).weekday()) % 7


def _easter(year: int) -> tuple[int, int]:
    """Western Easter: the anonymous Gregorian computus (Nature, 20 April 1876)."""
    golden, century = year % 19, year // 100
    skipped = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon = skipped - (skipped // 28) * (1 - (29 // (skipped + 1)) * ((21 - golden) // 11))
    sunday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    away = moon - sunday
    month = 3 + (away + 40) // 44
    return month, away + 28 - 31 * (month // 4)


_FIXED = {
    "christmas eve": (12, 24), "christmas": (12, 25), "xmas": (12, 25), "new year's eve": (12, 31), "new year": (1, 1),
    "new year's day": (1, 1), "new year's": (1, 1), "halloween": (10, 31), "valentine's day": (2, 14),
}  # fmt: skip
_MOVING: dict[str, Callable[[int], tuple[int, int]]] = {"thanksgiving": _thanksgiving, "easter": _easter}
HOLIDAYS = frozenset((*_FIXED, *_MOVING))


def holiday_in(name: str, year: int) -> tuple[int, int]:
    """Month and day of one of :data:`HOLIDAYS` in that year."""
    return _FIXED[name] if name in _FIXED else _MOVING[name](year)
