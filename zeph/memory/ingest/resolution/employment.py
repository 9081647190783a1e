"""Where somebody works, by what is known besides the sentence: "I moved from Lidl to Aldi".

In: a claim and the rows as they now are. Out: the claim as it must be meant: who is known to work at Lidl does not live
there.
"""

from dataclasses import replace

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.resolver import Resolver
from zeph.records.claim import Claim

WORK, HOME = "works_at", "lives_in"


class Employment:
    """Reads what one message says of jobs."""

    def __init__(self, draft: PlanDraft, resolver: Resolver) -> None:
        self._draft = draft
        self._resolver = resolver

    def read(self, claim: Claim) -> Claim:
        """The claim as it must be meant."""
        if claim.relation != HOME or claim.kind != "replace" or claim.old is None:
            return claim
        source, old = self._resolver.known(claim.subject.name), self._resolver.known(claim.old.name)
        known = self._draft.active_between(source, old) if source is not None and old is not None else []
        held = {e.canonical_relation for e in known}
        if WORK not in held or HOME in held:
            return claim
        self._resolver.declare_as(claim.object.name, "organization")
        return replace(claim, relation=WORK)
