"""The words that recall reads by: folded, stemmed, which say nothing, which ask for one another.

In: a text, or a word of it. Out: words in one form, so that a question and what answers it meet. No model is asked.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from zeph.memory.language.given_names import may_be_given_name
from zeph.memory.language.word_tables import read_words
from zeph.storage.ports.unspaced import split_pairs

_STOP = """a about after again all also am an and any anybody anyone anything are as ask asked at be because been before
being both but by can could d did do does doing don done down during each either else ever every few for from
further get gets got give given go goes going had has have having he her here hers herself him himself his how i
if in into is isn it its itself just ll let like m many may maybe me mean might mine more most much must my myself
n no nor not now of off ok on once only or other our ours ourselves out over own please quite re really remember
remind s said same say says shall she should so some somebody someone something still such sure t tell than thank
thanks that the their theirs them themselves then there these they thing things think this those through to too
under until up us ve very was we were what whatever when where whether which while who whom whose why will with
would yes you your yours yourself know recall hello hi hey whats whos whens wheres whys hows thats b4"""
_RELATED = """dog cat puppy kitten hamster parrot rabbit animal pet
live home address city town reside located moved based
work job employer company occupation career profession employed
job profession occupation career position role
wedding anniversary married
wife husband spouse partner married fiance fiancee girlfriend boyfriend engaged relationship divorce divorced widowed
mother mom mum father dad parent
kid son daughter child children
brother sister sibling
birthday born birth age old
name surname
enjoy love favorite favourite prefer hobby likes fond
dislike hate avoid
study school university college degree graduated major
speak language fluent
eat food diet allergic allergy vegetarian vegan cook meal dinner avoid
use using tool editor
car drive vehicle
friend buddy
boss manager manages supervisor
doctor physician gp
teach taught teacher tutor mentor
flatmate roommate housemate
medication medicine drug pill tablet
illness condition disease diagnosed diagnosis health symptom
afraid scared fear
die died dead death
holiday vacation trip visited
plan planned planning upcoming coming calendar schedule agenda"""

STOP_WORDS = frozenset(_STOP.split())
WEAK_WORDS = frozenset(
    ("call", "called", "full", "kind", "name", "named", "sort", "type", "usually", "currently", "recently")
)
"""Searched only where nothing else is left: they match everything and say little."""
DENIALS = frozenset(("no", "nor", "not", "never"))
"""They say little of what is asked for, and all of what is so."""
FIRST_PERSON = frozenset("i me my mine myself we us our ours im ive".split())
THIRD_PERSON = frozenset("he him his she her hers they them their it its that this".split())
RELATED = tuple(frozenset(line.split()) for line in _RELATED.splitlines())
"""Words that ask for one another; a question about a dog is about a pet."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SHORT_IN_IS = 5
"""Letters of a word in "is" up to which it is whole: "Chris", and not "Anjalis", who is Anjali."""
_BETWEEN_WORDS = {code: " " for code in range(128) if not chr(code).isalnum()}


def fold(text: str) -> str:
    """The canonical form names are looked up by."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()


@lru_cache(512)
def content_stems(text: str) -> frozenset[str]:
    """Stems of the words that say what a text is of."""
    return frozenset(stem(word) for word in words(text) if word not in STOP_WORDS and len(word) > 1)


def words(text: str) -> list[str]:
    """Folded words, possessives cut; of a script without spaces pairs of characters."""
    if text.isascii() and "'" not in text:  # what WORD finds, at a fifth of its price
        return text.lower().translate(_BETWEEN_WORDS).split()
    plain = text.lower() if text.isascii() else fold(text.replace("\u2019", "'"))
    found = WORD.findall(split_pairs(plain))
    return [w.removesuffix("'s") for w in found] if "'" in plain else found


@lru_cache(8192)
def stem(word: str) -> str:
    """A light English stem: enough to see that two words are one."""
    if len(word) > 4 and word.endswith(("ies", "ie")):
        one = word.removesuffix("s")  # "ellies" is Ellie's, "stories" those of a story; Marie is not Mary
        word = one if may_be_given_name(one) else f"{one[:-2]}y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1] if not word.endswith("is") or len(word) > _SHORT_IN_IS else word
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _other_words() -> list[frozenset[str]]:
    """Words that are one: a short form and the long one, and the words for a role."""
    roles = (frozenset((role, *others.split())) for role, others in read_words("roles")["same"].items())
    return [*map(frozenset, read_words("spellings")["short"].items()), *roles]


def _beside(groups: Iterable[frozenset[str]]) -> dict[str, frozenset[str]]:
    """By its stem the other words of every group that has a word; none of a short form that is a word of its own."""
    found: dict[str, frozenset[str]] = {}
    own = frozenset(read_words("spellings")["words_too"].split())
    for group in groups:
        for word in group - own:
            found[stem(word)] = found.get(stem(word), frozenset()) | (group - {word})
    return found


@cache
def _same_as() -> dict[str, frozenset[str]]:
    return _beside(_other_words())


@cache
def _related_of() -> dict[str, frozenset[str]]:
    return _beside((*RELATED, *_other_words()))


@lru_cache(2048)
def related_stems(term: str) -> frozenset[str]:
    """Stems of the words that answer to ``term``."""
    return frozenset(map(stem, related_words(term)))


def related_words(term: str) -> frozenset[str]:
    """Words that answer to ``term``."""
    return _related_of().get(stem(term), frozenset())


def same_words(term: str) -> frozenset[str]:
    """Other words for it: "gf" for a girlfriend, "svc" for services."""
    return _same_as().get(stem(term), frozenset())


class Terms:
    """Words to be held against many texts."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._each = [(stem(term), related_stems(term)) for term in terms]
        self._wanted = frozenset().union(*(related | {term} for term, related in self._each))
        # A word begins with its stem, but that "stories" has "story".
        self._begin = [tuple(s.removesuffix("y") for s in (term, *related)) for term, related in self._each]

    def coverage(self, text: str, least: float = 0.0) -> float:
        """Share of the words that ``text`` speaks of, 0 to 1; a word that merely answers to one counts 0.7. What is
        below ``least`` may be given as 0."""
        if text.isascii():
            has = text.lower().__contains__
            most = sum(any(map(has, begins)) for begins in self._begin)
            if not most or most < least * len(self._begin):
                return 0.0
        heard = self.heard(text)
        return sum(heard) / len(heard) if heard else 0.0

    def heard(self, text: str) -> list[float]:
        """The same of each word: 1, 0.7 for one that answers to it, or 0; [] where there is none of them."""
        there = self._wanted.intersection(map(stem, words(text)))
        if not there:
            return []
        return [1.0 if term in there else 0.0 if there.isdisjoint(related) else 0.7 for term, related in self._each]
