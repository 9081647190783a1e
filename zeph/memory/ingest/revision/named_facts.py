"""Known facts that a reader names outright: it was shown them, and says that they are over or are another now.

In: a fact with the ids of such facts, and the rows as they now are. Out: in the draft, their end, their new form, or
what takes their place. A name counts only for a fact that still goes on and has an end in common with what was said;
others are left for a person to look at.
"""

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.conflicts import Conflicts
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.reinforcement import Reinforcement
from zeph.memory.ingest.revision.updates import Updates
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated
from zeph.records.edge import Edge
from zeph.records.plan import Ref
from zeph.records.qualifiers import MODALITY, parse_qualifiers
from zeph.records.view import View


class NamedFacts:
    """Works off the facts of one message that name known ones."""

    def __init__(
        self, draft: PlanDraft, changes: EdgeChanges, endings: Endings, conflicts: Conflicts, updates: Updates,
        reinforcement: Reinforcement,
    ) -> None:  # fmt: skip
        self._draft = draft
        self._changes = changes
        self._endings = endings
        self._conflicts = conflicts
        self._updates = updates
        self._reinforcement = reinforcement
        self._families = Families.load()
        self._said_at = draft.message.sent_at

    def settle(self, fact: Fact) -> bool:
        """False where it names none that goes on: then the table decides."""
        named = self._named(fact)
        if not named:
            return False
        if fact.ends:
            end = fact.end if fact.end.moment else Dated(self._said_at, "instant")
            for edge in named:
                self._endings.end_of(edge, fact, end)
            return True
        if fact.candidate:
            return False
        same = next((e for e in named if self._is_same(e, fact) and not self._begins_anew(fact, e)), None)
        others = [e for e in named if e != same and not self._changes.held_by_person(e, fact)]
        ref = same.id if same and self._told_anew(fact, same) else self._made(fact, others)
        for edge in others:
            if edge.id != ref and edge.id not in self._draft.closes:
                self._give_way(edge, fact, ref)
        return True

    def _named(self, fact: Fact) -> list[Edge]:
        if not fact.known:
            return []
        view = View(self._draft.message.space_id, self._said_at, ahead=True, to_come=True)
        stored = self._draft.reader.edges.by_id(fact.known, view)
        going_on = [e for e in stored if e.id not in self._draft.closes and self._endings.goes_on(e)]
        named = [e for e in going_on if self._touches(fact, e)]
        if strange := [e.id for e in going_on if e not in named]:
            self._changes.review(f"“{fact.text}” was said to change what it does not speak of; all stand.", *strange)
        return named

    def _touches(self, fact: Fact, edge: Edge) -> bool:
        """Whether the two have an end in common, by what it is or by a word of its name."""
        if {fact.source, fact.target} & {edge.source_id, edge.target_id}:
            return True
        said = f"{fact.target_name} {fact.text}"
        return any(self._families.shares_word(name, said) for name in (edge.source, edge.target))

    @staticmethod
    def _is_same(edge: Edge, fact: Fact) -> bool:
        return (edge.source_id, edge.target_id, edge.canonical_relation) == (
            fact.source, fact.target, fact.canonical_relation
        )  # fmt: skip

    def _begins_anew(self, fact: Fact, edge: Edge) -> bool:
        """Whether it is so in another way from a day on: until then it is as it was."""
        if fact.kind == "event" and fact.edge_type != edge.edge_type:
            return True  # it has happened: what was planned is no state
        begins = fact.kind in ("replace", "begin") and fact.start_stated and bool(fact.start.moment)
        return begins and (edge.valid_from or "") <= self._said_at and edge.valid_from != fact.start.moment

    def _told_anew(self, fact: Fact, edge: Edge) -> bool:
        """The stored fact in the words, and with the date and qualifiers, of the new one."""
        return self._updates.update(fact, edge) or self._reinforcement.reinforce(fact)

    def _made(self, fact: Fact, others: list[Edge]) -> Ref | None:
        """The row of the new fact; of one that has a single value the known line makes room for it."""
        rival = next((e for e in others if e.canonical_relation == fact.canonical_relation), None)
        anew = any(self._is_same(e, fact) for e in others)
        if not anew and self._reinforcement.reinforce(fact):
            known = self._reinforcement.stored_same(fact, fact.canonical_relation)
            made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
            return made.ref if made else known.id if known else None
        if fact.functional and rival is not None and self._conflicts.settle(fact, instead_of=rival):
            made = self._draft.same_new_edge(fact.source, fact.canonical_relation, fact.target)
            return made.ref if made else None
        return self._changes.insert(fact, supersedes=others[0].id if others else None)

    def _give_way(self, edge: Edge, fact: Fact, ref: Ref | None) -> None:
        """An event puts an end to what it names; any other fact, and that a plan was carried out, takes its place."""
        if fact.kind == "event" and parse_qualifiers(edge.qualifiers).get(MODALITY) != "plan":
            over = fact.start if fact.start.moment else Dated(self._said_at, "instant")
            self._endings.end_of(edge, fact, over)
        else:
            self._changes.close_for(edge, fact, ref, overtakes=fact.kind == "correct")
