"""Whether a receipt tells what a message said, or hardly half of it.

In: what somebody said, and what was noted of it. Out: true where most of what it speaks of stands in no sentence of the
receipt: then the person is told that the rest is kept as it was said, and not that it was understood.
"""

from zeph.memory.recall.query.vocabulary import FIRST_PERSON, STOP_WORDS, THIRD_PERSON, stem, words
from zeph.records.revision import Receipt

_SHORTEST = 3
"""Letters of a word that speaks of something."""
_LITTLE = STOP_WORDS | FIRST_PERSON | THIRD_PERSON
LEAST, MOST = 3, 0.4
"""Words that stand nowhere at least, and the share of all that may."""


def told_in_part(text: str, receipt: Receipt | None) -> bool:
    """Of a message that was read at all."""
    if receipt is None or not receipt.noted:
        return False
    told = (
        *(fact for fact, _ in receipt.noted), *receipt.reinforced, *receipt.changed, *receipt.superseded,
        *receipt.ended, *receipt.remembered, *receipt.review,
    )  # fmt: skip
    stands = {stem(word) for sentence in told for word in words(sentence)}
    said = {stem(word) for word in words(text) if _speaks(word)}
    rest = said - stands
    return len(rest) >= LEAST and len(rest) > MOST * len(said)


def _speaks(word: str) -> bool:
    """Of something: no time, number or little word, which a receipt tells in its own way."""
    return len(word) >= _SHORTEST and word.isalpha() and word not in _LITTLE
