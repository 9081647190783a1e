"""What a new fact brings to an end without a word of it: the courtship by the wedding, a plan by its being done.

In: a fact that holds, and the rows as they now are. Out: in the draft, the end of what it succeeds between the same two
(by the ontology's ``succeeds``), of the plan that it carries out, of what filled its place before (``single_valued``).
"""

from dataclasses import replace

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import PLANS, Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.other_values import other_values
from zeph.memory.ingest.revision.single_valued import filled_before
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.own_sentences import planned_verbs
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref
from zeph.records.qualifiers import MODALITY, parse_qualifiers


class Successions:
    """Ends what the facts of one message succeed."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, endings: Endings) -> None:
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._endings = endings
        self._said_at = draft.message.sent_at

    def succeed(self, fact: Fact) -> list[Ref]:
        """Closes what this brings to an end between the same two; the ids. A marriage of which it was not said when it
        began is over with a divorce of any date."""
        if not fact.succeeds:
            return []
        known = self._draft.active_both_ways(fact.source, fact.target, symmetric=fact.symmetric)
        closed: list[Ref] = []
        for edge in known:
            if self._is_succeeded(edge, fact) and not self._changes.held_by_person(edge, fact):
                self._changes.close_for(edge, fact, None, overtakes=True)
                closed.append(edge.id)
        return closed

    def _is_succeeded(self, edge: Edge, fact: Fact) -> bool:
        if edge.canonical_relation not in fact.succeeds or edge.confidence < CANDIDATE_BELOW:
            return False
        if not self._endings.goes_on(edge) or self._endings.learned_later(edge):
            return False
        later = compare(begin(edge), fact.start) > 0
        if later and edge.valid_from_stated:
            return False
        is_conflict = edge.canonical_relation in fact.opposites and not later and edge.source_id == fact.source
        return not is_conflict

    def carry_out(self, fact: Fact) -> None:
        """A plan is over when what was planned is told: "User plans to buy a car", "User bought a car"."""
        if fact.family == PLANS or fact.candidate or (fact.start.moment or self._said_at) > self._said_at:
            return
        for plan in self._draft.active_between(fact.source, fact.target):
            if self._is_carried_out(plan, fact):
                self._endings.end_of(plan, fact, fact.start if fact.start.moment else Dated(self._said_at, "instant"))

    def _is_carried_out(self, plan: Edge, fact: Fact) -> bool:
        family = self._ontology.family
        if family(plan.canonical_relation) != PLANS or fact.family not in map(family, planned_verbs(plan.fact)):
            return False
        return self._endings.goes_on(plan) and compare(begin(plan), fact.start) <= 0

    def take_place(self, fact: Fact) -> None:
        """The favourite of before, and the boss before the new one, were so until now."""
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        if made is None or made.valid_until is not None:
            return
        for old in filled_before(fact, self._draft) or other_values(fact, self._draft) or self._left_again(fact):
            if compare(begin(old), fact.start) <= 0 and not self._changes.held_by_person(old, fact):
                self._draft.new_edges[made.ref] = replace(made, supersedes=made.supersedes or old.id)
                self._changes.close_for(old, fact, made.ref)

    def _left_again(self, fact: Fact) -> list[Edge]:
        """What had taken its place, where it is so again: "we went back to RabbitMQ"; of a plan only what was one."""
        if "again" not in fact.markers or "besides" in fact.markers:
            return []
        instead = {e.superseded_by for e in self._draft.ever_between(fact.source, fact.target)}
        held = self._draft.active_from(fact.source, (fact.canonical_relation,))
        known = [e for e in held if e.id in instead and self._endings.goes_on(e)]
        return [e for e in known if fact.modality != "plan" or parse_qualifiers(e.qualifiers).get(MODALITY) == "plan"]
