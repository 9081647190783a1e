"""Whether what should be a name is one, or a clause: who plants an order writes it where a name is expected, too.

In: a name, a relation, who speaks; a fact's sentence with its names. Out: whether it may be one; whether it tells of
them. A name is a noun phrase, whatever it is called: it is short, and has hardly a word that addresses somebody, sets a
condition or says what must or must never be. These words are of closed classes, a few in any language
(``clause_words.toml``), so it does not matter which order is given. The parts of orders
(:mod:`zeph.safety.order_words`) that stand in it count too, sooner than in a text: nobody is called so. Works have
clauses for titles ("Everything You Always Wanted to Know"): these are short, or written as titles are.
"""

import functools
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import chain

from zeph.safety.order_head import log_odds
from zeph.safety.order_words import LANGUAGES, Found, Parts, leading_parts, parts_of
from zeph.safety.text import one_line
from zeph.safety.unmasking import folded

SOMEONE = "someone"
"""Who speaks where the name given is none."""
UNSAID_RELATION = "related_to"
"""How two things belong together where what is given for it is no relation."""
LONGEST_NAME = 200
"""Characters."""
STEM = 4
"""Letters that the forms of a word share."""
LEAST = 5.0
"""Words from which a name may be a clause; a character of writing without spaces is half a one."""
MOST = 5
"""Words of which orders are made that no name has, whatever else stands in it."""
ORDERING = 4.0
"""Words from which a name may give an order."""
LONG_FOR_SPEAKER = 7.0
"""Words."""
LEADING = 3
"""Letters of a word that begins one: shorter ones are too much alike between languages."""
LIKELY = -2.0
"""Log odds of an order from which a name is none: far below those of a text, as it is so seldom one."""
WRITTEN_AS_TITLE = 0.8
"""Share of the longer words that begin with a capital."""

_NOUNS_LARGE = 1 << LANGUAGES.index("de")
"""Where every noun begins with a capital, so that no title is known by it."""
_GLUE = {"soft", "modal"}
_UNSPACED = "\u0e00-\u0e7f\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_WITHIN_WORDS = ("zh", "ja", "ko")
"""Languages whose words of closed classes are written on to others."""
_CHARACTER = re.compile(f"[{_UNSPACED}]")
_SENTENCE_END = re.compile(r"\w{4,}[.;]\s+(?=\w+\W+\w+\W+\w)|[。；]\s*(?=\w{3})")


def is_name(text: str) -> bool:
    """Whether ``text`` may stand where somebody or something is named, or how two things belong together."""
    return len(text) <= LONGEST_NAME and not _is_clause(text)


def gives_order(name: str) -> bool:
    """Whether a name begins, or goes on behind a mark, with what models are ordered to do, and then says with whom or
    with what. Tasks are called so, too ("answer the letter from the bank"): such a name is kept, and told to no
    model."""
    return bool(name) and _orders(name)


@functools.lru_cache(maxsize=4096)
def _orders(name: str) -> bool:
    if _length(name) < ORDERING:
        return False
    plain, parts = _read(name)
    leads = [lead for lead in _leads(plain, parts) if lead.languages == _NOUNS_LARGE or not _is_title(name)]
    if not leads:
        return not _is_title(name) and _closed_words().most_in(plain) >= 2 and _words_of_orders(parts) >= 2
    if any(lead.gapped or (lead.first == 0 and _has_capital_within(name)) for lead in leads):
        return True
    return _closed_words().most_in(plain) >= 2 or _asks_with(leads, parts)


def _asks_with(leads: Sequence[Found], parts: Parts) -> bool:
    """Whether one stands behind "please" or "you must", or before something that belongs to orders."""
    asked = {each.last + 1 for part in _GLUE for each in parts.found.get(part, ())}
    if any(lead.first in asked for lead in leads):
        return True
    follows = [each for part, every in parts.found.items() if part not in _GLUE | leading_parts() for each in every]
    beside = [(must, lead) for must in parts.found.get("modal", ()) for lead in leads]
    beside += [(lead, each) for lead in leads for each in follows]
    return any(one.last < other.first and one.languages & other.languages for one, other in beside)


def _leads(plain: str, parts: Parts) -> Iterator[Found]:
    for part in (*leading_parts(), "hide"):
        for lead in parts.found.get(part, ()):
            said = plain[parts.spans[lead.first][0] : parts.spans[lead.last][1]]
            if (len(said) >= LEADING or _CHARACTER.match(said)) and (part != "hide" or lead.first == 0):
                yield lead


