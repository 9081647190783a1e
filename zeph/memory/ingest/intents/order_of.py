"""Whether a message orders the memory about: remember this, forget that, that is wrong, keep nothing of this.

In: a message as it was typed. Out: an :class:`~zeph.records.order.Order`, or None for whatever else people say, talk
*about* remembering and forgetting among it. English as data: ``intents.toml``, whose examples are tests, reads the
plain wordings and what they are about to the letter; whatever else people say for the same is told by example
(:mod:`.line_kinds`). How much of what people order is understood, and how much else is taken for an order, tell
``python -m benchmarks.memory_orders`` and ``python -m benchmarks.learn_intents``.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple, cast

from zeph.memory.ingest.intents.line_kinds import about_of, kind_of
from zeph.memory.ingest.intents.order_starts import Start, StartReader
from zeph.memory.ingest.intents.order_templates import (
    SLOT,
    Place,
    Reading,
    Template,
    TemplateReader,
    slips_of,
    told_words,
    with_wishes,
)
from zeph.memory.language.dialect import COMMON, with_owner
from zeph.memory.language.ends_told import sounds_over
from zeph.memory.language.questions import SURELY_ASKS, asks_likely, without_greeting
from zeph.memory.language.sentence_split import split_sentences
from zeph.records.order import Order, OrderAbout, OrderKind

DATA_FILE = "intents.toml"
OWN_WORDS = ("forget", "task")
"""Kinds that people also speak of as what others said."""
NEEDED = ("needs", "needs_of_tasks", "needs_of_talk")
"""Tables of the words that kinds need."""
_SENTENCE_ENDS = re.compile(r"[.!?…]+[\"'”’)]*\s+|\n+")
_LEAST = 3
"""Words of what may be the last bit of a message."""
KEPT = 2048
"""Texts that stay known."""
LONGEST = 600
"""Characters: an order is short, and what is longer was pasted."""


@cache
def intents_table() -> dict[str, Any]:
    """The table as it is shipped; for reading only."""
    return tomllib.loads(resources.files(__package__).joinpath(DATA_FILE).read_text("utf-8"))


def order_of(text: str, *, if_known: bool = False) -> Order | None:
    """The order that the whole message is; ``if_known``: also one that is none where nothing of the name is known."""
    found = _first_of(text, "needs", if_known=True) or _of_what_is_over(text) or _of_its_first(text)
    if found is None and _first_of(text, "needs_of_tasks") is None and let_be_of(text) is None:
        found = _by_example(text, tasks=False)
        found = _to_the_letter_of(found) if found is not None and found.kind == "forget" else found
    if found is None or (found.kind, found.about) == ("forget", "what") and tells_of_an_end(text):
        return None
    found = _of_its_last_bit(found, text) if found.about == "last_message" else found
    found = _of_what_is_kept(found, text) if if_known else found
    return found if if_known or not found.if_known else None


def _to_the_letter_of(order: Order) -> Order:
    """ "Rub out *what I told you about the boiler*": what is to be forgotten, as the wordings have it behind a verb of
    theirs, whatever the verb was."""
    verb = intents_table()["verbs"]["forget"]
    told = _first_of(f"{verb} {order.what}", "needs", if_known=True) if order.what else None
    if told is None or (told.kind, told.about) != ("forget", "what") or told.start <= len(verb) + 1:
        return order
    start = order.start + told.start - len(verb) - 1
    return replace(order, what=told.what, start=start, stop=start + len(told.what))


def _of_what_is_kept(order: Order, text: str) -> Order:
    """ "Scrap the wifi code, don't keep that": what an order to keep nothing of the line says before it may order
    something known to be forgotten."""
    says = order.kind == "unstored" and 0 < len(order.what) < len(text)
    before = order_of(order.what, if_known=True) if says else None
    if before is None or (before.kind, before.about) != ("forget", "what"):
        return order
    return replace(before, start=before.start + order.start, stop=before.stop + order.start, if_known=True)


def _of_its_last_bit(order: Order, text: str) -> Order:
    """ "My boss is Alan. I can't stand him. *Don't keep that last bit*": what was said right before in the message: its
    last sentence, or what stands before the order in one with it. An order behind nothing but regret is of the message
    before."""
    table = intents_table()["last_bit"]
    if {*told_line(order.what).casefold().split()}.isdisjoint(table["parts"]):
        return order
    within = [(one.start, one.start + len(one.text)) for one in split_sentences(text)]  # "Dr. Smith" is no end
    found = (one.end() for one in _SENTENCE_ENDS.finditer(text, 0, order.start))
    ends = [end for end in found if not any(start < end < stop for start, stop in within)]
    own = ends[-1] if ends else 0
    pause = text.rfind(",", own, order.start)
    begin, end = (own, pause) if pause > own else (ends[-2] if len(ends) > 1 else 0, own)
    while len(text[begin:end].split()) < _LEAST and begin in ends:  # "… The code is 4411. Oops."
        begin = ends[ends.index(begin) - 1] if begin != ends[0] else 0
    if len(text[begin:end].split()) < _LEAST or re.search(table["regret"], text[begin:end], re.IGNORECASE):
        return order
    about: OrderAbout = "last_bit" if text[:begin].strip() else "what"
    return Order("unstored", text[begin:end].strip(), begin, end, about)


def _of_what_is_over(text: str) -> Order | None:
    """ "Forget the caravan, that deal was off anyway": what is to be forgotten, with its end behind it."""
    said, pause, behind = text.partition(", ")
    found = _first_of(said, "needs", if_known=True) if pause else None
    if found is None or found.kind != "forget" or not found.if_known:
        return None
    return found if sounds_over(behind) or fits("theirs", found.what) else None


def tells_of_an_end(text: str) -> bool:
    """ "Forget the caravan, they sold *it*", where no entry of the memory is named: that tells what is over."""
    said = _told_over().search(text) if len(text) <= LONGEST else None
    table = intents_table()["told_over"]
    if said is None or not sounds_over(said["why"]) or re.search(table["entry"], said["what"], re.IGNORECASE):
        return False
    why = told_line(said["why"]).casefold().split()
    of_it = not {*table["of_it"]}.isdisjoint(why) and {*intents_table()["needs"]["forget"]}.isdisjoint(why)
    return of_it and not any(fits(slot, said["what"]) for slot in table["entries"])


def _of_its_first(text: str) -> Order | None:
    """ "Forget the plumber's number. The pipe still leaks": what its first sentence orders to be forgotten, where no
    other talk sounds like that."""
    sentences = split_sentences(text) if len(text) <= LONGEST else []
    found = _first_of(sentences[0].text, "needs", if_known=True) if len(sentences) > 1 else None
    if found is None or (found.kind, found.about) != ("forget", "what"):
        return None
    if found.if_known and not fits("theirs", found.what):
        return None
    before = sentences[0].start
    return replace(found, start=found.start + before, stop=found.stop + before)


def task_order_of(text: str) -> Order | None:
    """The order that something is to do, or the word that it is done, that the whole message is."""
    found = to_the_letter(text) or _by_example(text, tasks=True)
    if found is not None and found.roughly and _first_of(text, "needs", if_known=True) is not None:
        return None
    return found


@lru_cache(maxsize=KEPT)
def order_of_list(text: str) -> Order | None:
    """ "Put fridge seal on", "take that one off": the order of what is to be done that it is where a list was spoken
    of."""
    found = _first_of(text, "needs_of_tasks", if_known=True)
    return found if found is not None and found.if_known else None


def to_the_letter(text: str) -> Order | None:
    """The order of what is to be done, or the word that it is done, that the whole is as the wordings have it."""
    return _first_of(text, "needs_of_tasks")


def told_line(text: str) -> str:
    """Its words and marks as wordings see them."""
    return told_words(text, _slips()).line


def let_be_of(text: str) -> Order | None:
    """ "Forget it", "never mind": the whole message, which orders nothing of the memory that could be told."""
    return _first_of(text, "needs_of_talk")


def _first_of(text: str, needed: str, *, if_known: bool = False) -> Order | None:
    if len(text) > LONGEST:
        return None
    said = without_greeting(text)
    told = with_wishes(told_words(with_owner(said), _slips()), _wishing())  # as long as it was
    words = set(told.line.casefold().split())
    kinds = [kind for kind, needs in intents_table()[needed].items() if not words.isdisjoint(needs)]
    starts = _starts().starts(told.line) if kinds else []
    for kind in kinds:
        if kind in OWN_WORDS and _reported().search(told.line):
            continue
        for wording in _wordings(kind):
            found = _read(wording, told.line, starts) if if_known or not wording.if_known else None
            if found is not None:
                start, stop = (at + len(text) - len(said) if found.what.stop else 0 for at in told.span(*found.what))
                also = said[slice(*told.span(*found.also))]
                return Order(kind, text[start:stop], start, stop, wording.about, if_known=wording.if_known, also=also)
    return None


def _by_example(text: str, *, tasks: bool) -> Order | None:
    """What it orders as examples tell it. What is to be forgotten, and is not their own, is so only where something
    is known of it."""
    kind, share = kind_of(text) if len(text) <= LONGEST else ("", 0.0)
    table = intents_table()
    if share < table["sure"].get(kind, 1.1) or (kind in table["needs_of_tasks"]) is not tasks or _asks(text, kind):
        return None
    start, stop = about_of(text, kind) if kind not in table["of_nothing"] else (0, 0)
    what = text[start:stop]
    if _lacks_words(text, kind, what) or kind == "correct" and not what:
        return None
    about: OrderAbout = "what"
    if kind == "forget" and not what:
        about = "last_message"
    elif kind == "show" and (not what or fits("self", what)):
        about = "everything"
    if_known = kind == "forget" and about == "what" and not fits("mine", what)
    return Order(cast("OrderKind", kind), what, start, stop, about, roughly=True, if_known=if_known)


def _asks(text: str, kind: str) -> bool:
    """ "Anything that I should not forget"; but "could you ignore that" orders."""
    asks = kind != "show" and asks_likely(text) >= SURELY_ASKS
    return asks and not any(start.asked for start in starts_of(told_line(text)))


def _lacks_words(text: str, kind: str, what: str) -> bool:
    """Whether the words are missing that what is done at once has of the memory, and that has of forgetting which names
    nothing."""
    table, said = intents_table(), {*told_line(text).casefold().split()}
    if kind in table["at_once"]:
        return said.isdisjoint(table["of_memory"])
    return kind == "forget" and not what and said.isdisjoint(table["needs"][kind])


def starts_of(line: str) -> list[Start]:
    """Where in a line of words something may begin that is said of the memory."""
    return _starts().starts(line)


def fits(slot: str, what: str) -> bool:
    """Whether it is what that slot of the table takes."""
    return _reader().slot(slot).takes(told_words(what, _slips()).line)


def _read(wording: "_Wording", line: str, starts: Sequence[Start]) -> Reading | None:
    """Where in the line that stands which is ordered so."""
    for start in starts:
        found = wording.template.read(line, start)
        if found is not None and wording.said_before:
            named = _named_before(line[: start.at])
            found = Reading(named) if named else None
        if found is not None:
            return found
    return None


def _named_before(line: str) -> Place | None:
    """What "it" is: the last thing that something was said about."""
    named = [Place(*one.span(SLOT)) for one in _said_of().finditer(line)]
    return named[-1] if named else None


def without_courtesy(text: str) -> str:
    """Without what people put behind an order: "…, would you love"."""
    told = told_words(text, _slips())
    start = _reader().ending().all_of(told.line, asked=True)[0].start()
    return text[: told.span(start, len(told.line))[0]] if start < len(told.line) else text


def count_of(order: Order) -> int:
    """How many things said last are meant."""
    counts = intents_table()["counts"]
    return next((counts[word] for word in order.what.casefold().split() if word in counts), 1)


def warm() -> None:
    """Has the wordings ready before the first message needs them: to make them takes tenths of a second."""
    for kind in (kind for needed in NEEDED for kind in intents_table()[needed]):
        _wordings(kind)
    kind_of("")


@cache
def _slips() -> dict[str, str]:
    return slips_of(intents_table()["typos"]) | COMMON


@cache
def _reader() -> TemplateReader:
    return TemplateReader(intents_table())


@cache
def _starts() -> StartReader:
    return _reader().starts()


@cache
def _reported() -> re.Pattern[str]:
    """An end that says that others said it."""
    return re.compile(rf"{_reader().group('reported').pattern}\Z")


@cache
def _wishing() -> re.Pattern[str]:
    return _reader().group("wishing")


@cache
def _told_over() -> re.Pattern[str]:
    return re.compile(intents_table()["told_over"]["said"], re.IGNORECASE | re.DOTALL)


@cache
def _said_of() -> re.Pattern[str]:
    return _reader().naming("said_of", "goes_on")


class _Wording(NamedTuple):
    about: OrderAbout
    if_known: bool
    said_before: bool
    """Whether what it is about was said before it."""
    template: Template


@cache
def _wordings(kind: OrderKind) -> list[_Wording]:
    """In the table's order: the first that fits is meant."""
    return [
        _Wording(
            row.get("about", "what"), row.get("if_known", False), row.get("said_before", False),
            _reader().template(say, row.get("tail", ""), anywhere=row.get("anywhere", False)),
        )
        for row in intents_table()["order"] if row["kind"] == kind for say in row["say"]
    ]  # fmt: skip
