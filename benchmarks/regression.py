"""How weights are fitted: Adam from zero, and Newton's steps for logistic regression. The same data give the same
weights.

In: what is so of each case, as numbers or as names, and what is right. Out: weights.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Adam:
    """Weights from zero down their slope (Kingma & Ba, arXiv 1412.6980). ``rate``: how far a step goes at most."""

    def __init__(
        self, shape: int | tuple[int, ...], rate: float = 0.05, kind: type[np.floating[Any]] = np.float64
    ) -> None:
        self.weights, self._mean, self._square = (np.zeros(shape, kind) for _ in range(3))
        self._rate, self._steps = rate, 0

    def step(self, slope: Array) -> None:
        """One step; ``slope``: of what is to be least, at ``weights``."""
        self._steps += 1
        self._mean = 0.9 * self._mean + 0.1 * slope
        self._square = 0.999 * self._square + 0.001 * slope * slope
        far = (self._mean / (1 - 0.9**self._steps)) / (np.sqrt(self._square / (1 - 0.999**self._steps)) + 1e-8)
        self.weights = self.weights - self._rate * far


def newton(inputs: Array, wanted: Array, *, penalty: float, rounds: int) -> Array:
    """Logistic regression with an L2 penalty, of which the last column, the base, is free; ``wanted``: from 0 to 1."""
    weights, held = np.zeros(inputs.shape[1]), np.full(inputs.shape[1], penalty)
    held[-1] = 1e-6
    for _ in range(rounds):
        guess = 1.0 / (1.0 + np.exp(-inputs @ weights))
        bend = (inputs * (guess * (1 - guess) + 1e-9)[:, None]).T @ inputs + np.diag(held)
        weights -= np.linalg.solve(bend, inputs.T @ (guess - wanted) + held * weights)
    return weights


def sparse(
    told: Sequence[Collection[str]], wanted: Sequence[bool], *, often: int, penalty: float, steps: int, least: float
) -> dict[str, float]:
    """Logistic regression with an L2 penalty over the names of what is so: the weight of each name, and of none ("").
    ``often``: cases in which a name stands at least; ``least``: a weight that is kept."""
    counts = Counter(name for case in told for name in case)
    names = {name: n for n, name in enumerate(sorted(name for name, seen in counts.items() if seen >= often))}
    rows = [[names[name] for name in case if name in names] for case in told]
    at, of = np.array([n for row in rows for n in row]), np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    right, adam = np.array(wanted, float), Adam(len(names) + 1)
    for _ in range(steps):
        wrong = 1.0 / (1.0 + np.exp(-np.bincount(of, adam.weights[at], len(rows)) - adam.weights[-1])) - right
        slope = np.append(np.bincount(at, wrong[of], len(names)), wrong.sum())
        adam.step(slope + penalty * np.append(adam.weights[:-1], 0.0))
    found = {name: round(float(adam.weights[n]), 2) for name, n in names.items() if abs(adam.weights[n]) >= least}
    return {**found, "": round(float(adam.weights[-1]), 2)}
