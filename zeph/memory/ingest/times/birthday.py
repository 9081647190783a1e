"""A birthday as a thing: the one date that is an entity, for it is what "when is my birthday?" asks for.

In: the words of a date and when they were said. Out: one spelling of it, "3 May 1988", "3 May", "May 1988" or "1988".
"""

import re

from zeph.clock import Moment, parse_moment
from zeph.memory.ingest.times.date_spans import YEAR

BIRTH_RELATION = "born_on"
BIRTHPLACE_RELATION = "born_in"
LEAP: Moment = "2024-06-01 00:00:00"
"""29 February is a birthday in every year."""
_YEAR = re.compile(rf"\b{YEAR}")


def birth_date(said: str, said_at: Moment) -> str:
    """Empty where the words are no date. "Next Friday" is a day that comes again: its year is not that of the birth."""
    # Its patterns take a while to compile, and most messages name no birthday.
    from zeph.memory.ingest.times.date_resolution import resolve_date

    found = resolve_date(said, said_at) or resolve_date(said, LEAP)
    if found is None:
        return ""
    at, year = parse_moment(found.moment), str(found.moment[:4]) if _YEAR.search(said) else ""
    if found.precision == "year":
        return year
    return f"{at:%B} {year}".strip() if found.precision == "month" else f"{at.day} {at:%B} {year}".strip()


def is_birthday(fact: str, date: str) -> bool:
    """Whether it tells the day that comes again every year, not when somebody was born."""
    return "birthday" in fact.casefold() and not _YEAR.search(date)
