"""Names of entities: the one that identity is built on, the one that is shown, and which strings are no names.

In: any text, trusted or not (lone surrogates, control characters and 10 MB included). Out: the canonical
name that identity is built on (graph-memory §3.4: NFKC, trimmed, case and white space folded, at most
512 bytes), the display name, and a verdict on junk. Pure functions over ``data/words.toml``.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

from zeph.memory.language.word_tables import read_words, word_set

MAX_BYTES = 512
"""Longest name in UTF-8 bytes."""
MAX_WORDS = 8
_LONGEST_INPUT = 4096
"""Characters looked at: no name is longer, and NFKC can blow one character up to eighteen."""

SELF = "user"
"""Canonical name of the person who talks to Zeph."""
_WORDS = {name: word_set(text) for name, text in read_words("names").items()}
FIRST_PERSON = _WORDS["first_person"]
OWNING = _WORDS["owning"]
SPOKEN_TO = FIRST_PERSON | _WORDS["spoken_to"]
"""Words of a sentence by which it speaks of the person, whoever says it."""
PRONOUNS = FIRST_PERSON | _WORDS["pronouns"]
STOP_WORDS = _WORDS["stop_words"]
TELLING = _WORDS["telling"]
"""Words by which two things of nearly one name are told apart: York and New York."""
DATE_WORDS = _WORDS["dates"]
_DATE_GLUE = _WORDS["date_glue"]
NUMBERS = _WORDS["numbers"]
"""Number words, the ordinals among them."""
_FIGURES = {word: str(number) for number, word in enumerate(read_words("names")["numbers"].split()[:21])}
"""Zero to twenty, with which the table begins."""
_VERB_STARTS = _WORDS["verb_starts"]
_HANGING = _WORDS["hanging"]
_LEADING = _WORDS["leading"]
_OBJECT = _WORDS["object"]
_SHOUTED_NAMES = _WORDS["shouted"]
_NUMERIC = re.compile(read_words("names")["numeric"])
_BETWEEN = re.compile(r"[^\w'+#&]+|'s\b")
_EDGE_QUOTES = "\"'`“”‘’«»*_~"


@lru_cache(4096)
def canonical_name(text: str) -> str:
    """The form that identity is built on; idempotent, at most 512 UTF-8 bytes, possibly empty."""
    return _cut(_stable(text[:_LONGEST_INPUT], fold=True))


def display_name(text: str) -> str:
    """The same cleaning with the case kept: what a person is shown."""
    return _cut(_stable(text[:_LONGEST_INPUT], fold=False))


def is_first_person(name: str) -> bool:
    """True for words by which a speaker means themselves."""
    return canonical_name(name) in FIRST_PERSON


def asked_name(name: str) -> str:
    """The canonical name of what a person asks for: "me" is the one who asks."""
    return SELF if is_first_person(name) else canonical_name(name)


@lru_cache(4096)
def is_junk_name(name: str) -> bool:
    """True for what is no name of a thing: pronouns, stop words, dates, numbers, verb phrases, fragments."""
    shown = display_name(name)
    key = canonical_name(name).strip(_EDGE_QUOTES + " ").replace("’", "'")
    words = key.split()
    if shown in _SHOUTED_NAMES:
        return False
    if not any(char.isalnum() for char in key) or len(words) > MAX_WORDS:
        return True
    if all(word in PRONOUNS or word in STOP_WORDS for word in words):
        return True
    return _is_number(key, words) or _is_date(words) or _is_verb_phrase(words) or _is_cut(shown.split())


@lru_cache(4096)
def value_of_name(name: str) -> Literal["", "amount", "when"]:
    """ "amount" for a number, "when" for a date: what is told of a thing, and is none."""
    key = canonical_name(name)
    words = key.split()
    if words and _is_number(key, words):
        return "amount"
    return "when" if _is_date(words) else ""


def figure(number: str) -> str:
    """A number as it is compared: ``2`` of "two"."""
    return _FIGURES.get(number.casefold(), number)


def names(sentence: str, name: str) -> bool:
    """Whether a sentence has a name in it, as words of their own."""
    return f" {_apart(name).strip()} " in _apart(sentence)


@lru_cache(4096)
def _apart(text: str) -> str:
    """Words, with what is between them as one space."""
    return _BETWEEN.sub(" ", f" {canonical_name(text)} ")


def compatible_types(a: str, b: str) -> bool:
    """Whether one thing may be written under both types: any two but person and non-person."""
    return (a.casefold() == "person") == (b.casefold() == "person")


def _stable(text: str, *, fold: bool) -> str:
    for _ in range(12):
        cleaned = _clean(text, fold=fold)
        if cleaned == text:
            break
        text = cleaned
    return text


def _clean(text: str, *, fold: bool) -> str:
    spaced = " ".join(text.split())
    if spaced.isascii() and spaced.isprintable():  # nothing that the rest would change but the case
        return spaced.lower() if fold else spaced
    kept = "".join(char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    normal = unicodedata.normalize("NFKC", kept)
    return " ".join((normal.casefold() if fold else normal).split())


def _cut(text: str) -> str:
    return text.encode("utf-8")[:MAX_BYTES].decode("utf-8", errors="ignore").strip()


def _is_number(key: str, words: list[str]) -> bool:
    return bool(_NUMERIC.fullmatch(key)) or all(word in NUMBERS for word in words)


def _is_date(words: list[str]) -> bool:
    dated = any(word.strip(",.'s") in DATE_WORDS or word in DATE_WORDS for word in words)
    return dated and all(
        word in DATE_WORDS or word in _DATE_GLUE or word.strip(",.") in DATE_WORDS or bool(_NUMERIC.fullmatch(word))
        for word in words
    )


def _is_cut(words: list[str]) -> bool:
    """A piece of a sentence; "Guess Who" and "Because of Winn-Dixie" are written otherwise."""
    if len(words) < 2:
        return False
    doing = words[0].islower() and len(words[0]) > 4 and words[0].endswith("ing")
    return words[-1] in _HANGING or words[0] in _LEADING or (doing and words[1] in _OBJECT)


def _is_verb_phrase(words: list[str]) -> bool:
    return len(words) > 1 and words[0] in _VERB_STARTS


def indexed_fact(fact: str, source: str, target: str, relation: str) -> str:
    """What full-text search sees of a fact: its sentence, and those of its names and relation words it does not say."""
    said = canonical_name(fact)
    words = relation.replace("_", " ")
    return " ".join([fact, *(w for w in (source, words, target) if canonical_name(w) not in said)])


_VERSION = re.compile(r"[\s.-]*v?\d[\d.x]*$", re.IGNORECASE)


def same_but_version(one: str, other: str) -> bool:
    """Python 2 and Python 3, or Python."""
    bases = [_VERSION.sub("", name).casefold() for name in (one, other)]
    return bases[0] == bases[1] != "" and one.casefold() != other.casefold()
