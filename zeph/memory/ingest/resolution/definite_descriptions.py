"""Things that are named by their kind alone: "I left the band", "we sold the boat", "the app uses SQLite".

In: a common noun that stands for something known, and the rows as they now are. Out: the one current target of such a
fact that is a thing of that kind by its name or by what was said of it; None where there is none, or several.
"""

import re

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.language.families import Families
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.possessives import is_owned
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref
from zeph.storage.ports import TextQuery

_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"[ _-]")
MOST_WORDS = 3
MOST = 20
"""Names with a noun among which a thing is looked for."""


class DefiniteDescriptions:
    """Finds what a common noun means among the facts of its owner."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, gazetteer: Gazetteer) -> None:
        self._draft = draft
        self._ontology = ontology
        self._gazetteer = gazetteer
        self._families = Families.load()

    def target(self, source: Ref, noun: str, relation: str, *, definite: bool) -> Ref | None:
        """The id; None also where the words are not ``definite``: something that should be known."""
        words = _WORD.findall(noun.casefold())
        if source < 0 or not 0 < len(words) <= MOST_WORDS or not definite:
            return None
        family = self._ontology.family(relation)
        known = self._current(source, family)
        exact = self._by_name(known, noun, other_forms=self._families.is_group(family))
        if noun != noun.lower():
            return exact.pop() if len(exact) == 1 and self._families.is_group(family) else None
        head = next((word for word in reversed(words) if word not in self._families.light), words[-1])
        vague = self._families.vague(words[-1]) == family
        meant = exact or {e.target_id for e in known if vague or self._is_one(e, head)} or self._of_kind(known, head)
        return meant.pop() if len(meant) == 1 else None

    def ending_in(self, source: Ref, noun: str) -> Ref | None:
        """The one thing in the current facts of ``source`` whose name ends in the noun: my-app of "the app"."""
        if source < 0 or noun != noun.lower() or not noun.isalpha():
            return None
        reader = self._draft.reader
        hits = [i for i, _ in reader.search.entities(self._draft.message.space_id, TextQuery((noun,)), MOST)]
        named = [e for e in reader.entities.by_id(hits).values() if _PARTS.split(e.canonical_name)[1:][-1:] == [noun]]
        around = [f for e in named if not is_owned(e.name) for f in self._draft.active_between(source, e.id)]
        found = [f for f in around if self._stands(f)]
        sure = {f.target_id for f in found if f.confidence >= CANDIDATE_BELOW}
        return sure.pop() if sure and len({f.target_id for f in found}) == 1 else None

    def _by_name(self, known: list[Edge], noun: str, *, other_forms: bool) -> set[Ref]:
        """Things of that very name; where there are none and it may be, of another form of it."""
        named = {e.target_id for e in known if e.target.casefold() == noun.casefold()}
        if named or not other_forms:
            return named
        return {e.target_id for e in known if self._families.same_thing(e.target, noun)}

    def _current(self, source: Ref, family: str) -> list[Edge]:
        """What is so now of the family and of those related to it, candidates left out."""
        families = self._families.described(family)
        known = self._draft.active_from(source, tuple(r for f in families for r in self._ontology.of_family(f)))
        return [e for e in known if self._stands(e) and e.confidence >= CANDIDATE_BELOW]

    def _stands(self, edge: Edge) -> bool:
        """Whether it is so, or is to come."""
        said_at = self._draft.message.sent_at
        return edge.current(said_at) or (edge.valid_from or "") > said_at

    def owned(self, owner: Ref, noun: str) -> Ref | None:
        """Of "my choir" the choir that somebody sings in: the one current target of that very name."""
        known = self._draft.active_from(owner)
        named = {e.target_id for e in known if e.target == noun and e.current(self._draft.message.sent_at)}
        return named.pop() if len(named) == 1 else None

    def is_vague(self, noun: str) -> bool:
        """Whether nothing has that name: "the company"."""
        return bool(self._families.vague(noun.casefold()))

    def _of_kind(self, known: list[Edge], noun: str) -> set[Ref]:
        """By what everybody knows of the name; not where another thing was told of with it, which may be one too."""
        found = [e for e in known if self._gazetteer.kind(e.target) == noun]
        together = [e for e in known if e not in found and any(e.created_at == f.created_at for f in found)]
        return set() if together else {e.target_id for e in found}

    def _is_one(self, edge: Edge, noun: str) -> bool:
        if noun in _words(edge.target):
            return True
        pair = self._draft.active_between(edge.source_id, edge.target_id)
        own = self._draft.active_from(edge.target_id, ("is_a",))
        meant = {noun, *self._families.said_by(noun)}
        return any(meant & _words(said.fact) for said in (*pair, *own))


def _words(text: str) -> set[str]:
    return {word for said in _WORD.findall(text.casefold()) for word in (said, said.removesuffix("s"))}
