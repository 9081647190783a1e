"""How likely something is, by weights that were learned.

In: the weights of names, and of none (""); what is so of a case, by its names. Out: a probability. Pure.
"""

import math
from collections.abc import Iterable, Mapping


def likely(weights: Mapping[str, float], told: Iterable[str]) -> float:
    """From 0 to 1; a name without a weight tells nothing."""
    return 1.0 / (1.0 + math.exp(-weights[""] - sum(weights.get(name, 0.0) for name in told)))
