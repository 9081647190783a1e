"""Facts that exclude each other (graph-memory §4): another target of a functional relation, an opposite, a belief.

In: a new fact and the rows as they now are, history too. Out: True where it was stored as part of settling a
conflict. The winner takes the loser's place from its own start; intervals of one functional fact never overlap,
in history either. ``recency``: the later start wins; ``confidence``: the surer; ``llm``: one question, recency
where it has no answer. What a person set by hand is never cut; candidates neither cut nor are cut.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from zeph.clock import parse_moment, to_moment
from zeph.memory.ingest.model_questions import Asking, Question
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.policy import ConflictPolicy
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated, begin, compare
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import NewEdge, Ref

LATELY = 366
"""Days: a change that is told with a date further back may long be over."""


class Conflicts:
    """Settles the conflicts of one message's facts."""

    def __init__(self, draft: PlanDraft, changes: EdgeChanges, policy: ConflictPolicy, asking: Asking) -> None:
        self._draft = draft
        self._changes = changes
        self._policy = policy
        self._asking = asking
        self._families = Families.load()
        self._said_at = draft.message.sent_at

    def settle(self, fact: Fact, *, instead_of: Edge | None = None, overtaking: bool = False) -> bool:
        """Functional relations and opposites; ``instead_of`` is what the message says it replaces, which always yields;
        ``overtaking``: it has put an end to what held, as a divorce does."""
        if instead_of is None and self._stands_with_rivals(fact):
            return True
        if instead_of is not None or overtaking:
            fact = self._after_what_held(fact, instead_of)
        rivals, new_rivals = self._rivals(fact), self._new_rivals(fact)
        rivals = self._without_companions(rivals, fact, instead_of)
        if not rivals and not new_rivals:
            return False
        beaten = self._beaten(rivals, fact, instead_of)
        until, winner = self._limit(fact, [e for e in rivals if e not in beaten], new_rivals)
        beaten = self._yielding(beaten, fact, until)
        ref = self._insert(fact, beaten, until, winner)
        for edge in beaten:
            self._end_beaten(edge, fact, ref)
        for other in new_rivals:
            self._order_with(other, fact, ref)
        return True

    def _stands_with_rivals(self, fact: Fact) -> bool:
        """A second one besides the first, as was said ("I work at Globex too"): both stand, and a person may look."""
        if not fact.functional or "besides" not in fact.markers:
            return False
        known = [e for e in self._excluded(fact) if e.current(self._said_at)]
        if known:
            self._changes.insert(fact)
            self._changes.review(
                f"“{fact.text}” was said to be so besides “{known[-1].fact}”; both stand.", known[-1].id
            )
        return bool(known)

    def _after_what_held(self, fact: Fact, instead_of: Edge | None) -> Fact:
        """What takes the place of what holds cannot have begun before that: then it begins as it is said."""
        if any(e != instead_of and self._between(fact, e) for e in self._rivals(fact)):
            return replace(fact, start=Dated(self._said_at, "instant"), start_stated=False)
        return fact

    def _between(self, fact: Fact, edge: Edge) -> bool:
        return compare(begin(edge), fact.start) > 0 and (edge.valid_from or "") <= self._said_at

    def _beaten(self, rivals: list[Edge], fact: Fact, instead_of: Edge | None) -> list[Edge]:
        """The rivals that the fact wins against; what the message says it replaces always is one."""
        return [e for e in rivals if e == instead_of or self._wins(fact, e, explicit=instead_of is not None)]

    def _yielding(self, beaten: list[Edge], fact: Fact, until: Dated) -> list[Edge]:
        """Of the beaten those that do give way: none to a fact of no length, to none what a person set by hand."""
        if until.moment and until.moment == fact.start.moment:
            return []
        return [e for e in beaten if not self._changes.held_by_person(e, fact) and not self._passing(fact, e)]

    def settle_beliefs(self, fact: Fact) -> bool:
        """Facts of the same two entities that say nearly the same in other words: the newer one is believed."""
        if self._policy.same_belief is None:
            return False
        known = self._draft.active_between(fact.source, fact.target)
        olds = [e for e in known if e.valid_until is None and e.confidence >= CANDIDATE_BELOW and self._later(fact, e)]
        olds = [e for e in olds if self._cosine(e.fact, fact.text) >= self._policy.same_belief]
        olds = [e for e in olds if not self._changes.held_by_person(e, fact)]
        if not olds:
            return False
        ref = self._changes.insert(fact, supersedes=olds[-1].id)
        for edge in olds:
            self._changes.close_for(edge, fact, ref)
        return True

    def make_room(self, fact: Fact, edge: Edge) -> bool:
        """For a known fact that turns out to have begun earlier; False where another stretch lies in between."""
        line = [e for e in self._excluded(fact) if e.id != edge.id and self._overlaps(fact, e)]
        line = [e for e in line if compare(begin(e), begin(edge)) <= 0]
        if any(compare(begin(e), fact.start) >= 0 or e.origin == "person" for e in line):
            return False
        for earlier in line:
            self._end_beaten(earlier, fact, edge.id)
        return True

    # ------------------------------------------------------------ who is concerned

    def _rivals(self, fact: Fact) -> list[Edge]:
        """Stored facts that held at a time at which this one holds, and cannot have held together with it."""
        return [e for e in self._excluded(fact) if self._overlaps(fact, e)]

    def _without_companions(self, rivals: list[Edge], fact: Fact, instead_of: Edge | None) -> list[Edge]:
        """Without what has stood besides the very fact, or besides what it replaces: a second job stays where the
        first is taken up again or changed for another."""
        if not rivals or fact.family not in self._families.several:
            return rivals
        if fact.old_name and instead_of is None:  # it tells what gave way, and that is none of these
            self._changes.review(f"“{fact.text}” replaces something unknown; both stand.", *(e.id for e in rivals))
            return []
        before = [e for e in self._draft.ever_between(fact.source, fact.target) if _same_relation(e, fact)]
        own = [e for e in (*before, instead_of) if e is not None]
        return [e for e in rivals if e == instead_of or not any(_stood_together(e, one) for one in own)]

    def _excluded(self, fact: Fact) -> list[Edge]:
        """Stored facts, superseded ones too, that cannot hold together with it and were not over when it began."""
        found: list[Edge] = []
        if fact.functional:
            same = self._draft.history_of(fact.source, fact.canonical_relation, fact.start.moment)
            found += [e for e in same if e.target_id != fact.target]
        if fact.opposites:
            pair = self._draft.history_between(fact.source, fact.target)
            found += [e for e in pair if e.canonical_relation in fact.opposites]
        return [e for e in found if e.confidence >= CANDIDATE_BELOW]

    def _new_rivals(self, fact: Fact) -> list[NewEdge]:
        """The same among the facts of this message."""
        return [e for e in self._draft.new_edges.values() if self._excludes(e, fact) and self._overlaps(fact, e)]

    @staticmethod
    def _overlaps(fact: Fact, edge: Edge | NewEdge) -> bool:
        if edge.valid_until is not None and edge.valid_until <= (fact.start.moment or edge.valid_from or ""):
            return False
        return fact.end.moment is None or edge.valid_from is None or fact.end.moment > edge.valid_from

    def _passing(self, fact: Fact, edge: Edge) -> bool:
        """A stretch that is over takes nothing from what holds to this day: both stand, a person may look."""
        if not fact.end.moment or fact.end.moment > self._said_at or (edge.valid_until or "9999") <= fact.end.moment:
            return False
        self._changes.review(f"“{fact.text}” was over while “{edge.fact}” goes on; both stand.", edge.id)
        return True

    # ------------------------------------------------------------ who wins

    def _wins(self, fact: Fact, rival: Edge, *, explicit: bool) -> bool:
        """History is put in order by time whatever the strategy; the strategy is for what stands, unless the person
        said outright that it changed."""
        holds_now = rival.active and (rival.valid_until is None or rival.valid_until > self._said_at)
        if holds_now and fact.origin == "person":
            return True
        if explicit:
            return self._later(fact, rival)
        if holds_now and self._policy.strategy == "confidence" and fact.confidence != rival.confidence:
            return fact.confidence > rival.confidence
        if holds_now and self._policy.strategy == "llm":
            answer = self._asking.ask(Question("conflict", f"Known: {rival.fact}\nNew: {fact.text}"))
            if answer is not None:
                return bool(answer)
        return self._later(fact, rival)

    def _later(self, fact: Fact, rival: Edge) -> bool:
        order = compare(fact.start, begin(rival))
        if order and not self._overtakes(fact, rival):
            return order > 0
        said = self._draft.reader.messages.by_id(rival.sources)
        last = max(((m.sent_at, m.id) for m in said.values()), default=("", 0))
        return (self._said_at, self._draft.message.id) >= last

    def _overtakes(self, fact: Fact, rival: Edge) -> bool:
        """A change that names its date, against a fact of which it was only told that it is so: that one's start is the
        day it was told, which is no evidence. Of a whole year that is past ("in 2015") nobody knows whether it goes
        on."""
        if not fact.start_stated or rival.valid_from_stated or rival.supersedes_id or fact.end.moment:
            return False
        lately = (fact.start.moment or "") >= to_moment(parse_moment(self._said_at) - timedelta(days=LATELY))
        lasting = "stretch" in fact.markers or (lately and fact.start.precision != "year")
        return lasting and bool(rival.valid_from) and compare(begin(rival), fact.start) > 0

    def _cosine(self, one: str, other: str) -> float:
        left, right = self._asking.vector(one), self._asking.vector(other)
        return -1.0 if left is None or right is None else float(left @ right)

    def _limit(self, fact: Fact, stronger: Sequence[Edge], new_rivals: Sequence[NewEdge]) -> tuple[Dated, Ref | None]:
        """Where the fact gives way, and to which: at the start of the first stronger one, at once to one before."""
        at_once = fact.start if fact.start.moment else Dated(self._said_at, "instant")
        limits = [(begin(e) if compare(begin(e), fact.start) > 0 else at_once, e.id) for e in stronger]
        limits += [(_begin(e), e.ref) for e in new_rivals if compare(_begin(e), fact.start) > 0]
        until, winner = fact.end, None
        for gives_way, ref in limits:
            if until.moment is None or (gives_way.moment or "") < until.moment:
                until, winner = gives_way, ref
        return until, winner

    # ------------------------------------------------------------ what changes

    def _insert(self, fact: Fact, beaten: list[Edge], until: Dated, winner: Ref | None) -> Ref:
        """The fact from its own start until a stronger one begins; history at once where that has come."""
        active = [e.id for e in beaten if e.active]
        over = winner is not None and (until.moment or "9999") <= self._said_at
        supersedes = active[-1] if active else None
        ref = self._changes.insert(fact, until=until, supersedes=supersedes, superseded_by=winner, expired=over)
        if over and winner is not None and self._policy.strategy != "recency":
            self._changes.review(f"“{fact.text}” was not believed, by conflict_resolution_strategy.", ref, winner)
        return ref

    def _end_beaten(self, edge: Edge, fact: Fact, successor: Ref) -> None:
        if edge.active:
            self._changes.close_for(edge, fact, successor, overtakes=self._overtakes(fact, edge))
        else:
            at = fact.start if fact.start.moment else Dated(edge.valid_from, edge.valid_from_precision)
            self._changes.close(edge, at, None, None, "supersede", f"a fact in between was learned: {fact.text}")

    def _order_with(self, other: NewEdge, fact: Fact, ref: Ref) -> None:
        """Two facts of one message: the one that begins later takes over; said in one breath, both stand."""
        order = compare(fact.start, _begin(other))
        if order == 0 and fact.text != other.fact:  # one sentence that names two places is no doubt
            self._changes.review(f"“{fact.text}” and “{other.fact}” were said together; both stand.", ref, other.ref)
        elif order > 0:
            over = (fact.start.moment or "9999") <= self._said_at
            self._draft.new_edges[other.ref] = replace(
                other, valid_until=fact.start.moment, valid_until_precision=fact.start.precision, superseded_by=ref,
                expired="superseded" if over else None,
            )  # fmt: skip

    @staticmethod
    def _excludes(edge: NewEdge, fact: Fact) -> bool:
        if edge.source != fact.source or edge.confidence < CANDIDATE_BELOW:
            return False
        if edge.target == fact.target:
            return edge.canonical_relation in fact.opposites
        return fact.functional and edge.canonical_relation == fact.canonical_relation


def _same_relation(edge: Edge, fact: Fact) -> bool:
    return edge.canonical_relation == fact.canonical_relation


def _stood_together(one: Edge, other: Edge) -> bool:
    """Whether both were so at one time, though one of a kind is so at a time: it was told that both are."""
    if one.id == other.id or one.confidence < CANDIDATE_BELOW or other.confidence < CANDIDATE_BELOW:
        return False
    begun = max(one.valid_from or "", other.valid_from or "")
    return begun < min(one.valid_until or "9999", other.valid_until or "9999")


def _begin(edge: NewEdge) -> Dated:
    return Dated(edge.valid_from, edge.valid_from_precision)
