"""What the person has on: things with their days, as their messages tell them, each once and where it was moved to.

In: messages of the person in the order of time, the present. Out: :class:`Dated` values. Pure. Days are read as in all
of the memory (``language/times``); the words stand in ``agenda.toml``. A later sentence that names the same thing with
another day and sounds like a change takes the place of the earlier, and one that sounds like an end takes it away.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.day_ranges import from_to, of_one_week
from zeph.agent.answers.open_tasks import Task, tasks_of
from zeph.agent.answers.task_days import named_for
from zeph.agent.answers.undone import without_undone
from zeph.clock import Moment
from zeph.memory.ingest.intents.order_of import tells_of_an_end
from zeph.memory.language.morphology import forms_of, is_past_form, verb_form
from zeph.memory.language.sentence_split import Sentence, split_sentences
from zeph.memory.language.times.date_spans import WEEKDAYS, DatePhrase, find_date_phrases
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.language.times.time_spans import TimeSpan, find_times
from zeph.memory.recall.query.time_intent import HAPPENING
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.message import Message
from zeph.records.stretch import FOR_EVER, Stretch
from zeph.safety.text import one_line

MOST_DAYS = 100
"""Of a stretch; a longer one is no day to come."""
SHORT = 4
"""Words up to which what follows the day belongs to it: "dentist Thursday, Mr. Patel"."""
SAME = 0.5
"""Share of the words of the shorter from which two things of one day are one."""
_TABLE = read_answers("agenda.toml")
_DAYS, _ROUTINE, _LATER = (_TABLE[name] for name in ("days", "routine", "later"))
_NOT_THEN, _NOT_FROM, _ONWARD, _ONWARD_BEFORE, _LEAD, _FIRST = (
    re.compile(_DAYS[name], re.IGNORECASE)
    for name in ("not_then", "not_from", "onward", "onward_before", "lead", "first")
)
_CLOCK, _AT, _PART, _YEARLY, _LOOSELY, _SHORT_DAY, _COMING, _SO_SINCE, _MOVED_TO, _PUT_OFF, ANY_DAY = (
    re.compile(_DAYS[name], re.IGNORECASE)
    for name in (
        "clock", "at", "part", "yearly", "loosely", "short_day", "coming", "so_since", "moved_to", "put_off", "any_day",
    )
)  # fmt: skip
_MOVED, _OVER, _GONE, _BEGINS, _CUT, _TRAILS, _DANGLES, _SAME_HOUR, _OWN_CLAUSE, _IT_IS = (
    re.compile(_LATER[name], re.IGNORECASE)
    for name in ("moved", "over", "gone", "begins", "cut", "trails", "dangles", "same_hour", "own_clause", "it_is")
)
_RARE, _THROUGH, _WORKING, _WEEKENDS, _ONCE, _AWAY, _LEADS_ON, _IS = (
    re.compile(_ROUTINE[name], re.IGNORECASE)
    for name in ("rare", "through", "working", "weekends", "once", "away", "leads_on", "is")
)
_ARRANGED, _HOLDS, _BEING, _NO_VERBS, _GOT, _HAVING, _WHO = (
    frozenset(_LATER[name].split()) for name in ("arranged", "holds", "being", "no_verbs", "got", "having", "who")
)
_PERFECT = frozenset(_ROUTINE["perfect"].split())
_HABITS = frozenset(_ROUTINE["habits"].split())
_WEEKDAYS: list[str] = _ROUTINE["weekdays"]
_DAY_NAMES = [name for name in WEEKDAYS if name.endswith("day")]
_WEEKDAY = re.compile(rf"\b(?P<day>{'|'.join(_WEEKDAYS)})[a-z]*", re.IGNORECASE)
_BARE = re.compile(_ROUTINE["bare"].format(DAY=_WEEKDAY.pattern), re.IGNORECASE)
_PERSON: dict[str, str] = _TABLE["person"]
_OWN = re.compile(rf"\b(?:{'|'.join(sorted(_PERSON, key=len, reverse=True))})\b(?!['’]\w)", re.IGNORECASE)


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


def dated_things(said: Sequence[Message], now: Moment) -> list[Dated]:
    """All that is still so after the last message, in the order in which it was told."""
    things: list[Dated] = []
    tasks: dict[int, list[Task]] = {}
    for task in tasks_of(said):
        tasks.setdefault(task.message.id, []).append(task)
    for message in without_undone(said):
        for sentence in split_sentences(message.text):
            if not sentence.question:
                new = [*_things_in(sentence, message, now, tasks.get(message.id, ()))]
                things = _after(things, sentence, new, message)
    return things


def _after(things: list[Dated], sentence: Sentence, new: list[Dated], message: Message) -> list[Dated]:
    """The things once a sentence was said: what it moves stands where it moved, what it ends is gone."""
    gone = _GONE.search(sentence.text)
    if gone or (not new and (_OVER.search(sentence.text) or tells_of_an_end(sentence.text))):
        ended = _meant(things, _about(sentence.text), sentence, message, over=True)
        return [thing for thing in things if thing is not ended]
    told: list[Dated] = []
    for one in new:
        old = _replaced(things, one, sentence, message)
        if old is not None:
            things = [left for thing in things for left in ([thing] if thing is not old else _until(old, one, message))]
            one = replace(one, clock=one.clock or old.clock) if _SAME_HOUR.search(sentence.text) else one
        told.append(one)
    return [*things, *told]


def _replaced(things: Sequence[Dated], one: Dated, sentence: Sentence, message: Message) -> Dated | None:
    """The thing that a sentence tells once more, or moves to another day."""
    alike = [thing for thing in things if bool(thing.weekdays) == bool(one.weekdays)]
    old = next((thing for thing in alike if _is_same(thing, one)), None)
    if old is not None or not _MOVED.search(sentence.text):
        return old
    return _meant(alike, one.about, sentence, message) or _meant(alike, _about(sentence.text), sentence, message)


def _until(old: Dated, new: Dated, message: Message) -> list[Dated]:
    """A routine goes on until the new one begins."""
    goes_on = old.weekdays and new.days.start > message.sent_at
    return [replace(old, days=Stretch(old.days.start, new.days.start))] if goes_on else []


def _meant(
    things: Sequence[Dated], about: frozenset[str], sentence: Sentence, message: Message, *, over: bool = False
) -> Dated | None:
    """The one that a sentence about this speaks of: with a day that it takes back, else with most of its words, else
    the last.

    ``over``: on the days that it names, where it names some."""
    days = [found for _, found in _named_days(sentence.text, message.sent_at, old=not over)]
    weekly = {day for one in find_times(sentence.text) if one.role == "frequency" for day in _weekdays(one.text)}
    known = [
        (any(not one.weekdays and one.days.overlaps(*day) for day in days), len(one.about & about), place, one)
        for place, one in enumerate(things)
        if one.about & about and not (weekly and over and weekly.isdisjoint(one.weekdays))
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
        text = _to_you(_TRAILS.sub("", one_line(f"{of_week.rest} {said[of_week.end : _end_of(said, of_week.end)]}")))
        yield Dated(text, of_week.days, "", message.id, _about(text))
        return
    weekly = _routine(said, message)
    if weekly:
        yield weekly
        return
    begin = 0
    for phrase, days in _named_days(said, now if _YEARLY.search(said) else message.sent_at):
        if not _is_ahead(said, phrase, days, message.sent_at):
            continue
        start = begin if _about(said[begin : phrase.start]) else 0
        own = _OWN_CLAUSE.search(said, start, phrase.start)
        start = own.start("clause") if own and _about(own["clause"]) else start
        text, clock = _without_day(said, start, phrase, days)
        begin = phrase.end
        task = next((one for one in tasks if _is_day_of(one, phrase)), None)
        if task is None:
            yield Dated(text, days, clock, message.id, _about(text), loose=bool(_LOOSELY.search(phrase.text)))
        elif task.done_by is None:
            on = Stretch(f"{task.day} 00:00:00", f"{task.day} 23:59:59") if task.day and days.days <= 1 else days
            yield Dated(task.text, on, clock, message.id, _about(task.text))


def _is_day_of(task: Task, phrase: DatePhrase) -> bool:
    named = named_for(task.text, task.message.text)
    return phrase.text in task.text or named is not None and named.text == phrase.text


def _is_ahead(said: str, phrase: DatePhrase, days: Stretch, at: Moment) -> bool:
    """Whether something comes on those days; what holds since then, or was then, does not."""
    begun = phrase.role == "since" and (days.start <= at or bool(_SO_SINCE.search(phrase.text)))
    return days.days <= MOST_DAYS and days.end > at[:10] and not begun and not is_behind(said, phrase)


def _named_days(said: str, at: Moment, *, old: bool = False) -> Iterator[tuple[DatePhrase, Stretch]]:
    """The days that a sentence names as those of something; ``old``: those that it takes back."""
    weekly = [time.span for time in find_times(said) if time.role == "frequency"]
    found = sorted((*find_date_phrases(said), *_short_days(said)), key=lambda one: one.start)
    phrases = [one for one in found if not any(s.start < one.end and one.start < s.end for s in weekly)]
    within = 0
    for phrase, last in zip(phrases, [*phrases[1:], None], strict=False):
        day = _LEAD.sub("", phrase.text)
        before = said[: max(phrase.start, said.find(day, phrase.start))]
        away = bool(_NOT_THEN.search(before)) or (last is not None and bool(_NOT_FROM.search(before)))
        if phrase.start < within or away is not old or ANY_DAY.search(before) and _WEEKDAY.fullmatch(day):
            continue
        on_end = from_to(said, phrase, last, at) if last is not None else None
        days = named_stretch(day, at, ahead=True) or named_stretch(phrase.text, at, ahead=True)
        if on_end is not None:
            within = on_end[0].end
            yield on_end
        elif days is not None:
            yield _whole(phrase, before, days)


def _short_days(said: str) -> Iterator[DatePhrase]:
    """ "Vet wed at 4": what is a weekday for a time of the day follows, or for something moved to it; "put back to the
    16th"."""
    for found in _SHORT_DAY.finditer(said):
        yield DatePhrase(_DAY_NAMES[_WEEKDAYS.index(found.group()[:3].lower())], found.start(), found.end())
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


