"""Tags that a small model gets wrong in short messages, mended where grammar leaves no choice.

In: tagged tokens. Out: the same, some with another tag. The rules are in ``tag_rules.toml``: each asks for traits of a
word and its neighbours; the first that fits gives the tag. The words they need are in ``repairs.toml``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from zeph.memory.ingest.reader.lexicon.kinds import ANIMALS, KIN, NATIONALITIES, kinds_of_noun, kinds_of_shape
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.gazetteer import Known
from zeph.memory.language.morphology import forms_of, singular, verb_form

IsWord = Callable[[str], bool]
Traits = frozenset[str]
_WORDS = word_sets(read_table("parse/repairs.toml"))
_OPENERS = frozenset(read_table("text/chat.toml")["openers"].split())
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_TOLD_KINDS = frozenset(("role", "diet", "ailing", "trait", "medicine"))
_SHAPES = frozenset(("age", "money", "number", "version", "hostname", "medicine"))
_NOTHING: Traits = frozenset(("none",))
_PLACES = {"before": -1, "before2": -2, "before3": -3, "before4": -4, "after": 1, "after2": 2}
_BREAKS: Traits = frozenset((",", ".", ":", "CC", "WDT", "WP"))
_STRETCHES = {"close": (-4, 0), "near": (-8, 0), "around": (-8, 16), "anywhere": (-999, 999)}


@dataclass(frozen=True, slots=True)
class _Asked:
    """Traits that one place must have or lack."""

    place: str
    every: Traits
    any_of: tuple[Traits, ...]
    never: Traits

    def fits(self, traits: Traits) -> bool:
        """Whether a word has them."""
        return (
            self.every <= traits
            and self.never.isdisjoint(traits)
            and not any(choice.isdisjoint(traits) for choice in self.any_of)
        )


def _asked(place: str, text: str) -> _Asked:
    parts = text.split()
    wanted = [frozenset(part.split("|")) for part in parts if part[0] != "!"]
    every = frozenset().union(*(one for one in wanted if len(one) == 1))
    never = frozenset(part[1:] for part in parts if part[0] == "!")
    return _Asked(place, every, tuple(one for one in wanted if len(one) > 1), never)


def _rule(row: Mapping[str, str]) -> tuple[str, _Asked, list[_Asked]]:
    others = [_asked(at, row[at]) for at in row if at not in ("tag", "here")]
    return row.get("tag", ""), _asked("here", row["here"]), others


_RULES = {name: [*map(_rule, rows)] for name, rows in read_table("parse/tag_rules.toml").items()}


@lru_cache(maxsize=8192)
def _rules_for(name: str, traits: Traits) -> list[tuple[str, list[_Asked]]]:
    """The rules that a word with these traits fits, with what they ask of its neighbours."""
    return [(tag, others) for tag, here, others in _RULES[name] if here.fits(traits)]


def mend_tags(tokens: list[Token], is_word: IsWord) -> None:
    """Mends in place."""
    sentence = _Sentence(tokens, is_word)
    for name in _RULES:
        for at, token in enumerate(tokens):
            for tag, others in _rules_for(name, sentence.traits[at]):
                if all(other.fits(sentence.at(other.place, at)) for other in others):
                    sentence.mend(at, tag or token.tag)
                    break
            sentence.pass_by(at)


class _Sentence:
    """The traits of every word of a sentence, while its tags are mended from left to right."""

    def __init__(self, tokens: Sequence[Token], is_word: IsWord) -> None:
        self._tokens = tokens
        self._is_word = is_word
        self._opening = True
        """Nothing but openers stands before the word."""
        self.traits = [self._traits(at) for at in range(len(tokens))]

    def mend(self, at: int, tag: str) -> None:
        """Gives a word its tag."""
        if tag != self._tokens[at].tag:
            self._tokens[at].tag = tag
            self.traits[at] = self._traits(at)

    def pass_by(self, at: int) -> None:
        """Goes on to the next word."""
        token = self._tokens[at]
        self._opening = self._opening and (token.lower in _OPENERS or token.tag in ("RB", ",", "UH"))
        if self._opening and at + 1 < len(self.traits):
            self.traits[at + 1] |= {"opening"}

    def at(self, place: str, at: int) -> Traits:
        """The traits of the words at a place, seen from a word."""
        if (shift := _PLACES.get(place)) is not None:
            return self._one(at + shift)
        if place in _STRETCHES:
            begin, end = _STRETCHES[place]
            return frozenset().union(*self.traits[max(0, at + begin) : at + end])
        if place == "ahead":
            return frozenset().union(*takewhile(_BREAKS.isdisjoint, self.traits[at + 1 :]))
        at -= 1
        while at >= 0 and not self.traits[at].isdisjoint(("adverb", "=no", "time")):
            at -= 1
        return self._one(at if place == "behind" else at - 1)

    def _one(self, at: int) -> Traits:
        return self.traits[at] if 0 <= at < len(self.traits) else _NOTHING

    def _traits(self, at: int) -> Traits:
        token = self._tokens[at]
        traits = _traits(token.form, token.tag, token.known, self._is_word, timed=token.time >= 0, first=at == 0)
        pair = f"{self._tokens[at - 1].lower}-{token.lower}" if at else ""
        return traits | {"compound"} if pair in _WORDS["compounds"] else traits


@lru_cache(maxsize=8192)
def _traits(form: str, tag: str, known: Known | None, is_word: IsWord, *, timed: bool, first: bool) -> Traits:
    word = form.lower()
    verb, verbal = verb_form(word) is not None, tag[:2] == "VB" or tag == "MD"
    told = {
        "time": timed,
        "noun": tag[:2] == "NN",
        "named": tag in ("NNP", "NNPS"),
        "verbal": verbal,
        "adverb": tag[:2] == "RB",
        "finite": tag in _FINITE and not timed,
        "told": verb and tag in ("VBZ", "VBD"),
        "able": verb and not timed and (tag == "VB" or not verbal) and (first or form == word),
        "listable": tag in ("NN", "NNS", "JJ") and not timed,
        "small": form == word,
        "capital": form[0].isupper(),
        "title": form.istitle(),
        "upper": form.isupper(),
        "known": known is not None,
        "concept": known is not None and known.entity_type == "concept",
        "everyday": known is not None and known.everyday,
        "word": is_word(word),
        "opening": first,
    }
    return _by_word(word) | {tag, *(name for name, holds in told.items() if holds)}


@lru_cache(maxsize=4096)
def _by_word(word: str) -> Traits:
    """What is so of a word wherever it stands."""
    kinds = kinds_of_noun(word) & _TOLD_KINDS | kinds_of_shape(word) & _SHAPES
    return frozenset((f"={word}", *_by_lists(word), *_by_form(word), *kinds))


def _by_lists(word: str) -> Iterator[str]:
    one, verb = singular(word), (verb_form(word) or ("",))[0]
    for name, listed in _WORDS.items():
        yield from (f"{how}@{name}" for how, form in (("", word), ("one", one), ("do", verb)) if form in listed)
    told: Mapping[str, bool] = {
        "kin": word in KIN, "relative": one in KIN, "animal": one in ANIMALS, "nationality": word in NATIONALITIES,
    }  # fmt: skip
    yield from (name for name, holds in told.items() if holds)


def _by_form(word: str) -> Iterator[str]:
    if (found := verb_form(word)) is not None:
        yield from ("verb", f"form:{found[1]}")
        if forms_of(found[0]).participle == word:
            yield "same_participle"
    told = {
        "letter": len(word) == 1,
        "digits": word.replace(",", "").isdigit(),
        "hissing": word.endswith("s"),
        "regular": word.endswith(("ed", "en", "t")),
        "contracted": word.startswith("'"),
        "address": "@" in word[1:] and "." in word or word[0] == "@" and len(word) > 2,
    }
    yield from (name for name, holds in told.items() if holds)
