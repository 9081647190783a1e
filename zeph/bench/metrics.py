"""How good a list of message ids is against the labelled evidence.

In: ids, best first, and the ids that answer the question. Out: measures from 0 to 1. Recall is the share of the
evidence found, hit whether all of it was; recall within tokens takes whole messages, best first, until one no longer
fits. The measures are those of the public benchmarks of conversation memory, so that figures can be compared.
"""

import math
from collections.abc import Collection, Mapping, Sequence

CUTS = (5, 10, 20, 50)
HIT_CUTS = (5, 10)
BUDGETS = (500, 1000, 2000)
"""Tokens of context."""
GAIN_CUT = 10
CHARACTERS_A_TOKEN = 4
COLUMNS = (
    *(f"r@{k}" for k in CUTS),
    *(f"hit@{k}" for k in HIT_CUTS),
    "mrr",
    f"ndcg@{GAIN_CUT}",
    *(f"r@{b}t" for b in BUDGETS),
)

Measures = dict[str, float]


def score(ranked: Sequence[str], evidence: Collection[str], costs: Mapping[str, int]) -> Measures:
    """All of :data:`COLUMNS` for one answer; ``costs`` are the messages' tokens, ``evidence`` is not empty."""
    gold = set(evidence)
    row = {f"r@{k}": _recall(ranked[:k], gold) for k in CUTS}
    row |= {f"hit@{k}": float(gold.issubset(ranked[:k])) for k in HIT_CUTS}
    row["mrr"] = next((1 / place for place, i in enumerate(ranked, 1) if i in gold), 0.0)
    row[f"ndcg@{GAIN_CUT}"] = ndcg(ranked, gold)
    return row | {f"r@{b}t": _recall(_fitting(ranked, costs, b), gold) for b in BUDGETS}


def ndcg(ranked: Sequence[str], gold: Collection[str], k: int = GAIN_CUT) -> float:
    """Normalised discounted cumulative gain: places count less the later they come; 1 is the best possible order."""
    gained = sum(1 / math.log2(place + 1) for place, i in enumerate(ranked[:k], 1) if i in gold)
    return gained / sum(1 / math.log2(place + 1) for place in range(1, min(k, len(gold)) + 1))


def tokens(speaker: str, text: str) -> int:
    """What a message costs in a prompt as ``speaker: text``, at four characters a token."""
    return math.ceil((len(speaker) + 2 + len(text)) / CHARACTERS_A_TOKEN)


def means(rows: Sequence[Measures]) -> Measures:
    """The mean of each measure, in per cent."""
    return {column: 100 * sum(row[column] for row in rows) / len(rows) for column in COLUMNS}


def _recall(found: Collection[str], gold: set[str]) -> float:
    return len(gold.intersection(found)) / len(gold)


def _fitting(ranked: Sequence[str], costs: Mapping[str, int], budget: int) -> list[str]:
    kept = []
    for i in ranked:
        budget -= costs[i]
        if budget < 0:
            break
        kept.append(i)
    return kept
