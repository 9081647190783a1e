"""A long text in overlapping passages, each small enough to be embedded whole and to be put before a model.

In: a text. Out: (start, stop) of each passage, in characters; none for a text that is short enough itself. Passages
begin and end where sentences do, as far as these are short enough.
"""

import re
from collections.abc import Iterator

from zeph.memory.language.sentence_split import SENTENCE_END
from zeph.models.tokens import count_tokens, cut_to_tokens

TOKENS = 120
"""Of a passage at most, and of a text that needs none."""
OVERLAP = 30
"""Tokens that a passage may share with the one before it: what a cut tears apart is whole in one of the two."""
SHORTEST = TOKENS * 3 // 4
"""Characters up to which no text has more tokens than a passage, whatever its script."""
_SPACE = re.compile(r"\s*")


def is_long(text: str) -> bool:
    """Whether it has passages."""
    return len(text) > SHORTEST and count_tokens(text) > TOKENS


def passages_of(text: str) -> list[tuple[int, int]]:
    """In order; together they hold all that is not white space."""
    if not is_long(text):
        return []
    found: list[tuple[int, int]] = []
    held: list[tuple[int, int]] = []
    for sentence in _sentences(text):
        if held and count_tokens(text[held[0][0] : sentence[1]]) > TOKENS:
            found.append((held[0][0], held[-1][1]))
            held = _shared(text, held, sentence)
        held.append(sentence)
    return [*found, (held[0][0], held[-1][1])] if held else found


def _shared(text: str, held: list[tuple[int, int]], following: tuple[int, int]) -> list[tuple[int, int]]:
    """The last sentences of a passage that the next one, which goes on with ``following``, begins with."""
    kept = 0
    while kept < len(held):
        begin = held[-1 - kept][0]
        if count_tokens(text[begin : held[-1][1]]) > OVERLAP or count_tokens(text[begin : following[1]]) > TOKENS:
            break
        kept += 1
    return held[len(held) - kept :]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, stop) of each, without the space around it; one too long for a passage comes in pieces."""
    start = 0
    for stop in [*(end.end() for end in SENTENCE_END.finditer(text)), len(text)]:
        while piece := text[start:stop].strip():
            begin = _SPACE.match(text, start).end()  # type: ignore[union-attr]
            cut = cut_to_tokens(piece, TOKENS - OVERLAP) if count_tokens(piece) > TOKENS else piece
            cut = cut.rstrip() or piece[:1]
            start = begin + len(cut)
            yield begin, start
        start = stop
