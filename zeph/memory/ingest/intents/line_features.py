"""How a line is worded, by numbers: what its kind and what it is about are told by.

In: a line that somebody typed. Out: numbers of features, below ``SIZE``. Words that are seldom used count as one, so
that a feature tells how something is said and not what of; letters stand for words that are written anyhow. Features
are hashed (Weinberger et al. 2009, arXiv 0902.2206): two that share a number are seldom both of weight.
"""

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple
from zlib import crc32

from zeph.memory.language.dialect import COMMON

SIZE = 1 << 13
RARE, EDGES = "*", ("start", "stop")
"""Stands for a word that was seen too seldom to say anything."""
LONGEST_RUN, LETTERS, NEAR = 3, (4, 5), 5
"""Words in a row, letters in a row, and how far apart two words may stand that count together."""
MOST_WORDS = 80
"""Of a long line its beginning and its end."""
_WORD = re.compile(r"[^\W\d_]+(?:['’‘`][^\W\d_]+)*|\d+(?:[.,:]\d+)*|[^\w\s]|\n")
_CLOSED_UP = str.maketrans("", "", "'’‘`")
_PAUSES = frozenset(".,;:!?()-–—\n")
_LONG_PART, _FAR, _LONG_STRETCH, _MOST = 4, 6, 12, 30
"""Words."""


class Token(NamedTuple):
    word: str
    """Folded, apostrophes closed up, all numbers alike, as it is commonly written."""
    start: int
    end: int


def tokens_of(line: str) -> list[Token]:
    return [Token(_folded(found[0]), *found.span()) for found in _WORD.finditer(line)]


def _folded(word: str) -> str:
    folded = "0" if word[0].isdigit() else word.translate(_CLOSED_UP).casefold() or word
    return COMMON.get(folded, folded)


def number_of(feature: str) -> int:
    return crc32(feature.encode()) % SIZE


def kind_features(tokens: Sequence[Token], vocabulary: Set[str]) -> set[int]:
    """Of the whole line."""
    if len(tokens) > MOST_WORDS:
        tokens = [*tokens[: MOST_WORDS // 2], *tokens[-MOST_WORDS // 2 :]]
    words = [one.word for one in tokens]
    known = ["<", *(word if word in vocabulary else RARE for word in words), ">"]
    return {number_of(one) for one in (*_runs(known), *_pairs(known), *_parts(known[1:-1]), *_letters({*words}))}


def _runs(words: Sequence[str]) -> Iterator[str]:
    for size in range(1, LONGEST_RUN + 1):
        for at in range(len(words) - size + 1):
            yield " ".join(words[at : at + size])


def _pairs(words: Sequence[str]) -> Iterator[str]:
    """Two words in their order with others between them."""
    for at, first in enumerate(words):
        if first != RARE:
            yield from (f"{first} … {other}" for other in words[at + 2 : at + NEAR] if other != RARE)


def _parts(words: Sequence[str]) -> Iterator[str]:
    """How what stands between pauses begins and ends."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word in _PAUSES:
            parts.append([])
        else:
            parts[-1].append(word)
    parts = [part for part in parts if part]
    for part in parts:
        yield from (f"begins {' '.join(part[:size])}" for size in range(1, LONGEST_RUN + 1))
        yield from (f"ends {' '.join(part[-size:])}" for size in (1, 2))
        if len(part) <= _LONG_PART:
            yield f"whole {' '.join(part)}"
    if parts:
        yield from (f"first {' '.join(parts[0][:size])}" for size in (1, 2))
        yield from (f"last {' '.join(parts[-1][:size])}" for size in (1, 2))
    yield f"parts {min(_LONG_PART, len(parts))}"
    yield f"long {min(2 * _LONG_PART, len(words) // _LONG_PART)}"


def _letters(words: Set[str]) -> Iterator[str]:
    for word in words:
        shown = f"^{word}$"
        for size in LETTERS:
            yield from (f"~{shown[at : at + size]}" for at in range(len(shown) - size + 1))


def edge_features(words: Sequence[str], at: int, edge: str, kind: str) -> Iterator[int]:
    """Of the place before word ``at``, as the ``edge`` ("start" or "stop") of what a line of that kind is about.
    ``words``: known ones, others as RARE. As many of each place."""
    around = [words[i] if 0 <= i < len(words) else "|" for i in range(at - 3, at + 3)]
    left, right = around[:3], around[3:]
    said = (
        f"{left[2]}_", f"_{right[0]}", f"{left[2]}_{right[0]}", f"{left[1]} {left[2]}_", f"_{right[0]} {right[1]}",
        f"{' '.join(left)}_", f"_{' '.join(right)}", f"{left[1]} {left[2]}_{right[0]}",
        f"{left[2]}_{right[0]} {right[1]}", f"at {min(at, _FAR)}", f"left {min(len(words) - at, _FAR)}",
        f"{left[1]} . _", f"_ . {right[1]}",
    )  # fmt: skip
    for one in said:
        yield number_of(f"{edge} {one}")
        yield number_of(f"{edge} {kind} {one}")


def stretches_of(words: Sequence[str]) -> list[tuple[int, int]]:
    """From which word to before which: first none, then all that begin and end with no mark."""
    ends = [at for at, word in enumerate(words) if word not in _PAUSES]
    return [(0, 0), *((start, stop + 1) for start in ends for stop in ends if start <= stop < start + _MOST)]


def stretch_features(words: Sequence[str], start: int, stop: int, kind: str) -> Iterator[int]:
    """Of a stretch that a line of that kind may be about. As many of each."""
    if not stop:
        size = whole = marks = "none"
    else:
        begins, ends = not start or words[start - 1] in _PAUSES, stop == len(words) or words[stop] in _PAUSES
        size = str(min(_LONG_STRETCH, stop - start))
        whole = f"{begins} {ends} {start == 0} {stop == len(words)}"
        marks = f"{begins} {ends} {min(2, sum(word in _PAUSES for word in words[start:stop]))}"
    for one in (f"size {size}", f"whole {whole}", f"marks {marks}", f"{size} of {min(_LONG_STRETCH, len(words))}"):
        yield number_of(f"stretch {one}")
        yield number_of(f"stretch {kind} {one}")
