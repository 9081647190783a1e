"""Phrases of time in a sentence, with what they say: when, since when, until when, how long, how often.

In: a sentence. Out: :class:`TimeSpan` values in order, never overlapping: the dates that ``times`` can resolve, and
frequencies, which have no date.
"""

import re
from dataclasses import dataclass
from typing import Literal

from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.ingest.reader.text.sentence_split import Sentence
from zeph.memory.ingest.times.date_spans import DatePhrase, find_date_phrases
from zeph.records.claim import Span

TimeRole = Literal["at", "since", "until", "duration", "frequency", "now", "onward"]

_TABLE = read_table("parse/times.toml")
_DURATION = re.compile(_TABLE["duration"], re.IGNORECASE)
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


def find_times(sentence: Sentence) -> list[TimeSpan]:
    """The phrases of time, with spans in the message."""
    text, shift = sentence.text, sentence.start
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
    for pattern, said in _DATED:
        for match in pattern.finditer(text):
            span = Span(match.start() + shift, match.end() + shift)
            if not _is_taken(span, found):
                found.append(TimeSpan(said.format(match.group(1)), span, "at"))
    return sorted(found, key=lambda time: time.span.start)


def _is_taken(span: Span, found: list[TimeSpan]) -> bool:
    return any(span.start < other.span.end and other.span.start < span.end for other in found)


def _role(phrase: DatePhrase) -> TimeRole:
    if phrase.role == "since":
        return "duration" if _DURATION.match(phrase.text) else "since"
    return "until" if phrase.role == "until" else "at"
