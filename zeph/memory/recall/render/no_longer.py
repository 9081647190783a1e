"""What the sentence of a fact takes to be so and is over by now: "Priyanka, User's boss, got a post in Winnipeg".

In: a reader, the plan, the facts that may be told. Out: for each of them that such a thing stands in, what is over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import name_spans
from zeph.memory.recall.ranking.edge_time import is_event, is_over
from zeph.memory.recall.render.recall_lines import statement
from zeph.records.edge import Edge
from zeph.storage.ports import Reader

PLANS = "plans"
LOOKED_AT = 16
"""Facts, the best first."""


def no_longer(reader: Reader, plan: QueryPlan, facts: Sequence[Edge]) -> dict[int, str]:
    """The fact that ended last, by the fact that leans on it; of the past as it was nothing."""
    if plan.view.as_of or plan.view.known_at:
        return {}
    at = plan.view.at
    told = [edge for edge in facts if not is_over(edge, at) or is_event(edge)][:LOOKED_AT]
    named = _named_in(reader, plan, told)
    known = reader.edges.among(sorted(set().union(*named.values()))) if told else []
    stands = [one for one in known if one.active and not is_over(one, at)]
    ended = [one for one in known if _is_past_state(one, at) and not any(_is_same(other, one) for other in stands)]
    return {edge.id: statement(last) for edge in told for last in _leant_on(edge, named[edge.id], ended)}


def _named_in(reader: Reader, plan: QueryPlan, facts: Sequence[Edge]) -> dict[int, set[int]]:
    """The entities at the ends of each fact, and those that its sentence names beside them: "User's sister" is not
    the person."""
    spans = {edge.id: name_spans(_without_ends(edge)) for edge in facts}
    names = dict.fromkeys(span for found in spans.values() for span in found)
    bearers = reader.entities.ids_named(plan.view.space_id, [*names])
    there = {i: {entity for span in found for entity in bearers.get(span, ())} for i, found in spans.items()}
    return {edge.id: there[edge.id] | {edge.source_id, edge.target_id} for edge in facts}


def _without_ends(edge: Edge) -> str:
    ends = sorted((edge.source, edge.target), key=len, reverse=True)
    return re.sub("|".join(map(re.escape, ends)), " , ", edge.fact, flags=re.IGNORECASE)


def standing_first(facts: Iterable[Edge], over: Mapping[int, str], plan: QueryPlan) -> list[Edge]:
    """Where the present is asked for, what is over or leans on that (``over``) goes behind what is so."""
    return sorted(facts, key=lambda edge: plan.query.asks_latest and (edge.id in over or is_over(edge, plan.view.at)))


def _is_past_state(edge: Edge, at: str) -> bool:
    """A plan that was carried out is none."""
    state = not is_event(edge) and not edge.canonical_relation.startswith(PLANS)
    return state and is_over(edge, at) and edge.expired_reason not in ("retracted", "merged")


def _is_same(edge: Edge, other: Edge) -> bool:
    """Whether both tell of the same two in the same way."""
    ends = (edge.source_id, edge.target_id, edge.canonical_relation)
    return ends == (other.source_id, other.target_id, other.canonical_relation)


def _leant_on(edge: Edge, named: set[int], ended: Sequence[Edge]) -> Iterator[Edge]:
    """The last of what ended since it was told, or that day, and stands in it; what is so since then leans on nothing
    that it took the place of, nor does a state between the same two."""
    told = min(edge.valid_from or edge.created_at, edge.created_at)[:10]
    ends = {edge.source_id, edge.target_id}
    there = [
        one for one in ended
        if {one.source_id, one.target_id} <= named and edge.id not in (one.id, one.superseded_by)
        and (_until(one)[:10] > told or _until(one)[:10] == told and not _is_in_its_place(edge, one))
        and (is_event(edge) or {one.source_id, one.target_id} != ends)
    ]  # fmt: skip
    if there:
        yield max(there, key=lambda one: (_until(one), one.id))


def _is_in_its_place(edge: Edge, ended: Edge) -> bool:
    """Whether it may be what is so instead: another boss since the day on which the one went."""
    return not is_event(edge) and edge.canonical_relation == ended.canonical_relation


def _until(edge: Edge) -> str:
    return edge.valid_until or edge.expired_at or ""
