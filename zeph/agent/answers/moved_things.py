"""What a later sentence does to the things that the person has on: moves them, ends them, tells them once more.

In: the things told so far, a sentence with the things that it tells. Out: the things from then on. Pure. The words
stand in ``agenda.toml``.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from zeph.agent.answers import day_texts
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.dated import Dated
from zeph.agent.answers.day_texts import DANGLES
from zeph.agent.answers.days_behind import may_be_verb
from zeph.agent.answers.named_days import named_days, weekdays_of
from zeph.agent.answers.said_clauses import said_in
from zeph.agent.answers.thing_words import about_of
from zeph.clock import Moment
from zeph.memory.ingest.intents.order_of import tells_of_an_end
from zeph.memory.language.morphology import PARTICLES
from zeph.memory.language.sentence_split import Sentence
from zeph.memory.language.times.date_spans import find_date_phrases
from zeph.memory.language.times.shifts import Shift, find_shift, moved_by
from zeph.memory.language.times.stretches import named_stretch
from zeph.memory.language.times.time_spans import find_times
from zeph.memory.recall.query.vocabulary import words
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.stretch import Stretch

SAME = 0.5
"""Share of the words of the shorter from which two things of one day are one."""
_MOVED, _OVER, _GONE, _SAME_HOUR, _OF_SELF, _PUT_RIGHT, _ORDERS, _TAKES_UP, _TELLS, _PLACE, _ELSEWHERE, _INSTEAD_OF = (
    re.compile(read_answers("agenda.toml")["later"][name], re.IGNORECASE)
    for name in (
        "moved",
        "over",
        "gone",
        "same_hour",
        "of_self",
        "put_right",
        "orders",
        "takes_up",
        "tells",
        "place",
        "elsewhere",
        "instead_of",
    )
)


def may_move(text: str) -> bool:
    """Whether it may move something that is known to another day."""
    return bool(_TELLS.search(text) or _ORDERS.search(text) or find_shift(text))


def after(things: list[Dated], sentence: Sentence, new: list[Dated], message: Message, before: int) -> list[Dated]:
    """The things once a sentence was said: what it moves stands where it moved, what it ends is gone. ``before``: the
    message before it."""
    if _INSTEAD_OF.search(sentence.text):
        things = [replace(one, text=_with_who_comes(one.text, sentence.text)) for one in things]
    shift = find_shift(sentence.text) if not new else None
    if shift is not None:
        return _shifted(things, sentence, shift, message, before)
    gone = _GONE.search(sentence.text)
    if gone or (not new and (_OVER.search(sentence.text) or tells_of_an_end(sentence.text))):
        return _without_ended(things, sentence, gone, message)
    told: list[Dated] = []
    ordered = bool(_ORDERS.search(sentence.text))
    for one in new:
        old = _replaced(things, one, sentence, message)
        one = replace(one, bare=one.bare or ordered and old is not None)
        if old is None and _is_of_before(things, sentence, before):
            old = things[-1]
            one = replace(one, text=_bare(old.text), about=old.about)
        if old is not None:
            things = [left for thing in things for left in ([thing] if thing is not old else _until(old, one, message))]
            one = replace(one, clock=one.clock or old.clock) if _SAME_HOUR.search(sentence.text) else one
            one = replace(one, near=one.near | old.near, was=_places_of(old, one))
            one = _named_as(old, one, sentence)
        told.append(one)
    return [*things, *told]


def _named_as(old: Dated, new: Dated, sentence: Sentence) -> Dated:
    """As it was called before where a sentence only moves it: "darts has been moved its wednesday now"."""
    if not (new.bare or new.moved or _MOVED.search(new.text)):
        return new
    return replace(new, text=_elsewhere(_bare(old.text), sentence.text), about=new.about | old.about)


def _with_who_comes(name: str, sentence: str) -> str:
    """With whom or what a sentence names instead of who stands in it: "Dr Patel" where "Dr Khan" did."""
    for joint in _INSTEAD_OF.finditer(sentence):
        came, comes = _spelled(sentence[joint.end() :]), _spelled(sentence[: joint.start()])
        said = (came[: at + 1] for at in reversed(range(min(len(came), len(comes)))))
        old = next((" ".join(some) for some in said if re.search(_whole(" ".join(some)), name)), "")
        new = " ".join(comes[-len(old.split()) :])
        if about_of(old) and about_of(new) and old[:1].isupper() == new[:1].isupper():
            name = re.sub(_whole(old), new.replace("\\", r"\\"), name)
    return name


def _spelled(text: str) -> list[str]:
    """Its words as they are written, without the marks around them."""
    return [word.strip(",.;:!?()") for word in text.split()]


def _whole(text: str) -> str:
    return rf"(?<!\w){re.escape(text)}(?!\w)"


def _without_ended(
    things: list[Dated], sentence: Sentence, gone: re.Match[str] | None, message: Message
) -> list[Dated]:
    """Without the one that it says is off, where it surely speaks of that. ``gone``: its words for that."""
    about = about_of(sentence.text)
    ended = _meant(
        things, about, replace(sentence, text=day_texts.up_to_comma(sentence.text, gone)), message, over=True
    )
    surely = ended is not None and (gone or len(ended.about & about) >= SAME * min(len(ended.about), len(about)))
    return [thing for thing in things if not (surely and thing is ended)]


def _shifted(things: list[Dated], sentence: Sentence, shift: Shift, message: Message, before: int) -> list[Dated]:
    """With what is moved by a length on the day on which it is then: "the launch slipped a week"."""
    old = _meant_by_shift(things, sentence, shift, message, before)
    first, last = (moved_by(shift.words, day) for day in old.days) if old else (None, None)
    if old is None or first is None or last is None:
        return things
    moved = replace(old, text=_bare(old.text), days=Stretch(first, last), source=message.id)
    moved = replace(moved, was=_places_of(old, moved))
    return [moved if thing is old else thing for thing in things]


def _meant_by_shift(
    things: Sequence[Dated], sentence: Sentence, shift: Shift, message: Message, before: int
) -> Dated | None:
    """What a clause says to be moved, surely and from now: by its name, or what was told right before."""
    read = said_in(message.text, sentence.start, sentence.start + len(sentence.text))
    clause = next((one for one in read if one.start <= shift.start < one.end), None)
    if clause is not None and not clause.surely or _has_been(sentence.text, message.sent_at):
        return None
    said = _PUT_RIGHT.sub("", sentence.text[clause.start if clause else 0 : shift.start])
    about = about_of(_MOVED.sub(" ", said)) - PARTICLES
    if not about:
        told = things and things[-1].source == before and _TAKES_UP.search(said)
        return things[-1] if told else None
    old = _meant([one for one in things if not one.weekdays], about, sentence, message)
    return old if old is not None and _speaks_of(said, about, old) else None


def is_surely_of(text: str, thing: Dated) -> bool:
    """Whether a whole line speaks of the thing more than of anything else, or names nothing."""
    shift = find_shift(text)
    text = f"{text[: shift.start]} {text[shift.end :]}" if shift else text
    about = about_of(_MOVED.sub(" ", _PUT_RIGHT.sub("", text))) - PARTICLES
    shared = about & (thing.near | thing.about)
    return len(shared) > len(_others_in(text, about, shared)) or not about


def _speaks_of(said: str, about: frozenset[str], thing: Dated) -> bool:
    """Whether most of what it names is the thing's; "Tom's history exam" is not "my chemistry exam"."""
    shared = about & (thing.near | thing.about)
    return len(shared) >= len(_others_in(said, about, shared))


