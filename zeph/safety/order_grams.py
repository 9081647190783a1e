"""The letters and words of a text as numbers, for what is learned of orders (:mod:`zeph.safety.order_head`).

In: a folded text. Out: its words; of a word the numbers of each two to five letters that stand in it or at its edge, of
a word and of two words one number. All are below :data:`BUCKETS`. Writing without spaces is one long word; digits count
alike.
"""

import re
from binascii import crc32
from collections.abc import Iterator

BUCKETS = 1 << 17
SHORTEST, LONGEST = 2, 5

_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")


def words(text: str) -> Iterator[tuple[int, str]]:
    """With the place of their first letter."""
    return ((found.start(), found[0]) for found in _WORD.finditer(_DIGIT.sub("0", text)))


def letters(word: str) -> tuple[int, ...]:
    edged = f" {word} "
    return tuple(
        _number(edged[start : start + length])
        for length in range(SHORTEST, LONGEST + 1)
        for start in range(len(edged) - length + 1)
    )


def together(before: str, word: str) -> tuple[int, int]:
    """Of the word, and of the two."""
    return _number(word), _number(f"{before} {word}")


def _number(gram: str) -> int:
    return crc32(gram.encode("utf-8", "replace")) % BUCKETS
