"""A new fact against the known ones: the table of graph-memory §4, row by row, in its order.

In: one resolved fact and the rows as they now are. Out: changes in the draft. A fact is retired only by an
explicit end or replacement, by another target of the same functional relation, or by an opposite
on the same pair; what a person set by hand is never retired here, and candidates retire nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment
from zeph.errors import DecisionMissing
from zeph.memory.graph.intervals import Dated, begin, compare, not_before
from zeph.memory.graph.ontology import Ontology
from zeph.memory.ingest.draft import Draft
from zeph.records.edge import CANDIDATE_BELOW, Edge, EdgeType
from zeph.records.entity import Origin
from zeph.records.plan import CloseEdge, NewEdge, Ref, Reinforce, Review

Strategy = Literal["recency", "confidence", "llm"]
Replaces = Ref | Literal["unnamed"] | None


@dataclass(frozen=True, slots=True)
class Fact:
    """An extracted edge with its ends resolved, its relation normalised and its dates computed."""

    source: Ref
    target: Ref
    relation: str
    canonical_relation: str
    family: str
    functional: bool
    opposites: frozenset[str]
    changes: bool
    """The relation only names a change ("switched_to"): the replaced fact lends its own."""
    text: str
    indexed_text: str
    edge_type: EdgeType
    confidence: float
    origin: Origin
    start: Dated
    start_stated: bool
    end: Dated
    ends: bool
    replaces: Replaces = None
    target_type: str = ""
    target_class: str = ""

    @property
    def candidate(self) -> bool:
        return self.confidence < CANDIDATE_BELOW


@dataclass(frozen=True, slots=True)
class Question:
    """A choice only a model can make; its answer is kept under ``key``."""

    key: str
    prompt: str


class ModelNeeded(DecisionMissing):
    def __init__(self, question: Question) -> None:
        super().__init__("a model has to decide between two facts")
        self.question = question


class Reviser:
    """Revises the facts of one message, in the order they were said."""

    def __init__(
        self,
        draft: Draft,
        ontology: Ontology,
        strategy: Strategy,
        class_of: Callable[[Edge], tuple[str, str]],
        decisions: dict[str, bool],
    ) -> None:
        self._draft = draft
        self._ontology = ontology
        self._strategy = strategy
        self._class_of = class_of
        """(entity type, gazetteer class) of a stored edge's target."""
        self._decisions = decisions
        self._said_at = draft.message.sent_at

    def add(self, fact: Fact) -> None:
        if fact.source == fact.target:
            self._draft.dropped += 1
        elif fact.ends:
            self._end(fact)
        elif fact.candidate:
            self._reinforce(fact) or self._insert(fact)
        elif fact.replaces is not None:
            self._replace(fact)
        else:
            self._reinforce(fact) or self._settle_conflict(fact) or self._insert(fact)

    # ------------------------------------------------------------ ends and replacements

    def _end(self, fact: Fact) -> None:
        end = fact.end if fact.end.moment else Dated(self._said_at, "instant")
        for edge in self._draft.active_between(fact.source, fact.target):
            if edge.valid_until is None and self._same_family(edge, fact):
                self._close(edge, end, None, None, "end", f"said to be over: {fact.text}")
                return
        if self._ended_before(fact):
            return
        self._insert(fact, until=end, start=fact.start if fact.start_stated else Dated(None))

    def _ended_before(self, fact: Fact) -> bool:
        """An end that is known already ("I no longer use vim", said twice) adds nothing."""
        known = self._draft.active_between(fact.source, fact.target)
        return any(e.valid_until is not None and self._same_family(e, fact) for e in known)

    def _replace(self, fact: Fact) -> None:
        olds = self._replaced(fact)
        if len(olds) == 1:
            self._supersede_into(olds[0], fact)
            return
        if self._reinforce(fact) or self._settle_conflict(fact):
            return
        ref = self._insert(fact)
        if fact.replaces == "unnamed":
            what = "several facts" if olds else "no known fact"
            refs = (ref, *(e.id for e in olds))
            self._draft.reviews.append(Review(f"“{fact.text}” may replace {what}; both stand.", refs))

    def _replaced(self, fact: Fact) -> list[Edge]:
        """The current edges that the replacement can mean: the named one, else those of the same kind of target."""
        if isinstance(fact.replaces, int):
            edges = self._draft.active_between(fact.source, fact.replaces)
            return [e for e in edges if self._same_family(e, fact)][:1]
        kind = (fact.target_type, fact.target_class)
        active = self._draft.active_from(fact.source)
        return [
            e for e in active
            if e.current(self._said_at) and e.target_id != fact.target
            and self._same_family(e, fact) and self._class_of(e) == kind
        ]  # fmt: skip

    def _supersede_into(self, old: Edge, fact: Fact) -> None:
        relation = old.canonical_relation if fact.changes else fact.canonical_relation
        if self._held_by_person(old, fact):
            self._insert(fact)
            return
        same = self._stored_same(fact, relation)
        if same is not None and old.id != same.id:
            self._reinforce(fact, relation)
            self._close_for(old, fact, same.id)
            return
        ref = self._insert(fact, relation=relation, supersedes=old.id)
        self._close_for(old, fact, ref)

    def _same_family(self, edge: Edge, fact: Fact) -> bool:
        return edge.canonical_relation == fact.canonical_relation or self._family(edge) == fact.family

    def _family(self, edge: Edge) -> str:
        return self._ontology.family(edge.canonical_relation)

    # ------------------------------------------------------------ the same fact again

    def _stored_same(self, fact: Fact, relation: str) -> Edge | None:
        known = self._draft.active_between(fact.source, fact.target)
        return next((e for e in known if e.canonical_relation == relation and self._overlaps(e, fact)), None)

    @staticmethod
    def _overlaps(edge: Edge, fact: Fact) -> bool:
        """A closed stint that ended before the new one begins is another stint."""
        if edge.valid_until is None:
            return True
        if not fact.start_stated and fact.end.moment is None:
            return False
        ended = Dated(edge.valid_until, edge.valid_until_precision)
        return fact.start.moment is None or compare(fact.start, ended) < 0

    def _reinforce(self, fact: Fact, relation: str = "") -> bool:
        if self._draft.same_new_edge(fact.source, relation or fact.canonical_relation, fact.target):
            return True
        edge = self._stored_same(fact, relation or fact.canonical_relation)
        if edge is None:
            return False
        start = fact.start if fact.start_stated and not edge.valid_from_stated else Dated(None)
        if start.moment and edge.valid_until and start.moment > edge.valid_until:
            start = Dated(None)
        self._draft.reinforced[edge.id] = Reinforce(edge.id, fact.confidence, start.moment, start.precision)
        if fact.end.moment and edge.valid_until is None:
            self._close(edge, fact.end, None, None, "end", f"an end was said: {fact.text}")
        return True

    # ------------------------------------------------------------ conflicts

    def _settle_conflict(self, fact: Fact) -> bool:
        """True where the fact was stored as part of settling a conflict."""
        rivals = self._rivals(fact)
        if not rivals:
            return False
        held = [r for r in rivals if self._held_by_person(r, fact)]
        rivals = [r for r in rivals if r not in held]
        losing = [r for r in rivals if self._wins(fact, r)]
        if len(losing) < len(rivals):
            self._insert_as_history(fact)
            return True
        if not losing:
            return False
        ref = self._insert(fact, supersedes=losing[-1].id)
        for rival in losing:
            self._close_for(rival, fact, ref)
        return True

    def _rivals(self, fact: Fact) -> list[Edge]:
        rivals = [
            e for e in self._draft.active_between(fact.source, fact.target) if e.canonical_relation in fact.opposites
        ]
        if fact.functional:
            same = self._draft.active_from(fact.source, (fact.canonical_relation,))
            rivals += [e for e in same if e.target_id != fact.target]
        return [
            e for e in rivals if e.valid_until is None and e.confidence >= CANDIDATE_BELOW and not self._over(fact, e)
        ]

    @staticmethod
    def _over(fact: Fact, edge: Edge) -> bool:
        """A fact that ended before the other began takes nothing from it."""
        return fact.end.moment is not None and compare(fact.end, begin(edge)) <= 0

    def _wins(self, fact: Fact, rival: Edge) -> bool:
        if self._strategy == "confidence" and fact.confidence != rival.confidence:
            return fact.confidence > rival.confidence
        if self._strategy == "llm":
            return self._asked(fact, rival)
        return self._later(fact, rival)

    def _later(self, fact: Fact, rival: Edge) -> bool:
        order = compare(fact.start, begin(rival))
        if order:
            return order > 0
        said = self._draft.reader.messages(rival.sources)
        last = max(((m.sent_at, m.id) for m in said.values()), default=("", 0))
        return (self._said_at, self._draft.message.id) >= last

    def _asked(self, fact: Fact, rival: Edge) -> bool:
        key = f"conflict:{fact.text}\x1f{rival.fact}"
        if key not in self._decisions:
            raise ModelNeeded(Question(key, f"Known: {rival.fact}\nNew: {fact.text}"))
        return self._decisions[key]

    def _held_by_person(self, edge: Edge, fact: Fact) -> bool:
        if edge.origin != "person":
            return False
        self._draft.reviews.append(Review(f"“{fact.text}” contradicts “{edge.fact}”, which you set yourself; both stand.", (edge.id,)))  # fmt: skip
        return True

    def _insert_as_history(self, fact: Fact) -> None:
        """An older late arrival: it held until the next known start, and is not current."""
        line = self._draft.reader.edges_from(fact.source, relations=(fact.canonical_relation,), history=True)
        line = [e for e in line if e.expired_reason in (None, "superseded") and e.target_id != fact.target]
        nexts = sorted((e for e in line if compare(begin(e), fact.start) > 0), key=lambda e: e.valid_from or "")
        until = begin(nexts[0]) if nexts else fact.start
        if fact.end.moment and (until.moment is None or fact.end.moment < until.moment):
            until = fact.end
        self._cut_predecessor(line, fact)
        self._insert(fact, until=until, expired=True)

    def _cut_predecessor(self, line: Sequence[Edge], fact: Fact) -> None:
        """Intervals of one functional fact never overlap, in history either."""
        at = fact.start.moment
        for edge in line:
            covers = at and edge.valid_until and (edge.valid_from or "") < at < edge.valid_until
            if covers and edge.expired_reason == "superseded" and compare(begin(edge), fact.start) < 0:
                self._close(edge, fact.start, None, None, "supersede", f"a fact in between was learned: {fact.text}")

    # ------------------------------------------------------------ rows

    def _close_for(self, old: Edge, fact: Fact, successor: Ref) -> None:
        start = fact.start if fact.start.moment else Dated(self._said_at, "instant")
        future = (start.moment or "") > self._said_at
        self._close(old, start, None if future else "superseded", successor, "supersede", f"replaced by: {fact.text}")

    def _close(
        self, edge: Edge, end: Dated, expired: Literal["superseded"] | None, successor: Ref | None,
        kind: Literal["supersede", "end"], reason: str,
    ) -> None:  # fmt: skip
        until: Moment | None = not_before(end.moment, edge.valid_from)
        precision = end.precision if until == end.moment else edge.valid_from_precision
        self._draft.reinforced.pop(edge.id, None)
        self._draft.closes[edge.id] = CloseEdge(edge.id, until, precision, expired, successor, kind, reason)

    def _insert(
        self, fact: Fact, *, relation: str = "", supersedes: Ref | None = None, until: Dated | None = None,
        start: Dated | None = None, expired: bool = False,
    ) -> Ref:  # fmt: skip
        begins, end = start or fact.start, until or fact.end
        same = self._draft.same_new_edge(fact.source, relation or fact.canonical_relation, fact.target)
        if same is not None:
            return same.ref
        ref = self._draft.next_ref()
        self._draft.new_edges[ref] = NewEdge(
            ref=ref, source=fact.source, target=fact.target, relation=fact.relation,
            canonical_relation=relation or fact.canonical_relation, fact=fact.text, indexed_text=fact.indexed_text,
            edge_type=fact.edge_type, confidence=fact.confidence, origin=fact.origin,
            valid_from=begins.moment, valid_from_precision=begins.precision, valid_from_stated=fact.start_stated,
            valid_until=not_before(end.moment, begins.moment), valid_until_precision=end.precision,
            supersedes=supersedes, expired="superseded" if expired else None,
        )  # fmt: skip
        return ref
