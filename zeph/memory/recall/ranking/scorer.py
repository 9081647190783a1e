"""How likely a line is to help with a question: logistic regressions, one for facts and one for messages.

In: features by name (``fact_features``, ``message_features``). Out: log odds, the parts they are the sum of, and a
probability. The weights (``learned_ranking.json``) are learned from questions whose answers are labelled, by
``python -m benchmarks.learn_ranking --write``, with figures in docs/quality.md: pairs of a line that helps and one that
does not, each counted by what their change of places would do to nDCG (LambdaRank: Burges, Ragno, Le, 2006), then
scaled so that the sum tells how often such lines helped (Platt, 1999). Where nothing can be embedded other weights
count, learned without likeness.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from zeph.memory.recall.gather.channels import Channels

DATA_FILE = "learned_ranking.json"
STEEPEST = 30.0
BY_HAND = {
    "time": 12.0,  # said, or naming a date, in the time that the question is about: a named day outranks all else
    "kind": 2.5,  # it names a thing of the kind of which several are asked for: a city, a language
    "cost": -0.2,  # how long it is: of two that may as well help the shorter leaves room for a third
}
"""Too rare in what is labelled to be learned, or no matter of helping."""
BASE = "base"
"""The part that every line has: how seldom one helps."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Of one kind of line."""

    base: float
    weights: Mapping[str, float]

    def log_odds(self, ids: Mapping[int, object], features: Channels) -> dict[int, float]:
        """Of each id; what a feature does not name is 0."""
        order = list(ids)
        totals = [self.base] * len(order)
        for name, values in features.items():
            weight, value_of = self.weights.get(name, 0.0), values.get
            if weight and values:
                totals = [
                    total + weight * value if (value := value_of(i)) else total
                    for i, total in zip(order, totals, strict=True)
                ]
        return dict(zip(order, totals, strict=True))

    def parts(self, i: int, features: Channels) -> dict[str, float]:
        """What the log odds of one line are the sum of, by feature."""
        told = {name: self.weights.get(name, 0.0) * values.get(i, 0.0) for name, values in features.items()}
        return {BASE: self.base} | {name: value for name, value in told.items() if value}


class PartsOf(Mapping[int, Mapping[str, float]]):
    """The parts of each score, summed up only where somebody asks."""

    def __init__(self, scorer: Scorer, features: Channels, scores: Mapping[int, float]) -> None:
        self._scorer = scorer
        self._features = features
        self._scores = scores

    def __getitem__(self, i: int) -> Mapping[str, float]:
        return self._scorer.parts(i, self._features)

    def __iter__(self) -> Iterator[int]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)


@dataclass(frozen=True, slots=True)
class Scorers:
    facts: Scorer
    messages: Scorer
    """Of talk among people with names."""
    messages_alone: Scorer
    """Of talk with an assistant, whose turns are long and answered by it."""
    lines: Scorer
    """Of facts once messages are ranked (``source_features``)."""


def probability(log_odds: float) -> float:
    """0 to 1."""
    return 1.0 / (1.0 + math.exp(-max(-STEEPEST, min(STEEPEST, log_odds))))


def log_odds_of(share: float) -> float:
    """The opposite of :func:`probability`."""
    return math.log(share / (1.0 - share))


@cache
def scorers(embedded: bool) -> Scorers:
    """Those that are shipped; ``embedded``: whether likeness is known."""
    read = json.loads((resources.files(__package__) / DATA_FILE).read_text("utf-8"))
    made = read["embedded" if embedded else "words"]
    return Scorers(**{name: Scorer(each["base"], BY_HAND | each["weights"]) for name, each in made.items()})
