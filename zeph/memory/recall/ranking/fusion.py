"""Many channels, one order: the sum of scaled scores, for entities and communities.

In: per channel, ids with scores. Out: the parts that the score of each id is made of."""

from collections.abc import Mapping

from zeph.memory.recall.gather.channels import Channels, scale


def fuse(channels: Channels, weights: Mapping[str, float]) -> dict[int, dict[str, float]]:
    """The weighted parts of each id."""
    parts: dict[int, dict[str, float]] = {}
    for name, scores in channels.items():
        for i, value in scale(scores).items():
            parts.setdefault(i, {})[name] = weights[name] * value
    return parts


def totals(parts: Mapping[int, Mapping[str, float]]) -> dict[int, float]:
    return {i: sum(p.values()) for i, p in parts.items()}
