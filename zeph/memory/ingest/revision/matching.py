"""Which known facts an end means when its words are not those of the facts: by the thing, then by its other forms,
then by likeness.

In: a fact that ends, and the current facts of its subject. Out: the facts that are meant, or those among which it is
not clear. Only families that the table ``families.toml`` admits together are compared; likeness proposes which known
fact is meant, never that two facts contradict each other.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from zeph.memory.ingest.model_questions import Asking
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.families import Families
from zeph.memory.language.names import names
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.view import View

ALIKE = 0.6
"""Cosine from which the sentence of a known fact is taken for what an end means. Measured with the embedded model over
the sentences of ``benchmarks/data/matrix.toml``: 94 % of 231 pairs that are meant lie above, of 90 with a bystander of
the same subject none. Two things of one kind in one wording (violin and viola 0.71, Python 2 and Python 3 0.78) lie
above it, too: therefore the two names must share a word as well."""
CLEARLY = 0.06
"""How much further off the next one must be."""
MOST_ASKED = 10
"""Facts that are compared by likeness."""
AROUND = 50
"""Facts of one thing that are looked at."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What an end means."""

    edges: tuple[Edge, ...] = ()
    unclear: tuple[Edge, ...] = ()
    """Any of these may be meant, and the words do not tell which."""


class Matching:
    """Matches the ends of one message."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, asking: Asking, holds: Callable[[Edge], bool], *,
        by_likeness: bool,
    ) -> None:  # fmt: skip
        """``holds``: whether a stored fact goes on at the time of the message."""
        self._draft = draft
        self._ontology = ontology
        self._asking = asking
        self._holds = holds
        self._by_likeness = by_likeness
        self._families = Families.load()

    def meant(self, fact: Fact, *, also: bool = False) -> Meant:
        """``also``: the very fact is known, and only others that its object names are looked for."""
        by_group = self._families.is_group(fact.canonical_relation)
        if fact.if_known and not by_group:
            return Meant()
        candidates = self._candidates(fact)
        if named := self._strong(self._of_that_thing(fact, candidates), also=also):
            return Meant(tuple(named))
        if also:
            return Meant()
        if (by_part := self._by_part_of_name(fact, candidates)) is not None:
            return by_part
        if posts := [e for e in candidates if self._hangs_on_it(e, fact)]:
            return Meant(tuple(posts))
        kinds = [e for e in candidates if self._families.contains(e.target, fact.target_name)]
        if kinds:
            return Meant(tuple(kinds)) if len({e.target_id for e in kinds}) == 1 else Meant(unclear=tuple(kinds))
        return self._of_others(fact) if fact.if_known else self._alike(fact, candidates)

    def _of_others(self, fact: Fact) -> Meant:
        """What is known of a thing that is no more itself, where the speaker has nothing to do with it: one other's."""
        if "of_itself" not in fact.markers or fact.target < 0:
            return Meant()
        view = View(self._draft.message.space_id, self._draft.message.sent_at)
        hops = self._draft.reader.walk.hop([fact.target], view, cap=AROUND, budget=AROUND)
        around = self._draft.reader.edges.by_id([hop.edge_id for hop in hops], view)
        of_it = [e for e in around if e.target_id == fact.target and self._counts(e)]
        admitted = self.admitted(fact)
        meant = [e for e in of_it if self._ontology.family(e.canonical_relation) in admitted]
        return Meant(tuple(meant)) if len({e.source_id for e in meant}) == 1 else Meant(unclear=tuple(meant))

    def _of_that_thing(self, fact: Fact, candidates: list[Edge]) -> list[Edge]:
        """Facts of the very thing, then those of other forms of its name."""
        same = [e for e in candidates if e.target_id == fact.target]
        forms = [e for e in candidates if self._families.same_thing(e.target, fact.target_name)]
        return [*same, *(e for e in forms if e not in same)]

    def _by_part_of_name(self, fact: Fact, candidates: list[Edge]) -> Meant | None:
        """ "Wolden" of Wolden University; "the trip to Tolva" of the plan to go there."""
        said = fact.target_name
        found = [e for e in candidates if self._families.short_for(e.target, said)]
        planned = [e for e in candidates if self._is_ahead(e) and _names_other(e.target, said)]
        meant = found or (planned if fact.family in self._families.cancelled else [])
        if not meant:
            return None
        one = len({e.target_id for e in meant}) == 1
        return Meant(tuple(meant)) if one else Meant(unclear=tuple(meant))

    def _is_ahead(self, edge: Edge) -> bool:
        return (edge.valid_from or "") > self._draft.message.sent_at

    def _hangs_on_it(self, edge: Edge, fact: Fact) -> bool:
        """What was only told with the thing that is over: a post at the firm that was left."""
        hanging = self._families.hanging_on(fact.family)
        return self._ontology.family(edge.canonical_relation) in hanging and names(edge.fact, fact.target_name)

    def _candidates(self, fact: Fact) -> list[Edge]:
        """The subject's current facts in the families that the table admits."""
        families = self.admitted(fact)
        known = self._draft.active_from(fact.source, self._ontology.of_families(families))
        if fact.if_known:  # of whatever is known of that very thing, also what only the verb tells
            between = self._draft.active_between(fact.source, fact.target)
            known += [e for e in between if self._ontology.normalise(e.canonical_relation) is None]
        return [e for e in known if self._counts(e)]

    def _counts(self, edge: Edge) -> bool:
        return edge.confidence >= CANDIDATE_BELOW and edge.id not in self._draft.closes and self._holds(edge)

    def admitted(self, fact: Fact) -> frozenset[str]:
        """Families whose facts this end may mean."""
        left = "from_place" in fact.markers
        return self._families.admitted(
            fact.family, group=fact.group, target_type=fact.target_type, whatever="whatever" in fact.markers, left=left
        )

    def _strong(self, edges: list[Edge], *, also: bool) -> list[Edge]:
        """Liking a thing ends with doing it only where nothing else is known of it."""
        weak = self._families.weak
        strong = [e for e in edges if self._ontology.family(e.canonical_relation) not in weak]
        return strong if strong or also else edges

    # ------------------------------------------------------------ by meaning

    def _alike(self, fact: Fact, candidates: list[Edge]) -> Meant:
        weak = self._families.weak
        near = [e for e in candidates if self._ontology.family(e.canonical_relation) not in weak]
        open_to_it = [e for e in near if e.id not in fact.beside][-MOST_ASKED:]
        named = [e for e in open_to_it if self._families.shares_word(e.target, fact.target_name)]
        if not self._by_likeness or not named or fact.candidate:
            return Meant()
        scored = sorted(self._scored(fact.text, named), key=lambda s: -s[0])
        if not scored or scored[0][0] < ALIKE:
            return Meant()
        close = [e for score, e in scored if score >= ALIKE and scored[0][0] - score < CLEARLY]
        return Meant((close[0],)) if len(close) == 1 else Meant(unclear=tuple(close))

    def _scored(self, text: str, edges: Iterable[Edge]) -> Iterable[tuple[float, Edge]]:
        said = self._asking.vector(text)
        for edge in edges:
            known = self._asking.vector(edge.fact)
            if said is not None and known is not None:
                yield float(said @ known), edge


def _names_other(one: str, other: str) -> bool:
    """Whether one of two is a proper name that stands in the other: Tolva, and the trip to Tolva."""
    pairs = ((one, other), (other, one))
    return any(name != name.lower() and names(longer, name) for name, longer in pairs)