def _others_in(said: str, about: frozenset[str], shared: frozenset[str]) -> frozenset[str]:
    """What else it names."""
    return about_of(" ".join(word for word in words(said) if not may_be_verb(word))) & about - shared


def _has_been(said: str, at: Moment) -> bool:
    """Whether it tells of days that are over: "was delayed by two days last year"."""
    days = (named_stretch(phrase.text, at, ahead=False) for phrase in find_date_phrases(said))
    return any(one is not None and one.end <= at for one in days)


def _replaced(things: Sequence[Dated], one: Dated, sentence: Sentence, message: Message) -> Dated | None:
    """The thing that a sentence tells once more, or moves to another day."""
    alike = [thing for thing in things if bool(thing.weekdays) == bool(one.weekdays)]
    old = next((thing for thing in alike if _is_same(thing, one)), None)
    if old is not None or not (one.moved or _MOVED.search(sentence.text) or _ORDERS.search(sentence.text)):
        return old
    told = about_of(sentence.text)
    meant = _meant(alike, one.about, sentence, message) or _meant(alike, told, sentence, message)
    return meant or (_meant(alike, told, sentence, message, near=True) if one.bare else None)


def _is_of_before(things: Sequence[Dated], sentence: Sentence, before: int) -> bool:
    """ "They moved it to the 10th": whether it names nothing, and something was told right before."""
    moved = _MOVED.search(sentence.text) and not about_of(_MOVED.sub(" ", sentence.text))
    return bool(moved) and not _OF_SELF.search(sentence.text) and bool(things) and things[-1].source == before


def _places_of(old: Dated, new: Dated) -> tuple[tuple[int, str], ...]:
    """Where a thing stood that stands elsewhere now."""
    moved = old.days.start[:10] != new.days.start[:10] and not old.weekdays
    return (*old.was, (old.source, old.days.start[:10])) if moved else old.was


def _elsewhere(name: str, sentence: str) -> str:
    """Without the place where it was, where a sentence names one too: "moved to the 16th, *but at Ludlow*"."""
    for phrase in find_date_phrases(sentence):
        sentence = f"{sentence[: phrase.start]} {sentence[phrase.end :]}"
    was = _PLACE.search(name) if _ELSEWHERE.search(sentence) else None
    return name[: was.start()] if was and about_of(name[: was.start()]) else name


def moved_since(facts: Sequence[Edge], things: Sequence[Dated]) -> list[int]:
    """Ids of the facts that tell a day from which a later message moved the thing, and on which it is not again."""
    gone: list[int] = []
    for fact in facts:
        day, about = (fact.valid_from or "")[:10], about_of(fact.fact)
        of_it = [thing for thing in things if thing.about & about]
        moved = any((one, day) in thing.was for thing in of_it for one in fact.sources)
        if fact.valid_from_stated and moved and all(thing.days.start[:10] != day for thing in of_it):
            gone.append(fact.id)
    return gone


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
    days = [found for _, found in named_days(sentence.text, message.sent_at, old=not over)]
    weekly = {day for one in find_times(sentence.text) if one.role == "frequency" for day in weekdays_of(one.text)}
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
