"""Which sentences tell a fact, or speak of a thing: what goes with it when it is forgotten.

In: messages, the words or names that are meant, stretches that claims stand on. Out: cuts, whole sentences each.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from zeph.memory.language.names import FIRST_PERSON, SPOKEN_TO
from zeph.memory.language.sentence_split import SENTENCE_END
from zeph.memory.recall.query.vocabulary import STOP_WORDS, stem, words
from zeph.records.forgetting import Cut
from zeph.records.message import PERSON, Message

_SMALL = re.compile(r"[\s,;:–—-]*(?:(\w+)\s+|(?<=[\s,;:–—-]))")
SAYS_NOTHING = STOP_WORDS - {"name", "like"}

MANY = 3
"""Words of which a sentence with fewer than half is about something else."""


def told_stems(text: str, but: Collection[str] = ()) -> frozenset[str]:
    """Stems of the words that say something, without those in ``but``; of a text of small words alone, all of them."""
    return frozenset(stems_in_order(text, but))


def stems_in_order(text: str, but: Collection[str] = ()) -> list[str]:
    said = [word for word in words(text) if word not in but]
    told = [word for word in said if word not in SAYS_NOTHING and (len(word) > 1 or word.isdigit())] or said
    return [*map(stem, told)]


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, stop) of each, without the space around it."""
    start = 0
    for stop, following in [*((end.start(), end.end()) for end in SENTENCE_END.finditer(text)), (len(text), len(text))]:
        if text[start:stop].strip():
            yield start, stop
        start = following


def cuts_with_stems(message: Message) -> list[tuple[Cut, set[str]]]:
    """Its sentences, with the stems of the words of each."""
    return [
        (Cut(message.id, start, stop), {stem(word) for word in words(message.text[start:stop])})
        for start, stop in sentences(message.text)
    ]


def holding_all(message: Message, stems: Collection[str], *, whole: bool = False) -> list[Cut]:
    """Sentences that hold every one of the stems; where they are spread over several, all of these, unless only
    ``whole`` ones are wanted."""
    said = cuts_with_stems(message)
    every = [cut for cut, there in said if there.issuperset(stems)]
    return every or [cut for cut, there in said if not (whole or there.isdisjoint(stems))]


def tells_of(sentence: str, names: str, stems: frozenset[str]) -> bool:
    """Whether a sentence about those with these names may be what the words mean: not if it has some of several, and
    not half of them ("Kit is expecting", of asking Kit to marry), nor if it has none but of the names: "Gwilym died" is
    nothing of Gwilym's singing."""
    there = told_stems(sentence)
    share, of_names = len(there & stems), told_stems(" ".join(word for word in names.split() if word[:1].isupper()))
    few = len(stems) >= MANY and 0 < share < len(stems) / 2
    return not few and (not share or stems <= of_names or not (stems - of_names).isdisjoint(there))


def begins_with_self(what: str) -> bool:
    """ "My dentist"."""
    return bool(FIRST_PERSON.intersection(words(what)[:1]))


def is_to_person(sentence: str) -> bool:
    """Whether it speaks of the one who talks here."""
    return not SPOKEN_TO.isdisjoint(words(sentence))


def naming(message: Message, names: Iterable[str]) -> list[Cut]:
    """Sentences with one of the names, whatever their case."""
    said = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE)
    return [
        Cut(message.id, start, stop)
        for start, stop in sentences(message.text)
        if said.search(message.text, start, stop)
    ]


def beginning(message: Message, start: str) -> list[Cut]:
    """Sentences with a word that begins so."""
    return [
        Cut(message.id, first, stop)
        for first, stop in sentences(message.text)
        if any(word.startswith(start) for word in words(message.text[first:stop]))
    ]


def said_behind(text: str, what: str) -> str:
    """What stands in the sentence behind ``what``, after marks and small words; empty where that is not said."""
    at = text.casefold().find(what.casefold())
    behind = text[at + len(what) :] if at >= 0 else ""
    while (found := _SMALL.match(behind)) and (not found[1] or found[1].casefold() in STOP_WORDS):
        behind = behind[found.end() :]
    return behind


def around(message: Message, stretches: Iterable[tuple[int, int]]) -> list[Cut]:
    """The sentences that the stretches lie in."""
    found = list(stretches)
    return [
        Cut(message.id, start, stop)
        for start, stop in sentences(message.text)
        if any(first < stop and last > start for first, last in found)
    ]


def once(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Each once, in the order of the talk."""
    return tuple(sorted(set(cuts)))


def searched_words(fact: str) -> str:
    """The words by which the messages that tell a fact are found: all but the one who is told of."""
    return " ".join(word for word in words(fact) if word != PERSON.casefold())


def is_owned(what: str, head: Sequence[str]) -> bool:
    """Whether a name is left of words that say no more than whose and what it is: "my ex Tobias"."""
    first = what.split()[:1]
    return bool(head and first) and first[0].casefold() in FIRST_PERSON
