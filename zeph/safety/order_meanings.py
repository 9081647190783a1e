"""What the words of a text mean, as far as it tells orders to a model from talk, in thirteen languages.

In: a folded text and its tokens. Out: each meaning with its token and the languages in which a word has it. The words
are data (``orders/meanings.toml``); they are many and loose, as nothing follows from one of them alone: the learned
part (:mod:`zeph.safety.order_head`) weighs which of them stand together.
"""

import functools
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import NamedTuple

from zeph.safety.order_words import LANGUAGES, UNSPACED, listed, matched
from zeph.safety.unmasking import folded

TONGUES = (*LANGUAGES, "pl")
MARK = "~"
"""With this the name of a meaning begins, so that none is taken for a part."""


class Meant(NamedTuple):
    name: str
    token: int
    languages: int
    """A bit a language, in the order of :data:`TONGUES`."""


class _Entry(NamedTuple):
    name: str
    languages: int
    rest: tuple[str, ...]


class _Known(NamedTuple):
    exact: dict[str, list[_Entry]]
    prefixes: dict[str, list[_Entry]]
    longest: int
    literal: dict[str, list[tuple[str, str, int]]]
    """By first character: name, text, languages."""


def meanings(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Meant]:
    """In the order of the text; ``spans`` are those of :func:`zeph.safety.order_words.parts_of`."""
    literal = _known().literal
    tokens = [text[start:end] for start, end in spans]
    for i, token in enumerate(tokens):
        for name, wording, languages in literal.get(token[0], ()):
            if text.startswith(wording, spans[i][0]):
                yield Meant(name, i, languages)
        for entry in _entries(token):
            if not entry.rest or matched(entry.rest, tokens, i + 1) >= 0:
                yield Meant(entry.name, i, entry.languages)


@functools.cache
def names() -> tuple[str, ...]:
    known = _known()
    every = (*known.exact.values(), *known.prefixes.values())
    return tuple(sorted({entry.name for entries in every for entry in entries}))


@functools.lru_cache(maxsize=50_000)
def _entries(token: str) -> tuple[_Entry, ...]:
    known = _known()
    found = [*known.exact.get(token, ())]
    for length in range(1, min(len(token), known.longest) + 1):
        found += known.prefixes.get(token[:length], ())
    return tuple(found)


@functools.cache
def _known() -> _Known:
    exact: dict[str, dict[tuple[str, tuple[str, ...]], int]] = defaultdict(lambda: defaultdict(int))
    prefixes: dict[str, dict[tuple[str, tuple[str, ...]], int]] = defaultdict(lambda: defaultdict(int))
    literal: dict[str, dict[tuple[str, str], int]] = defaultdict(lambda: defaultdict(int))
    data = tomllib.loads(resources.files("zeph.safety").joinpath("orders/meanings.toml").read_text("utf-8"))
    for meaning, by_language in data.items():
        name = MARK + meaning
        for language, wordings in by_language.items():
            bit = 1 << TONGUES.index(language)
            for wording in map(folded, listed(wordings)):
                if re.search(f"[{UNSPACED}]", wording):
                    literal[wording[0]][name, wording] |= bit
                    continue
                first, *rest = re.findall(r"\.\.|[^\W_]+\*?", wording)
                index = prefixes if first.endswith("*") else exact
                index[first.removesuffix("*")][name, tuple(rest)] |= bit
    return _Known(
        _as_entries(exact), _as_entries(prefixes), max(map(len, prefixes)),
        {first: [(name, text, bits) for (name, text), bits in found.items()] for first, found in literal.items()},
    )  # fmt: skip


def _as_entries(index: dict[str, dict[tuple[str, tuple[str, ...]], int]]) -> dict[str, list[_Entry]]:
    return {word: [_Entry(name, bits, rest) for (name, rest), bits in found.items()] for word, found in index.items()}
