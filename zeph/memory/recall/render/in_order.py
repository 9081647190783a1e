"""What happened first stands first, where an order is asked for.

In: facts and messages as they are shown, the evidence. Out: the same by when it happened: the date of an event that was
read from a message, else when it was said.
"""

from collections.abc import Sequence

from zeph.clock import Moment
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.ranking.edge_time import is_event
from zeph.records.edge import Edge
from zeph.records.recalled import RecalledFact, RecalledMessage


def messages_in_order(messages: Sequence[RecalledMessage], evidence: Evidence) -> tuple[RecalledMessage, ...]:
    happened: dict[int, Moment] = {}
    for edge in evidence.loaded.edges.values():
        if edge.valid_from and edge.valid_from_stated and is_event(edge):
            happened |= dict.fromkeys(edge.sources, edge.valid_from)
    return tuple(sorted(messages, key=lambda m: (happened.get(m.message.id, m.message.sent_at), m.message.id)))


def facts_in_order(facts: Sequence[RecalledFact]) -> tuple[RecalledFact, ...]:
    return tuple(sorted(facts, key=lambda fact: (_since(fact.edge), fact.edge.id)))


def _since(edge: Edge) -> Moment:
    return edge.valid_from or edge.valid_until or edge.created_at