def is_behind(said: str, phrase: DatePhrase) -> bool:
    """Whether what it tells of that day has been: by the verb before it, unless something was arranged for the day."""
    before = said[: phrase.start]
    if _ONWARD.search(phrase.text) or any(tells.search(before) for tells in (_ONWARD_BEFORE, _IT_IS, _PUT_OFF)):
        return False
    note = _CUT.split(before)[-1]
    if note.strip() and not any(map(_may_be_verb, words(note))):
        return False  # "handed in his notice, *last day 17 April*"
    for lead, word in reversed(list(pairwise(["", *words(note if note.strip() else before)]))):
        past = (is_past_form(word) or lead in _WHO and forms_of(word).past == word) and word not in _NO_VERBS
        holds = word.endswith("ing") or word in _ARRANGED | _HOLDS or word in _GOT and lead in _HAVING
        if holds or past and lead in _BEING or not past and _is_present(lead, word):
            return False
        if past:
            return True
    return False


def _may_be_verb(word: str) -> bool:
    return word in _HAVING | _BEING | _HOLDS or verb_form(word) is not None


def _is_present(lead: str, word: str) -> bool:
    """ "They *want* me then"."""
    form = verb_form(word) if lead in _WHO else None
    return form is not None and form[1] in ("VB", "VBP", "VBZ")


