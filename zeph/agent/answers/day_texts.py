"""What a sentence says of a thing of a day, without the day, and when it is.

In: a sentence, where the words for a day stand in it, the clause that they are of. Out: the thing as it is said to the
person, the time of the day. Pure. The words stand in ``agenda.toml``.
"""

import re
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.day_clauses import Clause
from zeph.agent.answers.days_behind import CUT, IT_IS, ONWARD, ONWARD_BEFORE, may_be_verb
from zeph.agent.answers.thing_words import about_of, thing_to_you
from zeph.memory.language.times.date_spans import DatePhrase, find_date_phrases
from zeph.records.stretch import Stretch

SHORT = 4
"""Words up to which what follows the day belongs to it: "dentist Thursday, Mr. Patel"."""
_TABLE = read_answers("agenda.toml")
_CLOCK, _AT, _PART, _COMING, _STAYS = (
    re.compile(_TABLE["days"][name], re.IGNORECASE) for name in ("clock", "at", "part", "coming", "stays")
)
_TRAILS, DANGLES, _PUT_RIGHT, _MOVES, _NOW, _TRAILING, _RELATIVE, _BEFORE_RELATIVE = (
    re.compile(_TABLE["later"][name], re.IGNORECASE)
    for name in ("trails", "dangles", "put_right", "moves", "now", "trailing", "relative", "before_relative")
)
_OWN_CLAUSE = re.compile(_TABLE["routine"]["own"], re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OF_WHOM: str = _TABLE["says"]["of_whom"]


def without_day(said: str, clause: Clause, phrase: DatePhrase, days: Stretch) -> tuple[str, str]:
    """What a clause says of the thing of that day, and the time of the day; what could not be left out without hurt
    stays."""
    before = said[: phrase.start]
    stays = ONWARD.search(phrase.text) or ONWARD_BEFORE.search(before) or IT_IS.search(before) or is_part(days)
    coming = _COMING.match(phrase.text)
    start = phrase.start + (coming.end() if coming else 0)
    text, clock, _ = without(said, clause._replace(whole=clause.whole or bool(stays)), start, phrase.end)
    return text, clock


def tells_a_move(said: str) -> bool:
    """Whether it ends in words for what has another day now: "choir has been moved to"."""
    return bool(_MOVES.search(said))


def up_to_comma(said: str, off: re.Match[str] | None) -> str:
    """Without what stands behind the clause that says that something is ``off``: "…, he took him *this morning*"."""
    end = said.find(",", off.end()) if off else -1
    return said[:end] if end > 0 else said


class Time(NamedTuple):
    part: str
    """ "Evening"."""
    clock: re.Match[str] | None
    until: int
    """Where what says when ends."""


def time_of(said: str, start: int, end: int) -> Time:
    """The time of the day that is said behind a day."""
    part = _PART.search(said, start, end) or _PART.match(said, end + 1)
    until = max(end, part.end()) if part else end
    clock = _CLOCK.match(said, until + len(said[until:]) - len(said[until:].lstrip(" ,")))
    return Time(part.group() if part else "", clock, clock.end() if clock else until)


def without(said: str, clause: Clause, start: int, end: int) -> tuple[str, str, int]:
    """(what it says without the day, the time of the day, where it ends)."""
    part, after, until = time_of(said, start, end)
    clock = after or next((one for one in _CLOCK.finditer(said, clause.start, start) if one.end() >= start - 2), None)
    stop = min(end_of(said, until), max(clause.stop, until))
    first = min(start, clock.start()) if clock else start
    rest = said[until:stop]
    text = said[clause.start : stop]
    lead, moves, behind = said[clause.start : first], _MOVES.search(said[clause.start : first]), _NOW.sub("", rest)
    if moves and about_of(lead[: moves.start()]):
        text = f"{lead[: moves.start()]}{'' if behind.startswith(',') else ' '}{behind}"
    elif not (clause.whole or _STAYS.match(rest)):
        lead, rest = said[clause.start : first].rstrip(" ,"), rest.lstrip()
        rest = rest.lstrip(", ") if lead.endswith((":", ";")) else rest
        text = f"{lead}{'' if rest.startswith((',', ':')) else ' '}{rest}"
    told = " ".join(one for one in (part, clock and _AT.sub("", clock.group())) if one)
    text = _PUT_RIGHT.sub("", _TRAILS.sub("", text.strip()))
    text = _with_antecedent(text, said[: clause.start])
    text = ended if about_of(ended := _TRAILING.sub("", text)) else text
    readable = about_of(text) and not DANGLES.search(text)
    return thing_to_you(text if readable else _PUT_RIGHT.sub("", said[clause.start : stop])), told, stop


def _with_antecedent(text: str, before: str) -> str:
    """ "My grandson will be six" of "with my son and my grandson, *who will be six*"."""
    relative = _RELATIVE.match(text)
    whom = _BEFORE_RELATIVE.sub("", before.rstrip(" ,")) if relative else ""
    return f"{whom} {text[relative.end() :]}" if relative and about_of(whom) else text


def end_of(said: str, at: int) -> int:
    """Where the clause ends that ``at`` stands in; what is short and tells no more of its own goes along."""
    ends = [found.start() for found in CUT.finditer(said, at)]
    if ends and not said[at : ends[0]].strip() and said[ends[0]] == ",":
        following = said[ends[0] : ends[1] if len(ends) > 1 else len(said)]
        if len(following.split()) <= SHORT and not find_date_phrases(following):
            return ends[0] + len(following)
    return ends[0] if ends else len(said)


def is_part(days: Stretch) -> bool:
    """Whether it is a part of a month or of a year, with no day of its own: "end of January"."""
    return days.days > 1 and not days.start.endswith("00:00:00")


def of_routine(said: str, start: int) -> tuple[int, str]:
    """Where the clause begins that days behind it are of, and whom the one before it is of: "*nan* is in room 7,
    *visiting is 2 to 4* on Sundays"; 0 and nobody where it is all one."""
    own = _OWN_CLAUSE.search(said, 0, start)
    if own is None or not about_of(own["clause"]):
        return 0, ""
    verb = next((word.start() for word in _WORD.finditer(said, 0, own.start()) if may_be_verb(word.group())), 0)
    whom = said[:verb].strip()
    return own.start("clause"), whom if about_of(whom) and len(whom.split()) <= SHORT else ""


def with_whom(whom: str, text: str) -> str:
    return _OF_WHOM.format(thing_to_you(whom), text) if whom else text


def trimmed(text: str) -> str:
    """Without what it trails off with."""
    return _TRAILS.sub("", text)
