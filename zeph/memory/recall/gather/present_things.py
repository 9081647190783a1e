"""What a conversation is about just now, for questions that name nobody: "Which language?" after "Kestrel is written in
Go".

In: a reader, the plan, whom the question names. Out: facts about what the last messages spoke of that have all that is
asked for, with a score. Anything less is no answer: a question about the world names nobody either.
"""

from collections.abc import Mapping, Sequence

from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import WHEN, WHERE, Query
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.graph_types import HAPPENS
from zeph.storage.ports import Reader

LAST_MESSAGES = 2
"""Messages of people that the conversation is still about."""
MOST_TERMS = 2
"""Words of a question that leans on what was said before it; a longer one stands for itself."""
MOST_PRESENT = 6
AROUND = 24
"""Newest facts around each of them."""
SCORE = 1.0
PLACES = "location"


def present_facts(reader: Reader, plan: QueryPlan, named: Named) -> dict[str, dict[int, float]]:
    """A channel of facts; empty where the question does not lean on what was said before it."""
    if not _leans(plan, named):
        return {}
    conversation, before = plan.request.conversation_id, plan.request.before_id
    assert conversation is not None
    lately = reader.entities.spoken_of_last(conversation, before, LAST_MESSAGES, MOST_PRESENT + len(named.selves))
    present = [i for i in lately if i not in named.selves][:MOST_PRESENT]
    if not present:
        return {}
    hops = reader.walk.hop(present, plan.view, cap=AROUND, budget=AROUND * len(present))
    edges = reader.edges.by_id(list(dict.fromkeys(hop.edge_id for hop in hops)), plan.view)
    ends = reader.entities.by_id(sorted({end for edge in edges for end in (edge.source_id, edge.target_id)}))
    about = [edge for edge in edges if edge.source_id in present]  # what else is written in Go is not asked for
    return {"present": {edge.id: SCORE for edge in _answering(about, ends, plan)}}


def _leans(plan: QueryPlan, named: Named) -> bool:
    query = plan.query
    alone = not (named.ids or named.misspelt or query.proper_names or query.first_person or query.asks_assistant)
    asked = bool(query.terms) or query.asks_where or query.asks_when
    return alone and asked and plan.request.conversation_id is not None and len(query.terms) <= MOST_TERMS


def _answering(edges: Sequence[Edge], ends: Mapping[int, Entity], plan: QueryPlan) -> list[Edge]:
    """Those that have each word of the question, or are of the kind that it asks for: Go is a language."""
    query = plan.query
    terms = [term for term in query.terms if not _tells_kind(term, query)]
    asked = Terms(terms)
    found = []
    for edge in edges:
        kinds = [ends[i].entity_type for i in (edge.source_id, edge.target_id) if i in ends]
        place = not query.asks_where or PLACES in kinds
        date = not query.asks_when or edge.valid_from_stated or edge.edge_type == HAPPENS
        said = f"{edge.canonical_relation.replace('_', ' ')} {edge.fact} {' '.join(kinds)}"
        if place and date and (not terms or asked.coverage(said) >= 0.7):
            found.append(edge)
    return found


def _tells_kind(term: str, query: Query) -> bool:
    """Whether it only asks for a time or a place: "since when", "where is it"."""
    return bool(WHEN.fullmatch(term)) or query.asks_where and any(term == verb for _, verb in WHERE)
