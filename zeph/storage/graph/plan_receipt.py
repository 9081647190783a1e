"""What a plan that was carried out changed, as a person is told.

In: the plan, and what closing, reinforcing and changing brought. Out: a :class:`~zeph.records.revision.Receipt`.
"""

from collections.abc import Sequence

from zeph.clock import Moment
from zeph.records.edge import CANDIDATE_BELOW, Precision
from zeph.records.plan import NewEdge, Plan
from zeph.records.qualifiers import TELLS_END, parse_qualifiers
from zeph.records.revision import Receipt

_LENGTH: dict[Precision, int] = {"year": 4, "month": 7, "day": 10, "instant": 10}


def shown_date(moment: Moment, precision: Precision | None) -> str:
    """A moment as exactly as it is known."""
    return moment[: _LENGTH[precision or "day"]]


def receipt_of(
    message_id: int, plan: Plan, *, closed: Sequence[tuple[str, str]], reinforced: Sequence[str],
    changed: Sequence[str], remembered: Sequence[str], revision_ids: Sequence[int], now: Moment,
) -> Receipt:  # fmt: skip
    """``closed``: (kind, fact). What begins after ``now`` is so from then on, not since. A candidate is a key for
    search, and nothing that was learned."""
    learned = [e for e in plan.new_edges if not e.expired and e.confidence >= CANDIDATE_BELOW]
    return Receipt(
        message_id=message_id,
        learned=tuple(e.fact for e in learned),
        learned_when=tuple(_when(e, now) for e in learned),
        reinforced=(*reinforced, *(u.fact for u in plan.updates if not u.shown)),
        changed=tuple(changed),
        superseded=tuple(fact for kind, fact in closed if kind == "supersede"),
        ended=tuple(fact for kind, fact in closed if kind == "end"),
        remembered=tuple(remembered),
        review=tuple(r.reason for r in plan.reviews),
        revision_ids=tuple(revision_ids),
        dropped=plan.ledger.dropped,
    )


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
    if not begin or edge.edge_type == "temporal":
        return begin
    return f"from {begin}" if edge.valid_from and edge.valid_from > now else f"since {begin}"
