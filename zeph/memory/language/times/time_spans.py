"""Phrases of time in a sentence, with what they say: when, since when, until when, how long, how often.

In: a sentence and where it begins. Out: :class:`TimeSpan` values in order, never overlapping: the dates that this room
can resolve, and frequencies, which have no date. The words stand in ``time_spans.toml``.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from zeph.memory.language.times.date_spans import DatePhrase, find_date_phrases
from zeph.memory.language.times.shifts import find_shift
from zeph.records.claim import Span

TimeRole = Literal["at", "since", "until", "duration", "frequency", "now", "onward"]

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
DAYS, BEHIND, AHEAD = (frozenset(_TABLE[name].split()) for name in ("days", "behind", "ahead"))
"""Words that tell one day by themselves; of a time that lies behind; and of one that lies ahead."""
BRIEF = re.compile(_TABLE["brief"], re.IGNORECASE)
"""One occasion: "yesterday"."""
_DURATION = re.compile(_TABLE["duration"], re.IGNORECASE)
_HOW_LONG = re.compile(_TABLE["how_long"], re.IGNORECASE)
_NO_TIME = re.compile(_TABLE["no_time"], re.IGNORECASE)
_PARTICLE = re.compile(_TABLE["particle"], re.IGNORECASE)
_DATED = [(re.compile(row["find"], re.IGNORECASE), row["said"]) for row in _TABLE["dated"]]
_ROLES: dict[str, TimeRole] = {"frequency": "frequency", "now": "now", "onward": "onward", "length": "duration"}
_UNDATED = [(re.compile(_TABLE[name], re.IGNORECASE), role) for name, role in _ROLES.items()]
_NO_TIME_BEFORE = re.compile(_TABLE["no_time_before"], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A phrase of time and what it says: since, until, at, for how long, how often."""

    text: str
    span: Span
    role: TimeRole


def find_times(text: str, shift: int = 0) -> list[TimeSpan]:
    """The phrases of time of a sentence that begins at ``shift`` of its message, with spans in that."""
    found = [
        TimeSpan(match.group(), Span(match.start() + shift, match.end() + shift), role)
        for pattern, role in _UNDATED
        for match in pattern.finditer(text)
    ]
    for phrase in find_date_phrases(text):
        particle = _PARTICLE.match(phrase.text)
        cut = particle.end() if particle else 0  # "moved in last week"
        span = Span(phrase.start + shift + cut, phrase.end + shift)
        if not (_NO_TIME_BEFORE.match(text, phrase.end) or _NO_TIME.fullmatch(phrase.text) or _is_taken(span, found)):
            found.append(TimeSpan(phrase.text[cut:], span, _role(phrase)))
    moved = find_shift(text)
    if moved is not None:
        span = Span(moved.start + shift, moved.end + shift)
        if not _is_taken(span, found):
            found.append(TimeSpan(moved.words, span, "at"))
    for pattern, said in _DATED:
        for match in pattern.finditer(text):
            span = Span(match.start() + shift, match.end() + shift)
            if not _is_taken(span, found):
                found.append(TimeSpan(said.format(match.group(1)), span, "at"))
    return sorted(found, key=lambda time: time.span.start)


def _is_taken(span: Span, found: list[TimeSpan]) -> bool:
    return any(span.start < other.span.end and other.span.start < span.end for other in found)


def _role(phrase: DatePhrase) -> TimeRole:
    if phrase.first_day:
        return "at"
    if phrase.role == "since":
        return "duration" if _DURATION.match(phrase.text) else "since"
    return "until" if phrase.role == "until" else "at"


def may_lie_ahead(length: str) -> bool:
    """Whether a length says by itself neither when it began nor when it ends: "for three weeks"; "for the last three
    weeks" does."""
    return bool(_HOW_LONG.match(length))


def day_alone(text: str) -> str:
    """ "24 March" of "to 24 March", which something was moved to."""
    return text.removeprefix("to ")
