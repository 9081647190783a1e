"""A fact that takes the place of another one (graph-memory §4, its second and third row).

In: a fact with ``replaces``: "switched from vim to neovim" names what is replaced, "I switched to neovim" does not.
Out: the old fact superseded in the draft; where it is not known which one was meant, both stand and a person may look.
"""

from collections.abc import Callable
from itertools import islice

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.conflicts import Conflicts
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.reinforcement import Reinforcement
from zeph.memory.language.families import Families
from zeph.memory.language.names import same_but_version
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref

MOST_SHOWN = 5
"""Facts that a review names when it is not known which of many was replaced."""


class Replacements:
    """Carries out the replacements of one message."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, endings: Endings, conflicts: Conflicts,
        reinforcement: Reinforcement, same_kind: Callable[[Edge, Fact], bool],
    ) -> None:  # fmt: skip
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._endings = endings
        self._conflicts = conflicts
        self._reinforcement = reinforcement
        self._same_kind = same_kind
        self._families = Families.load()
        self._said_at = draft.message.sent_at

    def replace(self, fact: Fact) -> None:
        """Supersedes the one fact that is meant; of none or several nothing is superseded."""
        if isinstance(fact.replaces, int):
            olds = self._named(fact, fact.replaces)
            self._draft.named.update(old.id for old in olds)
        else:
            olds = self._unnamed(fact)
        if len(olds) == 1:
            self._supersede(olds[0], fact)
            return
        if self._reinforcement.reinforce(fact) or self._conflicts.settle(fact):
            return
        ref = self._changes.insert(fact)
        if fact.replaces == "unnamed":
            what = "several facts" if olds else "no known fact"
            self._changes.review(f"“{fact.text}” may replace {what}; both stand.", ref, *(e.id for e in olds))

    def _named(self, fact: Fact, old: Ref) -> list[Edge]:
        """The fact about the entity that the message names as replaced, of the same family."""
        edges = self._draft.active_between(fact.source, old)
        held = [e for e in edges if self._endings.goes_on(e) and e.confidence >= CANDIDATE_BELOW]
        same = [e for e in held if self._endings.same_family(e, fact)]
        if same or not (fact.changes or fact.group):
            return same[:1]
        families = self._families.admitted(fact.family, group=fact.group, target_type=fact.target_type, whatever=True)
        related = [e for e in held if self._endings.family(e) in families]
        return [e for e in related if self._endings.family(e) not in self._families.weak][:1]

    def _unnamed(self, fact: Fact) -> list[Edge]:
        """The current facts of the family that can be meant: another version of the target, else its kind."""
        active = self._draft.active_from(fact.source, self._ontology.of_family(fact.family))
        current = [e for e in active if e.current(self._said_at) and e.target_id != fact.target]
        if versions := [e for e in current if same_but_version(e.target, fact.target_name)]:
            return versions[:MOST_SHOWN]
        return list(islice((e for e in current if self._same_kind(e, fact)), MOST_SHOWN))

    def _supersede(self, old: Edge, fact: Fact) -> None:
        """The new fact takes the old one's relation where it has none of its own."""
        relation = old.canonical_relation if fact.changes else fact.canonical_relation
        if self._changes.held_by_person(old, fact):
            self._reinforcement.reinforce(fact, relation) or self._changes.insert(fact)
            return
        same = self._reinforcement.stored_same(fact, relation)
        if same is not None:
            self._reinforcement.reinforce(fact, relation)
            if old.id != same.id:  # what is said to replace itself goes on
                self._changes.close_for(old, fact, same.id)
            return
        if fact.functional and relation == old.canonical_relation and self._conflicts.settle(fact, instead_of=old):
            return
        ref = self._changes.insert(fact, relation=relation, supersedes=old.id)
        self._changes.close_for(old, fact, ref)
