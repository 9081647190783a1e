"""Rankings as what a caller gets: each fact and message with its line and its why.

In: a ranking and the evidence. Out: items, best first, made only as far as somebody reads.
"""

from collections.abc import Iterator

from zeph.clock import Moment
from zeph.memory.recall.gather import bfs
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.ranking.ranking import Ranking
from zeph.memory.recall.render.excerpts import excerpt
from zeph.memory.recall.render.recall_lines import fact_line, message_line
from zeph.memory.recall.render.since_said import Changes
from zeph.memory.recall.render.told_once import told_once
from zeph.records.recalled import RecalledFact, RecalledMessage


def recalled_facts(ranking: Ranking, evidence: Evidence, at: Moment) -> Iterator[RecalledFact]:
    """As they stand ``at`` that moment; what one sentence says of several, once."""
    walked, names = evidence.walked, evidence.loaded.names
    for edge in told_once(evidence.loaded.edges[i] for i in ranking.order):
        i = edge.id
        seeds = tuple(names[seed] for seed in walked.origins.get(i, ()) if seed in names)
        path = bfs.path_to(edge, walked.depth, walked.via) if i in walked.hops else ()
        why = ranking.why(i, seeds, walked.hops.get(i), path)
        yield RecalledFact(edge, ranking.scores[i], fact_line(edge, at), why)


def recalled_messages(
    ranking: Ranking, evidence: Evidence, plan: QueryPlan, changes: Changes, last: tuple[int, str] | None = None
) -> Iterator[RecalledMessage]:
    """``last``: the message that is the last to name something, and sounds as if that were over."""
    for i in ranking.order:
        message, since = evidence.loaded.messages[i], changes.of(i)
        thing = last[1] if last and last[0] == i else ""
        said = excerpt(message, evidence, plan)
        line = message_line(message, said, since, thing)
        yield RecalledMessage(message, ranking.scores[i], line, ranking.why(i), since, said)
