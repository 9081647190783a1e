"""Which time a question is about: the past, what is planned, a stretch of days, around an event, when one last talked.

In: a question as typed, the present. Out: a :class:`TimeIntent`. Facts that are over are only looked at where the
question turns to the past; a question in the present tense that can be answered with "no longer" (do I still …, am I …)
takes them below what holds now. Days are read as in messages (``language/times``), other words stand in
``time_words.toml``.
"""

import re
import tomllib
from datetime import UTC, timedelta, tzinfo
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from zeph.clock import Moment, parse_moment, to_moment
from zeph.records.stretch import BEGINNING, FOR_EVER, Stretch

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("time_words.toml").read_text(encoding="utf-8"))
TIME_WORDS, _MAY_NAME_TIME, _SURELY, _PERHAPS, _BEHIND, _PRESENT, _ABOUT, _PLANS, _SITTING, _EVENT, _THAT, _APART = (
    re.compile(_TABLE[name], re.IGNORECASE)
    for name in (
        "tells_when", "may_name_time", "surely", "perhaps", "behind", "present", "about", "plans", "sitting", "event",
        "that", "apart",
    )
)  # fmt: skip
_SIDES: dict[str, str] = _TABLE["sides"]
_UNITS: dict[str, int] = _TABLE["units"]
MOST_LEANING = 8
"""Words of a question that leans on the one before it."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
MONTHS: tuple[str, ...] = tuple(_TABLE["words"]["months"].split())
DAYS = frozenset(_TABLE["words"]["days"].split())
"""Words that name a time."""
HAPPENING = DAYS | frozenset(_TABLE["words"]["happening"].split())
"""Words that ask for what happens at a time, and say nothing about what."""


class Past(Enum):
    """How far a question turns to what is over."""

    NO = 0
    NAMED = 1
    """Who somebody is: also what tied them to others once."""
    PRESENT = 2
    """Whether something holds, to which "not any more" is an answer."""
    PERHAPS = 3
    """In the past tense, which says little."""
    SURELY = 4
    """What was before, what changed."""


class Event(NamedTuple):
    """Something that happened, beside which a question looks."""

    words: str
    """As the question names it."""
    after: bool
    """What came after it, else before."""


class TimeIntent(NamedTuple):
    """Which time a question is about."""

    past: Past = Past.NO
    """Whether it turns to what is over."""
    period: Stretch | None = None
    """The days that it is about, in the person's calendar."""
    said: Stretch | None = None
    """The same stretch as moments, for when something was said; None also where it lies ahead."""
    event: Event | None = None
    last_sitting: str = ""
    """The words that ask for what was said when one last talked; empty where none do."""


def time_intent(question: str, now: Moment, zone: tzinfo | None = UTC) -> TimeIntent:
    """What a question says of time, read at ``now`` by somebody in ``zone`` (None: where this machine is)."""
    here = local_moment(now, zone)
    if sitting := _SITTING.search(question):
        return TimeIntent(past(question, int(here[:4])), last_sitting=sitting.group())
    if _APART.search(question):
        return TimeIntent(past(question, int(here[:4])))
    days = period(question, here)
    behind = days is not None and not asks_plans(question) and days.start <= here
    said = _as_moments(days, zone) if days is not None and behind else None
    return TimeIntent(past(question, int(here[:4])), days, said, _event(question) if days is None else None)


def local_moment(now: Moment, zone: tzinfo | None = None) -> Moment:
    """``now`` in the person's calendar (None: this machine's)."""
    return to_moment(parse_moment(now).astimezone(zone).replace(tzinfo=UTC))


def leans(question: str) -> bool:
    """Whether it asks for what came before or after that of which the question before it spoke."""
    return bool(_THAT.search(question)) and len(question.split()) <= MOST_LEANING


def past(question: str, year: int) -> Past:
    """``year``: the present one; an earlier one in the question is the past."""
    if _SURELY.search(question):
        return Past.SURELY
    if _PERHAPS.search(question) or any(int(y) < year for y in _YEAR.findall(question)):
        return Past.PERHAPS
    if _PRESENT.search(question):
        return Past.PRESENT
    return Past.NAMED if _ABOUT.search(question) else Past.NO


def asks_plans(question: str) -> bool:
    return bool(_PLANS.search(question))


def period(question: str, now: Moment) -> Stretch | None:
    """The days that a question names, or all that lie ahead where it asks for plans without naming any; else None.

    A month or a day alone is the latest that has begun where the question is in the past tense, else the next one.
    """
    plans = asks_plans(question)
    days = _named(question, now, plans or not _BEHIND.search(question)) if _MAY_NAME_TIME.search(question) else None
    if days is not None and (that := _THAT.search(question)):
        return _beside(days, that, now)
    if days is None or not plans or days.end <= now:
        return days or (Stretch(now, FOR_EVER) if plans else None)
    return Stretch(max(days.start, f"{now[:10]} 00:00:00"), days.end)


def _named(question: str, now: Moment, ahead: bool) -> Stretch | None:
    from zeph.memory.language.times.stretches import named_stretch  # its patterns take a while to compile

    return named_stretch(question, now, ahead)


def _event(question: str) -> Event | None:
    if found := _EVENT.search(question):
        return Event(found["event"], _is_after(found["side"]))
    that = _THAT.search(question)
    return Event(question[: that.start()], _is_after(_side(that))) if that else None


def _beside(days: Stretch, that: re.Match[str], now: Moment) -> Stretch:
    """So many days before or after, or all that was."""
    unit = that["unit"] or that["unit2"]
    length = timedelta(days=_UNITS[unit.lower()]) if unit else None
    if _is_after(_side(that)):
        return Stretch(days.end, to_moment(parse_moment(days.end) + length) if length else max(now, days.end))
    return Stretch(to_moment(parse_moment(days.start) - length) if length else BEGINNING, days.start)


def _side(that: re.Match[str]) -> str:
    return that["side"] or that["side2"] or that["side3"]


def _is_after(side: str) -> bool:
    return _SIDES[side.lower()] == "after"


def _as_moments(days: Stretch, zone: tzinfo | None) -> Stretch:
    start, end = (at if at in (BEGINNING, FOR_EVER) else _in_utc(at, zone) for at in days)
    return Stretch(start, end)


def _in_utc(at: Moment, zone: tzinfo | None) -> Moment:
    return to_moment(parse_moment(at).replace(tzinfo=zone).astimezone(UTC))
