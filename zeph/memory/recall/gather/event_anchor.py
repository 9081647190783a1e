"""The event beside which a question looks: "before the outage", "since we moved".

In: a reader, the plan, the event as the question names it. Out: an :class:`Anchor`: when the dated fact puts it that
tells of it, or failing that when it was said; None where nothing says enough of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import analyse
from zeph.memory.recall.query.time_intent import Event
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.edge import CANDIDATE_BELOW, Edge, Precision
from zeph.storage.ports import Reader, TextQuery

DEEP = 24
"""Facts and messages with the event's words that are looked at."""
LEAST = 0.6
"""Share of its words that tell of it."""
DAYS: dict[Precision, int] = {"year": 365, "month": 30, "day": 1, "instant": 0}


class Anchor(NamedTuple):
    start: Moment
    end: Moment
    messages: frozenset[int]
    """Those that tell of it."""
    words: frozenset[str]
    """Content words that name it."""


class _Telling(NamedTuple):
    share: float
    """Of the event's words."""
    dated: bool
    at: Moment
    precision: Precision
    messages: frozenset[int]


def find_event(reader: Reader, plan: QueryPlan, event: Event) -> Anchor | None:
    """Of several that tell of it as fully, a dated fact, then the earliest: what is said later refers back."""
    words = analyse(event.words).terms
    telling = [*_facts(reader, plan, words), *_messages(reader, plan, words)] if words else []
    best = min(telling, key=lambda one: (-round(one.share, 1), not one.dated, one.at), default=None)
    if best is None or best.share < LEAST:
        return None
    end = to_moment(parse_moment(best.at) + timedelta(days=DAYS[best.precision]))
    return Anchor(best.at, end, best.messages, frozenset(words))


def _facts(reader: Reader, plan: QueryPlan, words: tuple[str, ...]) -> Iterator[_Telling]:
    view, terms = replace(plan.view, ended=True), Terms(words)
    found = [i for i, _ in reader.search.edges(view, TextQuery(words), DEEP)]
    for edge in reader.edges.by_id(found, view):
        if edge.confidence >= CANDIDATE_BELOW:
            share = terms.coverage(f"{edge.source} {edge.fact} {edge.target}")
            yield _Telling(share, *_when(edge), frozenset(edge.sources))


def _when(edge: Edge) -> tuple[bool, Moment, Precision]:
    """Whether it has a date of its own, and when it was so, or was told."""
    if edge.valid_from and edge.valid_from_stated:
        return True, edge.valid_from, edge.valid_from_precision or "day"
    if edge.valid_until:
        return True, edge.valid_until, edge.valid_until_precision or "day"
    return False, edge.valid_from or edge.created_at, "instant"


def _messages(reader: Reader, plan: QueryPlan, words: tuple[str, ...]) -> Iterator[_Telling]:
    view, terms = plan.view, Terms(words)
    found = reader.search.messages(view.space_id, TextQuery(words), DEEP, plan.request.before_id, view.conversation_id)
    for message in reader.messages.by_id([i for i, _ in found]).values():
        if not message.text.rstrip().endswith("?"):
            share = terms.coverage(f"{message.speaker} {message.text}")
            yield _Telling(share, False, message.sent_at, "instant", frozenset([message.id]))
