"""Whether a later text tells another value of a thing: "1000mg" after "500mg", the 10th after the 8th.

In: what was told, and a sentence that was said later on the same thing; the kind that a question asks for. Out: yes or
no. Pure. Values are days, hours, and numbers by what they count; a number beside another unit is of something else.
"""

from zeph.agent.answers.answer_tables import pattern, read_answers
from zeph.agent.answers.days_behind import is_behind
from zeph.clock import Moment
from zeph.memory.language.morphology import in_digits
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem

_NUMBER = pattern("number")
_HOURS = frozenset(read_answers()["hours"].split())
_DAY, _HOUR, _BARE = "day", "hour", ""
_OF_TIME = frozenset((_DAY, _HOUR))
_ASKED_AS: dict[str, str] = read_answers()["values_of_kind"]

Values = dict[str, set[str]]
"""By what they count: "mg", "hives"; a day to come, an hour, a number alone."""


def tells_other_number(told: str, later: str) -> bool:
    """Whether both count the same, and by other numbers; a number that counts nothing is left out."""
    return bool(_otherwise(counted(told), counted(later)) - _OF_TIME - {_BARE})


def tells_other(kind: str, told: str, told_at: Moment, later: str, later_at: Moment) -> bool:
    """The same of days and hours where the question asks for a time, of numbers where it asks for one."""
    match _ASKED_AS.get(kind):
        case "time":
            return bool(_otherwise(_values(told, told_at), _values(later, later_at)) & _OF_TIME)
        case "number":
            return bool(_otherwise(counted(told), counted(later)) - _OF_TIME)
    return False


def _otherwise(told: Values, later: Values) -> set[str]:
    return {counted for counted in told.keys() & later.keys() if told[counted].isdisjoint(later[counted])}


def _values(text: str, at: Moment) -> Values:
    found = counted(text)
    for phrase in find_date_phrases(text):
        days = None if is_behind(text, phrase) else named_stretch(phrase.text, at, ahead=True)
        if days is not None and days.days <= 1:
            found.setdefault(_DAY, set()).add(days.start[:10])
    return found


def counted(text: str) -> Values:
    """Numbers that are no part of a date, by their unit or by the word behind them: "hen" of "six hens"."""
    days = [(phrase.start, phrase.end) for phrase in find_date_phrases(text)]
    found: Values = {}
    for number in _NUMBER.finditer(text):
        if any(start <= number.start() < end for start, end in days):
            continue
        unit = (number["before"] or number["unit"] or number["word"] or "").lower()
        value = in_digits(number["number"].lower()).replace(",", "")
        if unit in _HOURS or ":" in value:
            found.setdefault(_HOUR, set()).add(f"{value} {unit}")
        else:
            found.setdefault(_BARE if unit in STOP_WORDS else stem(unit), set()).add(value)
    return found
