"""When: a phrase as said, resolved against the moment it was said, by rule.

In: "two weeks ago", "last Friday", "since 2021" and the message's ``sent_at``. Out: a moment with its precision, or
None; an unknown date is never "today" (graph-memory §2). Fixed readings where English wavers:

- *last Friday* is the latest Friday before the day it was said; *this Friday* is in the current Monday-based week;
  *next Friday* is in the following week. *Friday* and *in March* alone are the latest ones that have begun, unless
  the phrase says "coming".
- *last/next week* is that week's Monday (of one that is past to the month: nobody said which day), *weekend* its
  Saturday; *last summer* is the latest one that is over;
  *next summer* is next year's, *next winter* the one that starts next.
- A date without a time is midnight UTC, a month its first day, a year its first of January, seasons are northern.

``dateparser`` is asked last, and only about a phrase that names a month or a unit of time.
"""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.language.times.date_rules import (
    RULES,
    Resolution,
    count_of,
    day_at,
    midnight,
    month_at,
    shifted,
    year_at,
)
from zeph.memory.language.times.date_spans import (
    DAY,
    HOLIDAY,
    MONTH,
    NTH,
    NTH_DAY,
    NUMBERS,
    PART,
    SHIFTY,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
)
from zeph.records.edge import Precision

MAX_PHRASE = 80
LEAP_DAY = (2, 29)
LAST_YEAR = 2199
"""Years after it are taken for numbers that are no years."""


@dataclass(frozen=True, slots=True)
class ResolvedDate:
    moment: Moment
    precision: Precision


