"""What an event puts an end to (graph-memory §4, its first row): a death to a marriage, a dismissal to a job.

In: a fact that something happened to somebody, and the rows as they now are. Out: in the draft, the end of the facts
that cannot go on after it; for a wedding, the marriage that a courtship has become. An event of which nothing that it
ends is known changes nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from zeph.clock import parse_moment, to_moment
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.families import Aftermath, Families
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.memory.language.names import canonical_name, indexed_fact
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.view import View

EVENT, STATUS, MARRIED, PARTNER = "has_event", "has_marital_status", "married_to", "partner_of"
AROUND = 200
OF_THE_SOURCE = frozenset({"employment", "residence", "role", "health"})
"""Families of which an event ends only what is said of the one it happened to."""
LATELY = 62
"""Days: of what happened since then, a fact that was told of without a date is older."""


class Consequences:
    """Ends what an event of one message ends."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, endings: Endings) -> None:
        self._draft = draft
        self._ontology = ontology
        self._endings = endings
        self._families = Families.load()
        self._said_at = draft.message.sent_at

    def end(self, fact: Fact) -> None:
        """Ends what cannot go on after that fact."""
        ended = self._aftermath(fact)
        if ended is None or fact.candidate or fact.source < 0 or not _fits(ended, fact):
            return
        at = fact.start if fact.start.moment else Dated(self._said_at, "instant")
        meant = [e for e in self._around(fact.source) if self._family(e) in ended.families]
        for edge in meant:
            if self._concerns(edge, fact, ended):
                self._endings.end_of(edge, fact, at)

    def _aftermath(self, fact: Fact) -> Aftermath | None:
        happened = fact.target_name.casefold()
        if fact.canonical_relation == EVENT:
            return self._families.after_event(happened)
        return self._families.after_status(happened) if fact.canonical_relation == STATUS else None

    def marriage(self, fact: Fact) -> Fact | None:
        """ "We got married", of the one whose partner is known: the marriage of these two."""
        married = self._ontology.get(MARRIED)
        if married is None or not self._is_wedding(fact):
            return None
        known = [e for e in self._around(fact.source) if e.canonical_relation in (MARRIED, PARTNER)]
        if len(known) != 1 or known[0].canonical_relation == MARRIED:
            return None
        edge = known[0]
        here = edge.source_id == fact.source
        name, target, who = (
            (edge.target, edge.target_id, edge.source) if here else (edge.source, edge.source_id, edge.target)
        )
        text = f"{who} is married to {name}"
        return replace(
            fact, target=target, relation=MARRIED, canonical_relation=MARRIED, family=married.family,
            functional=married.functional, opposites=self._ontology.opposites(MARRIED), succeeds=married.succeeds,
            symmetric=married.symmetric, text=text, indexed_text=indexed_fact(text, who, name, MARRIED),
            edge_type=married.edge_type, confidence=min(fact.confidence, edge.confidence),
            target_type="person", target_class="", target_name=name,
        )  # fmt: skip

    def _is_wedding(self, fact: Fact) -> bool:
        """Whether somebody known has married by now."""
        if fact.canonical_relation != EVENT or "own_wedding" not in fact.markers:
            return False
        return not fact.candidate and fact.source > 0 and (fact.start.moment or self._said_at) <= self._said_at

    def _around(self, entity: int) -> Iterator[Edge]:
        """What is said of somebody now, from either end."""
        view = View(self._draft.message.space_id, self._said_at)
        hops = self._draft.reader.walk.hop([entity], view, cap=AROUND, budget=AROUND)
        for edge in sorted(self._draft.reader.edges.by_id([hop.edge_id for hop in hops], view), key=lambda e: e.id):
            if edge.id not in self._draft.closes and edge.confidence >= CANDIDATE_BELOW:
                yield edge

    def _concerns(self, edge: Edge, fact: Fact, ended: Aftermath) -> bool:
        """Whether it is this fact that cannot go on: it holds, it is of the right end, and it began before."""
        if not self._endings.goes_on(edge) or self._endings.learned_later(edge):
            return False
        return ended.whole or (
            self._is_theirs(edge, fact)
            and not _is_elsewhere(edge, fact, self._family(edge))
            and self._began_before(edge, fact, ended)
        )

    def _is_theirs(self, edge: Edge, fact: Fact) -> bool:
        """Whether what is said of somebody ends with what happened to them: who worked for the dead lives on; whose
        doctor one was ends, not who was one's own; a boss who goes is nobody's boss, who had one is asked of the
        job."""
        family, theirs = self._family(edge), edge.source_id == fact.source
        if family in OF_THE_SOURCE:
            return theirs
        if family == "care":
            return not theirs
        if family == "management":
            return theirs != self._is_speaker(edge.source if theirs else edge.target)
        return True

    def _began_before(self, edge: Edge, fact: Fact, ended: Aftermath) -> bool:
        later = fact.start_stated and compare(begin(edge), fact.start) > 0
        lately = (fact.start.moment or "") > to_moment(parse_moment(self._said_at) - timedelta(days=LATELY))
        return not later or ((ended.for_ever or lately) and not edge.valid_from_stated)

    def _family(self, edge: Edge) -> str:
        return self._ontology.family(edge.canonical_relation)

    def _is_speaker(self, name: str) -> bool:
        return canonical_name(name) == canonical_name(self._draft.message.person)


def _fits(ended: Aftermath, fact: Fact) -> bool:
    return ended.needs <= fact.markers and ended.unless.isdisjoint(fact.markers)


def _is_elsewhere(edge: Edge, fact: Fact, family: str) -> bool:
    """ "Moved out of the office" ends no household, "fired from the job at Lidl" no other job."""
    if family == "household" and "moved_out" in fact.markers:
        return "alone" not in fact.markers
    if family == "employment":
        return "at_place" in fact.markers and edge.target.casefold() not in fact.text.casefold()
    return False
