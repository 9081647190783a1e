"""How a word stands that may have lost a mark: what tells "*toms* at work" from "two *toms*", "*conker* is ill" from
"conkers".

In: the words of a sentence as typed, in small letters. Out: the names of what is so of one of them and its neighbours.
A word is told by itself where it is common, else by its class: what dictionary, gazetteer and grammar know of it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN, kinds_of_noun
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.morphology import singular, verb_form

IsWord = Callable[[str], bool]
_NONE = "-"


def features(words: Sequence[str], at: int, gazetteer: Gazetteer, is_word: IsWord) -> Iterator[str]:
    """What is so of the word at a place."""
    word = words[at]
    one = word[:-1]
    before2, before, after, after2 = (
        words[n] if 0 <= n < len(words) else _NONE for n in (at - 2, at - 1, at + 1, at + 2)
    )
    own, stem, was, comes = (class_of(w, gazetteer, is_word) for w in (word, one, before, after))
    self = f"{own}/{stem}"
    verbs = f"{_has_verb(words, at - 1, -1, gazetteer, is_word)} {_has_verb(words, at + 1, 1, gazetteer, is_word)}"
    yield from (f"own {own}", f"stem {stem}", self, f"word {word}", f"ends {word[-3:]}", f"stem is {one}")
    yield from (f"before {before}", f"was {was}", f"after {after}", f"comes {comes}", f"after2 {after2}")
    yield from (f"comes2 {class_of(after2, gazetteer, is_word)}", f"before2 {before2}", f"after {after} {after2}")
    yield from (f"{was} {self}", f"{self} {comes}", f"{self} after {after}", f"before {before} {self}")
    yield from (
        f"before {before2} {before} {self} {comes}",
        f"{was} _ {comes}",
        f"before {before} _ {comes}",
        f"was {was} after {after}",
        f"{was} {self} {comes}",
    )
    yield from (f"verbs {verbs}", f"verbs {verbs} {self}", f"verbs {verbs} {comes}", f"verbs {verbs} before {before}")


def _has_verb(words: Sequence[str], at: int, step: int, gazetteer: Gazetteer, is_word: IsWord) -> int:
    """Whether a verb stands on that side, up to a mark."""
    while 0 <= at < len(words) and (words[at][0].isalnum() or words[at][0] == "'"):
        if words[at][0] == "'" or "VB" in class_of(words[at], gazetteer, is_word):
            return 1
        at += step
    return 0


@lru_cache(maxsize=8192)
def class_of(word: str, gazetteer: Gazetteer, is_word: IsWord) -> str:
    """What is known of a word by itself."""
    if not word[:1].isalpha():
        return "digit" if word[:1].isdigit() else word[:1] or _NONE
    kinds, verb = kinds_of_noun(word), verb_form(word)
    told = (
        ("kin", word in KIN),
        ("animal", word in ANIMALS),
        ("name", gazetteer.kind(word) == "given_name"),
        ("perhaps", may_be_given_name(word)),
        ("known", bool(gazetteer.kind(word))),
        ("role", "role" in kinds),
        ("noun", bool(kinds)),
        (verb[1] if verb else "", verb is not None),
        ("plural", singular(word) != word and is_word(singular(word))),
        ("ly", word.endswith("ly")),
        ("word", is_word(word)),
    )
    return "+".join(name for name, holds in told if holds) or "odd"
