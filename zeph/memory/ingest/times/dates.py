"""When: a phrase as said, resolved against the moment it was said, by rule.

In: "two weeks ago", "last Friday", "since 2021" and the message's ``sent_at``. Out: a moment with its precision, or
None; an unknown date is never "today" (graph-memory §2). Fixed readings where English wavers:

- *last Friday* is the latest Friday before the day it was said; *this Friday* is in the current Monday-based week;
  *next Friday* is in the following week. *Friday* and *in March* alone are the latest ones that have begun, unless
  the phrase says "coming".
- *last/next week* is that week's Monday, *weekend* its Saturday; *last summer* is the latest one that is over;
  *next summer* is next year's, *next winter* the one that starts next.
- A date without a time is midnight UTC, a month its first day, a year its first of January, seasons are northern.

``dateparser`` is asked last, and only about a phrase that names a month or a unit of time.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.ingest.times.date_phrases import (
    DAY,
    HOLIDAY,
    MONTH,
    MONTHS,
    NUMBERS,
    ORDINALS,
    PART,
    SEASON,
    SEASONS,
    SHIFTY,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    WHICH,
    YEAR,
    DatePhrase,
    find_date_phrases,
)  # fmt: skip
from zeph.memory.ingest.times.holidays import HOLIDAYS, holiday_in
from zeph.records.edge import Precision

__all__ = ["DatePhrase", "ResolvedDate", "find_date_phrases", "resolve_ahead", "resolve_date"]

MAX_PHRASE = 80
LAST_YEAR = 2199
"""Years after it are taken for numbers that are no years."""


@dataclass(frozen=True, slots=True)
class ResolvedDate:
    moment: Moment
    precision: Precision


Found = tuple[datetime, Precision] | None
Rule = Callable[[re.Match[str], datetime], Found]


def resolve_date(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The time a phrase means when said at ``said_at``; None where no rule is sure. Never raises."""
    if phrase.strip() in SHIFTY:
        return None
    try:
        said = parse_moment(said_at)
        found = _deadline(phrase, said) or _resolve(_tidy(phrase), said)
    except (ValueError, OverflowError):  # 31 February, the year 0, "500 years ago" before the calendar's start
        return None
    if found is None or not 1 <= found[0].year <= LAST_YEAR:
        return None
    return ResolvedDate(to_moment(found[0]), found[1])


