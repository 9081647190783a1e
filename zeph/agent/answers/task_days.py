"""The day that a thing to do is for, as the sentence that tells it names one.

In: a thing to do, the text that tells it, and when. Out: the day, and the thing with it: "ring the vet (Wed 4 March)".
Pure.
"""

import re
from datetime import date, timedelta
from functools import lru_cache

from zeph.agent.answers.answer_tables import read_answers
from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.ingest.intents.list_names import list_in
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.language.times.date_resolution import ResolvedDate, resolve_ahead
from zeph.memory.language.times.date_spans import WEEKDAYS, DatePhrase, find_date_phrases
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.recall.query.vocabulary import STOP_WORDS, words
from zeph.safety.text import one_line

SHORT = 7
"""Words up to which an order to remind says no more than when."""
_FOR_DAY: str = read_answers("open_tasks.toml")["says"]["for_day"]
_REMIND = re.compile(read_answers("open_tasks.toml")["told"]["reminds"], re.IGNORECASE)


def with_day(thing: str, day: str, at: Moment) -> str:
    """ "ring the vet (Wed 4 March)"."""
    if not day:
        return thing
    year = f" {day[:4]}" if day[:4] != at[:4] else ""
    return str(_FOR_DAY.format(thing, f"{short_day(date.fromisoformat(day))}{year}"))


def day_of(thing: str, text: str, at: Moment) -> str:
    """The day to come that a thing to do is for, an ISO date: one that it has in its words, or that stands right before
    them ("remind me *on Friday* to …"), before or in the order to remind ("*on Friday*, please remind me to …", "Remind
    me *on Sunday*."); empty where there is none."""
    phrase = named_for(thing, text) if at else None
    whole = named_stretch(phrase.text, at, ahead=True) if phrase else None
    day = _coming(phrase.text, at) if phrase and whole and whole.days <= 1 else None
    return day.moment[:10] if day and day.precision == "day" and day.moment[:10] >= at[:10] else ""


def named_for(thing: str, text: str) -> DatePhrase | None:
    """The words for its day."""
    sentences = _sentences(text)
    sentence = next((one for one in sentences if thing in one), "")
    place, named = sentence.find(thing), find_date_phrases(sentence)
    before = [one for one in named if one.end <= place and _leads_to(sentence, one, place)]
    alone = (one for one in sentences if _REMIND.search(one) and len(one.split()) <= SHORT)
    behind = [one for one in named if _is_behind_its_list(sentence[place + len(thing) : one.start])]
    meant = [one for one in named if one.text in thing] or before[-1:] or behind[:1]
    return next(iter(meant), None) or next((phrase for one in alone for phrase in find_date_phrases(one)), None)


def _is_behind_its_list(between: str) -> bool:
    """Whether no more than the name of its list stands between a thing and a day: "… *on my todo, for* friday"."""
    of_list = list_in(between)
    return of_list is not None and {*words(of_list.rest)} <= STOP_WORDS


def _leads_to(sentence: str, day: DatePhrase, place: int) -> bool:
    """Whether a day is that of what stands at ``place``: no more than a word before it ("on Friday *to* ring"), or the
    first that an order to remind says."""
    between = sentence[day.end : place]
    right_before = len(between.split()) <= 1 and not between.strip().startswith((",", ";"))
    first = not sentence[: day.start].strip() and len(between.split()) <= SHORT
    return right_before or first and bool(_REMIND.search(between))


@lru_cache(maxsize=16)
def _sentences(text: str) -> list[str]:
    return [one_line(one.text) for one in split_sentences(text)]


def _coming(phrase: str, at: Moment) -> ResolvedDate | None:
    """Of a weekday that it is when it is said, the next."""
    day = resolve_ahead(phrase, at)
    if day is None or day.moment[:10] != at[:10] or WEEKDAYS.keys().isdisjoint(words(phrase)):
        return day
    return resolve_ahead(phrase, to_moment(parse_moment(at) + timedelta(days=1)))


def short_day(day: date) -> str:
    """ "Thu 3 December"."""
    return f"{day:%a} {day.day} {day:%B}"
