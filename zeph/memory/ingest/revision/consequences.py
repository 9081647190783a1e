"""What an event puts an end to (graph-memory §4, its first row): a death to a marriage, a dismissal to a job.

In: a fact that something happened to somebody, and the rows as they now are. Out: in the draft, the end of the facts
that cannot go on after it; for a wedding, the marriage that a courtship has become. An event of which nothing that it
ends is known changes nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from zeph.clock import parse_moment, to_moment
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.endings import PARTNERS, Endings
from zeph.memory.ingest.revision.fact import Fact
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


@dataclass(frozen=True, slots=True)
class _Ended:
    """What is over after an event."""

    families: frozenset[str]
    said: re.Pattern[str] | None = None
    """Words that the fact must have."""
    unless: re.Pattern[str] | None = None
    for_ever: bool = False
    """It is over, however late the fact was told of; else only what began before."""


_NOTICE = re.compile(r"\bnotice\b", re.IGNORECASE)
_ALONE = re.compile(r" (?:and|from|with) ", re.IGNORECASE)
_JOB = _Ended(frozenset({"employment", "management"}), unless=_NOTICE)
AFTER: dict[str, _Ended] = {
    "death": _Ended(
        frozenset({PARTNERS, "pets", "household", "employment", "residence", "role", "management", "health", "care"}),
        for_ever=True,
    ),
    "layoff": _JOB, "dismissal": _JOB, "resignation": _JOB,
    "retirement": _Ended(_JOB.families | {"role", "care"}),
    "separation": _Ended(frozenset({PARTNERS}), unless=_ALONE),
    "divorce": _Ended(frozenset({PARTNERS}), unless=_ALONE),
    "move": _Ended(frozenset({"household"}), said=re.compile(r"\bmov(?:ed|es|ing) out\b", re.IGNORECASE)),
}  # fmt: skip
"""By the noun for what happened."""
ALONE: dict[str, _Ended] = dict.fromkeys(("widowed", "divorced", "single"), _Ended(frozenset({PARTNERS})))
"""By how somebody stands: "I'm a widower"."""
_WED = re.compile(r"\b(?:got|get|gets|getting|was|were|been) married\b|\btied the knot\b|\bwed\b", re.IGNORECASE)
_LEFT_ALONE = re.compile(
    r"\bmov(?:ed|es|ing) out(?: (?:in|on|last|this|next|yesterday|today|at)\b.*)?\.?$", re.IGNORECASE
)
_AT_A_FIRM = re.compile(
    r"\b(?:job|position|role|post|fired|sacked|laid off|let go|redundant)\b.*\b(?:at|from|by|with) "
)


class Consequences:
    """Ends what an event of one message ends."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, endings: Endings) -> None:
        self._draft = draft
        self._ontology = ontology
        self._endings = endings
        self._said_at = draft.message.sent_at

    def end(self, fact: Fact) -> None:
        """Ends what cannot go on after that fact."""
        table = {EVENT: AFTER, STATUS: ALONE}.get(fact.canonical_relation, {})
        ended = table.get(fact.target_name.casefold())
        if ended is None or fact.candidate or fact.source < 0 or not _fits(ended, fact):
            return
        at = fact.start if fact.start.moment else Dated(self._said_at, "instant")
        meant = [e for e in self._around(fact.source) if self._family(e) in ended.families]
        for edge in meant:
            if self._concerns(edge, fact, ended):
                self._endings.end_of(edge, fact, at)

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
        if fact.canonical_relation != EVENT or fact.target_name != "wedding" or not _WED.search(fact.text):
            return False
        return not fact.candidate and fact.source > 0 and (fact.start.moment or self._said_at) <= self._said_at

    def _around(self, entity: int) -> Iterator[Edge]:
        """What is said of somebody now, from either end."""
        view = View(self._draft.message.space_id, self._said_at)
        hops = self._draft.reader.hop([entity], view, cap=AROUND, budget=AROUND)
        for edge in sorted(self._draft.reader.edges([hop.edge_id for hop in hops], view), key=lambda e: e.id):
            if edge.id not in self._draft.closes and edge.confidence >= CANDIDATE_BELOW:
                yield edge

    def _concerns(self, edge: Edge, fact: Fact, ended: _Ended) -> bool:
        """Whether it is this fact that cannot go on: it holds, it is of the right end, and it began before."""
        if not self._endings.goes_on(edge) or self._endings.learned_later(edge):
            return False
        return (
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

    def _began_before(self, edge: Edge, fact: Fact, ended: _Ended) -> bool:
        later = fact.start_stated and compare(begin(edge), fact.start) > 0
        lately = (fact.start.moment or "") > to_moment(parse_moment(self._said_at) - timedelta(days=LATELY))
        return not later or ((ended.for_ever or lately) and not edge.valid_from_stated)

    def _family(self, edge: Edge) -> str:
        return self._ontology.family(edge.canonical_relation)

    def _is_speaker(self, name: str) -> bool:
        return canonical_name(name) == canonical_name(self._draft.message.person)


def _fits(ended: _Ended, fact: Fact) -> bool:
    if ended.said is not None and not ended.said.search(fact.text):
        return False
    return ended.unless is None or not ended.unless.search(fact.text)


def _is_elsewhere(edge: Edge, fact: Fact, family: str) -> bool:
    """ "Moved out of the office" ends no household, "fired from the job at Lidl" no other job."""
    if family == "household" and fact.target_name == "move":
        return not _LEFT_ALONE.search(fact.text)
    if family == "employment":
        return bool(_AT_A_FIRM.search(fact.text)) and edge.target.casefold() not in fact.text.casefold()
    return False
