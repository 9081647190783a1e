"""A birthday as a thing: the one date that is an entity, for it is what "when is my birthday?" asks for.

In: the words of a date and when they were said. Out: one spelling of it, "3 May 1988", "3 May", "May 1988" or "1988".
"""

import re

from zeph.clock import Moment, parse_moment

BIRTH_RELATION = "born_on"
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)}|sept)\b\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\b"
_DAY_FIRST = re.compile(rf"\b{_DAY}(?: of)?,? {_MONTH}", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b{_MONTH}(?: the)? {_DAY}(?!\d)", re.IGNORECASE)
_ALONE = re.compile(rf"\b{_MONTH}", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")


def birth_date(said: str, said_at: Moment) -> str:
    """Empty where the words are no date."""
    year = _YEAR.search(said)
    found = _DAY_FIRST.search(said) or _MONTH_FIRST.search(said) or _ALONE.search(said)
    if found is None:
        return year[0] if year and said.strip(" .").lower().removeprefix("in ") == year[0] else _day_of(said, said_at)
    day = int(found.groupdict().get("day") or 0)
    if day > 31:
        return ""
    month = next(name for name in _MONTHS if name.startswith(found["month"].lower().rstrip(".")[:3])).title()
    return " ".join(filter(None, (str(day or ""), month, year[0] if year else "")))


def is_birthday(fact: str, date: str) -> bool:
    """Whether it tells the day that comes again every year, not when somebody was born."""
    return "birthday" in fact.casefold() and not _YEAR.search(date)


def _day_of(said: str, said_at: Moment) -> str:
    """ "Next Friday" is a day of the year that comes again; the year is not that of the birth."""
    from zeph.memory.ingest.dates import resolve_date

    found = resolve_date(said, said_at)
    if found is None or found.precision not in ("day", "instant"):
        return ""
    day = parse_moment(found.moment)
    return f"{day.day} {day:%B}" + (f" {day.year}" if _YEAR.search(said) else "")
