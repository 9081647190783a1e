"""Scores of one kind of finding and how each came to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zeph.memory.recall.gather.channels import Channels, Scores
from zeph.memory.recall.ranking.ranks import ranks
from zeph.memory.recall.ranking.scorer import probability
from zeph.records.recalled import Why

SHOWN = 60
"""Most candidates of a kind that are rendered; budgets keep fewer."""
DIGITS = 9
"""Of a score, that decide; what floats add beyond them does not."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Rendered only as far as somebody reads."""

    order: list[int]
    """Ids, best first, without those below the floor and without doubles."""
    scores: Scores
    """The sums of the parts."""
    parts: Mapping[int, Mapping[str, float]]
    """Of each score, by name."""
    ranks: Mapping[str, Mapping[int, int]]
    """1-based, by channel."""
    odds: Scores = field(default_factory=dict)
    """Log odds that each fact or message helps (``scorer``)."""

    def why(self, i: int, seeds: tuple[str, ...] = (), hop: int | None = None, path: tuple[int, ...] = ()) -> Why:
        channels = {name: ranked[i] for name, ranked in self.ranks.items() if i in ranked}
        parts = {name: round(value, 4) for name, value in self.parts[i].items()}
        return Why(channels, seeds, hop, path, parts, probability(self.odds[i]) if i in self.odds else None)


def channel_ranks(channels: Channels) -> dict[str, dict[int, int]]:
    return {name: ranks(scores) for name, scores in channels.items()}


def among(ids: Mapping[int, object], channels: Channels) -> dict[str, dict[int, float]]:
    """The channels with nothing but ``ids``."""
    return {name: {i: s for i, s in scores.items() if i in ids} for name, scores in channels.items()}
