"""How weights are fitted: Adam from zero, and Newton's steps for logistic regression. The same data give the same
weights."""

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
