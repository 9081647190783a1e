"""What of a fact a line may name: who or what stands at its ends, the numbers in it, and names spelled nearly alike.

In: a fact or a text. Out: :class:`Part` and :class:`Value`, with the words by which a line would say them.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal, NamedTuple
from unicodedata import category

from zeph.memory.ingest.intents.order_of import intents_table
from zeph.memory.ingest.intents.order_templates import told_words
from zeph.memory.language.morphology import dictionary_form, singular
from zeph.memory.language.names import STOP_WORDS, canonical_name, figure, value_of_name
from zeph.memory.language.times.date_spans import WEEKDAYS
from zeph.records.edge import Edge
from zeph.records.message import PERSON

WHEN, OF_MONTH, OF_WEEK = "when", "day_of_month", "day_of_week"
"""Instead of a unit: it is a day of the year; of a month that is not named ("the 15th"); of a week."""
PRICES = range(3, 6)
"""Figures of a number without a unit that may be a price: shorter ones are ages and counts, too."""
ALIKE, LEAST = 0.75, 3
"""How like two spellings of one name are at least, and of how many letters."""

_CURRENCY = "Sc"
_OWNING = ("'s", "’s")


class Part(NamedTuple):
    text: str
    """As it stands in the fact."""
    words: tuple[str, ...]
    """As a line says it."""
    end: Literal["source", "target", ""]
    """Which end of the fact it is of."""
    role: str = ""
    """What stands before the name that a line says: "User's mate " of "User's mate Dez"."""

    @property
    def has_name(self) -> bool:
        return any(word[:1].isupper() for word in self.text.split())

    @property
    def is_named(self) -> bool:
        """Whether it is written as names are."""
        return all(word[:1].isupper() and not word.endswith(_OWNING) for word in self.text.split())

    @property
    def is_number(self) -> bool:
        """Whether it is a number of the fact's sentence, and no end of it."""
        return not self.end and any(map(str.isdigit, self.text))


class Value(NamedTuple):
    """A number with what it is of."""

    text: str
    words: tuple[str, ...]
    figure: str
    unit: str

    def may_replace(self, known: "Value") -> bool:
        """Whether it is another number of that kind, or a number alone."""
        if self.unit == OF_MONTH and known.unit == WHEN:
            return self.figure != known.figure.partition(" ")[0]
        signed = not known.unit and category(self.unit[:1] or " ") == _CURRENCY and len(known.figure) in PRICES
        return self.figure != known.figure and (self.unit in ("", known.unit) or signed)

    def put_for(self, known: "Value") -> str:
        """As it stands in the other's place."""
        if self.unit == OF_MONTH and known.unit == WHEN:
            return " ".join((self.figure, known.figure.partition(" ")[2]))
        if self.unit == WHEN:
            return self.figure
        return known.text.replace(known.figure, self.figure, 1) if not self.unit else self.text


def content(text: str) -> set[str]:
    """Words that say something, in their dictionary form, the person's name aside."""
    said = map(without_place, told_words(text, {}).line.casefold().split())
    denying = intents_table()["denying"]["words"]
    return {dictionary_form(word) for word in said if word[:1].isalnum()} - STOP_WORDS - {*denying, PERSON.casefold()}


def parts_of(fact: Edge, person: str, itself: Sequence[str]) -> Iterator[Part]:
    """``itself``: words that mean the person."""
    ends: tuple[tuple[Literal["source", "target"], str], ...] = (("source", fact.source), ("target", fact.target))
    for end, name in ends:
        if canonical_name(name) == canonical_name(person):
            yield from (Part(name, (word,), end) for word in itself)
            continue
        own = name.removeprefix(f"{person}'s ")
        forms = dict.fromkeys((own, *_named_runs(own)))
        for form in forms:
            yield Part(_shown(form if form != own else name, fact.fact), _words(form), end)
        before, _, last = name.rpartition(" ")
        if own != name and last != own and last not in forms:
            yield Part(_shown(name, fact.fact), _words(last), end, f"{before} ")
    yield from (Part(value.text, value.words, "") for value in values_in(fact.fact))
    at_ends = f"{fact.source} {fact.target} {person}".split()
    others = [
        run for run in _named_runs(fact.fact.partition(" ")[2]) if not any(word in at_ends for word in run.split())
    ]
    yield from (Part(run, _words(run), "") for run in others if run.removesuffix("'s") == run)
    yield from _of_the_persons(fact, person)