def resolve_date(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The time a phrase means when said at ``said_at``; None where no rule is sure. Never raises."""
    found = _by_rules(phrase, said_at)
    return found and _on_weekday(phrase, found, said_at)


def _by_rules(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The same, whatever weekday is named beside a day of the year."""
    if phrase.strip() in SHIFTY:
        return None
    try:
        said = parse_moment(said_at)
        found = _deadline(phrase, said) or _resolve(_normalised(phrase), said)
    except (ValueError, OverflowError):  # 31 February, the year 0, "500 years ago" before the calendar's start
        return None
    if found is None or not 1 <= found[0].year <= LAST_YEAR:
        return None
    return ResolvedDate(to_moment(found[0]), found[1])


def _on_weekday(phrase: str, found: ResolvedDate, said_at: Moment) -> ResolvedDate:
    """The same day of another year that is nearer, where the weekday named beside it is that year's: "Saturday 4 July".
    For a year that is farther off a weekday is no reason: people mistake it."""
    wanted, at, said = _weekday_of(phrase), parse_moment(found.moment), parse_moment(said_at)
    if wanted is None or found.precision != "day" or re.search(YEAR, phrase) or (at.month, at.day) == LEAP_DAY:
        return found
    near = () if at.weekday() == wanted else (at.replace(year=at.year + by) for by in (1, -1))
    days = (day for day in near if day.weekday() == wanted and abs(day - said) < abs(at - said))
    return next((ResolvedDate(to_moment(day), found.precision) for day in days), found)


def _weekday_of(phrase: str) -> int | None:
    """The weekday that is named beside a day of the year, Monday 0."""
    named = _WEEKDAY_OF_YEAR.search(phrase)
    return None if named is None else WEEKDAYS[(named["before"] or named["behind"]).rstrip(".").casefold()]


def _fits_weekday(phrase: str, found: ResolvedDate) -> bool:
    return found.precision == "day" and parse_moment(found.moment).weekday() == _weekday_of(phrase)


_DAY_OF_YEAR = rf"(?:{DAY} (?:of )?{MONTH}|{MONTH} (?:the )?{DAY}|\d{{1,2}}[./]\d{{1,2}}\b)"
_WEEKDAY_OF_YEAR = re.compile(
    rf"\b(?P<before>{WEEKDAY}),? (?:the )?{_DAY_OF_YEAR}|\b{_DAY_OF_YEAR},? \(?(?P<behind>{WEEKDAY})", re.IGNORECASE
)


_THIS_DAY = re.compile(rf"\bthis {WEEKDAY}", re.IGNORECASE)


def resolve_ahead(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The same of what lies ahead: *on Friday* and *in March* alone are the next ones then ("I'm moving in March")."""
    found = resolve_date(phrase, said_at)
    nth = _NTH_DAY.search(phrase)
    this_day = _THIS_DAY.search(phrase)
    if found is None or found.moment[:10] >= said_at[:10] or _SETTLED.search(phrase) and not (nth or this_day):
        return found
    week = (
        not nth
        and re.search(rf"\b{WEEKDAY}\b", phrase.casefold())
        and not re.search(rf"\b{MONTH}\b", phrase.casefold())
    )
    if _fits_weekday(phrase, found) and (parse_moment(said_at) - parse_moment(found.moment)).days < MANY_WEEKS:
        return found
    going_on = {"month": 7, "year": 4}.get(found.precision, 0)
    if going_on and found.moment[:going_on] == said_at[:going_on]:
        return found
    if this_day or week and not _PAIRED.fullmatch(_normalised(phrase)):
        days = 7
    else:
        days = MONTH_DAYS if found.precision == "day" and not _OF_A_YEAR.search(phrase) else 365
    later = _by_rules(phrase, to_moment(parse_moment(said_at) + timedelta(days=days)))
    return later if later and later.moment[:10] >= said_at[:10] else found


def resolve_end(phrase: str, found: ResolvedDate, said_at: Moment, *, ahead: bool) -> ResolvedDate:
    """Until when that holds which is over then: "at the end of March", and in a month or year that is going on where
    it is to come (``ahead``), until its last day."""
    at = parse_moment(found.moment)
    if found.precision not in ("month", "year") or not (
        _AT_END.search(phrase) or ahead and found.moment <= said_at < to_moment(_after(at, found.precision))
    ):
        return found
    return ResolvedDate(to_moment(_after(at, found.precision) - timedelta(days=1)), found.precision)


def _after(at: datetime, precision: Precision) -> datetime:
    return month_at(at.year, at.month + 1)[0] if precision == "month" else year_at(at.year + 1)[0]


def resolve_nearest(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The same where no tense tells: never most of a year ago where a few weeks ahead fit ("the opening is 20
    June"); of a month that is not named the nearer ("from the 30th")."""
    found = resolve_date(phrase, said_at)
    if found is not None and _FROM_DAY.match(phrase) and _BARE_DAY.fullmatch(_normalised(phrase)):
        return _nearer(found, resolve_ahead(phrase, said_at), said_at)
    if found is None or found.precision not in ("day", "month") or not _NAMED_MONTH.search(phrase):
        return found
    later = resolve_ahead(phrase, said_at)
    if later is None or later.moment <= found.moment:
        return found
    said = parse_moment(said_at)
    ahead, behind = parse_moment(later.moment) - said, said - parse_moment(found.moment)
    return later if ahead.days < FEW_WEEKS and behind.days > MANY_WEEKS else found


def _nearer(found: ResolvedDate, later: ResolvedDate | None, said_at: Moment) -> ResolvedDate:
    said = parse_moment(said_at)
    days = [one for one in (later, found) if one is not None]
    return min(days, key=lambda one: abs(parse_moment(one.moment) - said))


def resolve_coming(phrase: str, said_at: Moment) -> ResolvedDate | None:
    """The same of what is told in the present and goes on no longer: a day without a month and a holiday are the next
    ones ("we get the keys on the 16th", "she starts after Christmas")."""
    bare = _normalised(phrase)
    of_a_year = _OF_A_YEAR.search(phrase) and not _NAMED_MONTH.search(phrase)
    recurs = _BARE_DAY.fullmatch(bare) or _PAIRED.fullmatch(bare) or of_a_year
    return resolve_ahead(phrase, said_at) if recurs or _THIS_DAY.search(phrase) else resolve_nearest(phrase, said_at)


def resolve_near(phrase: str, said_at: Moment, known: Moment) -> ResolvedDate | None:
    """The day that "the 17th" or "Thursday" means of what is ``known`` for a day ahead: the nearest to it that is not
    over when it is said. None of a phrase that tells more, or less, than such a day."""
    bare = _BARE_DAY.fullmatch(_normalised(phrase))
    if bare is None:
        return None
    around = 7 if bare["weekday"] else MONTH_DAYS
    day, before = parse_moment(known), (parse_moment(known) - timedelta(days=around))
    ahead = [resolve_ahead(phrase, to_moment(base)) for base in (before, day, day + timedelta(days=1))]
    possible = [one for one in ahead if one and one.moment[:10] >= said_at[:10] and one.moment[:10] != known[:10]]
    return min(possible, key=lambda one: abs(parse_moment(one.moment) - day), default=None)


_AT_END = re.compile(rf"\bend of (?:\w+ )?(?:month|year|{MONTH}|{YEAR})(?!['’]?s\b)", re.IGNORECASE)
MONTH_DAYS = 31
"""Of "the 16th" the next one is at most so far off."""
FEW_WEEKS, MANY_WEEKS = 92, 180
"""In days: how near a day ahead, and how far one behind must be, for the one ahead to be meant."""
_NTH_DAY = re.compile(rf"\b{NTH} {WEEKDAY} (?:of|in)\b", re.IGNORECASE)
_NAMED_MONTH = re.compile(rf"\b{MONTH}\b", re.IGNORECASE)
_OF_A_YEAR = re.compile(rf"\b(?:{MONTH}|{HOLIDAY})\b", re.IGNORECASE)
_FROM_DAY = re.compile(rf"from (?:the )?{DAY}", re.IGNORECASE)
_BARE_DAY = re.compile(rf"(?:the )?(?:(?P<weekday>{WEEKDAY})|(?P<day>{DAY}))")
_PAIRED = re.compile(rf"{WEEKDAY},? (?:the )?{NTH_DAY}")
_SETTLED = re.compile(
    r"\d{4}|\b(?:last|past|previous|ago|since|yesterday|earlier|this|today|tonight|now|already)\b", re.IGNORECASE
)
"""Words that say which one is meant."""
_LEAD = re.compile(
    r"(?:since|between|starting(?: in| on)?|from|until|till?|up to|to|through|before|after|by|around|about|during|"
    r"as of|on|at|of|sometime|ever|back|exactly|way|just|in|early|late|mid)[ -]+",
)
_WHOLE_SPAN = re.compile(
    rf"in (?:about )?(?:the next )?(?:\d+|a|an|half|{'|'.join(NUMBERS)}) (?:few |couple )?(?:of )?{UNIT}"
)
_PART = re.compile(rf"(?:{PART})")


_WEEKDAY_BEFORE = re.compile(rf"^{WEEKDAY},? (?:the )?(?!{NTH_DAY}$)(?={DAY}|{MONTH}|\d)")


def _normalised(phrase: str) -> str:
    text = " ".join(phrase[:MAX_PHRASE].casefold().replace("’", "'").split()).strip(" .,;:!?()")
    for _ in range(4):
        lead = _PART.match(text) or _LEAD.match(text)
        if lead is None or _WHOLE_SPAN.match(text):
            break
        text = text[lead.end() :]
    return _WEEKDAY_BEFORE.sub("", text)


_DEADLINE = re.compile(rf"(?:until|till?|by) (?P<day>{WEEKDAY})", re.IGNORECASE)


def _deadline(phrase: str, said: datetime) -> Resolution:
    """ "Till Friday" is the coming one."""
    match = _DEADLINE.fullmatch(phrase.strip(" .,"))
    if match is None:
        return None
    return midnight(said, (WEEKDAYS[match["day"].rstrip(".").casefold()] - said.weekday() - 1) % 7 + 1)


def _resolve(text: str, said: datetime) -> Resolution:
    for pattern, rule in RULES:
        if match := pattern.fullmatch(text):
            return rule(match, said)
    if match := _ANCHORED.fullmatch(text):
        return _anchored(match, said)
    if match := _CLOCK.search(text):  # its hour is no year
        return _resolve(text[: match.start()], said) if match.start() else None
    return _ask_dateparser(text, said)


_MERIDIEM = r" ?(?:[ap]\.?m\b\.?|o'clock|h\b)"
_HOUR = rf"(?:\d{{1,2}}(?:[:. ]?[0-5]\d)?|(?:{'|'.join(NUMBERS)})(?: (?:thirty|fifteen|forty-five))?)"
_CLOCK = re.compile(
    rf",? (?:(?:at|around|about|from|by|@) ?(?:{_HOUR}(?:{_MERIDIEM})?|noon|midday|midnight|half (?:past )?{_HOUR}"
    rf"|(?:a )?quarter (?:past|to) {_HOUR}|lunchtime|lunch)|{_HOUR}{_MERIDIEM}|\d{{1,2}}:\d\d(?:{_MERIDIEM})?"
    r"|noon|midday)"
    r"(?: (?:sharp|(?:in the )?(?:morning|afternoon|evening)|at night))?$"
)
"""A time of the day after its date: "march 11 at ten", "the 3rd, 7 pm"."""


_ANCHORED = re.compile(
    rf"(?:the |(?P<count>[\w ]{{1,20}}?) )(?P<unit>{UNIT}|{WEEKDAY}) (?P<side>before|after|of) (?P<date>.{{4,30}})"
)


def _anchored(match: re.Match[str], said: datetime) -> Resolution:
    """ "The week before 9 June", "two days after 3 May 2023", "the Friday before May 9"."""
    anchor = _resolve(_normalised(match["date"]), said)
    if anchor is None:
        return None
    sign, unit = (-1 if match["side"] == "before" else 1), match["unit"].rstrip(".")
    if match["side"] == "of":
        return anchor
    if unit in WEEKDAYS:
        away = (anchor[0].weekday() - WEEKDAYS[unit]) * -sign
        return midnight(anchor[0], sign * ((away - 1) % 7 + 1))
    if unit == "weekend":
        return midnight(anchor[0], sign * ((anchor[0].weekday() - 5) * -sign % 7 or 7))
    count = count_of(match["count"] or "one")
    return None if count is None else shifted(anchor[0], unit, sign * count)


_SURE = re.compile(rf"(?=.*\d)(?=.*(?:\b{MONTH}|\bago\b)).*")
_NO_DAY = re.compile(r"\b(?:3[2-9]|[4-9]\d)(?:st|nd|rd|th)\b")
_VAST = re.compile(r"\b(?:hundred|thousand|million|billion|trillion)s?\b|\d,\d{3}")
"""Spans that no calendar of ours holds: "5 billion years ago" is not five years ago."""
_OTHER_WORDS = re.compile(r"[a-z]{3,}")


def _ask_dateparser(text: str, said: datetime) -> Resolution:
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
    except Exception:  # noqa: BLE001 - odd numbers make the library raise various errors; one must not lose a message
        return None
    at = data.date_obj
    if at is None or monthrange(at.year, at.month)[1] < at.day:
        return None
    if data.period == "year":
        return year_at(at.year)
    return month_at(at.year, at.month) if data.period == "month" else day_at(at.year, at.month, at.day)
