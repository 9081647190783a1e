"""Whether what a question asks for was told at all, or the nearest there is answers another one.

In: what was found for a question, best first; whether recall was unsure. Out: the probability, 0 to 1, that the best
finding answers; and whether anything is near to the question at all. A logistic regression whose weights
(``told_at_all.toml``) are learned by ``python -m benchmarks.told_at_all --write``: from questions asked of the memory
that was told the answer, and of another one.
"""

import math
from collections.abc import Sequence

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.expected_kinds import expected_kind, meets
from zeph.agent.answers.findings import Finding

WEIGHTS = "told_at_all.toml"
FEATURES = ("covers", "like", "ahead", "unsure")
"""The share of the question's words that the best has, its likeness, how far it is ahead of the others (0 to 1), and
whether nothing that was recalled is like the question."""
STEEPEST = 30.0
NEAR, NEAR_WITH_KIND = 0.35, 0.2
"""Likeness (cosine) from which something with none of the question's words is near to it; and where the best has a
thing of the kind that is asked for."""


def features(found: Sequence[Finding], unsure: bool) -> dict[str, float]:
    """Of what was found; there is something."""
    best = found[0]
    ahead = 1.0 / sum(math.exp(max(-STEEPEST, min(STEEPEST, one.strength - best.strength))) for one in found)
    like = {} if best.like is None else {"like": best.like}
    return {"covers": best.covers, **like, "ahead": ahead, "unsure": float(unsure)}


def chance_of_answer(found: Sequence[Finding], unsure: bool) -> float:
    """How likely the best finding answers; 0 where there is none."""
    if not found:
        return 0.0
    seen = features(found, unsure)
    weights = read_answers(WEIGHTS)["likeness" if "like" in seen else "words"]
    total = weights["base"] + sum(weights[name] * value for name, value in seen.items())
    return 1.0 / (1.0 + math.exp(-max(-STEEPEST, min(STEEPEST, total))))


def is_far(question: str, found: Sequence[Finding]) -> bool:
    """Whether nothing of it has a word of the question or is near to it in meaning."""
    if not found:
        return True
    least = NEAR_WITH_KIND if meets(expected_kind(question), question, found[0].text) else NEAR
    return not any(one.covers or (one.like or 0.0) >= least for one in found)
