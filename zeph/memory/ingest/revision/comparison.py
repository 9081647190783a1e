"""The one question a message: what its claims do to the known facts that are near to them, where no rule can tell.

In: the claims of one message, before anything is changed, and the current facts of their subjects. Out: the claims with
what a model said of each pair, checked against the tables of families: the fact is the same, has another form now, is
over, or goes on beside it. A verdict that the tables do not admit changes nothing and is left for a person to look at;
without a model, or where it fails, the rules decide alone. Reason first, then the verdict, after graphiti #1666.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zeph.memory.ingest.model_questions import Asking, Question
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.matching import ALIKE
from zeph.memory.language.families import Families
from zeph.memory.language.names import canonical_name, names
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref, Review

Verdict = Literal["same", "updates", "ends", "beside"]
MOST_FACTS = 10
"""Known facts in one question."""
MOST_LIKENED = 20
"""Facts of one subject, the newest, whose likeness to a claim is looked at."""
MESSAGE_SHOWN = 600
"""Characters of the message that the question shows."""
CHANGES = ("end", "replace", "correct")
"""Kinds of claims that say of themselves that something known is another from now on."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim, by its place in the message, and a known fact near to it."""

    claim: int
    edge: Edge
    score: float
    """How near they are: 2 for a claim that is a change, 1 for a word in common, and their cosine."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A claim that may change something known of a stored subject."""

    number: int
    claim: Claim
    source: Ref
    thing: str
    """The name of its other end."""
    relations: tuple[str, ...]
    """Of which a fact may be meant; empty: of any."""


