"""Which parts of an order to a model stand where in a text: who is addressed, what is to be done, with what.

In: a folded text. Out: :class:`Parts`. The words are data, a file a language (``orders/en.toml`` …), each part a list
of words and phrases; all files are read at once, so an order that mixes languages has its parts too.
"""

import functools
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import NamedTuple

from zeph.safety.unmasking import folded

LANGUAGES = ("de", "en", "es", "fr", "it", "ja", "ko", "nl", "pt", "ru", "tr", "zh")
GAP = 3
"""Words that ".." of a phrase stands for at most."""
SENTENCE = 3.0
"""Words that the end of a sentence counts for in a distance."""
LONG = 6
"""Characters from which a word belongs to its language alone, so that it may stand in an order in another one."""

UNSPACED = "\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    r"(?:https?|hxxps?|ftp)://[^\s\"'<>)]+|www\.\S+|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{1,60}"
    r"|[a-z0-9-]{1,60}\.(?:com|net|org|io|xyz|ru|cn|example|evil|dev|info|app|site|online|top|biz)\b"
    rf"|[{UNSPACED}]|[^\W_{UNSPACED}]+"
)
_ADDRESS = re.compile(r"://|@|\w\.[a-z]")
_STARTS = re.compile(r"[.!?:;,\n\"“”„«»()\[\]{}|•>*#。！？：；，、「」『』=]|(?<!\w)-|-(?!\w)")
_ENDS = re.compile(r"[.!?\n。！？]")
_SUBJECT_REACH = 6


