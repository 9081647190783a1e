"""What was planned or told to come and is taken back: "Igor isn't leaving after all", "we're staying on RabbitMQ"; and
what was over or called off and is on again: "the wedding's back on".

In: a claim that a clause says after all not to be so, or a fact that is so in spite of what was planned, and the rows
as they now are. Out: in the draft, the end of the plans that are meant; what such a plan was to replace, and what was
said to end, goes on. Of several plans that may be meant none.
"""

from collections.abc import Iterable
from datetime import timedelta

from zeph.clock import Moment, parse_moment, to_moment
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.possessive_names import MOST
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.intervals import Dated
from zeph.memory.language.morphology import verb_stem
from zeph.memory.language.names import canonical_name, names
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim
from zeph.records.edge import Edge, ExpiredReason
from zeph.records.plan import Ref
from zeph.records.qualifiers import MODALITY, TELLS_END, parse_qualifiers
from zeph.records.view import View

WHATEVER = "anything"
LATELY = timedelta(days=62)
"""How long ago that may have ended which is said to go on."""


class TakenBack:
    """Takes back the plans of one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, endings: Endings) -> None:
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._endings = endings
        self._said_at = draft.message.sent_at

    def take_back(self, claim: Claim, subject: Ref | None) -> None:
        """Ends what ``claim`` denies; of one that only says that somebody stays, what they were about to do, where all
        of it was told at once."""
        plans = self._plans_around(subject) if subject is not None else []
        if claim.relation == WHATEVER:
            told = {tuple(plan.sources) for plan in plans}
            meant = plans if len(told) == 1 else []
        else:
            verb, thing = verb_stem(claim.relation.partition("_")[0]), claim.object.name
            meant = [e for e in plans if _says(e, verb) and (thing == claim.subject.name or names(e.fact, thing))]
        self._end(meant, claim.sentence)

    def settle(self, fact: Fact) -> None:
        """What stays as it is in spite of a plan with it: the plan is over, and what it was to end goes on."""
        if "after_all" not in fact.markers or fact.candidate or fact.ends or fact.source < 0:
            return
        plans = self._plans_around(fact.source)
        named = [e for e in plans if names(e.fact, fact.target_name) and e.id not in self._draft.reinforced]
        self._end((e for e in named if e.target_id != fact.target or _tells_other(e, fact)), fact.text)
        for known in self._draft.ever_between(fact.source, fact.target):
            late = _over_since(known) >= self._lately()
            if late and _is_over(known) and known.id not in self._draft.closes:
                self._changes.reopen(known, f"taken back: {fact.text}")

    def revive(self, claim: Claim, subject: Ref | None) -> None:
        """What was over, or called off, goes on as it was; of what never was ``claim`` says nothing."""
        if subject is None:
            return
        relations = self._ontology.of_family(self._ontology.family(claim.relation))
        over = self._draft.reader.edges.from_source(subject, relations=relations, history=True, after=self._lately())
        over = [e for e in over if _is_over(e) and not _tells_end(e)]
        thing = {word for word in _stems(claim.object.name) if len(word) > len("to")}
        exact = [e for e in over if canonical_name(e.target) == canonical_name(claim.object.name)]
        meant = exact or [e for e in over if thing <= _stems(e.target)]
        last = max((_over_since(e) for e in meant), default="")
        for known in meant if len({e.target_id for e in meant}) == 1 else ():
            if _over_since(known) == last:
                self._changes.reopen(known, f"on again: {claim.sentence}")

    def _lately(self) -> Moment:
        return to_moment(parse_moment(self._said_at) - LATELY)

    def _end(self, plans: Iterable[Edge], text: str) -> None:
        for plan in plans:
            if plan.origin != "person":
                expired: ExpiredReason | None = "retracted" if _tells_end(plan) else None
                self._changes.close(plan, Dated(self._said_at, "instant"), expired, None, "end", f"taken back: {text}")
                self._endings.call_off(plan, text)

    def _plans_around(self, subject: Ref) -> list[Edge]:
        """What was said of somebody or something to come, or to be on its way."""
        view = View(self._draft.message.space_id, self._said_at, ahead=True, to_come=True)
        hops = self._draft.reader.walk.hop([subject], view, cap=MOST, budget=MOST) if subject > 0 else ()
        around = self._draft.reader.edges.by_id(sorted({hop.edge_id for hop in hops}), view)
        return [e for e in around if e.id not in self._draft.closes and e.active and self._is_plan(e)]

    def _is_plan(self, edge: Edge) -> bool:
        planned = parse_qualifiers(edge.qualifiers).get(MODALITY) == "plan"
        return planned or (edge.valid_from or "") > self._said_at


def _says(edge: Edge, stem: str) -> bool:
    return stem in _stems(edge.fact)


def _stems(text: str) -> set[str]:
    return {verb_stem(word.strip(".,'")) for word in canonical_name(text).split()}


def _is_over(edge: Edge) -> bool:
    """Whether it was so and is said to be over, or was to come and was called off; what was wrong never was."""
    if edge.expired_reason == "retracted":
        return edge.valid_until is not None and edge.superseded_by is None
    return edge.expired_reason is None and edge.valid_until != edge.valid_from


def _over_since(edge: Edge) -> Moment:
    return max(edge.valid_until or "", edge.expired_at or "")


def _tells_other(plan: Edge, fact: Fact) -> bool:
    return plan.canonical_relation != fact.canonical_relation or _tells_end(plan)


def _tells_end(plan: Edge) -> bool:
    """Whether what was planned is the end of something ("User is selling the boat"): it is no time of its being so."""
    return TELLS_END in parse_qualifiers(plan.qualifiers)
