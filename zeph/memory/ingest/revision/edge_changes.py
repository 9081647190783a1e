"""The edges that one message's facts write into the draft: new, closed, reopened, and what a person should look at.

In: facts, and what was decided of them. Out: rows in the draft. Nothing is decided here but dates that cannot be.
"""

from dataclasses import replace
from typing import Literal

from zeph.clock import Moment
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.kept_details import with_values
from zeph.memory.language.intervals import Dated, not_before
from zeph.records.edge import Edge, ExpiredReason
from zeph.records.graph_types import HAPPENS
from zeph.records.plan import CloseEdge, NewEdge, Ref, ReopenEdge, Review
from zeph.records.qualifiers import DEED, TELLS_END, parse_qualifiers, qualifiers_text


class EdgeChanges:
    """Writes one message's facts into the draft."""

    def __init__(self, draft: PlanDraft) -> None:
        self._draft = draft
        self._said_at = draft.message.sent_at

    def held_by_person(self, edge: Edge, fact: Fact) -> bool:
        """True, with a row to look at, for what a person set by hand: nothing automatic retires it."""
        if edge.origin != "person" or fact.origin == "person":
            return False
        self.review(f"“{fact.text}” contradicts “{edge.fact}”, which you set yourself; both stand.", edge.id)
        return True

    def review(self, reason: str, *edges: Ref) -> None:
        self._draft.reviews.append(Review(reason, edges))

    def close_for(self, old: Edge, fact: Fact, successor: Ref | None, *, overtakes: bool = False) -> None:
        """The old fact held until the new one begins; one that lies ahead leaves it active until then. ``overtakes``:
        of the old one it was not said when it began, and the new one cannot but come after it. What is corrected is no
        longer so at once, also where both lie ahead; but what is so goes on until then ("Mondays from January")."""
        start = fact.start if fact.start.moment else Dated(self._said_at, "instant")
        lasts = old.edge_type != HAPPENS and (old.valid_from or "") <= self._said_at
        if fact.kind == "correct" and (start.moment or "") > self._said_at and not lasts:
            start = Dated(self._said_at, "instant")
        future = (start.moment or "") > self._said_at
        # What has no time at all, such as where somebody was born, was never so.
        expired: ExpiredReason = "superseded" if fact.start.moment or old.valid_from else "retracted"
        self.close(
            old, start, None if future else expired, successor, "supersede", f"replaced by: {fact.text}", overtakes
        )

    def close(
        self, edge: Edge, end: Dated, expired: ExpiredReason | None, successor: Ref | None,
        kind: Literal["supersede", "end"], reason: str, overtakes: bool = False,
    ) -> None:  # fmt: skip
        # The time of telling stood in for the start of what was over by then.
        early = (kind == "end" or overtakes) and end.moment and edge.valid_from and end.moment < edge.valid_from
        unknown = bool(early and not edge.valid_from_stated and edge.supersedes_id is None)
        until: Moment | None = end.moment if unknown else not_before(end.moment, edge.valid_from)
        precision = end.precision if until == end.moment else edge.valid_from_precision
        self._draft.reinforced.pop(edge.id, None)
        if kind == "end":
            self._draft.named.add(edge.id)
        close = CloseEdge(edge.id, until, precision, expired, successor, kind, reason, unknown)
        self._draft.closes[edge.id] = close
        for plan in self._plans_to_end(edge):
            self._draft.closes[plan.id] = replace(
                close, edge=plan.id, expired="superseded", superseded_by=None, kind="end"
            )

    def _plans_to_end(self, edge: Edge) -> list[Edge]:
        """What was only intended of a fact that is over now: "User is selling the boat"."""
        between = self._draft.active_between(edge.source_id, edge.target_id)
        plans = [e for e in between if e.id != edge.id and {DEED, TELLS_END} <= parse_qualifiers(e.qualifiers).keys()]
        return [plan for plan in plans if plan.valid_until is None and plan.id not in self._draft.closes]

    def insert(
        self, fact: Fact, *, relation: str = "", supersedes: Ref | None = None, superseded_by: Ref | None = None,
        until: Dated | None = None, start: Dated | None = None, expired: bool = False,
    ) -> Ref:  # fmt: skip
        """The fact as a new edge; the same fact of this message where it was said already."""
        begins, end = start or fact.start, until or fact.end
        same = self._draft.same_new_edge(fact.source, relation or fact.canonical_relation, fact.target)
        if same is not None:
            return same.ref
        ref, told_over = self._draft.next_ref(), end.moment is not None and "tells_end" in fact.markers
        text = self._with_details(fact, supersedes) or fact.text
        self._draft.new_edges[ref] = NewEdge(
            ref=ref, source=fact.source, target=fact.target, relation=fact.relation,
            canonical_relation=relation or fact.canonical_relation, fact=text,
            indexed_text=fact.indexed_text if text == fact.text else "",
            edge_type=fact.edge_type, confidence=fact.confidence, origin=fact.origin,
            valid_from=begins.moment, valid_from_precision=begins.precision, valid_from_stated=fact.start_stated,
            valid_until=not_before(end.moment, begins.moment), valid_until_precision=end.precision,
            supersedes=supersedes, superseded_by=superseded_by, expired="superseded" if expired else None,
            qualifiers=qualifiers_text({**fact.qualifiers, **({TELLS_END: "yes"} if told_over else {})}),
        )  # fmt: skip
        return ref

    def _with_details(self, fact: Fact, supersedes: Ref | None) -> str:
        """The sentence of the same thing whose place it takes, with the values that are others now; else empty."""
        known = () if supersedes is None else self._draft.active_between(fact.source, fact.target)
        old = next((edge for edge in known if edge.id == supersedes), None)
        if old is None or "in_place" in fact.markers:
            return ""
        before = parse_qualifiers(old.qualifiers)
        values = {before[key]: value for key, value in fact.qualifiers.items() if before.get(key, value) != value}
        return with_values(old.fact, fact.text, values)

    def reopen(self, edge: Edge, reason: str) -> None:
        """A fact that was to end goes on; it stays as it is where the same was told anew meanwhile."""
        again = self._draft.active_between(edge.source_id, edge.target_id)
        new = self._draft.same_new_edge(edge.source_id, edge.canonical_relation, edge.target_id)
        if new is None and not any(
            e.valid_until is None and e.canonical_relation == edge.canonical_relation for e in again
        ):
            self._draft.reopens[edge.id] = ReopenEdge(edge.id, reason)
