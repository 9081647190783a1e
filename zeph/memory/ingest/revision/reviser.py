"""A new fact against the known ones: the table of graph-memory §4, row by row, in its order.

In: one resolved fact and the rows as they now are. Out: changes in the draft. A fact is retired only by an
explicit end or replacement, by another target of the same functional relation, by an opposite on the same pair
(``conflict``), or by belief revision; what a person set by hand is never retired here, and candidates retire nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from zeph.memory.ingest.model_questions import Asking
from zeph.memory.ingest.plan_draft import Draft
from zeph.memory.ingest.revision.conflicts import Conflicts, Policy
from zeph.memory.ingest.revision.consequences import Aftermath
from zeph.memory.ingest.revision.endings import PLANS, Endings
from zeph.memory.ingest.revision.fact import Fact, Rows
from zeph.memory.ingest.revision.sentence_cues import (
    came_true,
    counted_anew,
    placed_anew,
    planned_verbs,
    same_but_version,
)
from zeph.memory.ingest.revision.single_valued import filled_before
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref, Reinforce

MOST_SHOWN = 5
"""Facts that a review names when it is not known which of many was replaced."""


class Reviser:
    """Revises the facts of one message, in the order they were said."""

    def __init__(
        self,
        draft: Draft,
        ontology: Ontology,
        policy: Policy,
        same_kind: Callable[[Edge, Fact], bool],
        asking: Asking,
    ) -> None:
        self._draft = draft
        self._ontology = ontology
        self._same_kind = same_kind
        """Whether a stored edge's target has the type and gazetteer class of the fact's."""
        self._rows = Rows(draft)
        self._endings = Endings(draft, ontology, self._rows)
        self._aftermath = Aftermath(draft, ontology, self._endings)
        self._conflicts = Conflicts(draft, self._rows, policy, asking)
        self._said_at = draft.message.sent_at

    def add(self, fact: Fact) -> None:
        if fact.source == fact.target:
            self._draft.dropped += 1
        elif fact.ends:
            self._endings.end(fact)
        elif fact.candidate:
            self._reinforce(fact) or self._rows.insert(fact)
        elif fact.replaces is not None:
            self._replace(fact)
        else:
            over = self._succeed(fact)
            known = self._reinforce(fact) or self._conflicts.settle(fact, overtaking=bool(over))
            known = known or self._conflicts.settle_beliefs(fact)
            known or self._rows.insert(fact)
            self._name_successor(over, fact)
            self._fill(fact)
            self._carry_out(fact)
            self._aftermath.end(fact)
            if (marriage := self._aftermath.marriage(fact)) is not None:
                self.add(marriage)

    # ------------------------------------------------------------ ends and replacements

    def _succeed(self, fact: Fact) -> list[Ref]:
        """What this brings to an end between the same two: the courtship by the wedding. A marriage of which it was not
        said when it began is over with a divorce of any date."""
        closed: list[Ref] = []
        known = self._draft.active_both_ways(fact.source, fact.target, symmetric=fact.symmetric)
        for edge in known if fact.succeeds else ():
            over = (
                edge.canonical_relation in fact.succeeds
                and self._endings.goes_on(edge)
                and not self._endings.learned_later(edge)
            )
            later = compare(begin(edge), fact.start) > 0
            if not over or edge.confidence < CANDIDATE_BELOW or (later and edge.valid_from_stated):
                continue
            from_here = edge.source_id == fact.source
            settled_below = edge.canonical_relation in fact.opposites and not later and from_here
            if not settled_below and not self._rows.held_by_person(edge, fact):
                self._rows.close_for(edge, fact, None, overtakes=True)
                closed.append(edge.id)
        return closed

    def _name_successor(self, over: list[Ref], fact: Fact) -> None:
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        known = None if made or not over else self._stored_same(fact, fact.canonical_relation)
        for edge in over:
            successor = made.ref if made else known.id if known else None
            self._draft.closes[edge] = replace(self._draft.closes[edge], superseded_by=successor)

    def _replace(self, fact: Fact) -> None:
        olds = self._replaced(fact)
        if isinstance(fact.replaces, int):
            self._draft.named.update(old.id for old in olds)
        if len(olds) == 1:
            self._supersede_into(olds[0], fact)
            return
        if self._reinforce(fact) or self._conflicts.settle(fact):
            return
        ref = self._rows.insert(fact)
        if fact.replaces == "unnamed":
            what = "several facts" if olds else "no known fact"
            self._rows.review(f"“{fact.text}” may replace {what}; both stand.", ref, *(e.id for e in olds))

    def _replaced(self, fact: Fact) -> list[Edge]:
        """The current edges that the replacement can mean: the named one, else those of the same kind of target."""
        if isinstance(fact.replaces, int):
            edges = self._draft.active_between(fact.source, fact.replaces)
            return [e for e in edges if self._endings.goes_on(e) and self._endings.same_family(e, fact)][:1]
        active = self._draft.active_from(fact.source, self._ontology.of_family(fact.family))
        current = [e for e in active if e.current(self._said_at) and e.target_id != fact.target]
        if versions := [e for e in current if same_but_version(e.target, fact.target_name)]:
            return versions[:MOST_SHOWN]
        return list(islice((e for e in current if self._same_kind(e, fact)), MOST_SHOWN))

    def _supersede_into(self, old: Edge, fact: Fact) -> None:
        relation = old.canonical_relation if fact.changes else fact.canonical_relation
        if self._rows.held_by_person(old, fact):
            self._reinforce(fact, relation) or self._rows.insert(fact)
            return
        same = self._stored_same(fact, relation)
        if same is not None:
            self._reinforce(fact, relation)
            if old.id != same.id:  # what is said to replace itself goes on
                self._rows.close_for(old, fact, same.id)
            return
        if fact.functional and relation == old.canonical_relation and self._conflicts.settle(fact, instead_of=old):
            return
        ref = self._rows.insert(fact, relation=relation, supersedes=old.id)
        self._rows.close_for(old, fact, ref)

    def _carry_out(self, fact: Fact) -> None:
        """A plan is over when what was planned is told: "User plans to buy a car", "User bought a car"."""
        if fact.family == PLANS or (fact.start.moment or self._said_at) > self._said_at:
            return
        known = self._draft.active_between(fact.source, fact.target)
        plans = [e for e in known if self._ontology.family(e.canonical_relation) == PLANS]
        for plan in plans:
            done = {self._ontology.family(verb) for verb in planned_verbs(plan.fact)}
            if fact.family in done and self._endings.goes_on(plan) and compare(begin(plan), fact.start) <= 0:
                self._endings.end_of(plan, fact, fact.start if fact.start.moment else Dated(self._said_at, "instant"))

    def _fill(self, fact: Fact) -> None:
        """The favourite of before, and the boss before the new one, were so until now."""
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        for old in filled_before(fact, self._draft) if made and made.valid_until is None else ():
            if made and compare(begin(old), fact.start) <= 0 and not self._rows.held_by_person(old, fact):
                self._draft.new_edges[made.ref] = replace(made, supersedes=made.supersedes or old.id)
                self._rows.close_for(old, fact, made.ref)

    # ------------------------------------------------------------ the same fact again

    def _stored_same(self, fact: Fact, relation: str) -> Edge | None:
        active = self._draft.active_between(fact.source, fact.target)
        known = [e for e in active if e.canonical_relation == relation and self._overlaps(e, fact)]
        return next(iter(known), None) or self._told_of_then(fact, relation)

    def _told_of_then(self, fact: Fact, relation: str) -> Edge | None:
        """An older message that is read late says again what was superseded after it."""
        until = fact.end.moment or self._said_at
        known = self._draft.ever_between(fact.source, fact.target) if fact.start.moment else []
        over = (e for e in known if e.expired_reason == "superseded" and e.id not in self._draft.closes)
        return next((e for e in over if e.canonical_relation == relation and until < (e.valid_until or "")), None)

    @staticmethod
    def _overlaps(edge: Edge, fact: Fact) -> bool:
        """A closed stint that ended before the other begins is another stint, whichever was told first."""
        if edge.valid_until is None:
            dated = edge.valid_from_stated or fact.start_stated
            return not (dated and fact.end.moment and edge.valid_from and fact.end.moment <= edge.valid_from)
        ended = Dated(edge.valid_until, edge.valid_until_precision)
        return fact.start.moment is None or compare(fact.start, ended) < 0

    def _told_anew(self, fact: Fact, edge: Edge) -> bool:
        """The same two ends, yet another fact: a plan that has come true, three children who were two."""
        if fact.candidate or not self._endings.goes_on(edge):
            return False
        if edge.origin == "person" and fact.origin != "person":
            return self._differs(edge, fact) and self._rows.held_by_person(edge, fact)
        if came_true(edge.fact, fact.text) and edge.valid_from_stated:
            if fact.start_stated and (fact.start.moment or "") < min(edge.valid_from or "", edge.created_at):
                return False  # a stay of long before the plan was made
            if edge.valid_from and edge.valid_from <= self._said_at and not fact.start_stated:
                fact = replace(fact, start=begin(edge), start_stated=True)
        elif not self._differs(edge, fact) or compare(fact.start, begin(edge)) <= 0:
            return False
        if not self._conflicts.settle(fact):
            self._rows.insert(fact, supersedes=edge.id)
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        if made is not None and (edge.valid_from or "") > self._said_at:
            self._endings.end_of(edge, fact, fact.start)  # sooner than planned: nothing gives way on that day
        elif made is not None:
            self._rows.close_for(edge, fact, made.ref)
        return made is not None

    def _differs(self, edge: Edge, fact: Fact) -> bool:
        placed = placed_anew(edge.fact, fact.text, self._draft.message.text)
        return placed or counted_anew(edge.fact, fact.text)

    def _reinforce(self, fact: Fact, relation: str = "") -> bool:
        if self._draft.same_new_edge(fact.source, relation or fact.canonical_relation, fact.target):
            return True
        edge = self._stored_same(fact, relation or fact.canonical_relation)
        if edge is None:
            return False
        if not relation and self._told_anew(fact, edge):
            return True
        # A date that was said counts; so does an older message that is read late: it held by then already.
        news = (fact.start_stated and (fact.start.moment or "") <= self._said_at) or (fact.start.moment or "9999") < (
            edge.valid_from or ""
        )
        start = fact.start if news and not edge.valid_from_stated and not fact.candidate else Dated(None)
        if start.moment and edge.valid_until and start.moment > edge.valid_until:
            start = Dated(None)
        if start.moment and start.moment < (edge.valid_from or "") and not self._conflicts.make_room(fact, edge):
            start = Dated(None)
        stated = bool(start.moment) and fact.start_stated
        self._draft.reinforced[edge.id] = Reinforce(edge.id, fact.confidence, start.moment, start.precision, stated)
        ends = fact.end.moment is not None and edge.valid_until is None and not fact.candidate
        if ends and not self._rows.held_by_person(edge, fact):
            self._rows.close(edge, fact.end, None, None, "end", f"an end was said: {fact.text}")
        return True
