"""What the person has on: things with their days, as their messages tell them, each once and where it was moved to.

In: messages of the person in the order of time, the present. Out: :class:`Dated` values. Pure. Days are read as in all
of the memory (``language/times``); the words stand in ``agenda.toml``. A later sentence that names the same thing with
another day and sounds like a change takes the place of the earlier, and one that sounds like an end takes it away.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from zeph.agent.answers import day_texts
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.day_clauses import Clause, clauses_of
from zeph.agent.answers.day_ranges import from_to, of_one_week
from zeph.agent.answers.day_texts import DANGLES, end_of, of_routine, time_of, with_whom, without, without_day
from zeph.agent.answers.days_behind import ONWARD, is_behind, may_be_verb
from zeph.agent.answers.open_tasks import Task, tasks_of
from zeph.agent.answers.said_clauses import Said, is_bare, said_in, with_subject
from zeph.agent.answers.task_days import named_for
from zeph.agent.answers.thing_words import WEEKDAY, WEEKDAY_NAMES, about_of, thing_to_you
from zeph.agent.answers.undone import without_undone
from zeph.clock import Moment
from zeph.memory.ingest.intents.order_of import tells_of_an_end
from zeph.memory.language.morphology import is_past_form
from zeph.memory.language.sentence_split import Sentence, split_sentences
from zeph.memory.language.times.date_spans import WEEKDAYS, DatePhrase, find_date_phrases, is_said_of
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.language.times.time_spans import TimeSpan, find_times
from zeph.memory.recall.query.vocabulary import words
from zeph.records.message import Message
from zeph.records.stretch import FOR_EVER, Stretch
from zeph.safety.text import one_line

MOST_DAYS = 100
"""Of a stretch; a longer one is no day to come."""
SAME = 0.5
"""Share of the words of the shorter from which two things of one day are one."""
_TABLE = read_answers("agenda.toml")
_DAYS, _ROUTINE, _LATER = (_TABLE[name] for name in ("days", "routine", "later"))
_NOT_THEN, _NOT_FROM, _LEAD, _FIRST = (
    re.compile(_DAYS[name], re.IGNORECASE) for name in ("not_then", "not_from", "lead", "first")
)
_YEARLY, _LOOSELY, _SHORT_DAY, _SO_SINCE, _MOVED_TO, ANY_DAY = (
    re.compile(_DAYS[name], re.IGNORECASE)
    for name in ("yearly", "loosely", "short_day", "so_since", "moved_to", "any_day")
)
_MOVED, _OVER, _GONE, _SAME_HOUR, _OF_SELF = (
    re.compile(_LATER[name], re.IGNORECASE) for name in ("moved", "over", "gone", "same_hour", "of_self")
)
_RARE, _THROUGH, _WORKING, _WEEKENDS, _ONCE, _AWAY, _LEADS_ON, _IS, _ROLE = (
    re.compile(_ROUTINE[name], re.IGNORECASE)
    for name in ("rare", "through", "working", "weekends", "once", "away", "leads_on", "is", "role")
)
_PERFECT = frozenset(_ROUTINE["perfect"].split())
_HABITS = frozenset(_ROUTINE["habits"].split())
_DAY_NAMES = [name for name in WEEKDAYS if name.endswith("day")]
_BARE = re.compile(_ROUTINE["bare"].format(DAY=WEEKDAY.pattern), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dated:
    """A thing on its day, or on weekdays of every week."""

    text: str
    """Said to the person, without its day."""
    days: Stretch
    """When; of a routine since when and until when it holds."""
    clock: str = ""
    """The time of the day, as said."""
    source: int = 0
    """Id of its message."""
    about: frozenset[str] = frozenset()
    """Stems of the words that say what it is."""
    weekdays: frozenset[int] = frozenset()
    """Of a routine, Monday being 0."""
    loose: bool = False
    """About that day."""
    near: frozenset[str] = frozenset()
    """The same of all of its sentence: "the doctor on Thursday, *Dr Pascoe it is*"."""
    moved: bool = False
    """Its sentence says that it is not on another day: "the doctor isn't Thursday, it's the Friday"."""
    bare: bool = False
    """It says no more than when something is that stands elsewhere: "it's the 15th"."""


def dated_things(said: Sequence[Message], now: Moment) -> list[Dated]:
    """All that is still so after the last message, in the order in which it was told."""
    things: list[Dated] = []
    tasks: dict[int, list[Task]] = {}
    for task in tasks_of(said):
        tasks.setdefault(task.message.id, []).append(task)
    before = 0
    for message in without_undone(said):
        for sentence in split_sentences(message.text):
            if not sentence.question:
                new = _by_day([*_things_in(sentence, message, now, tasks.get(message.id, ()))])
                things = _after(things, sentence, new, message, before)
        before = message.id
    return things


def _by_day(told: list[Dated]) -> list[Dated]:
    """Without the week of what is told with its day: "but *this week* it is Thursday"."""
    on_a_day = {one.text for one in told if one.days.days == 1}
    return [one for one in told if one.text not in on_a_day or one.days.days == 1 or one.weekdays]


def _after(things: list[Dated], sentence: Sentence, new: list[Dated], message: Message, before: int) -> list[Dated]:
    """The things once a sentence was said: what it moves stands where it moved, what it ends is gone. ``before``: the
    message before it."""
    gone = _GONE.search(sentence.text)
    if gone or (not new and (_OVER.search(sentence.text) or tells_of_an_end(sentence.text))):
        about = about_of(sentence.text)
        ended = _meant(
            things, about, replace(sentence, text=day_texts.up_to_comma(sentence.text, gone)), message, over=True
        )
        surely = ended is not None and (gone or len(ended.about & about) >= SAME * min(len(ended.about), len(about)))
        return [thing for thing in things if not (surely and thing is ended)]
    told: list[Dated] = []
    for one in new:
        old = _replaced(things, one, sentence, message)
        if old is None and _is_of_before(things, sentence, before):
            old = things[-1]
            one = replace(one, text=_bare(old.text), about=old.about)
        if old is not None:
            things = [left for thing in things for left in ([thing] if thing is not old else _until(old, one, message))]
            one = replace(one, clock=one.clock or old.clock) if _SAME_HOUR.search(sentence.text) else one
            one = replace(one, near=one.near | old.near)
            one = replace(one, text=_bare(old.text), about=one.about | old.about) if one.bare else one
        told.append(one)
    return [*things, *told]


def _replaced(things: Sequence[Dated], one: Dated, sentence: Sentence, message: Message) -> Dated | None:
    """The thing that a sentence tells once more, or moves to another day."""
    alike = [thing for thing in things if bool(thing.weekdays) == bool(one.weekdays)]
    old = next((thing for thing in alike if _is_same(thing, one)), None)
    if old is not None or not (one.moved or _MOVED.search(sentence.text)):
        return old
    told = about_of(sentence.text)
    meant = _meant(alike, one.about, sentence, message) or _meant(alike, told, sentence, message)
    return meant or (_meant(alike, told, sentence, message, near=True) if one.bare else None)


def _is_of_before(things: Sequence[Dated], sentence: Sentence, before: int) -> bool:
    """ "They moved it to the 10th": whether it names nothing, and something was told right before."""
    moved = _MOVED.search(sentence.text) and not about_of(_MOVED.sub(" ", sentence.text))
    return bool(moved) and not _OF_SELF.search(sentence.text) and bool(things) and things[-1].source == before


def _bare(text: str) -> str:
    """Without a day that could not be left out: "the service" of "the service is on the 3rd"."""
    day = next(iter(find_date_phrases(text)), None)
    left = text[: day.start].strip() if day else text
    while found := DANGLES.search(left):
        left = left[: found.start()].strip()
    return left if about_of(left) else text


def _until(old: Dated, new: Dated, message: Message) -> list[Dated]:
    """A routine goes on until the new one begins."""
    goes_on = old.weekdays and new.days.start > message.sent_at
    return [replace(old, days=Stretch(old.days.start, new.days.start))] if goes_on else []


def _meant(
    things: Sequence[Dated], about: frozenset[str], sentence: Sentence, message: Message, *, over: bool = False,
    near: bool = False,
) -> Dated | None:  # fmt: skip
    """The one that a sentence about this speaks of: with a day that it takes back, else with most of its words, else
    the last.

    ``over``: on the days that it names, where it names some; ``near``: by the other words of their sentences too."""
    days = [found for _, found in _named_days(sentence.text, message.sent_at, old=not over)]
    weekly = {day for one in find_times(sentence.text) if one.role == "frequency" for day in _weekdays(one.text)}
    known = [
        (any(not one.weekdays and one.days.overlaps(*day) for day in days), len(words & about), place, one)
        for place, one in enumerate(things)
        for words in (one.near if near else one.about,)
        if words & about and not (weekly and over and weekly.isdisjoint(one.weekdays))
    ]
    then, _, _, found = max(known, key=lambda row: row[:3], default=(False, 0, 0, None))
    return found if then or not (over and days) else None


def _is_same(old: Dated, new: Dated) -> bool:
    """Whether both tell one thing of one day."""
    shared = len(old.about & new.about)
    least = min(len(old.about), len(new.about))
    day = old.days == new.days if not old.weekdays else old.weekdays == new.weekdays
    return day and bool(least) and shared >= SAME * least


def _things_in(sentence: Sentence, message: Message, now: Moment, tasks: Sequence[Task]) -> Iterator[Dated]:
    said = one_line(message.text[sentence.start : sentence.start + len(sentence.text)]).rstrip(".!")
    of_week = of_one_week(said, message.sent_at)
    if of_week:
        rest = said[of_week.end : end_of(said, of_week.end)]
        text = thing_to_you(day_texts.trimmed(one_line(f"{of_week.rest} {rest}")))
        yield Dated(text, of_week.days, "", message.id, about_of(text))
        return
    weekly = _routine(said, message)
    if weekly:
        yield weekly.thing
    named = _of_one_thing(said, [*_named_days(said, now if _YEARLY.search(said) else message.sent_at)])
    ahead = any(days.end > now[:10] for _, days in named)  # what is over by now may still have moved something
    read = said_in(message.text, sentence.start, sentence.start + len(sentence.text)) if ahead else ()
    told = _with_clauses(said, named, read, weekly.stop if weekly else None)
    denied = [_is_denied(phrase, clause) for phrase, _, clause in told]
    moved = any(denied) and not all(denied)  # "I won't be home on Friday" tells of Friday
    for (phrase, days, clause), not_then in zip(told, denied, strict=True):
        if not _is_ahead(said, phrase, days, message.sent_at, clause) or moved and not_then:
            continue
        task = next((one for one in tasks if _is_day_of(one, phrase)), None)
        if task is None:
            thing = _thing_of(said, clause, phrase, days)
            yield replace(thing, source=message.id, near=about_of(said), moved=moved)
        elif task.done_by is None:
            _, clock = without_day(said, clause, phrase, days)
            on = Stretch(f"{task.day} 00:00:00", f"{task.day} 23:59:59") if task.day and days.days <= 1 else days
            yield Dated(task.text, on, clock, message.id, about_of(task.text))


def _with_clauses(
    said: str, named: list[tuple[DatePhrase, Stretch]], read: Sequence[Said], routine: int | None
) -> list[tuple[DatePhrase, Stretch, Clause]]:
    """Each day with the clause that names it; ``routine``: where what is told of every week ends."""
    behind = [one for one in named if routine is None or one[0].start >= routine]
    places = [(phrase.start, time_of(said, phrase.start, phrase.end).until) for phrase, _ in behind]
    before = [(0, routine)] if routine is not None else []
    clauses = clauses_of(said, [*before, *places], read, about_of)[len(before) :]
    return [(*one, clause) for one, clause in zip(behind, clauses, strict=True)]


def _thing_of(said: str, clause: Clause, phrase: DatePhrase, days: Stretch) -> Dated:
    """What a clause tells of that day."""
    text, clock = without_day(said, clause, phrase, days)
    bare = is_bare(said, clause.said, phrase.start, time_of(said, phrase.start, phrase.end).until)
    bare = bare or "," not in text and day_texts.tells_a_move(said[clause.start : phrase.start])
    text = with_subject(text, clause.said)
    return Dated(text, days, clock, about=about_of(text), loose=bool(_LOOSELY.search(phrase.text)), bare=bare)


def _of_one_thing(said: str, named: list[tuple[DatePhrase, Stretch]]) -> list[tuple[DatePhrase, Stretch]]:
    """Without the week of a day that is named in it: "*this week* it is on Wednesday"."""
    return [
        one for one, then in zip(named, [*named[1:], None], strict=False)
        if then is None or one[1].days <= 1 or then[1].days > 1 or about_of(said[one[0].end : then[0].start])
        or not (one[1].start <= then[1].start < one[1].end)
    ]  # fmt: skip


def _is_day_of(task: Task, phrase: DatePhrase) -> bool:
    named = named_for(task.text, task.message.text)
    return phrase.text in task.text or named is not None and named.text == phrase.text


def _is_ahead(said: str, phrase: DatePhrase, days: Stretch, at: Moment, clause: Clause) -> bool:
    """Whether something comes on those days; what holds since then, or was then, does not."""
    begun = phrase.role == "since" and (days.start <= at or bool(_SO_SINCE.search(phrase.text)))
    ahead = clause.said is not None and clause.said.ahead
    return days.days <= MOST_DAYS and days.end > at[:10] and not begun and (ahead or not is_behind(said, phrase))


def _is_denied(phrase: DatePhrase, clause: Clause) -> bool:
    """Whether it is not then: "the doctor isn't Thursday", "Kev can't do it on the 10th"."""
    onward = phrase.role != "at" or ONWARD.search(phrase.text)
    return clause.said is not None and clause.said.denied and not onward


def _named_days(said: str, at: Moment, *, old: bool = False) -> Iterator[tuple[DatePhrase, Stretch]]:
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


class _Routine(NamedTuple):
    thing: Dated
    stop: int
    """Where its clause ends."""


def _routine(said: str, message: Message) -> _Routine | None:
    """What is on weekdays of every week: "yoga on Tuesdays", "choir is Wednesday evening"."""
    times = find_times(said)
    weekly = _of_first_clause(said, [one for one in times if one.role == "frequency" and _weekdays(one.text)])
    if not weekly and _HABITS.isdisjoint(words(said)):
        return None
    named = weekly or [one for one in times if _BARE.fullmatch(one.text)]
    if not named or _is_no_habit(said, named[0].span.start) or _is_role(said[: named[0].span.start]):
        return None
    begins = [days.start for phrase, days in _named_days(said, message.sent_at) if phrase.role == "since"]
    start, end = named[0].span.start, named[-1].span.end
    begin, whom = of_routine(said, start)
    clause = Clause(begin, len(said), whole=bool(_LEADS_ON.search(said[:start])))
    text, clock, stop = without(said, clause, start, end)
    text = with_whom(whom, text)
    weekdays = frozenset(day for one in named for day in _weekdays(one.text))
    days = Stretch(max([message.sent_at, *begins]), FOR_EVER)
    return _Routine(Dated(text, days, clock, message.id, about_of(text), weekdays), stop)


def _of_first_clause(said: str, weekly: list[TimeSpan]) -> list[TimeSpan]:
    """Without days that it was moved away from, and those of another clause."""
    weekly = [one for one in weekly if not _AWAY.search(said[: one.span.start])] or weekly
    first = weekly[0].span.end if weekly else 0
    return [one for one in weekly if not any(map(may_be_verb, words(said[first : one.span.start])))]


def _is_no_habit(said: str, at: int) -> bool:
    """What was one once, or is none any more."""
    before = ["", *words(_IS.sub(" s", said[:at]))]
    past = any(is_past_form(word) and lead not in _PERFECT for lead, word in pairwise(before))
    return past or bool(_ONCE.search(said)) or bool(_OVER.search(said) and not _MOVED.search(said))


def _is_role(before: str) -> bool:
    """What somebody is, with the hours of it behind: "im a picker on nights, *sun to thurs*"."""
    return bool(_ROLE.search(before)) and _HABITS.isdisjoint(words(before))


def _weekdays(text: str) -> list[int]:
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
