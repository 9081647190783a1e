"""What is only intended: a change that lies ahead and has no day changes nothing that is known.

In: a fact that is planned, and the rows as they now are. Out: the plan that stands beside them ("User is selling the
boat", who has it still), with what is planned among its qualifiers; and in the draft, the end of such plans when it is
done, with what it was to take the place of.
"""

from collections.abc import Iterator
from dataclasses import replace

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import PLANS, Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.intervals import Dated
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import Edge
from zeph.records.graph_types import HAPPENS
from zeph.records.qualifiers import DEED, INSTEAD, MODALITY, TELLS_END, parse_qualifiers

GOES_ON = frozenset(("after_all", "again"))
"""What is so in spite of a plan is none."""


class Intentions:
    """Keeps the plans of one message apart from what is so."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, endings: Endings) -> None:
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._endings = endings

    def as_told(self, fact: Fact) -> Fact:
        """The fact itself; of a change that is planned for no known day, the plan to make it."""
        if fact.modality != "plan" or fact.candidate or fact.family == PLANS or fact.markers & GOES_ON:
            return fact
        if fact.ends and self._happens(fact):  # what is called off is so at once
            return fact
        if fact.end.moment if fact.ends else not self._displaces(fact):
            return fact
        told = {DEED: fact.canonical_relation, **({TELLS_END: "yes"} if fact.ends else {})}
        told |= {INSTEAD: fact.old_name} if fact.old_name and not fact.ends else {}
        start = fact.start if fact.start.moment else Dated(self._draft.message.sent_at, "instant")
        relation = self._ontology.get(PLANS)
        return replace(
            fact, kind="state", ends=False, replaces=None, old_name="", known=(), slot="", group="", changes=False,
            relation=PLANS, canonical_relation=PLANS, family=PLANS, functional=False, opposites=frozenset(),
            succeeds=(), symmetric=False, start=start, start_stated=False, markers=fact.markers - {"whatever"},
            edge_type=relation.edge_type if relation else fact.edge_type, qualifiers={**fact.qualifiers, **told},
        )  # fmt: skip

    def _happens(self, fact: Fact) -> bool:
        relation = self._ontology.get(fact.canonical_relation)
        return relation is not None and relation.edge_type == HAPPENS

    def _displaces(self, fact: Fact) -> bool:
        """Whether it is yet to begin, or would take the place of something that is so, though nobody said when."""
        if fact.start_stated or fact.kind in ("correct", "event"):
            return False
        another = fact.kind in ("begin", "replace") or bool(fact.slot or fact.known)
        return another or fact.functional or fact.changes or self._is_so(fact)

    def _is_so(self, fact: Fact) -> bool:
        """Whether the same two are known to be so already, in another way."""
        known = self._draft.active_between(fact.source, fact.target)
        same = (e for e in known if e.canonical_relation == fact.canonical_relation and self._endings.goes_on(e))
        return any(parse_qualifiers(e.qualifiers).get(MODALITY) != "plan" for e in same)

    def carry_out(self, fact: Fact) -> None:
        """What was intended is so: the plan is over, and so is what it was to take the place of."""
        planned = fact.modality == "plan" and not fact.markers & GOES_ON
        if planned or fact.candidate or fact.family == PLANS or fact.source < 0:
            return
        now = Dated(self._draft.message.sent_at, "instant")
        for plan in self._carried_out(fact):
            self._changes.close(plan, now, "superseded", None, "end", f"carried out: {fact.text}")
            before = canonical_name(parse_qualifiers(plan.qualifiers).get(INSTEAD, ""))
            if before and plan.target_id == fact.target:
                self._end_instead(before, fact)

    def _carried_out(self, fact: Fact) -> Iterator[Edge]:
        """The intentions that the fact carries out; of what there is one at a time, also those for another one."""
        kept = canonical_name(fact.target_name) if fact.markers & GOES_ON else None
        for plan in self._draft.active_from(fact.source, (PLANS,)):
            told = parse_qualifiers(plan.qualifiers)
            same = DEED in told and TELLS_END not in told and self._ontology.family(told[DEED]) == fact.family
            instead_of_it = canonical_name(told.get(INSTEAD, "")) == kept  # "we're going back to RabbitMQ"
            meant = plan.target_id == fact.target or fact.functional or instead_of_it
            if same and meant and self._endings.still_holds(plan):
                yield plan

    def _end_instead(self, before: str, fact: Fact) -> None:
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        held = self._draft.active_from(fact.source, self._ontology.of_family(fact.family))
        for old in held:
            if canonical_name(old.target) == before and old.id not in self._draft.closes:
                self._changes.close_for(old, fact, made.ref if made else None)
