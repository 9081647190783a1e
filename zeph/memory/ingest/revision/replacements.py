"""A fact that takes the place of another one (graph-memory §4, its second and third row).

In: a fact with ``replaces``: "switched from vim to neovim" names what is replaced, "I switched to neovim" does not.
Out: the old fact superseded in the draft; where it is not known which one was meant, both stand and a person may look.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import islice

from zeph.clock import parse_moment, to_moment
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.conflicts import Conflicts
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.reinforcement import Reinforcement
from zeph.memory.language.families import Families
from zeph.memory.language.names import canonical_name, indexed_fact, is_junk_name, names, same_but_version
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.view import View

LATELY = timedelta(days=1)
"""How long ago that may have been told which is taken back by a word of it alone."""
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

    def replace(self, fact: Fact) -> bool:
        """Supersedes the one fact that is meant; of several that are not named nothing is superseded. False where it
        replaces nothing that is known: then it is a fact like any other."""
        if fact.replaces == "unnamed":
            return self._replace_unnamed(fact)
        if fact.kind == "correct" and fact.if_known and fact.old_name:
            return self._take_back(fact)
        olds = self._corrected(fact) if fact.kind == "correct" else self._named(fact)
        if not olds:
            return False
        self._draft.named.update(old.id for old in olds)
        self._supersede(olds[0], fact)
        for old in olds[1:]:  # the same thing in other words: who plays no longer has no lessons
            if not self._changes.held_by_person(old, fact):
                self._changes.close_for(old, fact, self._draft.closes[olds[0].id].superseded_by)
        return True

    def _take_back(self, fact: Fact) -> bool:
        """ "Not Leeds, Bradford": the word that was said was another, in whatever fact it stands: those told lately,
        else those of the one message that told of it."""
        of_it = self._facts_with(fact)
        lately = to_moment(parse_moment(self._said_at) - LATELY)
        said = self._draft.reader.messages.by_id([source for e in of_it for source in e.sources])
        meant = [e for e in of_it if any(said[m].sent_at >= lately for m in e.sources if m in said)]
        meant = meant or (of_it if len({tuple(e.sources) for e in of_it}) == 1 else [])
        if len({e.source_id for e in meant}) == 1:
            for edge in meant:
                self._supersede(edge, _as_said_of(edge, fact))
        return True

    def _facts_with(self, fact: Fact) -> list[Edge]:
        """What is known with the thing that is taken back, candidates among it."""
        view, wrong = View(self._draft.message.space_id, self._said_at), canonical_name(fact.old_name)
        olds = [entity.id for entity in self._draft.entities.named(wrong)]
        hops = self._draft.reader.walk.hop(olds, view, cap=MOST_SHOWN, budget=MOST_SHOWN) if olds else ()
        around = self._draft.reader.edges.by_id([hop.edge_id for hop in hops], view)
        called = [e for e in around if e.target_id == fact.replaces or canonical_name(e.target) == wrong]
        return [e for e in called if self._endings.goes_on(e)]

    def _replace_unnamed(self, fact: Fact) -> bool:
        olds = self._unnamed(fact)
        if len(olds) == 1:
            self._supersede(olds[0], fact)
        elif not (self._reinforcement.reinforce(fact) or self._conflicts.settle(fact)):
            ref = self._changes.insert(fact)
            what = "several facts" if olds else "no known fact"
            self._changes.review(f"“{fact.text}” may replace {what}; both stand.", ref, *(e.id for e in olds))
        return True

    def _named(self, fact: Fact) -> list[Edge]:
        """What is known of the thing that the message names as replaced: the fact of the same family, else those of
        admitted families, also by other forms of its name. None where it may be one of several things."""
        if not fact.old_name and fact.replaces is None:
            return []
        of_it = self._draft.active_between(fact.source, fact.replaces) if isinstance(fact.replaces, int) else []
        held = [e for e in of_it if self._holds(e)]
        if same := [e for e in held if self._endings.is_meant(e, fact)][:1]:
            return same
        return self._in_other_words(fact, {e.id for e in held})

    def _corrected(self, fact: Fact) -> list[Edge]:
        """The one other fact of the same relation that says what is said to be wrong: its thing by another form of the
        name, or words of its sentence ("it's Micah, not Aaron")."""
        if not fact.old_name or is_junk_name(fact.old_name):  # a date or a number is corrected in place
            return []
        known = self._draft.active_from(fact.source, (fact.canonical_relation,))
        held = [e for e in known if self._holds(e) and e.target_id != fact.target]
        wrong = [e for e in held if self._families.same_thing(e.target, fact.old_name) or names(e.fact, fact.old_name)]
        return wrong if len(wrong) == 1 else []

    def _in_other_words(self, fact: Fact, of_it: set[int]) -> list[Edge]:
        known = [e for e in self._draft.active_from(fact.source, self._admitted(fact)) if self._holds(e)]
        forms = [e for e in known if e.id in of_it or self._families.same_thing(e.target, fact.old_name)]
        found = [e for e in forms if e.target_id != fact.target]
        strong = [e for e in found if self._endings.family(e) not in self._families.weak] or found
        return strong if len({e.target_id for e in strong}) == 1 else []

    def _admitted(self, fact: Fact) -> tuple[str, ...]:
        """Relations of which a fact may be replaced by this one."""
        if not (fact.changes or fact.group):
            return self._ontology.of_family(fact.family)
        families = self._families.admitted(fact.family, group=fact.group, target_type=fact.target_type, whatever=True)
        return self._ontology.of_families(families)

    def _holds(self, edge: Edge) -> bool:
        return self._endings.goes_on(edge) and edge.confidence >= CANDIDATE_BELOW

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


def _as_said_of(edge: Edge, fact: Fact) -> Fact:
    """The stored fact with the other thing in the place of the one that was wrong."""
    text = edge.fact.replace(edge.target, fact.target_name)
    return replace(
        fact, source=edge.source_id, relation=edge.relation, canonical_relation=edge.canonical_relation, changes=False,
        text=text, indexed_text=indexed_fact(text, edge.source, fact.target_name, edge.canonical_relation),
        edge_type=edge.edge_type, confidence=min(edge.confidence, fact.confidence),
    )  # fmt: skip
