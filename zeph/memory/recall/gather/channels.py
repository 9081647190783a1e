"""Scores by channel: what each way of searching found.

In: raw scores of one channel. Out: the same between 0 and 1, so that channels can be held against each other.
"""

from collections.abc import Mapping

Scores = Mapping[int, float]
"""Ids to scores, higher is better."""
Channels = Mapping[str, Scores]
"""The channel's name to what it found."""


def scale(scores: Scores) -> dict[int, float]:
    """Over the best one, so that the best is 1; nothing is below 0."""
    top = max(scores.values(), default=0.0)
    return {i: max(0.0, s) / top for i, s in scores.items()} if top > 0 else dict.fromkeys(scores, 0.0)