def _routine(said: str, message: Message) -> Dated | None:
    """What is on weekdays of every week: "yoga on Tuesdays", "choir is Wednesday evening"."""
    times = find_times(said)
    weekly = _of_first_clause(said, [one for one in times if one.role == "frequency" and _weekdays(one.text)])
    if not weekly and _HABITS.isdisjoint(words(said)):
        return None
    named = weekly or [one for one in times if _BARE.fullmatch(one.text)]
    if not named or _is_no_habit(said, named[0].span.start):
        return None
    begins = [days.start for phrase, days in _named_days(said, message.sent_at) if phrase.role == "since"]
    start, end = named[0].span.start, named[-1].span.end
    text, clock = _without(said, 0, start, end, cut=not _LEADS_ON.search(said[:start]))
    weekdays = frozenset(day for one in named for day in _weekdays(one.text))
    days = Stretch(max([message.sent_at, *begins]), FOR_EVER)
    return Dated(text, days, clock, message.id, _about(text), weekdays)


def _of_first_clause(said: str, weekly: list[TimeSpan]) -> list[TimeSpan]:
    """Without days that it was moved away from, and those of another clause."""
    weekly = [one for one in weekly if not _AWAY.search(said[: one.span.start])] or weekly
    first = weekly[0].span.end if weekly else 0
    return [one for one in weekly if not any(map(_may_be_verb, words(said[first : one.span.start])))]


