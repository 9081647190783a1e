"""Which time a question is about: the past, what is planned, a stretch of days.

In: a question as typed, the present. Out: a :class:`TimeIntent`: a :class:`Past`, and a :class:`Period` or None. Facts
that are over are only looked at where the question turns to the past; a question in the present tense that can be
answered with "no longer" (do I still …, am I …) takes them below what holds now.
"""

import re
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import NamedTuple

from zeph.clock import Moment, parse_moment, to_moment
from zeph.storage.ports import TextQuery


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


_WAS = r"(?:did|was|were|had|have|has|been|lived|worked|used|studied|owned|played)"
TIME_WORDS = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|week|month|year|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4})\b",
    re.IGNORECASE,
)
"""Words of a message that tell when."""
_SURELY = re.compile(
    rf"\b{_WAS}\b.*\bbefore\b|\bbefore\W*$|\bused? to\b(?! (?:it|this|that)\b)"
    r"|\bprevious(?:ly)?\b|\bformer(?:ly)?\b|\bex\b"
    r"|\b(?:un)?til+ when\b|\bin the past\b|\bback then\b|\bhistory\b|\bno longer\b|\bearlier\b"
    r"|\b(?:changed|changes|switched|quit|left|stopped|gave up)\b|\bhow long (?:did|was|were|had)\b",
    re.IGNORECASE,
)
_PERHAPS = re.compile(
    r"\bdid\b(?! [\w' ]{1,40}? (?:say|tell|mention|recommend|suggest|ask|write)\b)"
    r"|\b(?:ever|happened|was|were|had|been|lived|worked|used|studied|owned|played)\b"
    r"|\b(?:last|past) (?:year|month|week|spring|summer|autumn|fall|winter)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"^\W*(?:and |so |but )?(?:am|are|is|do|does|have|has)(?:n't)?\b|\b(?:still|any ?more|yet)\b", re.IGNORECASE
)
_ABOUT = re.compile(r"^\W*(?:who|what)(?:'s| is| was| are| were)\b(?! (?:my|our)\b)|^\W*[\w']+\W*$", re.IGNORECASE)
_PLANS = re.compile(
    r"\b(?:plan|plans|planned|planning|upcoming|coming up|ahead|calendar|schedule|scheduled|agenda|appointments?"
    r"|to.?do|next|soon|future|tomorrow|will|going to|intend|intentions?|goals?)\b",
    re.IGNORECASE,
)
DAYS = frozenset(
    """last next year years month months week weeks today tomorrow yesterday day days weekend spring summer autumn fall
    winter since monday tuesday wednesday thursday friday saturday sunday january february march april may june july
    august september october november december""".split()
)
"""Words that name a time."""
HAPPENING = DAYS | frozenset(
    """happen happened happening new change changed changes event events plan plans planned planning upcoming coming
    calendar schedule scheduled agenda appointment appointments news going ahead future soon todo been lately recent
    major important big life""".split()
)
"""Words that ask for what happens at a time, and say nothing about what."""


def past(question: str, year: int) -> Past:
    """``year``: the present one; an earlier one in the question is the past."""
    if _SURELY.search(question):
        return Past.SURELY
    years = (int(y) for y in re.findall(r"\b(?:19|20)\d\d\b", question))
    if _PERHAPS.search(question) or any(y < year for y in years):
        return Past.PERHAPS
    if _PRESENT.search(question):
        return Past.PRESENT
    return Past.NAMED if _ABOUT.search(question) else Past.NO


def asks_plans(question: str) -> bool:
    return bool(_PLANS.search(question))


class Period(NamedTuple):
    start: Moment
    end: Moment
    """Exclusive."""

    def holds(self, at: Moment | None) -> bool:
        return at is not None and self.start <= at < self.end

    def overlaps(self, start: Moment | None, end: Moment | None) -> bool:
        return (start is None or start < self.end) and (end is None or end > self.start)


class TimeIntent(NamedTuple):
    """Which time a question is about."""

    past: Past = Past.NO
    """Whether it turns to what is over."""
    period: Period | None = None
    """The days that it is about."""


def time_intent(question: str, now: Moment) -> TimeIntent:
    """What a question says of time, read at ``now``."""
    return TimeIntent(past(question, int(now[:4])), period(question, now))


MONTHS = tuple("january february march april may june july august september october november december".split())
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
FOR_EVER = "9999-01-01 00:00:00"
_WHICH = r"(?P<which>last|past|this|next|coming)"
_PHRASES = re.compile(
    rf"\b(?:(?P<since>since|after) )?(?:(?:{_WHICH} )?(?P<month>{'|'.join(MONTHS)})(?:,? (?P<year>(?:19|20)\d\d))?"
    rf"|(?:{_WHICH.replace('which', 'which2')} )(?P<unit>year|month|week|weekend|{'|'.join(_SEASONS)})"
    rf"|(?:{_WHICH.replace('which', 'which3')} )?(?P<day>{'|'.join(_DAYS)})"
    r"|(?P<near>yesterday|today|tonight|tomorrow)|(?P<alone>(?:19|20)\d\d))\b",
    re.IGNORECASE,
)


def period(question: str, now: Moment) -> Period | None:
    """The days that a question names, or all that lie ahead where it asks for plans without naming any; else None.

    A month or a day alone is the latest that has begun where the question is in the past tense, else the next one;
    "may" and "march" are months only with a capital.
    """
    ahead = asks_plans(question)
    present = parse_moment(now)
    for match in _PHRASES.finditer(question):
        if match["month"] in ("may", "march"):
            continue
        forward = ahead or not (_PERHAPS.search(question) or _SURELY.search(question))
        start, end = _days(match, present.replace(hour=0, minute=0, second=0, microsecond=0), forward)
        until = to_moment(present + timedelta(days=1)) if match["since"] else to_moment(end)
        return Period(to_moment(start), until)
    return Period(now, FOR_EVER) if ahead else None


def is_open(days: Period | None) -> bool:
    """All that lies ahead."""
    return days is not None and days.end == FOR_EVER


def dates_in_words(days: Period) -> TextQuery:
    """For messages by the date that their index has in words; without terms where that is over a year, or ahead."""
    first, last = parse_moment(days.start), parse_moment(days.end) - timedelta(seconds=1)
    if is_open(days) or last - first > timedelta(days=366):
        return TextQuery()
    if last - first < timedelta(days=8):
        count = (last.date() - first.date()).days + 1
        each = (first + timedelta(days=n) for n in range(count))
        return TextQuery(tuple(f"{day.day} {day:%B} {day.year}" for day in each))
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return TextQuery(tuple(f"{MONTHS[n % 12]} {n // 12}" for n in months))


def _days(match: re.Match[str], today: datetime, ahead: bool) -> tuple[datetime, datetime]:
    which = (match["which"] or match["which2"] or match["which3"] or "").lower()
    ahead = which in ("next", "coming") or (ahead and which not in ("last", "past"))
    if match["alone"]:
        return _months_from(int(match["alone"]), 1, 12)
    if match["month"]:
        number = MONTHS.index(match["month"].lower()) + 1
        if match["year"]:
            return _months_from(int(match["year"]), number, 1)
        later = number > today.month
        year = today.year + (0 if later or number == today.month else 1) if ahead else today.year - later
        return _months_from(year - (which == "last" and number == today.month), number, 1)
    if match["near"]:
        day = today + timedelta(days={"yesterday": -1, "tomorrow": 1}.get(match["near"].lower(), 0))
        return day, day + timedelta(days=1)
    if match["day"]:
        behind = (today.weekday() - _DAYS.index(match["day"].lower())) % 7
        week = 7 * (not behind and which in ("last", "past"))
        day = today + timedelta(days=-behind % 7) if ahead else today - timedelta(days=behind + week)
        return day, day + timedelta(days=1)
    return _unit(match["unit"].lower(), -1 if which in ("last", "past") else which in ("next", "coming"), today)


def _unit(unit: str, step: int, today: datetime) -> tuple[datetime, datetime]:
    if unit == "year":
        return _months_from(today.year + step, 1, 12)
    if unit == "month":
        month = today.year * 12 + today.month - 1 + step
        return _months_from(month // 12, month % 12 + 1, 1)
    if unit in _SEASONS:
        begins = _SEASONS[unit]
        over, begun = today.month >= begins + 3, today.month >= begins
        year = today.year - (step < 0 and not over) + (step > 0 and begun)
        return _months_from(year, begins, 3)
    monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
    return (monday + timedelta(days=5 * (unit == "weekend")), monday + timedelta(days=7))


def _months_from(year: int, month: int, count: int) -> tuple[datetime, datetime]:
    after = year * 12 + month - 1 + count
    return datetime(year, month, 1, tzinfo=UTC), datetime(after // 12, after % 12 + 1, 1, tzinfo=UTC)