def _of_the_persons(fact: Edge, person: str) -> Iterator[Part]:
    """ "Dad" of "User's dad has a cold", which is known of "User's father"."""
    for found in re.finditer(rf"{re.escape(person)}'s (\w+)", fact.fact):
        at_start = found.start() == 0 and fact.source.startswith(f"{person}'s ")
        if found[0] not in (fact.source, fact.target):
            yield Part(found[0], _words(found[1]), "source" if at_start else "")


def _shown(name: str, sentence: str) -> str:
    """As the sentence writes it: "Kev" of one who is known as "kev"."""
    at = sentence.casefold().find(name.casefold())
    return sentence[at : at + len(name)] if at >= 0 else name


def _named_runs(name: str) -> list[str]:
    """ "Huw" of "brother Huw"."""
    words = name.split()
    return [" ".join(run) for named, run in groupby(words, key=lambda word: word[:1].isupper()) if named]


def _words(text: str) -> tuple[str, ...]:
    return tuple(told_words(text, {}).line.casefold().split())


@lru_cache(maxsize=256)
def values_in(text: str) -> Sequence[Value]:
    """Numbers in their order: "£350", "320g", "three cats", "3 May"."""
    return tuple(_values_in(text))


def _values_in(text: str) -> Iterator[Value]:
    told = told_words(text, {})
    words = told.line.split()
    for at, word in enumerate(words):
        number = figure(word)
        (start, stop), count = told.spans[at], at + 1
        if word.casefold() in WEEKDAYS:
            yield Value(text[start:stop], (word.casefold(),), str(WEEKDAYS[word.casefold()]), OF_WEEK)
        if not number[0].isdigit():
            continue
        digits = number.rstrip("".join(filter(str.isalpha, number)))
        if month := _month_behind(words, count):
            said = text[start : told.spans[month][1]]
            spoken = tuple(one.casefold() for one in words[at : month + 1])
            yield Value(said, spoken, f"{digits} {spoken[-1]}", WHEN)
            continue
        if without_place(number) != number:
            yield Value(text[start:stop], (word.casefold(),), digits, OF_MONTH)
            continue
        noun = words[count].casefold() if count < len(words) and words[count].isalpha() else ""
        signed = at and len(words[at - 1]) == 1 and category(words[at - 1]) == _CURRENCY
        sign = words[at - 1] if signed else ""
        noun = "" if noun in STOP_WORDS else singular(noun)
        shown = digits if number == word else word
        begin = told.spans[at - 1][0] if sign else start
        said_so = (sign, word.casefold()) if sign else (word.casefold(),)
        yield Value(text[begin:stop], said_so, shown, sign + number[len(digits) :].casefold() or noun)


def day_told(fact: Edge) -> Sequence[Value]:
    """The day that is known of a fact whose sentence does not say it: "Petra starts at the bakery"."""
    day = fact.valid_from if fact.valid_from_stated and fact.valid_from_precision == "day" else None
    if not day or any(value.unit in (WHEN, OF_WEEK) for value in values_in(fact.fact)):
        return ()
    return [Value(day[:10], (), day[:10], unit) for unit in (WHEN, OF_WEEK)]


def tells_day(text: str) -> bool:
    """Whether it begins with a number, or names a weekday."""
    return figure(text)[:1].isdigit() or any(value.unit == OF_WEEK for value in values_in(text))


def _month_behind(words: Sequence[str], at: int) -> int:
    """Where the month of a day stands: "8 *May*", "the 8th of *May*"; 0 for none."""
    at += words[at : at + 1] == intents_table()["places"]["joining"]
    return at if at < len(words) and value_of_name(f"1 {words[at]}") == "when" else 0


def without_place(number: str) -> str:
    """A number without the letters of its place: "4" of "4th"."""
    digits = number.rstrip("".join(filter(str.isalpha, number)))
    return digits if digits.isdigit() and number[len(digits) :].casefold() in _places() else number


@cache
def _places() -> frozenset[str]:
    return frozenset(intents_table()["places"]["endings"])


def respelled(fact: Edge, text: str, person: str) -> Iterator[tuple[Part, str]]:
    """Words of the text that are nearly a word of one of the fact's names, with that word."""
    said = [text[start:stop] for start, stop in told_words(text, {}).spans]
    for name in (fact.source, fact.target):
        for known in name.removeprefix(f"{person}'s ").split() if name != person else ():
            for word in said:
                if is_respelled(known, word):
                    yield Part(known, (), ""), word.title() if word.islower() else word


def is_respelled(known: str, said: str) -> bool:
    """Whether something said is nearly a name that is known, and not that."""
    one, other = known.casefold(), said.casefold()
    named = known[:1].isupper() and min(len(one), len(other)) >= LEAST and one != other
    return named and said.replace(" ", "").isalpha() and SequenceMatcher(None, one, other).ratio() >= ALIKE