class Found(NamedTuple):
    """A part: where it is, in words from the beginning (a character of unspaced writing is half a word)."""

    at: float
    until: float
    first: int
    last: int
    """Its tokens."""
    languages: int
    """In which it means that, a bit a language; -1: in any."""
    long: bool
    gapped: bool
    """Whether other words may stand within it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """``found``: by name, in the order of the text. ``spans``: of each token, in the text. ``places``: of each, in
    words from the beginning."""

    found: Mapping[str, Sequence[Found]] = field(default_factory=dict)
    spans: Sequence[tuple[int, int]] = ()
    places: Sequence[float] = ()


class _Phrase(NamedTuple):
    part: str
    languages: int
    rest: tuple[str, ...]
    begins: bool


class _Known(NamedTuple):
    """What may begin with a token."""

    words: Sequence[_Phrase]
    phrases: Mapping[str, Sequence[_Phrase]]
    """By their second word."""
    open: Sequence[_Phrase]
    """Those whose second word is not settled."""


class _Literal(NamedTuple):
    part: str
    languages: int
    text: str
    free: bool


@dataclass(frozen=True, slots=True)
class _Words:
    exact: dict[str, list[_Phrase]]
    prefixes: dict[str, list[_Phrase]]
    lengths: tuple[int, ...]
    literal: dict[str, list[_Literal]]
    subjects: tuple[str, ...]
    slips: dict[str, str]
    """A long word with a letter left out: the word."""


def parts_of(text: str) -> Parts:
    """The parts of orders in a folded text."""
    matches = list(_TOKEN.finditer(text))
    tokens = [match[0] for match in matches]
    spans = [match.span() for match in matches]
    raw = list(_raw(text, tokens, spans))
    places = _places(text, spans)
    if not raw:
        return Parts({}, spans, places)
    leads = _Leads(text, spans, {last + 1 for part, _, last, *_ in raw if part == "modal"}, raw)
    found: dict[str, list[Found]] = defaultdict(list)
    for part, first, last, languages, begins, long, gapped in raw:
        if not begins or leads.at(first):
            found[part].append(Found(places[first], places[last], first, last, languages, long, gapped))
    return Parts(found, spans, places)


@functools.cache
def leading_parts() -> frozenset[str]:
    """The parts that count only where a clause begins: what is to be done."""
    words = _words()
    known = [phrase for index in (words.exact, words.prefixes) for phrases in index.values() for phrase in phrases]
    return frozenset(phrase.part for phrase in known if phrase.begins)


@functools.cache
def part_names() -> tuple[str, ...]:
    """Of every part, in alphabetical order."""
    words = _words()
    known = {phrase.part for index in (words.exact, words.prefixes) for found in index.values() for phrase in found}
    known |= {literal.part for found in words.literal.values() for literal in found}
    return tuple(sorted(known | {"address", "mailbox"}))


_Raw = tuple[str, int, int, int, bool, bool, bool]


def _raw(text: str, tokens: Sequence[str], spans: Sequence[tuple[int, int]]) -> Iterator[_Raw]:
    """(part, first token, last token, languages, must begin a clause, long, with a gap)."""
    words = _words()
    joined = -1
    for i, token in enumerate(tokens):
        if i == joined:
            continue
        if token[0] in words.literal:
            yield from _literals(text, i, spans, words)
        if not token.isalnum() and _ADDRESS.search(token):
            yield "address", i, i, -1, False, True, False
            if "@" in token:
                yield "mailbox", i, i, -1, False, True, False
            continue
        known = _candidates(token)
        if known is None and i + 1 < len(tokens) and token + tokens[i + 1] in words.exact:
            known = _in_two_pieces(token, tokens[i + 1])
            joined = i + 1 if known else -1
        if known is not None:
            yield from _known_at(known, tokens, i)


def _literals(text: str, i: int, spans: Sequence[tuple[int, int]], words: _Words) -> Iterator[_Raw]:
    start = spans[i][0]
    for literal in words.literal[text[start]]:
        if text.startswith(literal.text, start) and not (literal.free and _is_told(text, start, literal.text, words)):
            last = _last_token(spans, i, start + len(literal.text))
            yield literal.part, i, last, literal.languages, False, True, False


def _known_at(known: _Known, tokens: Sequence[str], i: int) -> Iterator[_Raw]:
    for phrase in known.words:
        yield phrase.part, i, i, phrase.languages, phrase.begins, len(tokens[i]) >= LONG, False
    following = known.phrases.get(tokens[i + 1], ()) if known.phrases and i + 1 < len(tokens) else ()
    for phrase in (*following, *known.open):
        last = matched(phrase.rest, tokens, i + 1)
        if last >= 0:
            yield phrase.part, i, last, phrase.languages, phrase.begins, True, ".." in phrase.rest


def _in_two_pieces(one: str, other: str) -> _Known | None:
    """A long word that was written as two."""
    return _candidates(one + other) if len(one) + len(other) >= LONG and not _candidates(other) else None


def _last_token(spans: Sequence[tuple[int, int]], first: int, end: int) -> int:
    while first + 1 < len(spans) and spans[first + 1][0] < end:
        first += 1
    return first


def matched(rest: Sequence[str], tokens: Sequence[str], at: int) -> int:
    """The last token of a phrase that goes on at ``at``; -1 where it does not."""
    gap = 0
    for element in rest:
        if element == "..":
            gap = GAP
            continue
        while at < len(tokens) and not _fits(element, tokens[at]):
            if gap == 0:
                return -1
            at, gap = at + 1, gap - 1
        if at >= len(tokens):
            return -1
        at, gap = at + 1, 0
    return at - 1


def _fits(element: str, token: str) -> bool:
    return token.startswith(element[:-1]) if element.endswith("*") else token == element


@functools.lru_cache(maxsize=50_000)
def _candidates(token: str) -> _Known | None:
    """What begins with the token; None where nothing does."""
    words = _words()
    found = [*words.exact.get(token, ())]
    for length in words.lengths:
        if length > len(token):
            break
        if begun := words.prefixes.get(token[:length]):
            found += begun
    if not found and len(token) >= LONG - 1 and token in words.slips:
        return _candidates(words.slips[token])
    if not found:
        return None
    phrases: dict[str, list[_Phrase]] = defaultdict(list)
    for phrase in found:
        if phrase.rest:
            phrases["" if phrase.rest[0].endswith(("*", "..")) else phrase.rest[0]].append(phrase)
    words_alone: dict[tuple[str, bool], int] = defaultdict(int)
    for phrase in found:
        if not phrase.rest:
            words_alone[phrase.part, phrase.begins] |= phrase.languages
    merged = [_Phrase(part, languages, (), begins) for (part, begins), languages in words_alone.items()]
    return _Known(merged, phrases, phrases.get("", []))


def _is_told(text: str, start: int, verb: str, words: _Words) -> bool:
    """Whether somebody else than the reader stands before a Chinese verb in its clause, who does it, or the word goes
    on in Japanese."""
    if "\u3041" <= text[start + len(verb) : start + len(verb) + 1] <= "\u309f":
        return True
    before = re.split(r"[^\w]", text[max(0, start - _SUBJECT_REACH) : start])[-1]
    last = max((before.rfind(subject) for subject in words.subjects), default=-1)
    return last > max(before.rfind("你"), before.rfind("您"))


def _places(text: str, spans: Sequence[tuple[int, int]]) -> list[float]:
    places, at, end = [], 0.0, 0
    for start, stop in spans:
        if start > end and (ended := _ENDS.search(text, end, start)):
            at += SENTENCE
            if ended[0] != "\n" and "\n" in text[end:start]:
                at += SENTENCE  # the end of a paragraph
        places.append(at)
        at += 0.5 if text[start] > "\u3004" and not "\uac00" <= text[start] <= "\ud7a3" else 1.0
        end = stop
    return places


class _Leads:
    """Where a clause begins, or goes on behind "please", "now" or "you must"."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]], modal: set[int], raw: Sequence[_Raw]) -> None:
        self._text = text
        self._spans = spans
        self._modal = modal
        self._soft: dict[int, int] = {}
        for part, first, last, *_ in raw:
            if part == "soft":
                self._soft[last + 1] = min(first, self._soft.get(last + 1, first))

    def at(self, token: int) -> bool:
        while True:
            if token == 0 or token in self._modal:
                return True
            if _STARTS.search(self._text, self._spans[token - 1][1], self._spans[token][0]):
                return True
            if token not in self._soft:
                return False
            token = self._soft[token]


