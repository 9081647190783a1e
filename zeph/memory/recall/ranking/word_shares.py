"""Which of the question's words texts have, each word counted by how rare it is among them.

In: texts, lower case, by id, and words. Out: :class:`WordShares`, shares of 0 to 1. A text has a word where it holds
the beginning that all its forms share: what is looked at are candidates, and there are hundreds.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from zeph.memory.recall.query.vocabulary import STOP_WORDS, related_stems, stem, words

LEAST = 0.1
"""What a word is worth that all texts have."""
PHRASES = 2.0
"""Runs of two words of the question that count in full."""


@dataclass(frozen=True, slots=True)
class WordShares:
    own: dict[int, float]
    """Of the words that a text has."""
    related: dict[int, float]
    """Of those that it has not itself, but a word that answers to them."""
    holding: list[tuple[float, Collection[int]]]
    """Of each word: its share, and the texts that have it."""


def word_shares(texts: Mapping[int, str], terms: Iterable[str]) -> WordShares:
    each = list(dict.fromkeys(terms))
    holding = [_holding(texts, [stem(term)]) for term in each]
    worth = [max(LEAST, math.log((len(texts) + 1) / (len(holds) + 0.5))) for holds in holding]
    whole = sum(worth) or 1.0
    shares = WordShares({}, {}, [(value / whole, holds) for value, holds in zip(worth, holding, strict=True)])
    for term, (share, holds) in zip(each, shares.holding, strict=True):
        answering = _holding(texts, related_stems(term)) if related_stems(term) else set()
        for found, ids in ((shares.own, holds), (shares.related, answering.difference(holds))):
            for i in ids:
                found[i] = found.get(i, 0.0) + share
    return shares


def phrases(texts: Mapping[int, str], question: str) -> dict[int, float]:
    """How much of the question's own wording a text has: two words that stand together, not both of them stop words."""
    runs = {" ".join(pair) for pair in pairwise(words(question)) if not STOP_WORDS.issuperset(pair)}
    counts = {i: sum(map(text.__contains__, runs)) for i, text in texts.items()}
    return {i: min(1.0, count / PHRASES) for i, count in counts.items() if count}


def _holding(texts: Mapping[int, str], stems: Iterable[str]) -> set[int]:
    begins = [each.removesuffix("y") for each in stems]  # "stories" has "story"
    if len(begins) == 1:
        return {i for i, text in texts.items() if begins[0] in text}
    return {i for i, text in texts.items() if any(map(text.__contains__, begins))}
