"""The same fact again (graph-memory §4, its fourth row): one edge, confirmed, with the better start.

In: a fact whose two ends and relation are known already. Out: in the draft, the stored edge with the confidence
(:func:`reinforced_confidence`) and the start (``_better_start``) that it has from now on. The same two ends may also
tell another fact: a plan that has come true, three children who were two; then the new one takes the old one's place.
"""

from dataclasses import replace

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.conflicts import Conflicts
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.updates import REPLACED, Updates
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.records.edge import Edge
from zeph.records.graph_types import HAPPENS
from zeph.records.plan import Reinforce
from zeph.records.qualifiers import MODALITY, parse_qualifiers

COUNT, DAYS = "amount", "when"


def reinforced_confidence(known: Edge, fact: Fact) -> float:
    """The confidence of a fact that was told again: the surer of the two tellings."""
    return max(known.confidence, fact.confidence)


class Reinforcement:
    """Confirms known facts for one message."""

    def __init__(
        self, draft: PlanDraft, changes: EdgeChanges, endings: Endings, conflicts: Conflicts, updates: Updates
    ) -> None:
        self._draft = draft
        self._changes = changes
        self._endings = endings
        self._conflicts = conflicts
        self._updates = updates
        self._said_at = draft.message.sent_at

    def reinforce(self, fact: Fact, relation: str = "") -> bool:
        """False where nothing that is known says the same. ``relation`` instead of the fact's own: that of what it
        replaces."""
        if self._draft.same_new_edge(fact.source, relation or fact.canonical_relation, fact.target):
            return True
        edge = self.stored_same(fact, relation or fact.canonical_relation)
        if edge is None:
            return False
        if not relation and self._updated(fact, edge):
            return True
        if self._updates.update(fact, edge):
            self._end_with(fact, edge)
            return True
        if self._updates.tells_otherwise(fact, edge):
            return True
        start = self._better_start(fact, edge)
        stated = bool(start.moment) and fact.start_stated
        confidence = reinforced_confidence(edge, fact)
        self._draft.reinforced[edge.id] = Reinforce(edge.id, confidence, start.moment, start.precision, stated)
        self._end_with(fact, edge)
        return True

    # ------------------------------------------------------------ which edge is the same

    def stored_same(self, fact: Fact, relation: str) -> Edge | None:
        """The active edge of the same ends and relation with validity that can overlap; else a superseded one that an
        older message, read late, tells again."""
        active = self._draft.active_between(fact.source, fact.target)
        known = (
            e for e in active
            if e.canonical_relation == relation and _overlaps(e, fact)
        )  # fmt: skip
        return next(known, None) or self._superseded_same(fact, relation)

    def _superseded_same(self, fact: Fact, relation: str) -> Edge | None:
        until = fact.end.moment or self._said_at
        known = self._draft.ever_between(fact.source, fact.target) if fact.start.moment else []
        over = (e for e in known if e.expired_reason == "superseded" and e.id not in self._draft.closes)
        return next((e for e in over if e.canonical_relation == relation and until < (e.valid_until or "")), None)

    # ------------------------------------------------------------ start and end

    def _better_start(self, fact: Fact, edge: Edge) -> Dated:
        """The start that the edge takes from the fact; empty where it keeps its own. A date that was said counts; so
        does an older message that is read late: it held by then already."""
        said = fact.start_stated and (fact.start.moment or "") <= self._said_at
        earlier = (fact.start.moment or "9999") < (edge.valid_from or "")
        if not (said or earlier) or edge.valid_from_stated or fact.candidate or not fact.start.moment:
            return Dated(None)
        if edge.valid_until and fact.start.moment > edge.valid_until:
            return Dated(None)
        if earlier and not self._conflicts.make_room(fact, edge):
            return Dated(None)
        return fact.start

    def _end_with(self, fact: Fact, edge: Edge) -> None:
        """An end that was told together with a known fact."""
        ends = fact.end.moment is not None and edge.valid_until is None and not fact.candidate
        if ends and not self._changes.held_by_person(edge, fact):
            self._changes.close(edge, fact.end, None, None, "end", f"an end was said: {fact.text}")

    # ------------------------------------------------------------ the same ends, another fact

    def _updated(self, fact: Fact, edge: Edge) -> bool:
        """True where the fact took the edge's place, or a person's own word keeps it from that."""
        if fact.candidate or not self._endings.goes_on(edge):
            return False
        if edge.origin == "person" and fact.origin != "person":
            return self._differs(edge, fact) and self._changes.held_by_person(edge, fact)
        if self._is_ahead(fact, edge):
            return self._take_place(fact, edge)
        if self._came_true(fact, edge) and edge.valid_from_stated:
            return not self._before_the_plan(fact, edge) and self._take_place(self._as_planned(fact, edge), edge)
        if not self._differs(edge, fact) or compare(fact.start, begin(edge)) <= 0:
            return False
        return self._take_place(fact, edge)

    def _is_ahead(self, fact: Fact, edge: Edge) -> bool:
        """Another number, version or weekday from a day to come on: until then it is as it was."""
        known, told = parse_qualifiers(edge.qualifiers), fact.qualifiers
        other = any(key in known and known[key] != told[key] for key in (*REPLACED, DAYS) if key in told)
        lasts = fact.kind != "correct" or edge.edge_type != HAPPENS
        begins = lasts and fact.start_stated and (fact.start.moment or "") > self._said_at
        return other and begins and (edge.valid_from or "") <= self._said_at

    def _came_true(self, fact: Fact, edge: Edge) -> bool:
        """A plan, and now it is so: what is on a day to come is planned still, however it is said."""
        planned = parse_qualifiers(edge.qualifiers).get(MODALITY) == "plan" and fact.modality != "plan"
        return planned and (fact.start.moment or "") <= self._said_at

    @staticmethod
    def _differs(edge: Edge, fact: Fact) -> bool:
        """Whether it is so in another way from now on: in London and no longer in Zurich. Of another number the fact
        takes the new form."""
        known = parse_qualifiers(edge.qualifiers)
        other = any(
            k in known and known[k] != value for k, value in fact.qualifiers.items() if k not in (MODALITY, COUNT)
        )
        return other and "now" in fact.markers and "besides" not in fact.markers

    @staticmethod
    def _before_the_plan(fact: Fact, plan: Edge) -> bool:
        """A stay of long before the plan was made does not fulfil it."""
        return fact.start_stated and (fact.start.moment or "") < min(plan.valid_from or "", plan.created_at)

    def _as_planned(self, fact: Fact, plan: Edge) -> Fact:
        """What came true, and of which no date is told, began on the day that was planned."""
        if plan.valid_from and plan.valid_from <= self._said_at and not fact.start_stated:
            return replace(fact, start=begin(plan), start_stated=True)
        return fact

    def _take_place(self, fact: Fact, edge: Edge) -> bool:
        if not self._conflicts.settle(fact):
            self._changes.insert(fact, supersedes=edge.id)
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        if made is None:
            return False
        if (edge.valid_from or "") > self._said_at:
            self._endings.end_of(edge, fact, fact.start)  # sooner than planned: nothing gives way on that day
        else:
            self._changes.close_for(edge, fact, made.ref)
        return True


def _overlaps(edge: Edge, fact: Fact) -> bool:
    """A closed stint that ended before the other begins is another stint, whichever was told first."""
    if edge.valid_until is None:
        dated = edge.valid_from_stated or fact.start_stated
        return not (dated and fact.end.moment and edge.valid_from and fact.end.moment <= edge.valid_from)
    ended = Dated(edge.valid_until, edge.valid_until_precision)
    return fact.start.moment is None or compare(fact.start, ended) < 0