def resolve_ahead(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The same of what lies ahead: *on Friday* and *in March* alone are the next ones then ("I'm moving in March")."""
    found = resolve_date(phrase, said_at)
    if found is None or found.moment[:10] >= said_at[:10] or _SETTLED.search(phrase):
        return found
    week = re.search(rf"\b{WEEKDAY}\b", phrase.casefold()) and not re.search(rf"\b{MONTH}\b", phrase.casefold())
    if found.precision == "month" and found.moment[:7] == said_at[:7]:
        return found
    later = resolve_date(phrase, to_moment(parse_moment(said_at) + timedelta(days=7 if week else 365)))
    return later if later and later.moment[:10] >= said_at[:10] else found


_SETTLED = re.compile(
    r"\d{4}|\b(?:last|past|previous|ago|since|yesterday|earlier|this|today|tonight|now|already)\b", re.IGNORECASE
)
"""Words that say which one is meant."""
_LEAD = re.compile(
    r"(?:since|between|starting(?: in| on)?|from|until|till|up to|through|before|after|by|around|about|during|as of|on|at|of|"
    r"sometime|ever|back|exactly|way|just|in|early|late|mid)[ -]+",
)
_KEEP = re.compile(
    rf"in (?:about )?(?:the next )?(?:\d+|a|an|half|{'|'.join(NUMBERS)}) (?:few |couple )?(?:of )?{UNIT}"
)
_PART = re.compile(rf"(?:{PART})")


_WEEKDAY_BEFORE = re.compile(rf"^{WEEKDAY},? (?:the )?(?={DAY}|{MONTH}|\d)")


def _tidy(phrase: str) -> str:
    text = " ".join(phrase[:MAX_PHRASE].casefold().replace("’", "'").split()).strip(" .,;:!?()")
    for _ in range(4):
        lead = _PART.match(text) or _LEAD.match(text)
        if lead is None or _KEEP.match(text):
            break
        text = text[lead.end() :]
    return _WEEKDAY_BEFORE.sub("", text)


_DEADLINE = re.compile(rf"(?:until|till|by) (?P<day>{WEEKDAY})", re.IGNORECASE)


def _deadline(phrase: str, said: datetime) -> Found:
    """ "Till Friday" is the coming one."""
    match = _DEADLINE.fullmatch(phrase.strip(" .,"))
    if match is None:
        return None
    return _midnight(said, (WEEKDAYS[match["day"].rstrip(".").casefold()] - said.weekday() - 1) % 7 + 1)


def _resolve(text: str, said: datetime) -> Found:
    for pattern, rule in _RULES:
        if match := pattern.fullmatch(text):
            return rule(match, said)
    return _ask_dateparser(text, said)


def _day(year: int, month: int, day: int) -> tuple[datetime, Precision]:
    return datetime(year, month, day, tzinfo=UTC), "day"


def _month(year: int, month: int) -> tuple[datetime, Precision]:
    year, index = year + (month - 1) // 12, (month - 1) % 12
    return datetime(year, index + 1, 1, tzinfo=UTC), "month"


def _year(year: int) -> tuple[datetime, Precision]:
    return datetime(year, 1, 1, tzinfo=UTC), "year"


def _midnight(said: datetime, days: int = 0) -> tuple[datetime, Precision]:
    return said.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=days), "day"


def _iso(match: re.Match[str], said: datetime) -> Found:
    text = match.group().upper().replace(" ", "T")
    if "T" in text:
        return parse_moment(text), "instant"
    year, month, day = (int(part) for part in text.split("-"))
    return _day(year, month, day)


def _iso_month(match: re.Match[str], said: datetime) -> Found:
    return _month(int(match["year"]), int(match["month"]))


def _slashes(match: re.Match[str], said: datetime) -> Found:
    """Day and month only where their order is beyond doubt: dots, equal numbers, or one above twelve."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["year"])
    if match["sep"] == "." or first > 12 or first == second:
        return _day(year, second, first)
    return _day(year, first, second) if second > 12 else None


def _named_day(match: re.Match[str], said: datetime) -> Found:
    month, day = MONTHS[match["month"].rstrip(".")], _ordinal(match["day"])
    if match["year"]:
        return _day(int(match["year"]), month, day)
    year = said.year
    if match["coming"]:
        return _day(year + ((month, day) < (said.month, said.day)), month, day)
    return _day(year - ((month, day) > (said.month, said.day)), month, day)


def _ordinal(text: str) -> int:
    return ORDINALS.get(text) or int(re.sub(r"\D", "", text))


def _month_of_year(match: re.Match[str], said: datetime) -> Found:
    return _month(int(match["year"]), MONTHS[match["month"].rstrip(".")])


def _bare_year(match: re.Match[str], said: datetime) -> Found:
    return _year(int(match["year"]))


def _short_year(match: re.Match[str], said: datetime) -> Found:
    digits = int(match["digits"])
    return _year((2000 if digits <= said.year % 100 else 1900) + digits)


def _decade(match: re.Match[str], said: datetime) -> Found:
    digits = match["decade"]
    century = "" if len(digits) == 4 else "20" if int(digits) <= said.year % 100 else "19"
    return _year(int(century + digits))


def _named(match: re.Match[str], said: datetime) -> Found:
    days = {"today": 0, "tonight": 0, "yesterday": -1, "tomorrow": 1, "last night": -1}
    text = match.group().removeprefix("the ")
    if text == "day before yesterday":
        return _midnight(said, -2)
    if text == "day after tomorrow":
        return _midnight(said, 2)
    return _midnight(said, next((shift for word, shift in days.items() if text.startswith(word)), 0))


def _day_of_month(match: re.Match[str], said: datetime) -> Found:
    day = int(match["day"])
    if match["coming"]:
        start = _month(said.year, said.month + (day < said.day))[0]
    else:
        start = _month(said.year, said.month - (day > said.day))[0]
    return _day(start.year, start.month, day)


def _count(text: str) -> int | None:
    """The number of a quantity ("a couple of", "about 12"); half is not a whole number: None."""
    numbers = [int(word) if word.isdecimal() else NUMBERS.get(word) for word in text.split()]
    known = [number for number in numbers if number is not None]
    if "half" in text.split() or not known:
        return None
    return known[-1]


def _shift(said: datetime, unit: str, count: int) -> Found:
    unit = unit.rstrip("s")
    if unit in ("year", "yr", "decade"):
        return _year(said.year + count * (10 if unit == "decade" else 1))
    if unit in ("month", "quarter"):
        return _month(said.year, said.month + count * (3 if unit == "quarter" else 1))
    if unit in ("hour", "hr", "minute", "min"):
        delta = timedelta(hours=count) if unit in ("hour", "hr") else timedelta(minutes=count)
        return (said + delta).replace(microsecond=0), "instant"
    if unit == "weekend":
        return _midnight(said, 5 - said.weekday() + 7 * count)
    return _midnight(said, count * {"week": 7, "fortnight": 14}.get(unit, 1))


def _ago(match: re.Match[str], said: datetime) -> Found:
    count = _count(match["count"])
    if count is None:
        return _month(said.year, said.month - 6) if match["unit"].startswith("year") else None
    return _shift(said, match["unit"], -count)


def _and_a_half_ago(match: re.Match[str], said: datetime) -> Found:
    """Years and a half to the month, months and a half to the month, weeks and a half to the day."""
    count, unit = _count(match["count"]), match["unit"].rstrip("s")
    if count is None:
        return None
    if unit in ("year", "yr"):
        return _month(said.year, said.month - 12 * count - 6)
    days = {"month": 30, "week": 7}.get(unit)
    return None if days is None else _midnight(said, -(days * count + days // 2))


def _day_of_week(match: re.Match[str], said: datetime) -> Found:
    step = {"last": -1, "this": 0, "next": 1}[match["which"]]
    return _midnight(said, WEEKDAYS[match["day"].rstrip(".")] - said.weekday() + 7 * step)


def _ahead(match: re.Match[str], said: datetime) -> Found:
    count = _count(match["count"])
    return None if count is None else _shift(said, match["unit"], count)


def _which(match: re.Match[str], said: datetime) -> Found:
    which, what = match["which"], match["what"].rstrip(".")
    step = -1 if which in ("last", "past", "previous", "this past") else 0 if which == "this" else 1
    coming = "coming" in which
    if what in WEEKDAYS:
        return _which_weekday(WEEKDAYS[what], step, coming, said)
    if what in MONTHS:
        return _which_month(MONTHS[what], step, said)
    if what in SEASONS:
        return _which_season(SEASONS[what], step, coming, said)
    if what in HOLIDAYS:
        return _which_holiday(what, step, said)
    return _which_unit(what.rstrip("s"), step, said)


def _which_unit(unit: str, step: int, said: datetime) -> Found:
    if unit in ("week", "weekend", "fortnight"):
        return _midnight(said, -said.weekday() + 7 * step + (5 if unit == "weekend" else 0))
    if unit == "quarter":
        return _month(said.year, (said.month - 1) // 3 * 3 + 1 + 3 * step)
    return _shift(said, unit, step)


def _which_weekday(weekday: int, step: int, coming: bool, said: datetime) -> Found:
    if step < 0:
        return _midnight(said, -((said.weekday() - weekday - 1) % 7 + 1))
    if coming:
        return _midnight(said, (weekday - said.weekday() - 1) % 7 + 1)
    return _midnight(said, weekday - said.weekday() + 7 * step)


def _which_month(month: int, step: int, said: datetime) -> Found:
    if step < 0:
        return _month(said.year - (month >= said.month), month)
    return _month(said.year + (month <= said.month if step else 0), month)


def _which_season(start: int, step: int, coming: bool, said: datetime) -> Found:
    if step < 0:
        over = _month(said.year, start + 3)[0] <= said
        before = _month(said.year - 1, start + 3)[0] <= said
        return _month(said.year - (0 if over else 1 if before else 2), start)
    if step == 0:
        return _month(said.year - (start == 12 and said.month < 3), start)
    if coming or start == 12:
        return _month(said.year + (said.month >= start), start)
    return _month(said.year + 1, start)


def _which_holiday(name: str, step: int, said: datetime) -> Found:
    passed = holiday_in(name, said.year) < (said.month, said.day)
    year = said.year - (not passed) if step < 0 else said.year + (passed if step else 0)
    return _day(year, *holiday_in(name, year))


def _holiday_of_year(match: re.Match[str], said: datetime) -> Found:
    year = int(match["year"])
    return _day(year, *holiday_in(match["name"], year))


def _bare(match: re.Match[str], said: datetime) -> Found:
    """A weekday, month, season or holiday alone: the latest that has begun."""
    what = match["what"].rstrip(".").removeprefix("the ")
    if what in WEEKDAYS:
        return _midnight(said, -((said.weekday() - WEEKDAYS[what]) % 7))
    if what in HOLIDAYS:
        year = said.year - (holiday_in(what, said.year) > (said.month, said.day))
        return _day(year, *holiday_in(what, year))
    month = MONTHS.get(what) or SEASONS[what]
    return _month(said.year - (month > said.month), month)


def _season_of_year(match: re.Match[str], said: datetime) -> Found:
    return _month(int(match["year"]), SEASONS[match["season"]])


def _anchored(match: re.Match[str], said: datetime) -> Found:
    """ "The week before 9 June", "two days after 3 May 2023", "the Friday before May 9"."""
    anchor = _resolve(_tidy(match["date"]), said)
    if anchor is None:
        return None
    sign, unit = (-1 if match["side"] == "before" else 1), match["unit"].rstrip(".")
    if match["side"] == "of":
        return anchor
    if unit in WEEKDAYS:
        away = (anchor[0].weekday() - WEEKDAYS[unit]) * -sign
        return _midnight(anchor[0], sign * ((away - 1) % 7 + 1))
    if unit == "weekend":
        return _midnight(anchor[0], sign * ((anchor[0].weekday() - 5) * -sign % 7 or 7))
    count = _count(match["count"] or "one")
    return None if count is None else _shift(anchor[0], unit, sign * count)


def _before_last(match: re.Match[str], said: datetime) -> Found:
    step = -1 if match["side"] == "before last" else 1
    unit = match["unit"].rstrip(".")
    near = _which_weekday(WEEKDAYS[unit], step, False, said) if unit in WEEKDAYS else _which_unit(unit, step, said)
    if near is None:
        return None
    return _midnight(near[0], 7 * step) if unit in WEEKDAYS else _which_unit(unit, 2 * step, said)


_COUNT = r"(?P<count>(?!.*\b(?:hundred|thousand|million|billion|trillion)s?\b)[\w ]{1,30}?)"
_RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (r"\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?:z|[+-]\d{2}:?\d{2})?)?", _iso),
        (r"(?P<year>\d{4})-(?P<month>\d{2})", _iso_month),
        (r"(?P<a>\d{1,2})(?P<sep>[./])(?P<b>\d{1,2})[./](?P<year>\d{4})", _slashes),
        (
            rf"(?P<coming>(?:this )?coming )?(?:the )?(?P<day>{DAY})(?: of)? (?P<month>{MONTH})(?:,? (?P<year>{YEAR}))?",
            _named_day,
        ),
        (
            rf"(?P<coming>(?:this )?coming )?(?P<month>{MONTH}) (?:the )?(?P<day>{DAY})(?:,? (?P<year>{YEAR}))?",
            _named_day,
        ),
        (rf"(?P<month>{MONTH}),? (?:of )?(?P<year>{YEAR})", _month_of_year),
        (rf"(?:the year )?(?P<year>{YEAR})", _bare_year),
        (r"'(?P<digits>\d\d)", _short_year),
        (rf"(?P<name>{HOLIDAY}) (?P<year>{YEAR})", _holiday_of_year),
        (rf"(?P<day>{WEEKDAY}) (?P<which>last|this|next) week", _day_of_week),
        (rf"{_COUNT} (?P<unit>{UNIT}) and a half (?:ago|back)", _and_a_half_ago),
        (r"(?:the )?(?P<decade>(?:19|20)?\d0)'?s", _decade),
        (
            r"(?:the )?day before yesterday|(?:the )?day after tomorrow|tonight|last night|this (?:morning|afternoon|"
            r"evening)|(?:yesterday|today|tomorrow)(?: (?:early |late )?(?:morning|afternoon|evening|night))?"
            r"(?: at [\w: ]{1,8})?",
            _named,
        ),
        (r"(?P<coming>(?:this )?coming )?the (?P<day>\d{1,2})(?:st|nd|rd|th)", _day_of_month),
        (rf"(?:the )?(?P<unit>{UNIT}|{WEEKDAY}) (?P<side>before last|after next)", _before_last),
        (rf"{_COUNT} (?:and a half )?(?P<unit>{UNIT}) (?:ago|back)(?: today)?", _ago),
        (rf"for (?:the (?:last|past) )?{_COUNT} (?:and a half )?(?P<unit>{UNIT})(?: now)?", _ago),
        (rf"(?:over )?the (?:last|past) {_COUNT} (?P<unit>{UNIT})", _ago),
        (rf"in (?:about )?(?:the next )?{_COUNT} (?P<unit>{UNIT})(?:'s? time)?", _ahead),
        (rf"{_COUNT} (?P<unit>{UNIT}) from (?:now|today)", _ahead),
        (
            rf"(?:the )?(?P<which>{WHICH}) (?P<what>{UNIT}|{SEASON}|{WEEKDAY}|{MONTH}|{HOLIDAY})"
            r"(?: (?:morning|afternoon|evening|night))?",
            _which,
        ),
        (
            rf"(?P<what>(?:the )?(?:{WEEKDAY}|{MONTH}|{SEASON}|{HOLIDAY}))(?: (?:morning|afternoon|evening|night))?",
            _bare,
        ),
        (rf"(?:the )?(?P<season>{SEASON}) (?:of )?(?P<year>{YEAR})", _season_of_year),
        (
            rf"(?:the |(?P<count>[\w ]{{1,20}}?) )(?P<unit>{UNIT}|{WEEKDAY}) (?P<side>before|after|of) (?P<date>.{{4,30}})",
            _anchored,
        ),
    )
)
_SURE = re.compile(rf"(?=.*\d)(?=.*(?:\b{MONTH}|\bago\b)).*")
_NO_DAY = re.compile(r"\b(?:3[2-9]|[4-9]\d)(?:st|nd|rd|th)\b")
_VAST = re.compile(r"\b(?:hundred|thousand|million|billion|trillion)s?\b|\d,\d{3}")
"""Spans that no calendar of ours holds: "5 billion years ago" is not five years ago."""
_OTHER_WORDS = re.compile(r"[a-z]{3,}")


def _ask_dateparser(text: str, said: datetime) -> Found:
    """A wording no rule has; only where a number stands beside a month or a unit, and little else does."""
    if (
        _NO_DAY.search(text)
        or _VAST.search(text)
        or len(text) > 40
        or not text.isascii()
        or not _SURE.fullmatch(text)
        or len(_OTHER_WORDS.findall(text)) > 4
    ):
        return None
    from dateparser.date import DateDataParser

    settings = {"RELATIVE_BASE": said.replace(tzinfo=None), "PREFER_DATES_FROM": "past", "PREFER_DAY_OF_MONTH": "first"}
    try:
        data = DateDataParser(languages=["en"], settings=settings).get_date_data(text)
    except Exception:  # noqa: BLE001 - the library raises various errors on odd numbers; without this a message would be lost to one
        return None
    at = data.date_obj
    if at is None or monthrange(at.year, at.month)[1] < at.day:
        return None
    if data.period == "year":
        return _year(at.year)
    return _month(at.year, at.month) if data.period == "month" else _day(at.year, at.month, at.day)
