"""What happened first stands first, where an order is asked for.

In: facts and messages as they are shown, the evidence, the plan. Out: the same by when it happened: the date of an
event that was read from a message, else when it was said.
"""

from collections.abc import Sequence

from zeph.clock import Moment
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.several import Several
from zeph.memory.recall.ranking.edge_time import is_event
from zeph.records.edge import Edge
from zeph.records.recalled import RecalledFact, RecalledMessage


def in_order(
    facts: tuple[RecalledFact, ...], messages: tuple[RecalledMessage, ...], evidence: Evidence, plan: QueryPlan
) -> tuple[tuple[RecalledFact, ...], tuple[RecalledMessage, ...]]:
    """Both as they are where no order is asked for."""
    if plan.several is not Several.ORDER:
        return facts, messages
    return _facts(facts), _messages(messages, evidence)


def _messages(messages: Sequence[RecalledMessage], evidence: Evidence) -> tuple[RecalledMessage, ...]:
    happened: dict[int, Moment] = {}
    for edge in evidence.loaded.edges.values():
        if edge.valid_from and edge.valid_from_stated and is_event(edge):
            happened |= dict.fromkeys(edge.sources, edge.valid_from)
    return tuple(sorted(messages, key=lambda m: (happened.get(m.message.id, m.message.sent_at), m.message.id)))


def _facts(facts: Sequence[RecalledFact]) -> tuple[RecalledFact, ...]:
    return tuple(sorted(facts, key=lambda fact: (_since(fact.edge), fact.edge.id)))


def _since(edge: Edge) -> Moment:
    return edge.valid_from or edge.valid_until or edge.created_at