class Comparison:
    """Compares the claims of one message with what is known."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, asking: Asking, known: Callable[[str], Ref | None],
        holds: Callable[[Edge], bool], *, by_likeness: bool,
    ) -> None:  # fmt: skip
        """``known``: the entity that a name means; ``holds``: whether a stored fact goes on when this is said."""
        self._draft = draft
        self._ontology = ontology
        self._asking = asking
        self._known = known
        self._holds = holds
        self._by_likeness = by_likeness
        self._families = Families.load()
        self._verdicts: dict[int, list[tuple[Edge, Verdict]]] = {}
        self._near: set[tuple[int, int]] = set()
        self._counted: dict[int, bool] = {}
        """Of a stored fact whether it may be changed."""

    def ask(self, claims: Sequence[Claim]) -> None:
        """Puts the question where some known fact is near to a claim. Which facts are near may take vectors first."""
        open_before = len(self._asking.open)
        pairs = sorted(self._near_pairs(claims), key=lambda p: (-p.score, p.claim))
        if not pairs or len(self._asking.open) > open_before:
            return
        shown = {pair.edge.id: pair.edge for pair in pairs}
        edges = sorted(list(shown.values())[:MOST_FACTS], key=lambda e: e.id)
        asked = {(p.claim, p.edge.id) for p in pairs if p.edge in edges}
        numbers = sorted({claim for claim, _ in asked})
        self._near = asked
        given = self._asking.ask(self._question([claims[n] for n in numbers], edges))
        for claim, edge, verdict in given or ():
            if 0 < claim <= len(numbers) and 0 < edge <= len(edges):
                self._verdicts.setdefault(numbers[claim - 1], []).append((edges[edge - 1], verdict))

    def read(self, number: int, claim: Claim) -> Claim:
        """The claim at that place with what was said of it; a review in the draft for what cannot be."""
        admitted = [v for v in self._verdicts.get(number, ()) if v[1] == "beside" or self._admits(number, claim, *v)]
        beside = tuple(edge.id for edge, verdict in admitted if verdict == "beside")
        same = next((edge for edge, verdict in admitted if verdict == "same"), None)
        changed = [edge for edge, verdict in admitted if verdict in ("updates", "ends")]
        claim = replace(claim, beside=beside) if beside else claim
        if changed:
            told = replace(claim, known=tuple(edge.id for edge in changed))
            return _in_words_of(changed[0], told) if claim.kind == "end" else told
        return _in_words_of(same, claim) if same is not None else claim

    # ------------------------------------------------------------ which facts are near

    def _near_pairs(self, claims: Sequence[Claim]) -> Iterator[Pair]:
        open_claims = [one for n, c in enumerate(claims) if (one := self._opened(n, c)) is not None]
        newest, decided = self._newest(open_claims), {number for claim in claims for number in claim.known}
        for one in open_claims:
            changes = one.claim.kind in CHANGES
            known = self._draft.active_from(one.source, one.relations) if changes else newest[one.source, one.relations]
            edges = [edge for edge in known if self._counts(edge) and edge.id not in decided]
            if changes and any(self._is_named(edge, one.claim) for edge in edges):
                continue  # rules find it by its name
            for edge in edges[-MOST_LIKENED:]:
                score = self._score(one, edge, change=bool(one.relations) and changes)
                if score and canonical_name(edge.target) != canonical_name(one.thing):
                    yield Pair(one.number, edge, score)

    def _newest(self, open_claims: Sequence[_Open]) -> dict[tuple[Ref, tuple[str, ...]], list[Edge]]:
        """The last facts that each claim may be near to, read once a subject."""
        wanted: dict[Ref, dict[tuple[str, ...], None]] = {}
        for one in open_claims:
            if one.claim.kind not in CHANGES:
                wanted.setdefault(one.source, {})[one.relations] = None
        return {
            (source, relations): edges
            for source, choices in wanted.items()
            for relations, edges in zip(
                choices, self._draft.reader.edges.newest_from(source, list(choices), 2 * MOST_LIKENED), strict=True
            )
        }

    def _opened(self, number: int, claim: Claim) -> _Open | None:
        """None for a claim that no known fact is to be compared with."""
        match = self._ontology.normalise(claim.relation, claim.edge_type)
        subject, thing = (claim.object, claim.subject) if match and match.swap else (claim.subject, claim.object)
        source = self._known(subject.name) if self._is_open(claim, match) else None
        if source is None or source < 0:
            return None
        families = self._admitted(claim)
        return _Open(number, claim, source, thing.name, self._ontology.of_families(families) if families else ())

    @staticmethod
    def _is_open(claim: Claim, match: RelationMatch | None) -> bool:
        """Whether its reader left open what it changes, and no rule is there for it: of what there is one at a time the
        later one stands."""
        one_at_a_time = match is not None and match.relation.functional and claim.kind not in CHANGES
        sure = claim.for_graph and claim.confidence >= CANDIDATE_BELOW
        return sure and not claim.known and not one_at_a_time and "besides" not in claim.markers

    def _admitted(self, claim: Claim) -> frozenset[str]:
        """Families whose facts it may change; empty where no table knows its relation."""
        family = self._ontology.family(claim.relation)
        if self._ontology.normalise(claim.relation, claim.edge_type) is None and not claim.family:
            return frozenset()
        whatever, left = "whatever" in claim.markers or claim.kind == "replace", "from_place" in claim.markers
        kind = claim.object.entity_type
        return self._families.admitted(family, group=claim.family, target_type=kind, whatever=whatever, left=left)

    def _counts(self, edge: Edge) -> bool:
        if edge.id not in self._counted:
            weak = self._ontology.family(edge.canonical_relation) in self._families.weak
            self._counted[edge.id] = edge.confidence >= CANDIDATE_BELOW and self._holds(edge) and not weak
        return self._counted[edge.id]

    def _is_named(self, edge: Edge, claim: Claim) -> bool:
        name = claim.old.name if claim.old else claim.object.name
        same = self._families.same_thing(edge.target, name) or self._families.contains(edge.target, name)
        return same or names(edge.fact, name)

    def _score(self, one: _Open, edge: Edge, *, change: bool) -> float:
        """0 for what is not near."""
        sentence = one.claim.sentence
        word = self._families.shares_word(edge.target, one.thing) or names(sentence, edge.target)
        cosine = self._cosine(sentence, edge.fact)
        near = change or word or cosine >= ALIKE
        return 2.0 * change + word + max(cosine, 0.0) + 0.01 if near else 0.0

    def _cosine(self, one: str, other: str) -> float:
        if not self._by_likeness:
            return 0.0
        left, right = self._asking.vector(one), self._asking.vector(other)
        return 0.0 if left is None or right is None else float(left @ right)

    # ------------------------------------------------------------ the question, and what is made of it

    def _question(self, claims: Sequence[Claim], edges: Sequence[Edge]) -> Question:
        listed = "\n".join(f"{n}: ({claim.kind}) {claim.sentence}" for n, claim in enumerate(claims, start=1))
        said = self._draft.message.text[:MESSAGE_SHOWN]
        known = tuple(e.fact + (f" (since {e.valid_from[:10]})" if e.valid_from else "") for e in edges)
        return Question("compare", f"Message: {said}\nNew claims:\n{listed}", known)

    def _admits(self, number: int, claim: Claim, edge: Edge, verdict: Verdict) -> bool:
        """Whether the claim was compared with that very fact, and the table, or a word in common, lets it be so."""
        named = self._families.shares_word(edge.target, claim.sentence)
        admitted = (number, edge.id) in self._near and (bool(self._admitted(claim)) or named)
        if admitted and not (verdict == "same" and claim.kind in CHANGES):
            return True
        reason = f"“{claim.sentence}” cannot change “{edge.fact}” as a model took it to ({verdict}); both stand."
        self._draft.reviews.append(Review(reason, (edge.id,)))
        return False


def _in_words_of(edge: Edge, claim: Claim) -> Claim:
    """What is said of that fact, by its own names and relation."""
    ends = replace(claim.subject, name=edge.source), replace(claim.object, name=edge.target)
    return replace(claim, subject=ends[0], relation=edge.canonical_relation, object=ends[1], old=None, family="")