def _has_capital_within(name: str) -> bool:
    return any(word[0].isupper() and not word.isupper() for word in re.findall(r"[^\W\d_]+", name)[1:])


def is_about(sentence: str, names: Iterable[str]) -> bool:
    """Whether a fact's sentence has a word of any of these, in some form of it: else something else is said there."""
    said = _WORD.findall(sentence.casefold())
    heard = {*said, *(word[:STEM] for word in said)}
    return any(not heard.isdisjoint(_telling(name)) for name in names)


def _telling(name: str) -> set[str]:
    """Its longer words, by their beginnings; of a name without such all words."""
    words = _WORD.findall(name.casefold())
    return {word[:STEM] for word in words if len(word) >= STEM} or set(words)


def speaker_name(text: str) -> str:
    """The name of who speaks, or :data:`SOMEONE` where it is no name: never the empty one, which is the person's."""
    return text if is_name(text) and not gives_order(text) and not _tells_long(text) else SOMEONE


def _tells_long(text: str) -> bool:
    """Nobody who speaks is called by so many words of which one is of a closed class."""
    plain = folded(one_line(text))
    return _length(text) >= LONG_FOR_SPEAKER and not _is_title(text) and _closed_words().most_in(plain) > 0


@functools.lru_cache(maxsize=4096)
def _is_clause(text: str) -> bool:
    if _length(text) < LEAST:
        return False
    plain, parts = _read(text)
    if log_odds(plain, parts) > LIKELY:
        return True
    if _is_title(text):
        return False
    marks = _closed_words().most_in(plain) + len(_SENTENCE_END.findall(text))
    told = _words_of_orders(parts)
    return marks >= 2 or (marks == 1 and told >= 2) or told >= MOST


def _read(name: str) -> tuple[str, Parts]:
    plain = folded(one_line(name).replace("_", " "))
    return plain, parts_of(plain)


def _length(text: str) -> float:
    """In words."""
    return sum(0.5 if _CHARACTER.fullmatch(word) else 1 for word in _WORD.findall(text))


def _words_of_orders(parts: Parts) -> int:
    """How many words of it orders are made of, in the language in which they are most."""
    hits = [found for name, every in parts.found.items() if name != "soft" for found in every]
    return max(len({hit.first for hit in hits if hit.languages >> n & 1}) for n in range(len(LANGUAGES)))


def _is_title(text: str) -> bool:
    """Written as titles of works and names of offices are in English: of letters alone that can be large or small."""
    words: list[str] = re.findall(r"[^\W\d_]+", text)
    longer = [word[0].isupper() for word in words[1:] if len(word) > 3]
    if text.isupper() or not words or not any(word[0].isupper() for word in words):
        return False
    return sum(longer) >= WRITTEN_AS_TITLE * len(longer)


@dataclass(frozen=True, slots=True)
class _ClosedWords:
    words: Mapping[str, Sequence[str]]
    """A word to the languages that have it."""
    beginnings: Mapping[str, Sequence[str]]
    phrases: Mapping[str, Sequence[str]]
    """Of several words, or written on to others."""

    def most_in(self, plain: str) -> int:
        """How many stand in it, of the language that has most."""
        tokens = re.findall(r"[^\W_]+", plain)
        found: dict[str, set[str]] = defaultdict(set)
        for token in set(tokens):
            begun = (languages for beginning, languages in self.beginnings.items() if token.startswith(beginning))
            for language in chain(self.words.get(token, ()), *begun):
                found[language].add(f" {token} ")
        spaced = f" {' '.join(tokens)} "
        for phrase, languages in self.phrases.items():
            for language in languages if phrase in spaced else ():
                found[language].add(phrase)
        return max((len(_apart(each)) for each in found.values()), default=0)


def _apart(found: set[str]) -> set[str]:
    """Without what is part of another."""
    return {one for one in found if not any(one != other and one in other for other in found)}


@functools.cache
def _closed_words() -> _ClosedWords:
    data = tomllib.loads(resources.files("zeph.safety").joinpath("clause_words.toml").read_text("utf-8"))
    words, beginnings, phrases = (defaultdict[str, list[str]](list) for _ in range(3))
    for language, listed in data.items():
        for word in filter(None, map(str.strip, listed.split(";"))):
            key = folded(word.rstrip("*"))
            if language in _WITHIN_WORDS:
                phrases[key].append(language)
            elif " " in key:
                phrases[f" {key} "].append(language)
            else:
                (beginnings if word.endswith("*") else words)[key].append(language)
    return _ClosedWords(words, beginnings, phrases)