@functools.cache
def _words() -> _Words:
    words = _Words(defaultdict(list), defaultdict(list), (), defaultdict(list), (), {})
    subjects: list[str] = []
    for language in LANGUAGES:
        text = resources.files("zeph.safety").joinpath(f"orders/{language}.toml").read_text("utf-8")
        data = {part: listed(wordings) for part, wordings in tomllib.loads(text).items()}
        begins, free = set(data.pop("begins", ())), set(data.pop("free_of", ()))
        subjects += data.pop("subject", ())
        for name, wordings in data.items():
            part = name.removesuffix("!")
            for wording in wordings:
                _add(words, part, 1 << LANGUAGES.index(language), folded(wording), name in begins, name in free)
    lengths = tuple(sorted({len(prefix) for prefix in words.prefixes}))
    slips = {
        word[:i] + word[i + 1 :]: word
        for word, phrases in words.exact.items()
        for i in range(1, len(word))
        if len(word) >= LONG and any(phrase.part in SLIPPED and not phrase.rest for phrase in phrases)
    }
    stems = ("ignore", "instructions", "instruction", "disregard", "guidelines", "directives")
    slips |= {word[:i] + word[i + 1 :]: word for word in stems for i in range(1, len(word))}
    return _Words(words.exact, words.prefixes, lengths, words.literal, tuple(subjects), slips)


SLIPPED = {"drop", "orders", "before", "reveal"}
"""Parts whose long words are known with a letter left out."""


def listed(wordings: str) -> list[str]:
    return [wording for each in wordings.split(";") if (wording := each.strip())]


def _add(words: _Words, part: str, language: int, wording: str, begins: bool, free: bool) -> None:
    if re.search(f"[{UNSPACED}]", wording):
        words.literal[wording[0]].append(_Literal(part, language, wording, free))
        return
    first, *rest = re.findall(r"\.\.|[^\W_]+\*?", wording)
    index = words.prefixes if first.endswith("*") else words.exact
    index[first.removesuffix("*")].append(_Phrase(part, language, tuple(rest), begins))
