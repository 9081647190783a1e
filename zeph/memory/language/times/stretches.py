"""The stretch of time that words name: "yesterday", "over the weekend", "in the past month", "since June".

In: a sentence, the moment it is said, and whether it looks ahead. Out: a stretch, half open, in the calendar of that
moment. Dates are found and resolved as in messages (``date_spans``, ``date_resolution``); what is added here is how
long each lasts: a day, a month, the hours of a morning. The words for it stand in ``stretches.toml``.
"""

import re
import tomllib
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.language.times.date_resolution import ResolvedDate, resolve_ahead, resolve_date, resolve_nearest
from zeph.memory.language.times.date_rules import count_of, month_at
from zeph.memory.language.times.date_spans import DatePhrase, find_date_phrases
from zeph.records.stretch import BEGINNING, FOR_EVER, Stretch

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_BEHIND, _AHEAD, _ABOUT, _LENGTH, _UNSURE, _IDLE = (
    re.compile(_TABLE[name], re.IGNORECASE) for name in ("behind", "ahead", "about", "length", "unsure", "idle")
)
_LASTING, _HOURS, _PARTS, _PHRASES = (
    [(re.compile(row["find"], re.IGNORECASE), row) for row in _TABLE[name]]
    for name in ("lasting", "hours", "part", "phrase")
)
_UNITS: dict[str, float] = _TABLE["units"]
MOST_DATES = 8
_DAY = timedelta(days=1)


def named_stretch(text: str, said_at: Moment, ahead: bool) -> Stretch | None:
    """The first that ``text`` names and a rule can tell; None where there is none. Never raises.

    ``ahead``: a day or a month alone is the next one, else the latest that has begun."""
    text = _IDLE.sub("", text)
    phrases = find_date_phrases(text)
    for phrase, after in zip(phrases, [*phrases[1:], None], strict=False):
        if _names_a_thing(phrase, text):
            continue
        if found := _of_phrase(phrase, said_at, ahead):
            until = _of_phrase(after, said_at, ahead) if after is not None and after.role == "until" else None
            return _by_role(phrase, found, until, said_at, ahead)
    return _in_other_words(text, said_at, ahead)


def _names_a_thing(phrase: DatePhrase, text: str) -> bool:
    """ "The Sunday mass" is no Sunday."""
    before, after = text[: phrase.start].casefold(), text[phrase.end :]
    return bool(before.endswith("the ") and after.startswith(" ") and _UNSURE.fullmatch(phrase.text.casefold()))


def dates_told(text: str, said_at: Moment) -> list[Stretch]:
    """Days, weeks and months that a message is about: each once, at most :data:`MOST_DATES`. A day of the week without
    more is left out, for only the tense tells which."""
    told: dict[Stretch, None] = {}
    for phrase in find_date_phrases(text):
        said = phrase.text.casefold()
        if phrase.role not in ("at", "until") or _LENGTH.match(said) or _is_counted(said) or _UNSURE.fullmatch(said):
            continue
        found = resolve_nearest(phrase.text, said_at)
        if found is not None and found.precision != "year":
            told[_lasting(said, found)] = None
    return list(told)[:MOST_DATES]


def _in_other_words(text: str, said_at: Moment, ahead: bool) -> Stretch | None:
    for pattern, row in _PHRASES:
        meant = row.get("ahead" if ahead else "behind")
        if meant and (match := pattern.search(text)):
            said = meant.format(*match.groups())
            return _of_phrase(DatePhrase(said, 0, len(said)), said_at, ahead)
    return None


def _by_role(phrase: DatePhrase, found: Stretch, until: Stretch | None, said_at: Moment, ahead: bool) -> Stretch:
    today = _midnight(said_at)
    onward = FOR_EVER if ahead else to_moment(today + _DAY)
    if phrase.role == "since" and not _is_counted(phrase.text):
        return Stretch(found.start, max(found.start, until.end if until else onward))
    if phrase.role == "after":
        return Stretch(found.end, max(found.end, onward))
    if phrase.role in ("before", "until"):
        end = found.end if phrase.role == "until" else found.start
        return Stretch(min(to_moment(today), end) if ahead else BEGINNING, end)
    return found


def _of_phrase(phrase: DatePhrase, said_at: Moment, ahead: bool) -> Stretch | None:
    text = phrase.text.casefold()
    try:
        if _LENGTH.match(text):
            return None
        if _is_counted(text):
            return _counted(text, said_at)
        found = resolve_ahead(phrase.text, said_at) if ahead else resolve_date(phrase.text, said_at)
        return None if found is None else _lasting(text, found)
    except (ValueError, OverflowError):  # before or after all that a calendar holds
        return None


def _is_counted(text: str) -> bool:
    return bool(_BEHIND.search(text) or _AHEAD.search(text))


def _counted(text: str, said_at: Moment) -> Stretch:
    """ "The past month", "the last two weeks", "the next few days": until now, or from now on."""
    behind = _BEHIND.search(text)
    match = behind or _AHEAD.search(text)
    assert match is not None
    count = count_of(match["count"] or ("one" if behind else "few")) or 1
    length = timedelta(days=count * _UNITS[match["unit"].casefold()])
    today = _midnight(said_at)
    start, end = (today - length, today) if behind else (today, today + length)
    return Stretch(to_moment(start), to_moment(end + _DAY))


def _lasting(text: str, found: ResolvedDate) -> Stretch:
    start = parse_moment(found.moment)
    if about := _ABOUT.search(text):
        return _around(start, (about["unit"] or about["ahead"]).casefold(), found)
    start, end = _whole(text, start, found)
    for pattern, row in _PARTS:
        if pattern.search(text):
            first, last = row["share"]
            start, end = start + first * (end - start), start + last * (end - start)
    return Stretch(to_moment(start), to_moment(end))


def _whole(text: str, at: datetime, found: ResolvedDate) -> tuple[datetime, datetime]:
    for pattern, row in _LASTING:
        if pattern.search(text):
            start = at + timedelta(days=row.get("since", 0))
            return start, start + timedelta(days=row["days"])
    for pattern, row in _HOURS if found.precision == "day" else ():
        if pattern.search(text):
            first, last = row["hours"]
            return at + timedelta(hours=first), at + timedelta(hours=last)
    return at, _next(at, found)


def _next(at: datetime, found: ResolvedDate) -> datetime:
    """The day, the month or the year after it."""
    if found.precision == "year":
        return datetime(at.year + 1, 1, 1, tzinfo=at.tzinfo)
    if found.precision == "month":
        return month_at(at.year, at.month + 1)[0]
    return at + (_DAY if found.precision == "day" else timedelta(hours=1))


def _around(at: datetime, unit: str, found: ResolvedDate) -> Stretch:
    """ "Two weeks ago" is one of the days around it."""
    slack = timedelta(days=_UNITS[unit] / 3 * (unit in _TABLE["loose"] and found.precision == "day"))
    return Stretch(to_moment(at - slack), to_moment(_next(at, found) + slack))


def _midnight(at: Moment) -> datetime:
    return parse_moment(at).replace(hour=0, minute=0, second=0)
