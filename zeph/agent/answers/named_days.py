"""The days that a sentence names as those of something: dates, days on end, weekdays of every week.

In: a sentence, when it was said. Out: its words for days, each with the days that they mean. Pure. The words stand in
``agenda.toml``.
"""

import re
from collections.abc import Iterator

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.day_ranges import from_to
from zeph.agent.answers.days_behind import ONWARD
from zeph.agent.answers.thing_words import WEEKDAY, WEEKDAY_NAMES
from zeph.clock import Moment
from zeph.memory.language.times.date_spans import WEEKDAYS, DatePhrase, find_date_phrases, is_said_of
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.language.times.time_spans import find_times
from zeph.records.stretch import Stretch

_TABLE = read_answers("agenda.toml")
_DAYS, _ROUTINE = _TABLE["days"], _TABLE["routine"]
_NOT_THEN, _NOT_FROM, _LEAD, _FIRST, _SHORT_DAY, _MOVED_TO, ANY_DAY = (
    re.compile(_DAYS[name], re.IGNORECASE)
    for name in ("not_then", "not_from", "lead", "first", "short_day", "moved_to", "any_day")
)
_RARE, _THROUGH, _WORKING, _WEEKENDS = (
    re.compile(_ROUTINE[name], re.IGNORECASE) for name in ("rare", "through", "working", "weekends")
)
_DAY_NAMES = [name for name in WEEKDAYS if name.endswith("day")]


def named_days(said: str, at: Moment, *, old: bool = False) -> Iterator[tuple[DatePhrase, Stretch]]:
    """The days that a sentence names as those of something; ``old``: those that it takes back."""
    phrases, within = _phrases_in(said), 0
    for phrase, last in zip(phrases, [*phrases[1:], None], strict=False):
        day = _LEAD.sub("", phrase.text)
        before = said[: max(phrase.start, said.find(day, phrase.start))]
        away = bool(_NOT_THEN.search(before)) or (last is not None and bool(_NOT_FROM.search(before)))
        if phrase.start < within or away is not old or ANY_DAY.search(before) and WEEKDAY.fullmatch(day):
            continue
        on_end = from_to(said, phrase, last, at) if last is not None else None
        days = _stretch_of(phrase, day, at)
        if on_end is not None:
            within = on_end[0].end
            yield on_end
        elif days is not None:
            yield _whole(phrase, before, days)


def _phrases_in(said: str) -> list[DatePhrase]:
    """The words for days of no week, in their order."""
    weekly = [time.span for time in find_times(said) if time.role == "frequency"]
    found = sorted((*find_date_phrases(said), *_short_days(said)), key=lambda one: one.start)
    phrases = [one for one in found if not any(s.start < one.end and one.start < s.end for s in weekly)]
    return [one for one in phrases if not any(_within(one, other) for other in phrases)]


def _stretch_of(phrase: DatePhrase, day: str, at: Moment) -> Stretch | None:
    """``day``: the phrase without its role: what goes on "till January" ends then."""
    named = (day, f"on {day}", f"in {day}", phrase.text) if ONWARD.search(phrase.text) else (day, phrase.text)
    return next(filter(None, (named_stretch(one, at, ahead=True) for one in named)), None)


def _within(one: DatePhrase, other: DatePhrase) -> bool:
    """ "Mon" of "Mon 14 Dec"; of the same words, written otherwise, the one that came first."""
    inside = other.start <= one.start and one.end <= other.end
    longer = other.end - other.start, len(other.text), one.text
    return inside and longer > (one.end - one.start, len(one.text), other.text)


def _short_days(said: str) -> Iterator[DatePhrase]:
    """ "Vet wed at 4": what is a weekday for a time of the day follows, or for something moved to it; "put back to the
    16th"."""
    for found in (one for one in _SHORT_DAY.finditer(said) if not is_said_of(said, one.start())):
        yield DatePhrase(_DAY_NAMES[WEEKDAY_NAMES.index(found.group()[:3].lower())], found.start(), found.end())
    for found in _MOVED_TO.finditer(said):
        yield DatePhrase(f"on {found['day']}", *found.span("day"))


def _whole(phrase: DatePhrase, before: str, days: Stretch) -> tuple[DatePhrase, Stretch]:
    """With the first of several days: "6 to 13 February"."""
    first = _FIRST.search(before)
    if (
        first is None
        or _NOT_FROM.search(before[: first.start()])
        or days.days > 1
        or not 1 <= int(first["first"]) <= int(days.start[8:10])
    ):
        return phrase, days
    start = f"{days.start[:8]}{int(first['first']):02d}{days.start[10:]}"
    return DatePhrase(phrase.text, first.start(), phrase.end, phrase.role), Stretch(start, days.end)


def weekdays_of(text: str) -> list[int]:
    """Of a phrase of time, Monday being 0; none where it is not every week."""
    if _RARE.search(text):
        return []
    if _WORKING.search(text):
        return [0, 1, 2, 3, 4]
    if _WEEKENDS.search(text):
        return [5, 6]
    days = [WEEKDAY_NAMES.index(found["day"].lower()) for found in WEEKDAY.finditer(text)]
    if len(days) == 2 and _THROUGH.search(text):
        return [day % 7 for day in range(days[0], days[1] + (7 if days[1] < days[0] else 0) + 1)]
    return days
