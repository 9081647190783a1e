"""How a fact stands in time: what happened, is over, was planned, lies in the days that a question names.

In: a fact, a moment or the plan. Out: yes or no, or a share between 0 and 1.
"""

from zeph.clock import Moment
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import Query
from zeph.memory.recall.query.time_intent import Past
from zeph.records.edge import Edge
from zeph.records.graph_types import HAPPENS
from zeph.records.qualifiers import TELLS_END, parse_qualifiers

HAPPENED = frozenset(
    {
        "created", "wrote", "painted", "designed", "built", "published", "founded", "fixed_by", "has_degree", "born_in",
    }
)  # fmt: skip
"""Relations that are no states, and of another type than temporal."""


def is_event(edge: Edge) -> bool:
    """Whether it happened at its date, rather than holds since then: a relation of that kind, or no duration, which of
    what was told and put right at once is none of its own."""
    if edge.valid_until and (edge.valid_until != edge.valid_from or edge.valid_from_stated):
        return edge.valid_until == edge.valid_from
    return edge.edge_type == HAPPENS or edge.canonical_relation in HAPPENED


def is_over(edge: Edge, at: Moment) -> bool:
    return edge.valid_until is not None and edge.valid_until <= at


def tells_end(edge: Edge) -> bool:
    """Whether its sentence says itself that it is over: "User stopped smoking", of which nothing was known before."""
    return TELLS_END in parse_qualifiers(edge.qualifiers)


def is_outside(edge: Edge, plan: QueryPlan) -> bool:
    """Whether it had not begun, or was over, in the days that the question names."""
    days = plan.intent.period
    return days is not None and not days.is_open and not days.overlaps(edge.valid_from, edge.valid_until)


def is_past_plan(edge: Edge, plan: QueryPlan) -> bool:
    """An appointment whose day has passed is no plan, unless past plans are asked for."""
    planned = is_event(edge) and edge.canonical_relation.startswith("plans") and edge.valid_from_stated
    passed = edge.valid_from is not None and edge.valid_from[:10] < plan.view.at[:10]
    return planned and passed and plan.intent.past in (Past.NO, Past.NAMED, Past.PRESENT)


def in_days(edge: Edge, plan: QueryPlan) -> float:
    """1 where the fact begins or is over in the days that the question names, or held through them and is over."""
    days = plan.intent.period
    if days is None:
        return dated(edge.valid_from, plan.query)
    if days.holds(edge.valid_from) or (days.holds(edge.valid_until) and not days.is_open):
        return 1.0
    over = edge.valid_from is not None and edge.valid_until is not None
    return float(over and days.overlaps(edge.valid_from, edge.valid_until)) or dated(edge.valid_from, plan.query)


def dated(at: str | None, query: Query) -> float:
    """1 where ``at`` lies in the months and years that the question names."""
    if not at or not (query.months or query.years):
        return 0.0
    year = not query.years or int(at[:4]) in query.years
    month = not query.months or int(at[5:7]) in query.months
    return float(year and month)
