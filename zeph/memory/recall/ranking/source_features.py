"""What speaks for a fact once messages are ranked: how likely the one it came from helps, and what was said after it.

In: facts with their log odds, messages with theirs. Out: for each feature a value of each fact; what is left out is 0.
Their weights are learned (``scorer``): a fact from the message that answers is mostly the answer, said shortly, while
one whose words alone are near the question's is mostly about another matter.
"""

import math
from collections.abc import Mapping

from zeph.memory.recall.gather.channels import Scores
from zeph.memory.recall.ranking.fact_features import READ_BY_MODEL
from zeph.memory.recall.ranking.message_features import Features
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message

FAR_BEHIND = 6.0
"""In log odds, from which no difference is made any more."""
LATER_COMPARED = 8
"""Best messages among which one that was said later may tell of a change."""


def source_features(
    edges: Mapping[int, Edge], facts: Scores, messages: Mapping[int, Message], odds: Scores
) -> Features:
    """``facts`` and ``odds``: the log odds that each fact, and each message that was found, helps."""
    best = sorted(odds, key=lambda m: (-odds[m], -m))
    places = {m: n for n, m in enumerate(best)}
    sources = {
        i: min((m for m in e.sources if m in places), key=places.__getitem__, default=0) for i, e in edges.items()
    }
    found = {i: m for i, m in sources.items() if m}
    top = odds[best[0]] if best else 0.0
    behind = {i: min(FAR_BEHIND, top - odds[sources[i]]) if sources[i] else FAR_BEHIND for i in edges}
    by_model = [i for i, e in edges.items() if e.origin == READ_BY_MODEL]
    return {
        "by_model": dict.fromkeys(by_model, 1.0),
        "fact_of_model": {i: facts[i] for i in by_model},
        "behind_of_model": {i: behind[i] for i in by_model},
        "fact": {i: facts[i] for i in edges},
        "place": {i: 1.0 / (1 + places[m]) for i, m in found.items()},
        "behind": behind,
        "later": {i: _later(m, best[:LATER_COMPARED], messages, odds) for i, m in found.items()},
        "candidate": {i: 1.0 for i, e in edges.items() if e.confidence < CANDIDATE_BELOW},
        "sound": {i: e.confidence for i, e in edges.items()},
    }


def _later(source: int, best: list[int], messages: Mapping[int, Message], odds: Scores) -> float:
    """How likely what was said after it helps, against itself: 0 to 1."""
    said = messages[source].sent_at
    after = (odds[m] - odds[source] for m in best if messages[m].sent_at > said)
    return math.exp(min(0.0, max(after, default=-FAR_BEHIND)))
