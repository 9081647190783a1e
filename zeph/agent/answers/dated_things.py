"""What the person has on: things with their days, as their messages tell them, each once and where it was moved to.

In: messages of the person in the order of time, the present. Out: :class:`Dated` values. Pure. Days are read as in all
of the memory (``language/times``); the words stand in ``agenda.toml``. A later sentence that names the same thing with
another day and sounds like a change takes the place of the earlier, and one that sounds like an end takes it away.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from zeph.agent.answers import day_texts
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.dated import Dated
from zeph.agent.answers.day_clauses import Clause, clauses_of
from zeph.agent.answers.day_ranges import of_one_week
from zeph.agent.answers.day_texts import end_of, of_routine, time_of, with_whom, without, without_day
from zeph.agent.answers.days_behind import ONWARD, is_arranged, is_behind, may_be_verb
from zeph.agent.answers.moved_things import after
from zeph.agent.answers.named_days import named_days, weekdays_of
from zeph.agent.answers.open_tasks import tasks_of
from zeph.agent.answers.said_clauses import Said, is_bare, said_in, with_subject
from zeph.agent.answers.task import Task
from zeph.agent.answers.task_days import named_for
from zeph.agent.answers.thing_words import WEEKDAY, about_of, thing_to_you
from zeph.agent.answers.undone import without_undone
from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.language.morphology import is_past_form
from zeph.memory.language.sentence_split import Sentence, split_sentences
from zeph.memory.language.times.date_spans import DatePhrase
from zeph.memory.language.times.day_phrases import without_preposition
from zeph.memory.language.times.time_spans import TimeSpan, find_times
from zeph.memory.recall.query.vocabulary import words
from zeph.records.message import Message
from zeph.records.stretch import FOR_EVER, Stretch
from zeph.safety.text import one_line

A_WEEK = 7
MOST_DAYS = 100
"""Of a stretch; a longer one is no day to come."""
_TABLE = read_answers("agenda.toml")
_DAYS, _ROUTINE = _TABLE["days"], _TABLE["routine"]
_YEARLY, _LOOSELY, _SO_SINCE = (re.compile(_DAYS[name], re.IGNORECASE) for name in ("yearly", "loosely", "so_since"))
_OVER, _MOVED = (re.compile(_TABLE["later"][name], re.IGNORECASE) for name in ("over", "moved"))
_ONCE, _AWAY, _LEADS_ON, _IS, _ROLE = (
    re.compile(_ROUTINE[name], re.IGNORECASE) for name in ("once", "away", "leads_on", "is", "role")
)
_PERFECT = frozenset(_ROUTINE["perfect"].split())
_HABITS = frozenset(_ROUTINE["habits"].split())
_JOINED = re.compile(r"[^,;:.!?()–—]*")
_BARE = re.compile(_ROUTINE["bare"].format(DAY=WEEKDAY.pattern), re.IGNORECASE)


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
                things = after(things, sentence, new, message, before)
        before = message.id
    return things


def _by_day(told: list[Dated]) -> list[Dated]:
    """Without the week of what is told with its day: "but *this week* it is Thursday"."""
    on_a_day = {one.text for one in told if one.days.days == 1}
    return [one for one in told if one.text not in on_a_day or one.days.days < A_WEEK or one.weekdays]


def _things_in(sentence: Sentence, message: Message, now: Moment, tasks: Sequence[Task]) -> Iterator[Dated]:
    said = one_line(message.text[sentence.start : sentence.start + len(sentence.text)]).rstrip(".!")
    of_week = of_one_week(said, message.sent_at)
    if of_week:
        rest = said[of_week.end : end_of(said, of_week.end)]
        text = thing_to_you(day_texts.trimmed(one_line(f"{of_week.rest} {rest}")))
        yield from (Dated(text, days, "", message.id, about_of(text)) for days in of_week.days)
        return
    weekly = _routine(said, message)
    if weekly:
        yield weekly.thing
    named = _of_one_thing(said, _days_ahead(said, message, now))
    ahead = any(days.end > now[:10] for _, days in named)  # what is over by now may still have moved something
    read = said_in(message.text, sentence.start, sentence.start + len(sentence.text)) if ahead else ()
    told = _with_clauses(said, named, read, weekly.stop if weekly else None)
    denied = [_is_denied(phrase, clause) for phrase, _, clause in told]
    moved = any(denied) and not all(denied)  # "I won't be home on Friday" tells of Friday
    moved = moved or any(named_days(said, message.sent_at, old=True))  # "he can't do Friday, so he's coming Monday"
    for (phrase, days, clause), not_then in zip(told, denied, strict=True):
        been = _was_told_after(said, phrase, days, message.sent_at, clause)
        if not _is_ahead(said, phrase, days, message.sent_at, clause, been=been) or moved and not_then:
            continue
        task = next((one for one in tasks if _is_day_of(one, phrase)), None)
        if task is None:
            thing = _thing_of(said, clause, phrase, days)
            yield replace(thing, source=message.id, near=about_of(said), moved=moved)
        elif task.done_by is None:
            _, clock = without_day(said, clause, phrase, days)
            on = Stretch(f"{task.day} 00:00:00", f"{task.day} 23:59:59") if task.day and days.days <= 1 else days
            yield Dated(task.text, on, clock, message.id, about_of(task.text))


def _days_ahead(said: str, message: Message, now: Moment) -> list[tuple[DatePhrase, Stretch]]:
    """The days that it names, of what is to come; what is moved may stand on the day that it names."""
    named = [*named_days(said, now if _YEARLY.search(said) else message.sent_at)]
    if _MOVED.search(said):
        return named
    return [(phrase, _not_today(phrase, days, message.sent_at)) for phrase, days in named]


def _not_today(phrase: DatePhrase, days: Stretch, said_at: Moment) -> Stretch:
    """ "Monday", said on a Monday of what is to come, is that of the next week: who means this day says "today"."""
    alone = WEEKDAY.fullmatch(without_preposition(phrase.text)) and days.days <= 1 and days.start[:10] == said_at[:10]
    return Stretch(*(to_moment(parse_moment(at) + timedelta(days=7)) for at in days)) if alone else days


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
    """Without the week of a day that is named in it: "*this week* it is on Wednesday"; and without a day of the week of
    which the date follows: "*Sunday* lunch on the 13th"."""
    return [
        one for one, then in zip(named, [*named[1:], None], strict=False)
        if then is None or not (_is_dated_by(said, one, then) or _is_week_of(said, one, then))
    ]  # fmt: skip


def _is_week_of(said: str, one: tuple[DatePhrase, Stretch], then: tuple[DatePhrase, Stretch]) -> bool:
    within = one[1].days > 1 >= then[1].days and one[1].start <= then[1].start < one[1].end
    return within and not about_of(said[one[0].end : then[0].start])


def _is_dated_by(said: str, one: tuple[DatePhrase, Stretch], then: tuple[DatePhrase, Stretch]) -> bool:
    day = WEEKDAY.fullmatch(without_preposition(one[0].text))
    date = (
        then[1].days <= 1
        and any(map(str.isdigit, then[0].text))
        and _JOINED.fullmatch(said[one[0].end : then[0].start])
    )
    return bool(day and date) and weekdays_of(one[0].text) == [parse_moment(then[1].start).weekday()]


def _is_day_of(task: Task, phrase: DatePhrase) -> bool:
    named = named_for(task.text, task.message.text)
    return phrase.text in task.text or named is not None and named.text == phrase.text


def _is_ahead(said: str, phrase: DatePhrase, days: Stretch, at: Moment, clause: Clause, *, been: bool | None) -> bool:
    """Whether something comes on those days; what holds since then, or was then, does not. ``been``: whether it was;
    None where only the words before the day may tell."""
    begun = phrase.role == "since" and (days.start <= at or bool(_SO_SINCE.search(phrase.text)))
    ahead = clause.said is not None and clause.said.ahead
    been = is_behind(said, phrase) and not ahead if been is None else been
    return days.days <= MOST_DAYS and days.end > at[:10] and not begun and not been


def _was_told_after(said: str, phrase: DatePhrase, days: Stretch, at: Moment, clause: Clause) -> bool | None:
    """Whether it was a day before the one on which it is told ("failover last night"), or is told of that day as what
    happened: "*upgraded* it today"; None where how it is said tells neither, as of what was arranged for that day, or
    has an hour."""
    if days.days > 1 or days.start[:10] > at[:10]:
        return None
    if days.start[:10] < at[:10]:
        return True
    own = clause.said
    if own is None or own.verbless:
        return None
    whole = said[clause.start : clause.stop]
    arranged = is_arranged(whole) or time_of(said, phrase.start, phrase.end).clock is not None
    return None if own.past and arranged else own.past and not own.ahead


def _is_denied(phrase: DatePhrase, clause: Clause) -> bool:
    """Whether it is not then: "the doctor isn't Thursday", "Kev can't do it on the 10th"."""
    onward = phrase.role != "at" or ONWARD.search(phrase.text)
    return clause.said is not None and clause.said.denied and not onward


class _Routine(NamedTuple):
    thing: Dated
    stop: int
    """Where its clause ends."""


def _routine(said: str, message: Message) -> _Routine | None:
    """What is on weekdays of every week: "yoga on Tuesdays", "choir is Wednesday evening"."""
    times = find_times(said)
    weekly = _of_first_clause(said, [one for one in times if one.role == "frequency" and weekdays_of(one.text)])
    if not weekly and _HABITS.isdisjoint(words(said)):
        return None
    named = weekly or [one for one in times if _BARE.fullmatch(one.text)]
    begins = named[0].span.start if named else 0
    if not named or _is_no_habit(said, begins, weekly=bool(weekly)) or _is_role(said[:begins]):
        return None
    since = [days.start for phrase, days in named_days(said, message.sent_at) if phrase.role == "since"]
    start, end = named[0].span.start, named[-1].span.end
    begin, whom = of_routine(said, start)
    clause = Clause(begin, len(said), whole=bool(_LEADS_ON.search(said[:start])))
    text, clock, stop = without(said, clause, start, end)
    text = with_whom(whom, text)
    weekdays = frozenset(day for one in named for day in weekdays_of(one.text))
    days = Stretch(max([message.sent_at, *since]), FOR_EVER)
    return _Routine(Dated(text, days, clock, message.id, about_of(text), weekdays), stop)


def _of_first_clause(said: str, weekly: list[TimeSpan]) -> list[TimeSpan]:
    """Without days that it was moved away from, and those of another clause."""
    weekly = [one for one in weekly if not _AWAY.search(said[: one.span.start])] or weekly
    first = weekly[0].span.end if weekly else 0
    return [one for one in weekly if not any(map(may_be_verb, words(said[first : one.span.start])))]


def _is_no_habit(said: str, at: int, *, weekly: bool) -> bool:
    """What was one once, or is none any more. ``weekly``: whether it names days of every week."""
    before = ["", *words(_IS.sub(" s", said[:at]))]
    past = any(is_past_form(word) and lead not in _PERFECT for lead, word in pairwise(before))
    moved = bool(_MOVED.search(said))  # "choir *moved* to fridays" is one
    return past and not (moved and weekly) or bool(_ONCE.search(said)) or bool(_OVER.search(said)) and not moved


def _is_role(before: str) -> bool:
    """What somebody is, with the hours of it behind: "im a picker on nights, *sun to thurs*"."""
    return bool(_ROLE.search(before)) and _HABITS.isdisjoint(words(before))