def _is_no_habit(said: str, at: int) -> bool:
    """What was one once, or is none any more."""
    before = ["", *words(_IS.sub(" s", said[:at]))]
    past = any(is_past_form(word) and lead not in _PERFECT for lead, word in pairwise(before))
    return past or bool(_ONCE.search(said)) or bool(_OVER.search(said) and not _MOVED.search(said))


def _weekdays(text: str) -> list[int]:
    """Of a phrase of time, Monday being 0; none where it is not every week."""
    if _RARE.search(text):
        return []
    if _WORKING.search(text):
        return [0, 1, 2, 3, 4]
    if _WEEKENDS.search(text):
        return [5, 6]
    days = [_WEEKDAYS.index(found["day"].lower()) for found in _WEEKDAY.finditer(text)]
    if len(days) == 2 and _THROUGH.search(text):
        return [day % 7 for day in range(days[0], days[1] + (7 if days[1] < days[0] else 0) + 1)]
    return days


def _without_day(said: str, begin: int, phrase: DatePhrase, days: Stretch) -> tuple[str, str]:
    """What a sentence says from ``begin`` on of the thing of that day, and the time of the day; what could not be left
    out without hurt stays."""
    before = said[: phrase.start]
    stays = _ONWARD.search(phrase.text) or _ONWARD_BEFORE.search(before) or _IT_IS.search(before) or is_part(days)
    coming = _COMING.match(phrase.text)
    start = phrase.start + (coming.end() if coming else 0)
    return _without(said, begin, start, phrase.end, cut=not stays)


def _without(said: str, begin: int, start: int, end: int, *, cut: bool) -> tuple[str, str]:
    part = _PART.search(said, start, end) or _PART.match(said, end + 1)
    until = max(end, part.end()) if part else end
    after = _CLOCK.match(said, until + len(said[until:]) - len(said[until:].lstrip(" ,")))
    clock = after or next((one for one in _CLOCK.finditer(said, begin, start) if one.end() >= start - 2), None)
    stop = _end_of(said, after.end() if after else until)
    first = min(start, clock.start()) if clock else start
    text = said[begin:stop]
    if cut:
        rest = said[after.end() if after else until : stop]
        text = f"{said[begin:first].rstrip(' ,')}{'' if rest.startswith(',') else ' '}{rest.lstrip()}"
    told = " ".join(one for one in (part and part.group(), clock and _AT.sub("", clock.group())) if one)
    text = _TRAILS.sub("", text.strip())
    return _to_you(text if _about(text) and not _DANGLES.search(text) else said[begin:stop]), told


def _end_of(said: str, at: int) -> int:
    """Where the clause ends that ``at`` stands in; what is short and tells no more of its own goes along."""
    ends = [found.start() for found in _CUT.finditer(said, at)]
    if ends and not said[at : ends[0]].strip() and said[ends[0]] == ",":
        following = said[ends[0] : ends[1] if len(ends) > 1 else len(said)]
        if len(following.split()) <= SHORT and not find_date_phrases(following):
            return ends[0] + len(following)
    return ends[0] if ends else len(said)


def is_part(days: Stretch) -> bool:
    """Whether it is a part of a month or of a year, with no day of its own: "end of January"."""
    return days.days > 1 and not days.start.endswith("00:00:00")


def _about(said: str) -> frozenset[str]:
    """Stems of the words that say what it is, not when."""
    return frozenset(
        stem(word) for word in words(said)
        if word not in STOP_WORDS and word not in HAPPENING and word.isalpha() and not _WEEKDAY.fullmatch(word)
    )  # fmt: skip


def _to_you(said: str) -> str:
    said = _BEGINS.sub("", said.strip(" ,;-–"))
    return _OWN.sub(lambda found: _PERSON[found.group().lower().replace("’", "'")], said)
