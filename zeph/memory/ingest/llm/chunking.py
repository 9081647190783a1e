"""A long text in parts that a model can read one at a time.

In: a text and what kind of episode it is. Out: pieces of at most :data:`PART_TOKENS`, each of which begins with the end
of the one before it, so that no sentence loses its neighbour; a JSON record is cut between its items or fields, and
each piece is JSON again that still says what it is about.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal

from zeph.models.tokens import count_tokens, cut_to_tokens

PART_TOKENS = 1_500
OVERLAP_TOKENS = 100
MOST_PARTS = 40
"""About 60,000 tokens; what follows is counted as dropped."""
NAMED_BY = 3
"""Short fields that each piece of a record repeats: what the record is called."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def parts_of(text: str, kind: Literal["message", "text", "json"]) -> tuple[list[str], int]:
    """The pieces, and how many more there would be."""
    if count_tokens(text) <= PART_TOKENS:
        return [text], 0
    pieces = list(_records(text) if kind == "json" else _pieces(text))
    return pieces[:MOST_PARTS], max(0, len(pieces) - MOST_PARTS)


def _pieces(text: str) -> Iterator[str]:
    """Whole sentences up to the limit; the last of them are the next piece's first."""
    held: list[str] = []
    used = 0
    for sentence in _sentences(text):
        tokens = count_tokens(sentence)
        if held and used + tokens > PART_TOKENS:
            yield " ".join(held)
            held = _tail(held)
            used = sum(map(count_tokens, held))
        held.append(sentence)
        used += tokens
    if held:
        yield " ".join(held)


def _sentences(text: str) -> Iterator[str]:
    """None is longer than what a piece holds beside its overlap."""
    most = PART_TOKENS - OVERLAP_TOKENS
    for sentence in _SENTENCE_END.split(text):
        while count_tokens(sentence) > most:
            head = cut_to_tokens(sentence, most) or sentence[:most]
            yield head
            sentence = sentence[len(head) :]
        if sentence.strip():
            yield sentence.strip()


def _tail(sentences: list[str]) -> list[str]:
    kept: list[str] = []
    for sentence in reversed(sentences):
        if sum(map(count_tokens, [sentence, *kept])) > OVERLAP_TOKENS:
            break
        kept.insert(0, sentence)
    return kept


def _records(text: str) -> Iterator[str]:
    value = json.loads(text)
    if isinstance(value, list):
        yield from _grouped([[item] for item in value], [])
    else:
        fields = list(value.items())
        named = [(k, v) for k, v in fields if isinstance(v, (str, int, float)) and len(str(v)) <= 80][:NAMED_BY]
        yield from _grouped([{k: v} for k, v in fields if (k, v) not in named], dict(named))


def _grouped(items: list[Any], first: Any) -> Iterator[str]:
    """Items or fields together while they fit; one that does not fit alone is read as text."""
    held, empty = first, True
    for item in items:
        more = held + item if isinstance(held, list) else {**held, **item}
        if not empty and count_tokens(_written(more)) > PART_TOKENS:
            yield _written(held)
            held, empty = first, True
            more = held + item if isinstance(held, list) else {**held, **item}
        if count_tokens(written := _written(more)) > PART_TOKENS:
            yield from _pieces(written)
        else:
            held, empty = more, False
    if not empty:
        yield _written(held)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
