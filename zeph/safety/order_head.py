"""How likely the parts that stand near one another in a text make an order to a model, whatever rule they fit.

In: the parts of a text (:mod:`zeph.safety.order_words`). Out: a score, and whether it is above the threshold. Logistic
regression over which parts, and which pairs of parts, of one language stand within :data:`WINDOW` words; as parts mean
the same in every language, what is learned in one holds in all. The weights (``orders/weights.json``) are learned by
``python -m benchmarks.learn_orders``; the file says on how many texts, and its threshold is where one harmless text in
5,000 is flagged.
"""

import functools
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from math import sqrt

from zeph.safety.order_words import LANGUAGES, Parts

WINDOW = 18.0
"""Words."""
LEAST = 3
"""Parts from which a window is looked at."""
MOST_WINDOWS = 40
"""Of one text; those with the most parts."""
NEVER = -99.0
_GLUE = ("soft", "modal")


@dataclass(frozen=True, slots=True)
class Weights:
    bias: float
    threshold: float
    of: Mapping[str, float]
    """Of a part, or of two with a space between, in alphabetical order."""

    def score(self, window: Collection[str]) -> float:
        """Log odds, of features whose length does not count."""
        features = [self.of[name] for name in features_of(window) if name in self.of]
        count = len(window) * (len(window) + 1) / 2
        return sum(features) / sqrt(count) + self.bias


def is_likely_order(parts: Parts, mentioned: Sequence[tuple[int, int]] = ()) -> bool:
    """``mentioned``: stretches of the text that are only talked about."""
    weights = learned()
    return any(weights.score(window) > weights.threshold for window in windows(parts, mentioned))


def features_of(window: Collection[str]) -> Iterator[str]:
    names = sorted(window)
    yield from names
    yield from (f"{one} {other}" for one, other in combinations(names, 2))


def windows(parts: Parts, mentioned: Sequence[tuple[int, int]] = ()) -> list[frozenset[str]]:
    """Sets of parts that stand near one another, none within another, the largest first."""
    hits = sorted(
        (each.at, name, each.languages)
        for name, found in parts.found.items()
        if name not in _GLUE
        for each in found
        if not any(low <= parts.spans[each.first][0] < high for low, high in mentioned)
    )
    if len({name for _, name, _ in hits}) < LEAST:
        return []
    spoken = [language for language in range(len(LANGUAGES)) if any(bits >> language & 1 for *_, bits in hits)]
    sets = {window for language in spoken for window in _windows_in(hits, language)}
    kept: list[frozenset[str]] = []
    for window in sorted(sets, key=lambda each: (-len(each), sorted(each))):
        if len(kept) < MOST_WINDOWS and not any(window < larger for larger in kept):
            kept.append(window)
    return kept


def _windows_in(hits: Sequence[tuple[float, str, int]], language: int) -> Iterator[frozenset[str]]:
    own = [(at, name) for at, name, languages in hits if languages >> language & 1]
    first = 0
    for last, (at, _) in enumerate(own):
        while at - own[first][0] > WINDOW:
            first += 1
        if last + 1 == len(own) or own[last + 1][0] - own[first][0] > WINDOW:
            window = frozenset(name for _, name in own[first : last + 1])
            if len(window) >= LEAST:
                yield window


@functools.cache
def learned() -> Weights:
    """Raises ValueError where the file is not what was written."""
    data = json.loads(resources.files("zeph.safety").joinpath("orders/weights.json").read_text("utf-8"))
    if data["checksum"] != checksum(data["weights"]):
        raise ValueError("zeph/safety/orders/weights.json is damaged: install Zeph again.")
    return Weights(data["bias"], data["threshold"], data["weights"])


def checksum(weights: Mapping[str, float]) -> str:
    return hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()
