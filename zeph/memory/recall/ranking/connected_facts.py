"""Places of their own for facts that answer together: each row whole and in its order, before what stands alone.

In: a ranking as a reader wants it, the evidence. Out: the same with the rows of
:class:`~zeph.memory.recall.gather.fact_chains.Connections` first."""

from dataclasses import replace

from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.ranking.ranking import Ranking

WORTH = 2.0
"""What a fact gains in a row that has all of what is asked."""


def connected(ranking: Ranking, evidence: Evidence) -> Ranking:
    rows = evidence.connections.best
    if not rows:
        return ranking
    gain = {i: WORTH * row.score for row in reversed(rows) for i in row.facts}
    first = list(dict.fromkeys(i for row in rows for i in row.facts))
    return replace(
        ranking,
        order=[*first, *(i for i in ranking.order if i not in gain)],
        scores={**ranking.scores, **{i: ranking.scores.get(i, 0.0) + more for i, more in gain.items()}},
        parts={**ranking.parts, **{i: {**ranking.parts.get(i, {}), "connected": m} for i, m in gain.items()}},
    )
