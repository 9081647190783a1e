"""What a plan that was carried out changed, as a person is told.

In: the plan, and what closing, reinforcing and changing brought. Out: a :class:`~zeph.records.revision.Receipt`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zeph.clock import Moment
from zeph.records.edge import CANDIDATE_BELOW, Precision
from zeph.records.graph_types import HAPPENS
from zeph.records.plan import CloseEdge, NewEdge, Plan
from zeph.records.qualifiers import TELLS_END, parse_qualifiers
from zeph.records.revision import Receipt

_LENGTH: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}


def shown_date(moment: Moment, precision: Precision | None) -> str:
    """A moment as exactly as it is known."""
    return moment[: _LENGTH[precision or "day"]]


class Closed(NamedTuple):
    """A fact that a plan ended or replaced."""

    kind: str
    fact: str
    begun: bool
    """Whether it was so already: what was still to come, and is called off, is not so until its day."""


def receipt_of(
    message_id: int, plan: Plan, *, closed: Sequence[Closed], reinforced: Sequence[str],
    changed: Sequence[str], remembered: Sequence[str], revision_ids: Sequence[int], now: Moment,
) -> Receipt:  # fmt: skip
    """``closed``: the facts of the plan's closes. What begins after ``now`` is so from then on, not since, and
    what ends after it is so until then. A candidate is a key for search, and nothing that was learned."""
    over = [told for close, told in zip(plan.closes, closed, strict=True) if not _goes_on(close, told, now)]
    learned = [e for e in plan.new_edges if not e.expired and e.confidence >= CANDIDATE_BELOW]
    return Receipt(
        message_id=message_id,
        learned=(*(e.fact for e in learned), *(u.fact for u in plan.updates if u.fuller and not u.shown)),
        learned_when=tuple(_when(e, now) for e in learned),
        reinforced=(*reinforced, *(u.fact for u in plan.updates if not (u.fuller or u.shown))),
        changed=(*changed, *_limited(plan.closes, closed, now)),
        superseded=tuple(one.fact for one in over if one.kind == "supersede"),
        ended=tuple(one.fact for one in over if one.kind == "end"),
        remembered=tuple(remembered),
        review=tuple(r.reason for r in plan.reviews),
        revision_ids=tuple(revision_ids),
        dropped=plan.ledger.dropped,
    )


def _goes_on(close: CloseEdge, closed: Closed, now: Moment) -> bool:
    replaced = close.kind == "supersede" or close.kind == "end" and closed.begun
    return replaced and close.expired is None and (close.valid_until or "") > now


def _limited(closes: Sequence[CloseEdge], closed: Sequence[Closed], now: Moment) -> Iterator[str]:
    """What is so until a day to come, when it ends or something else takes its place."""
    for close, one in zip(closes, closed, strict=True):
        if close.valid_until and _goes_on(close, one, now):
            yield f"{one.fact.rstrip('.')} (until {shown_date(close.valid_until, close.valid_until_precision)})"


def _when(edge: NewEdge, now: Moment) -> str:
    """``since 2019``, ``from 2027-02-01``, ``2019 – 2021``, ``2026-11-23`` of what is at a time, or of an end that the
    sentence itself tells; empty where nobody named one."""
    begin = shown_date(edge.valid_from, edge.valid_from_precision) if edge.valid_from and edge.valid_from_stated else ""
    until = shown_date(edge.valid_until, edge.valid_until_precision) if edge.valid_until else ""
    if begin and until:
        return begin if begin == until else f"{begin} – {until}"
    if until:
        untold = edge.valid_until_precision == "instant"  # nobody said when
        return "" if untold else until if TELLS_END in parse_qualifiers(edge.qualifiers) else f"until {until}"
    if not begin or edge.edge_type == HAPPENS:
        return begin
    return f"from {begin}" if edge.valid_from and edge.valid_from > now else f"since {begin}"
