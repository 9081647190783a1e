"""Dates that are things, for they are what is asked for: when a birthday is, when a passport runs out.

In: the words of a date and when they were said. Out: one spelling of it, "3 May 1988", "3 May", "May 1988" or "1988".
"""

import re

from zeph.clock import Moment, parse_moment
from zeph.memory.language.times.date_spans import YEAR
from zeph.records.edge import Precision

BIRTH_RELATION = "born_on"
BIRTHPLACE_RELATION = "born_in"
DEATH_RELATION = "died_on"
EXPIRY_RELATION = "expires"
LEAP: Moment = "2024-06-01 00:00:00"
"""29 February is a birthday in every year."""
_YEAR = re.compile(rf"\b{YEAR}")


def birth_date(said: str, said_at: Moment) -> str:
    """Empty where the words are no date. "Next Friday" is a day that comes again: its year is not that of the birth."""
    # Its patterns take a while to compile, and most messages name no birthday.
    from zeph.memory.language.times.date_resolution import resolve_date

    found = resolve_date(said, said_at) or resolve_date(said, LEAP)
    if found is None:
        return ""
    return _spelled(found.moment, found.precision, year=found.moment[:4] if _YEAR.search(said) else "")


def last_day(said: str, said_at: Moment) -> str:
    """The next day of that name, with its year; empty where the words are no date."""
    from zeph.memory.language.times.date_resolution import resolve_ahead

    found = resolve_ahead(said, said_at)
    return _spelled(found.moment, found.precision, year=found.moment[:4]) if found else ""


def _spelled(moment: Moment, precision: Precision, *, year: str) -> str:
    at = parse_moment(moment)
    if precision == "year":
        return year
    return f"{at:%B} {year}".strip() if precision == "month" else f"{at.day} {at:%B} {year}".strip()


def is_birthday(fact: str, date: str) -> bool:
    """Whether it tells the day that comes again every year, not when somebody was born."""
    return "birthday" in fact.casefold() and not _YEAR.search(date)
