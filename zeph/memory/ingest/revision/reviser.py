"""A new fact against the known ones: the table of graph-memory §4, row by row, in its order.

In: one resolved fact and the rows as they now are. Out: changes in the draft. A fact is retired only by an
explicit end (``endings``) or replacement (``replacements``), by another target of the same functional relation, by an
opposite on the same pair or by belief revision (``conflicts``), or because it cannot go on after what happened
(``successions``, ``consequences``); what a person set by hand is never retired here, and candidates retire nothing.
"""

from collections.abc import Callable

from zeph.memory.ingest.model_questions import Asking
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.conflicts import Conflicts
from zeph.memory.ingest.revision.consequences import Consequences
from zeph.memory.ingest.revision.contradictions import Contradictions
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.intentions import Intentions
from zeph.memory.ingest.revision.named_facts import NamedFacts
from zeph.memory.ingest.revision.plans_taken_back import TakenBack
from zeph.memory.ingest.revision.policy import ConflictPolicy
from zeph.memory.ingest.revision.reinforcement import Reinforcement
from zeph.memory.ingest.revision.replacements import Replacements
from zeph.memory.ingest.revision.successions import Successions
from zeph.memory.ingest.revision.updates import Updates
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim
from zeph.records.edge import Edge
from zeph.records.plan import Ref


class Reviser:
    """Revises the facts of one message, in the order they were said."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, policy: ConflictPolicy, same_kind: Callable[[Edge, Fact], bool],
        asking: Asking
    ) -> None:  # fmt: skip
        """``same_kind``: whether a stored edge's target has the type and gazetteer class of the fact's."""
        self._draft = draft
        self._changes = changes = EdgeChanges(draft)
        self._endings = endings = Endings(draft, ontology, changes, policy, asking)
        self._conflicts = conflicts = Conflicts(draft, changes, policy, asking)
        updates = Updates(draft, ontology)
        self._reinforcement = reinforcement = Reinforcement(draft, changes, endings, conflicts, updates)
        self._named = NamedFacts(draft, changes, endings, conflicts, updates, reinforcement)
        self._replacements = Replacements(draft, ontology, changes, endings, conflicts, reinforcement, same_kind)
        self._successions = Successions(draft, ontology, changes, endings)
        self._contradictions = Contradictions(draft, ontology, changes, endings, policy)
        self._consequences = Consequences(draft, ontology, endings)
        self._taken_back = TakenBack(draft, ontology, changes, endings)
        self._intentions = Intentions(draft, ontology, changes, endings)

    def holds(self, edge: Edge) -> bool:
        """Whether a stored fact goes on at the time of the message."""
        return self._endings.still_holds(edge)

    def take_back(self, claim: Claim, subject: Ref | None) -> None:
        """Ends what a claim says will not be after all; ``subject``: who or what it is about, where that is known."""
        self._taken_back.take_back(claim, subject)

    def revive(self, claim: Claim, subject: Ref | None) -> None:
        """Has go on what a claim says is on again, where that is known to be over or called off."""
        self._taken_back.revive(claim, subject)

    def add(self, fact: Fact) -> None:
        """What the fact does to the known ones, and its own row where it has one."""
        over, fact = frozenset(self._draft.closes), self._intentions.as_told(fact)
        if fact.source == fact.target:
            self._draft.dropped += 1
        elif self._named.settle(fact):
            self._consequences.end(fact)
        elif fact.ends:
            self._endings.end(fact)
        elif fact.candidate:
            self._reinforcement.reinforce(fact) or self._changes.insert(fact)
        elif not (self._replacements.replace(fact) or (fact.if_known and fact.old_name)):
            self._state(fact)
        if not fact.ends:
            self._successions.carry_out(fact)
            self._intentions.carry_out(fact)
        self._endings.end_named_with(self._draft.closes.keys() - over, fact)

    def _state(self, fact: Fact) -> None:
        """The rows of the table below the replacements, then what the fact brings about besides itself."""
        over = self._successions.succeed(fact)
        (
            self._reinforcement.reinforce(fact)
            or self._conflicts.settle(fact, overtaking=bool(over))
            or self._conflicts.settle_beliefs(fact)
            or self._changes.insert(fact)
        )
        self._name_successor(over, fact)
        self._successions.take_place(fact)
        self._consequences.end(fact)
        self._contradictions.settle(fact)
        self._taken_back.settle(fact)
        if (marriage := self._consequences.marriage(fact)) is not None:
            self.add(marriage)

    def _name_successor(self, over: list[int], fact: Fact) -> None:
        """What ended by the fact is told which row it gave way to."""
        if not over:
            return
        made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
        known = None if made else self._reinforcement.stored_same(fact, fact.canonical_relation)
        successor = made.ref if made else known.id if known else None
        self._draft.name_successor(over, successor)
