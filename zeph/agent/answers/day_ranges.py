"""Days on end that a sentence names: "from monday till sunday next week", "30 November to 4 December".

In: a sentence, when it is said. Out: the stretch, and where its words stand. Pure. The words stand in ``agenda.toml``.
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.clock import Moment
from zeph.memory.language.times.date_spans import WEEKDAYS, DatePhrase
from zeph.memory.language.times.stretches import named_stretch
from zeph.records.stretch import Stretch

_RANGES = read_answers("agenda.toml")["ranges"]
_DAYS: list[str] = read_answers("agenda.toml")["routine"]["weekdays"]
_OF_WEEK, _LISTED, _WEEK, _BETWEEN, _LEAD = (
    re.compile(_RANGES[name], re.IGNORECASE) for name in ("of_week", "listed", "week", "between", "lead")
)


class OfWeek(NamedTuple):
    days: list[Stretch]
    """Days on end are one."""
    end: int
    """Where its words end."""
    rest: str
    """What stands before that beside them."""


def of_one_week(said: str, at: Moment) -> OfWeek | None:
    """From a weekday to another of a week that is named, or each of them ("thurs fri sat this week"); days of every
    week are none."""
    week = _WEEK.search(said)
    found = _week_days(said) if week else None
    whole = named_stretch(week.group(), at, ahead=True) if found and week else None
    if found is None or week is None or whole is None:
        return None
    monday = date.fromisoformat(whole.start[:10])
    monday -= timedelta(days=monday.weekday())
    days = [(monday + timedelta(days=one), monday + timedelta(days=other + 1)) for one, other in found.days]
    (one, two), until = sorted((found.place, week.span())), max(found.place[1], week.end())
    rest = f"{said[: one[0]]} {said[one[1] : two[0]]} {said[two[1] : until]}"
    return OfWeek([Stretch(f"{begin} 00:00:00", f"{end} 00:00:00") for begin, end in days], until, rest)


class _WeekDays(NamedTuple):
    place: tuple[int, int]
    days: list[tuple[int, int]]
    """First and last of days on end, Monday being 0."""


def _week_days(said: str) -> _WeekDays | None:
    """Days of a week by their names, those on end as one; the first that are named so."""
    listed = [*_LISTED.finditer(said)]
    ends = next((one for one in _OF_WEEK.finditer(said) if not any(_within(one, other) for other in listed)), None)
    if listed and (ends is None or listed[0].start() < ends.start()):
        return _WeekDays(listed[0].span(), _on_end(listed[0].group()))
    if ends is None:
        return None
    first, last = (_DAYS.index(ends[name][:3].lower()) for name in ("first", "last"))
    return _WeekDays(ends.span(), [(first, last + 7 * (last < first))])


def _on_end(listed: str) -> list[tuple[int, int]]:
    """ "Mon, wed and thu" are Monday, and Wednesday to Thursday."""
    found: list[tuple[int, int]] = []
    for day in (WEEKDAYS[word] for word in re.findall(r"\w+", listed.lower()) if word in WEEKDAYS):
        if found and day == found[-1][1] + 1:
            found[-1] = (found[-1][0], day)
        else:
            found.append((day, day))
    return found


def _within(one: re.Match[str], other: re.Match[str]) -> bool:
    """ "Wed and fri" of "mon, wed and fri" is no stretch."""
    return other.start() <= one.start() and one.end() <= other.end()


def from_to(said: str, one: DatePhrase, other: DatePhrase, at: Moment) -> tuple[DatePhrase, Stretch] | None:
    """Both as one where they are the ends of a stretch of days with dates."""
    text = _LEAD.sub("", one.text)
    ends = [named_stretch(_LEAD.sub("", phrase.text), at, ahead=True) for phrase in (one, other)]
    between = said[one.end : other.end].casefold()
    first, last = ends
    dated = all(any(map(str.isdigit, phrase.text)) for phrase in (one, other))
    if first is None or last is None or not dated or not _BETWEEN.match(between) or first.start >= last.start:
        return None
    if first.days > 1 or last.days > 1:
        return None
    return DatePhrase(text + said[one.end : other.end], one.start, other.end), Stretch(first.start, last.end)
