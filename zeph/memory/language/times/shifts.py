"""By how much something is moved from the day that it was to be on, and the day on which it is then.

In: a sentence ("release 4.2 slipped one week"); a shift in words and the day that is known. Out: the shift, whose words
("1 week later") stand for it as a date stands for a day; that day. Pure. The words stand in ``shifts.toml``.
"""

import re
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.language.times.date_rules import count_of, midnight, month_at
from zeph.memory.language.times.date_spans import COUNT

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LATER, EARLIER, _VAGUE, _MONTH = (str(_TABLE[name]) for name in ("later_by", "earlier_by", "vague", "month"))
_DAYS_OF: dict[str, int] = _TABLE["days"]
_BACKWARD, _COMPARED = (frozenset(_TABLE[name].split()) for name in ("backward", "compared"))
_UNIT = "|".join((*_DAYS_OF, _MONTH))
_COUNT = rf"(?:(?:(?:{_TABLE['more']})\s+)?(?P<count>{COUNT})|(?:{_TABLE['more']}))"
_LENGTH = rf"\s+(?P<length>{_COUNT}\s+(?P<unit>{_UNIT})s?(?:\s+(?P<behind>{_TABLE['behind']}))?)\b"
_MOVES, _STANDS = (
    re.compile(rf"{verbs}{_TABLE['between']}{_LENGTH}{behind}", re.IGNORECASE)
    for verbs, behind in (
        (rf"\b(?:(?P<earlier>{_TABLE['earlier']})|(?:{_TABLE['later']}))\b", _TABLE["not_behind"]),
        (rf"(?<!\w)(?:{_TABLE['either']})\b", _TABLE["than"]),
    )
)
_WORDS = re.compile(rf"(?P<count>\d+) (?P<unit>{_UNIT})s? (?P<way>{LATER}|{EARLIER})")


class Shift(NamedTuple):
    """How far it is moved."""

    words: str
    """ "2 weeks later", "1 day earlier"."""
    start: int
    """Where its length stands in the sentence: "one week"."""
    end: int


def find_shift(sentence: str) -> Shift | None:
    """The first; None where nothing is moved by a length, or nobody says which way."""
    for pattern in (_MOVES, _STANDS):
        for found in pattern.finditer(sentence):
            way, count = _way(found), count_of((found["count"] or "one").casefold())
            if way and count and _VAGUE not in found["length"].casefold().split():
                unit = found["unit"].casefold() + ("s" if count > 1 else "")
                return Shift(f"{count} {unit} {way}", *found.span("length"))
    return None


def _way(found: re.Match[str]) -> str:
    behind = (found["behind"] or "").casefold()
    if found.re is _STANDS and behind not in _COMPARED:
        return ""
    back = behind in _BACKWARD if behind else bool(found.groupdict().get("earlier"))
    return EARLIER if back else LATER


def is_shift(words: str) -> bool:
    """Whether they are those of a shift."""
    return _WORDS.fullmatch(words) is not None


def moved_by(words: str, known: Moment) -> Moment | None:
    """Midnight of the day on which that is which was to be on the day ``known``; None where these are no words of a
    shift, or no calendar has the day."""
    shift = _WORDS.fullmatch(words)
    if shift is None:
        return None
    count = int(shift["count"]) * (1 if shift["way"] == LATER else -1)
    day = parse_moment(known)
    try:
        if shift["unit"] == _MONTH:
            return to_moment(_months_on(day, count))
        return to_moment(midnight(day, count * _DAYS_OF[shift["unit"]])[0])
    except (ValueError, OverflowError):
        return None


def _months_on(day: datetime, count: int) -> datetime:
    """The same day of that month, or its last one."""
    first, after = (month_at(day.year, day.month + n)[0] for n in (count, count + 1))
    return first.replace(day=min(day.day, (after - first).days))
