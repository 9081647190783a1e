"""How likely a text orders a model about, whatever rule it fits: what was learned of words that stand together.

In: a folded text and its parts (:mod:`zeph.safety.order_words`). Out: whether its likeliest stretch is above the
threshold. Logistic regression over five kinds of features: parts and meanings (:mod:`zeph.safety.order_meanings`) of
one language, pairs of them that stand near one another, pairs in their order, letters, and words
(:mod:`zeph.safety.order_grams`). As parts and meanings are the same in every language, what is learned in one holds in
all. Each kind is divided by the root of its number, so that length tells nothing. The weights (``orders/weights.json``)
are learned by ``python -m benchmarks.learn_orders``; the file says on how many texts, and its threshold is where one
harmless text in 5,000 is flagged.
"""

import base64
import functools
import hashlib
import json
import re
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import accumulate
from math import log, sqrt
from typing import Any, NamedTuple

from zeph.safety.order_grams import letters, together, words
from zeph.safety.order_meanings import TONGUES, meanings
from zeph.safety.order_words import Parts

KINDS = {"one": 2.0, "near": 4.0, "order": 4.0, "letters": 30.0, "words": 6.0}
"""With what is added to the number of each, so that a text of few words says little."""
STRETCH = 300
"""Characters that are looked at together: whole sentences, half of it of one without an end."""
STRIDE = 75
"""Characters that the next stretch begins later at least."""
NEAR, CLOSE = 12.0, 5.0
"""Words within which two count as a pair, and as a pair in their order."""
LONG_WORD = 60
"""Letters of a word from which each group of its letters counts once, however often it comes."""
MOST_HITS = 100
"""Parts and meanings of a stretch that are paired: more stand only in what is repeated."""
CHANCE = 0.5
_GLUE = ("soft", "modal")
_ENDS = re.compile(r"[.!?;\n]\s+|[。！？；]|\n")


class Hit(NamedTuple):
    at: float
    name: int
    languages: int
    start: int


class Counted(NamedTuple):
    """A kind of feature in a stretch: the sum of its weights, and how many there are."""

    total: float
    number: int


@dataclass(frozen=True)
class Weights:
    bias: float
    threshold: float
    names: Mapping[str, int]
    """The number of each part and meaning."""
    tables: Mapping[str, Sequence[int]]
    """Of each kind, by the feature's number."""
    scales: Mapping[str, float]
    """What a 1 of a table stands for."""

    def score(self, counted: Mapping[str, Counted]) -> float:
        """Log odds."""
        sums = (
            self.scales[kind] * counted[kind].total / sqrt(counted[kind].number + more) for kind, more in KINDS.items()
        )
        return sum(sums) + self.bias


def is_likely_order(text: str, parts: Parts, mentioned: Sequence[tuple[int, int]] = ()) -> bool:
    """``mentioned``: stretches of the text that are only talked about."""
    return log_odds(text, parts, mentioned) > learned().threshold


def log_odds(text: str, parts: Parts, mentioned: Sequence[tuple[int, int]] = ()) -> float:
    """Of the likeliest stretch."""
    weights = learned()
    return most([weights.score(counted) for counted in _counted(text, parts, mentioned, weights)])


def most(odds: Sequence[float]) -> float:
    """Of the likeliest of so many: of more one is likely by chance."""
    return max(odds) - CHANCE * log(len(odds))


def _counted(
    text: str, parts: Parts, mentioned: Sequence[tuple[int, int]], weights: Weights
) -> Iterator[dict[str, Counted]]:
    starts, letter_sums, word_sums = _gram_sums(text, mentioned, weights)
    hits = hits_of(text, parts, mentioned, weights.names)
    places = [hit.start for hit in hits]
    for start, end in stretches(text):
        low, high = bisect_left(starts, start), bisect_left(starts, end)
        counted = {"letters": _between(letter_sums, low, high), "words": Counted(*_between(word_sums, low, high))}
        first, behind = bisect_left(places, start), bisect_left(places, end)
        found = pairs_of(hits[first : min(behind, first + MOST_HITS)], len(weights.names))
        for kind, numbers in found.items():
            table = weights.tables[kind]
            counted[kind] = Counted(sum(table[number] for number in numbers), len(numbers))
        yield counted


_Sums = tuple[list[int], list[int]]


