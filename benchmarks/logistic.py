"""Logistic regression over sparse examples of which each has several stretches: the likeliest of them counts.

In: examples (numbers of features and their values, a pair a stretch), what they are, what each weighs. Out: weights and
bias; the same for the same input. L-BFGS on the regularised loss, the stretches chosen anew a few times
(multiple-instance learning).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zeph.safety.order_head import CHANCE

Data = Any
"""A numpy array."""
Example = list[tuple[Data, Data]]
ROUNDS, STEPS, KEPT = 4, 30, 8
"""Choices of stretches, steps at each, gradients that are remembered."""
LOOSE = 10.0
"""Of the loss against the weights' own length."""


def array(values: Sequence[float], kind: str) -> Data:
    return np.array(values, dtype=kind)


@dataclass(frozen=True)
class _Rows:
    places: Data
    values: Data
    lengths: Data

    def times(self, weights: Data) -> Data:
        sums = np.concatenate(([0.0], np.cumsum(weights[self.places] * self.values, dtype=np.float64)))
        ends = np.cumsum(self.lengths)
        return sums[ends] - sums[ends - self.lengths]

    def turned_times(self, factors: Data, size: int) -> Data:
        return np.bincount(self.places, weights=self.values * np.repeat(factors, self.lengths), minlength=size)


def _rows(stretches: Sequence[tuple[Data, Data]]) -> _Rows:
    return _Rows(
        np.concatenate([places for places, _ in stretches]),
        np.concatenate([values for _, values in stretches]),
        np.array([len(places) for places, _ in stretches]),
    )


def scores(examples: Sequence[Example], weights: Data, bias: float) -> Data:
    """Of each example the highest of its stretches, less what is chance where there are many."""
    every = _rows([stretch for example in examples for stretch in example]).times(weights) + bias
    counts = np.array([len(example) for example in examples])
    return np.maximum.reduceat(every, np.cumsum([0, *counts])[:-1]) - CHANCE * np.log(counts)


def learn(data: Sequence[tuple[Example, int, float]], size: int) -> tuple[Data, float]:
    examples = [example for example, _, _ in data]
    truth = np.array([y for _, y, _ in data], dtype=np.float64)
    weight = np.array([w for _, _, w in data])
    every = _rows([stretch for example in examples for stretch in example])
    starts = np.cumsum([0, *(len(example) for example in examples)])
    both = np.zeros(size + 1)
    for _ in range(ROUNDS):
        likely = every.times(both[:-1])
        chosen = [
            example[int(np.argmax(likely[start:end]))]
            for example, start, end in zip(examples, starts, starts[1:], strict=False)
        ]
        both = _descend(_rows(chosen), truth, weight, both)
    return both[:-1].astype(np.float32), float(both[-1])


def _loss(rows: _Rows, truth: Data, weight: Data, both: Data) -> tuple[float, Data]:
    margin = (rows.times(both[:-1]) + both[-1]) * (2 * truth - 1)
    wrong = 1 / (1 + np.exp(np.clip(margin, -50, 50)))
    slope = LOOSE * weight * wrong * (1 - 2 * truth)
    own = np.append(both[:-1], 0.0)
    loss = LOOSE * float(weight @ np.logaddexp(0, -margin)) + 0.5 * float(own @ own)
    return loss, np.append(rows.turned_times(slope, len(both) - 1), slope.sum()) + own


def _descend(rows: _Rows, truth: Data, weight: Data, both: Data) -> Data:
    past: list[tuple[Data, Data]] = []
    loss, slope = _loss(rows, truth, weight, both)
    for _ in range(STEPS):
        way = -_turned(slope, past)
        step, fall = (1.0 if past else 1 / max(1.0, float(np.linalg.norm(slope)))), float(slope @ way)
        while True:
            tried, (new_loss, new_slope) = both + step * way, _loss(rows, truth, weight, both + step * way)
            if new_loss <= loss + 1e-4 * step * fall or step < 1e-8:
                break
            step /= 2
        past = [*past, (tried - both, new_slope - slope)][-KEPT:]
        both, loss, slope = tried, new_loss, new_slope
    return both


def _turned(slope: Data, past: Sequence[tuple[Data, Data]]) -> Data:
    """The slope by the inverse curvature that the past steps tell (two loops)."""
    found, shares = slope.copy(), []
    for moved, changed in reversed(past):
        share = float(moved @ found) / float(moved @ changed)
        shares.append(share)
        found -= share * changed
    if past:
        moved, changed = past[-1]
        found *= float(moved @ changed) / float(changed @ changed)
    for (moved, changed), share in zip(past, reversed(shares), strict=True):
        found += moved * (share - float(changed @ found) / float(moved @ changed))
    return found
