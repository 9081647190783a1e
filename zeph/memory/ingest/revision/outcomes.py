"""What each claim came to: exactly one operation, read off the changes that it made in the draft.

In: a claim, and the draft before and after it was worked off. Out: :class:`ClaimOutcome`, with the edges it touched.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.plan import ClaimOutcome, EdgeRole, NewEdge, Operation, Ref

ROLES: tuple[tuple[EdgeRole, Operation], ...] = (
    ("replaced", "replace"), ("ended", "end"), ("updated", "update"), ("reopened", "reopen"), ("added", "add"),
    ("reinforced", "reinforce"), ("conflict", "conflict"), ("suspect", "suspect"),
)  # fmt: skip
"""What tells most comes first."""


@dataclass(frozen=True, slots=True)
class Before:
    """What the draft held when a claim came up."""

    touched: frozenset[tuple[Ref, EdgeRole]]
    reviews: int
    dropped: int

    def has(self, edge: Ref) -> bool:
        """Whether an edge had been touched by then."""
        return any(ref == edge for ref, _ in self.touched)


def before(draft: PlanDraft) -> Before:
    return Before(frozenset(_touched(draft)), len(draft.reviews), draft.dropped)


def outcome(claim: Claim, draft: PlanDraft, past: Before, *, again: bool = False, reason: str = "") -> ClaimOutcome:
    """``again``: what it added had been so before, and over; ``reason``: why nothing was done, where that is known."""
    touched = [item for item in dict.fromkeys(_touched(draft)) if item not in past.touched]
    roles = {role for _, role in touched}
    for role, operation in ROLES:
        if role in roles:
            if operation == "add" and again:
                operation = "reopen"
            return ClaimOutcome(claim, operation, _why(claim, draft, past, touched), tuple(touched))
    return ClaimOutcome(claim, "noop", reason or _nothing(claim, draft, past))


def _touched(draft: PlanDraft) -> Iterator[tuple[Ref, EdgeRole]]:
    for edge, close in draft.closes.items():
        yield edge, "replaced" if close.kind == "supersede" else "ended"
    yield from ((edge, "updated") for edge in draft.updates)
    yield from ((edge, "reopened") for edge in draft.reopens)
    yield from ((edge, "added") for edge in draft.new_edges)
    yield from ((edge, "reinforced") for edge in draft.reinforced)
    yield from ((edge, "conflict") for review in draft.reviews for edge in review.edges)
    yield from ((edge, "suspect") for edge in draft.suspects)


def _why(claim: Claim, draft: PlanDraft, past: Before, touched: list[tuple[Ref, EdgeRole]]) -> str:
    if len(draft.reviews) > past.reviews:
        return draft.reviews[past.reviews].reason
    closed = [draft.closes[edge].reason for edge, _ in touched if edge in draft.closes]
    updated = [draft.updates[edge].reason for edge, _ in touched if edge in draft.updates]
    ended = ("it was over by then, and not known before",) if claim.kind == "end" and not closed else ()
    added = {ref for ref, role in touched if role == "added"}
    gave_way = [
        f"it gave way to {_of(draft, e)}" for ref, e in draft.new_edges.items() if e.superseded_by and ref in added
    ]
    return next(iter((*closed, *updated, *gave_way, *ended)), "")


def _of(draft: PlanDraft, edge: NewEdge) -> str:
    """What an edge that arrived superseded gave way to."""
    other = draft.new_edges.get(edge.superseded_by or 0)
    return f"“{other.fact}”" if other else f"fact #{edge.superseded_by}"


def _nothing(claim: Claim, draft: PlanDraft, past: Before) -> str:
    if len(draft.reviews) > past.reviews:
        return draft.reviews[past.reviews].reason
    if not claim.for_graph:
        return f"not a fact: {claim.modality}"
    if claim.confidence < CANDIDATE_BELOW:
        return "below the confidence that changes anything"
    if claim.kind == "end":
        return "nothing of it is known, or it was over already"
    if draft.dropped > past.dropped:
        return "a name that is none, or unknown"
    return "nothing to do"
