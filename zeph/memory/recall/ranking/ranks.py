"""Places in an order: 1-based, ties to the smaller id."""

from zeph.memory.recall.gather.channels import Scores

RANK_CONSTANT = 2.0
"""So that the first is 1 and the second three quarters."""


def ranks(scores: Scores) -> dict[int, int]:
    return {i: n for n, i in enumerate(sorted(scores, key=lambda i: (-scores[i], i)), 1)}


def by_rank(scores: Scores) -> dict[int, float]:
    """1 for the first, less and less for those after it."""
    return {i: (RANK_CONSTANT + 1.0) / (RANK_CONSTANT + rank) for i, rank in ranks(scores).items()}