def _gram_sums(text: str, mentioned: Sequence[tuple[int, int]], weights: Weights) -> tuple[list[int], _Sums, _Sums]:
    """Where the words begin, and the weights and numbers of letters and words before each."""
    table, before = weights.tables["words"], ""
    starts, of_letters, of_words = [], [], []
    for start, word in words(text):
        if is_mentioned(start, mentioned):
            continue
        starts.append(start)
        of_letters.append(_of_letters(word))
        of_words.append(sum(table[number] for number in together(before, word)))
        before = word
    sums = (
        list(accumulate((total for total, _ in of_letters), initial=0)),
        list(accumulate((number for _, number in of_letters), initial=0)),
    )
    return starts, sums, (list(accumulate(of_words, initial=0)), list(range(0, 2 * len(starts) + 1, 2)))


@functools.lru_cache(maxsize=20_000)
def _of_letters(word: str) -> tuple[int, int]:
    table, numbers = learned().tables["letters"], letters(word)
    if len(word) > LONG_WORD:
        numbers = tuple(set(numbers))
    return sum(table[number] for number in numbers), len(numbers)


def _between(sums: _Sums, low: int, high: int) -> Counted:
    return Counted(sums[0][high] - sums[0][low], sums[1][high] - sums[1][low])


def is_mentioned(place: int, mentioned: Sequence[tuple[int, int]]) -> bool:
    return any(low <= place < high for low, high in mentioned)


def hits_of(text: str, parts: Parts, mentioned: Sequence[tuple[int, int]], names: Mapping[str, int]) -> list[Hit]:
    """Parts and meanings that have a number, in the order of the text."""
    found = [
        Hit(each.at, names[name], each.languages, parts.spans[each.first][0])
        for name, every in parts.found.items()
        if name in names and name not in _GLUE
        for each in every
    ]
    for name, token, languages in meanings(text, parts.spans):
        if name in names:
            found.append(Hit(parts.places[token], names[name], languages, parts.spans[token][0]))
    return sorted(hit for hit in found if not is_mentioned(hit.start, mentioned))


def pairs_of(hits: Sequence[Hit], count: int) -> dict[str, set[int]]:
    """The numbers of what stands in a stretch, of the language that has most of it; ``count`` of all names."""
    bit = 1 << _language_of(hits)
    own = [(hit.at, hit.name) for hit in hits if hit.languages & bit]
    near: set[int] = set()
    order: set[int] = set()
    for i, (at, name) in enumerate(own):
        for j in range(i + 1, len(own)):
            distance, other = own[j][0] - at, own[j][1]
            if distance > NEAR:
                break
            if name != other:
                near.add(min(name, other) * count + max(name, other))
            if 0 < distance <= CLOSE:
                order.add(name * count + other)
    return {"one": {name for _, name in own}, "near": near, "order": order}


def _language_of(hits: Sequence[Hit]) -> int:
    counts = [0] * len(TONGUES)
    for bits in (hit.languages for hit in hits if hit.languages > 0):
        while bits:
            lowest = bits & -bits
            counts[lowest.bit_length() - 1] += 1
            bits ^= lowest
    return counts.index(max(counts))


def stretches(text: str) -> list[tuple[int, int]]:
    """Sentences that follow one another, as many as fit, from each; none within another."""
    edges = [0, *(found.end() for found in _ENDS.finditer(text)), len(text)]
    cuts = [0]
    for edge in edges:
        while edge - cuts[-1] > STRETCH // 2:
            low, high = cuts[-1] + STRETCH // 4, cuts[-1] + STRETCH // 2
            cuts.append(max(text.rfind(" ", low, high) + 1, low))
        if edge > cuts[-1]:
            cuts.append(edge)
    found: list[tuple[int, int]] = []
    last = 1
    for i, start in enumerate(cuts[:-1]):
        last = max(last, i + 1)
        while last + 1 < len(cuts) and cuts[last + 1] - start <= STRETCH:
            last += 1
        if not found or (found[-1][1] < cuts[last] and (start - found[-1][0] >= STRIDE or last + 1 == len(cuts))):
            found.append((start, cuts[last]))
    return found or [(0, len(text))]


@functools.cache
def learned() -> Weights:
    """Raises ValueError where the file is not what was written."""
    data = json.loads(resources.files("zeph.safety").joinpath("orders/weights.json").read_text("utf-8"))
    if data["checksum"] != checksum(data):
        raise ValueError("zeph/safety/orders/weights.json is damaged: install Zeph again.")
    tables = {kind: memoryview(zlib.decompress(base64.b64decode(data["tables"][kind]))).cast("b") for kind in KINDS}
    return Weights(
        data["bias"], data["threshold"], {name: i for i, name in enumerate(data["names"])}, tables, data["scales"]
    )


def checksum(data: Mapping[str, Any]) -> str:
    """Of all that is written but itself."""
    kept = {key: value for key, value in data.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
