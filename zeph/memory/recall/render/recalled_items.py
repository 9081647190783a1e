"""Rankings as what a caller gets: each fact and message with its line and its why.

In: a ranking and the evidence. Out: items, best first, made only as far as somebody reads.
"""

from collections.abc import Iterator, Mapping

from zeph.clock import Moment
from zeph.memory.recall.gather import bfs
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.ranking.ranking import Ranking
from zeph.memory.recall.render.excerpts import excerpt
from zeph.memory.recall.render.recall_lines import fact_line, message_line
from zeph.memory.recall.render.since_said import Changes
from zeph.memory.recall.render.told_once import told_once
from zeph.records.edge import Edge
from zeph.records.recalled import RecalledFact, RecalledMessage


def told_facts(ranking: Ranking, evidence: Evidence) -> Iterator[Edge]:
    """The facts, what one sentence says of several once."""
    return told_once(evidence.loaded.edges[i] for i in ranking.order)


def recalled_fact(
    edge: Edge, ranking: Ranking, evidence: Evidence, at: Moment, over: Mapping[int, str]
) -> RecalledFact:
    """As it stands ``at`` that moment. ``over``: what a fact takes to be so and is no longer."""
    walked, names = evidence.walked, evidence.loaded.names
    seeds = tuple(names[seed] for seed in walked.origins.get(edge.id, ()) if seed in names)
    path = bfs.path_to(edge, walked.depth, walked.via) if edge.id in walked.hops else ()
    why = ranking.why(edge.id, seeds, walked.hops.get(edge.id), path)
    return RecalledFact(edge, ranking.scores[edge.id], fact_line(edge, at, over.get(edge.id, "")), why)


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
