"""What the person has on: a question for it, and the answer, a line for each thing in the order of its day.

In: a text, the present, things with their days (``dated_things.py``), facts with a day. Out: the days that are asked
for, or None; the answer's lines. Pure.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.dated import Dated
from zeph.agent.answers.day_texts import is_part
from zeph.agent.answers.fact_sentences import fact_sentence
from zeph.agent.answers.moved_things import is_surely_of
from zeph.agent.answers.task_days import short_day
from zeph.agent.answers.thing_words import about_of
from zeph.clock import Moment, parse_moment
from zeph.memory.ingest.intents.own_plans import ASKS, SURELY_ASKS, asks_for
from zeph.memory.language.questions import asks_likely, asks_whether, bare, is_question
from zeph.memory.language.times.date_spans import WEEKDAYS, find_date_phrases
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.recall.query.time_intent import period
from zeph.memory.recall.query.vocabulary import stem
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.recalled import Change
from zeph.records.stretch import FOR_EVER, Stretch
from zeph.safety.text import one_line

LISTED = 12
WEEK = 8
"""Days up to which routines are told too."""
FAR = 300
"""Days ahead from which a day is told with its year."""
MAY_ASK = 0.5
"""How likely a line asks by its wording at least, where its words might as well tell of a plan."""
_TABLE = read_answers("agenda.toml")
_ASKED, _SAYS = _TABLE["asked"], _TABLE["says"]
_MEANS = [(re.compile(wording, re.IGNORECASE), meant) for wording, meant in _ASKED["means"]]
_BARE_DAY, _DAYS = (
    re.compile(_ASKED["bare_day"], re.IGNORECASE),
    {name[:3]: name for name in WEEKDAYS if name.endswith("day")},
)
_JOINED = re.compile(_TABLE["ranges"]["joined"], re.IGNORECASE)
_DAY, _WEEK = timedelta(days=1), timedelta(days=7)
_GENERIC = frozenset(map(stem, _ASKED["generic"].split()))


class _Line(NamedTuple):
    day: date
    hour: str
    """The time of the day, to sort by."""
    told: str


def asked_for_agenda(text: str, now: Moment) -> Stretch | None:
    """The days for which all that it asks is what is on; None where it asks for something else."""
    likely = asks_for("agenda", text)
    if likely < ASKS or (likely < SURELY_ASKS and not is_question(text) and asks_likely(text) < MAY_ASK):
        return None  # "release 4.2 is planned for Thursday" tells of one
    text = one_line(bare(text)).strip(" ?!.")
    for wording, meant in _MEANS:
        text = wording.sub(meant, text)
    if not find_date_phrases(text) and (day := _BARE_DAY.search(text)):
        text = f"{text[: day.start()]}on {_DAYS[day['day'].lower()]}"
    days = period(text, now) if find_date_phrases(text) else None
    today = f"{now[:10]} 00:00:00"
    whole = named_stretch(text, now, ahead=True) if days else None
    if days and days.end <= today:  # "what have I got on in April" is the next one
        days = named_stretch(text, now, ahead=True)
    days = _and_more(text, days, now) if days else None
    if days and whole and whole.days == WEEK - 1 and whole.end[:10] == str(date.fromisoformat(now[:10]) + _DAY):
        days = Stretch(days.start, f"{date.fromisoformat(days.end[:10]) + _WEEK} 00:00:00")  # on its last day
    days = _begun_later(text, days, now) if days else None
    return Stretch(max(today, days.start), days.end) if days and days.end > today else Stretch(today, FOR_EVER)


def _and_more(text: str, days: Stretch, now: Moment) -> Stretch:
    """ "This week *and next*", "today or tomorrow", "in May and June": until the end of the last that is named."""
    named = find_date_phrases(text)
    for phrase in named[:1]:
        (place, *day), joined = phrase.text.split(), _JOINED.match(text, phrase.end)
        alone = f"{place} {text[joined.end() :].partition(' ')[0]}" if joined and len(day) == 1 else ""
        beside = named_stretch(alone, now, ahead=True)
        if beside is not None and beside.start == days.end:
            days = Stretch(days.start, beside.end)
    for before, phrase in pairwise(named):
        also = phrase.role == "at" and _JOINED.fullmatch(text[before.end : phrase.start])
        more = named_stretch(phrase.text, now, ahead=True) if also else None
        if more is not None and more.end > days.end and not days.is_open:
            days = Stretch(days.start, more.end)
    return days


def _begun_later(text: str, days: Stretch, now: Moment) -> Stretch:
    """ "Next week, *from the 7th*": as many days, from the one on which it says that they begin."""
    begins = [one for phrase in find_date_phrases(text)[1:] if phrase.role == "since"
              and (one := named_stretch(phrase.text, now, ahead=True)) is not None]  # fmt: skip
    if not begins or days.is_open or begins[0].start <= days.start:
        return days
    start = date.fromisoformat(begins[0].start[:10])
    end = days.end if begins[0].start < days.end else f"{start + timedelta(days=round(days.days))} 00:00:00"
    return Stretch(begins[0].start, end)


def of_what_is_asked(things: Sequence[Dated], text: str, asked: Stretch) -> tuple[Sequence[Dated], Stretch] | None:
    """Where it asks whether one thing is on ("have I got an MRI booked?"): that, and when it may be; None where nothing
    of the kind is known. Else all of them."""
    about = about_of(bare(text)) - _GENERIC if asks_whether(text) else frozenset()
    if not about:
        return things, asked
    meant = [thing for thing in things if about & thing.about]
    then = [thing for thing in meant if [*_lines_of(thing, asked)]]
    return (then or meant, asked if then else Stretch(asked.start, FOR_EVER)) if meant else None


def dated_facts(facts: Sequence[Edge], told: Collection[int], now: Moment) -> list[Dated]:
    """Facts that begin on a day to come, of which none of the messages ``told`` is a source."""
    return [
        Dated(fact_sentence(fact._replace(valid_from_stated=False), now), _day_of(fact.valid_from))
        for fact in facts
        if fact.valid_from is not None and _is_to_come(fact, now) and not set(fact.sources) & set(told)
    ]


def moved_facts(
    facts: Sequence[Edge], things: Sequence[Dated], changes: Sequence[Change], now: Moment
) -> dict[int, Edge]:
    """Facts to come of which a message told another day and did not say of what ("no, it's the 11th"), by that
    message."""
    by = {(change.by, *change.names): about_of(change.fact) for change in changes if not change.over}
    return {
        message: fact
        for (message, *names), about in by.items()
        for fact in facts
        if names == [fact.source, fact.target] and message in fact.sources and _is_to_come(fact, now)
        and not any(one.source == message and one.about & about for one in things)
    }  # fmt: skip


def without_changed(things: Sequence[Dated], changes: Sequence[Change], moved: Mapping[int, Edge]) -> list[Dated]:
    """Without what a fact of its message tells no more: it is over, or the message that changed it tells another day of
    the same, in words of its own or as ``moved``."""
    gone = {
        (change.message_id, one)
        for change in changes
        for one in (about_of(change.fact),)
        if change.over or change.by in moved or any(new.source == change.by and new.about & one for new in things)
    }
    return [
        thing for thing in things
        if not any(thing.source == source and thing.about & about for source, about in gone)
    ]  # fmt: skip


def _is_to_come(fact: Edge, now: Moment) -> bool:
    day = fact.valid_from_stated and fact.valid_from_precision in ("day", "instant")
    return day and (fact.valid_from or "")[:10] >= now[:10] and fact.confidence >= CANDIDATE_BELOW


def _day_of(at: Moment) -> Stretch:
    return Stretch(at, f"{date.fromisoformat(at[:10]) + _DAY} 00:00:00")


def told_of_agenda(things: Sequence[Dated], asked: Stretch, question: str = "") -> str:
    """A line for each thing in the order of its day, or that nothing is known of those days; empty where nothing is and
    the ``question`` may ask for something else."""
    sure = not question or asks_for("agenda", question) >= SURELY_ASKS
    told = lines_of_agenda(things, asked) or [_nothing(asked)] * sure
    if not told:
        return ""
    return told[0] if len(told) == 1 else "\n".join(f"- {line}" for line in told)


def told_off(things: Sequence[Dated]) -> str:
    """What was taken back and is not on any more; empty for nothing."""
    lines = [line.told for thing in things for line in _lines_of(thing, Stretch(thing.days.start, FOR_EVER))]
    return "\n".join(_SAYS["off"].format(line) for line in lines)


def told_moved(before: Sequence[Dated], since: Sequence[Dated], message: int, text: str) -> str:
    """What a message, by its id and ``text``, surely moved to another day: of all ``before`` it and ``since``; empty
    for nothing, or more than one thing."""
    gone = [one for one in before if one not in since and not one.weekdays]
    new = [one for one in since if one.source == message and not one.weekdays and one.days.days <= WEEK]
    if len(gone) != 1 or len(new) != 1 or gone[0].days == new[0].days or not is_surely_of(text, gone[0]):
        return ""
    days = (", ".join(filter(None, (_named(one), one.clock))) for one in (gone[0], new[0]))
    return str(_SAYS["moved"].format(one_line(new[0].text), *days))


def lines_of_agenda(things: Sequence[Dated], asked: Stretch) -> list[str]:
    """The lines alone."""
    lines = sorted(dict.fromkeys(line for thing in things for line in _lines_of(thing, asked)))[:LISTED]
    return list(dict.fromkeys(line.told for line in lines))


def _lines_of(thing: Dated, asked: Stretch) -> Iterator[_Line]:
    first, last = _first(thing.days), _last(thing.days)
    if not thing.weekdays:
        if thing.days.overlaps(*asked):
            yield _Line(first, _hour(thing.clock), _line(thing, _named(thing) + _year(first, asked)))
        return
    if asked.days > WEEK:
        return
    for day in _each_day(asked):
        if day.weekday() in thing.weekdays and first <= day <= last:
            yield _Line(day, _hour(thing.clock), _line(thing, short_day(day)))


def _line(thing: Dated, day: str) -> str:
    text = thing.text[:1].lower() + thing.text[1:] if thing.text.startswith("You") else thing.text
    return str(_SAYS["line"].format(", ".join(filter(None, (day, thing.clock))), one_line(text)))


def _named(thing: Dated) -> str:
    """ "Thu 3 December", "6–13 February", "January", "about Mon 21 December"."""
    first, last = _first(thing.days), _last(thing.days)
    if thing.loose:
        return str(_SAYS["about"].format(short_day(first + (last - first) / 2)))
    if is_part(thing.days) or (first.day == 1 and (last + _DAY).day == 1 and first != last):
        return f"{last:%B}"
    if first == last:
        return short_day(first)
    if first.month == last.month:
        return f"{first.day}–{last.day} {last:%B}"
    return f"{short_day(first)} – {short_day(last)}"


def _year(day: date, asked: Stretch) -> str:
    """Of a day that is most of a year ahead, where its month does not tell it."""
    return f" {day.year}" if (day - _first(asked)).days > FAR else ""


def _first(days: Stretch) -> date:
    return date.fromisoformat(days.start[:10])


def _last(days: Stretch) -> date:
    """The evening of a day lasts beyond its midnight."""
    if days.is_open:
        return date.max - _DAY
    return max(_first(days), (parse_moment(days.end) - timedelta(hours=7)).date())


def _each_day(asked: Stretch) -> list[date]:
    first = _first(asked)
    return [first + timedelta(days=i) for i in range((_last(asked) - first).days + 1)]


def _hour(clock: str) -> str:
    """Hours before seven are those of the afternoon."""
    found = re.search(r"(?P<half>half )?(?:past )?(?P<hour>\d{1,2})(?:[.:](?P<minutes>\d\d))?", clock)
    if found is None:
        return "24" if not clock else "12"
    hour = int(found["hour"]) + (12 if int(found["hour"]) < 7 or re.search(r"pm|evening|night", clock) else 0)
    return f"{hour:02d}{found['minutes'] or ('30' if found['half'] else '00')}"


def _nothing(asked: Stretch) -> str:
    if asked.is_open:
        return str(_SAYS["nothing"])
    first, last = _first(asked), _last(asked)
    key = "nothing_then" if first == last else "nothing_between"
    return str(_SAYS[key].format(short_day(first), short_day(last)))
