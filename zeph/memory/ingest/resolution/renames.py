"""A thing that is called otherwise from now on: "the game Pebble is Marrow now".

In: claims of one message, and the rows as they now are. Out: in the draft, the new name as the one that is shown, the
old one as an alias, and the known sentences with the new name in place of the old; their old form stays as a version.
People and what is only known by its owner are left to the name relation.
"""

import re

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.resolver import Resolver
from zeph.memory.language.names import canonical_name, display_name, indexed_fact, is_junk_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.possessives import is_owned
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import Claim
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.entity import Entity
from zeph.records.plan import UpdateEdge
from zeph.records.view import View
from zeph.storage.ports import TextQuery

RENAMED, NAMED = "renamed_to", "has_name"
CHANGES = ("replace", "begin", "correct")
MOST = 200
"""Sentences with the old name that are told anew."""
_WORD = re.compile(r"\w+")


class Renames:
    """The renamings of one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, resolver: Resolver) -> None:
        self._draft = draft
        self._ontology = ontology
        self._resolver = resolver
        self._renamed: dict[str, Entity] = {}
        """Canonical new names, and the stored entities as they were called."""

    def declare(self, claim: Claim) -> None:
        """Both names mean the thing from here on, if the claim renames one that is known."""
        new = display_name(claim.object.name)
        if not self._is_rename(claim) or is_junk_name(new) or self._draft.entities.named(canonical_name(new)):
            return
        ref = self._resolver.known(claim.subject.name)
        entity = self._draft.entities.get(ref) if ref is not None and ref > 0 else None
        if entity is None or entity.entity_type == "person" or is_owned(entity.name):
            return
        self._renamed[canonical_name(new)] = entity
        self._resolver.rename(entity, new)

    def carry_out(self, claim: Claim) -> bool:
        """Tells the known sentences anew; False for a claim that renames nothing."""
        new = display_name(claim.object.name)
        entity = self._renamed.get(canonical_name(new)) if self._is_rename(claim) else None
        if entity is None:
            return False
        old = re.compile(rf"(?<![\w-]){re.escape(entity.name)}(?![\w-])")
        for edge in self._sentences_with(entity.name):
            named = old.search(edge.fact) and canonical_name(new) not in canonical_name(edge.fact)
            if named and not self._is_of_another(edge, entity, old):
                self._told_anew(edge, old.sub(lambda _: new, edge.fact), entity.name, new)
        return True

    def _is_rename(self, claim: Claim) -> bool:
        sure = claim.for_graph and claim.polarity and claim.confidence >= CANDIDATE_BELOW
        if not sure or claim.modality != "fact":
            return False
        match = self._ontology.normalise(claim.relation)
        changes = claim.kind in CHANGES and match is not None and match.relation.name == NAMED
        return changes or relation_slug(claim.relation) == RENAMED

    def _sentences_with(self, name: str) -> list[Edge]:
        view = View(self._draft.message.space_id, self._draft.message.sent_at, ahead=True, to_come=True)
        query = TextQuery((" ".join(_WORD.findall(name)),))
        hits = [i for i, _ in self._draft.reader.search.edges(view, query, MOST)]
        return sorted(self._draft.reader.edges.by_id(hits, view), key=lambda e: e.id)

    @staticmethod
    def _is_of_another(edge: Edge, entity: Entity, old: re.Pattern[str]) -> bool:
        """Whether it tells of something else that has the old name in its own."""
        ends = ((edge.source_id, edge.source), (edge.target_id, edge.target))
        return any(old.search(name) and ref != entity.id for ref, name in ends)

    def _told_anew(self, edge: Edge, text: str, old: str, new: str) -> None:
        source, target = (new if name == old else name for name in (edge.source, edge.target))
        indexed = indexed_fact(text, source, target, edge.canonical_relation)
        self._draft.updates[edge.id] = UpdateEdge(
            edge=edge.id, fact=text, indexed_text=f"{indexed} {old}",
            qualifiers=edge.qualifiers, confidence=edge.confidence, valid_from=edge.valid_from,
            valid_from_precision=edge.valid_from_precision, stated=edge.valid_from_stated,
            shown=f"{text}: {old} → {new}", fuller=True, reason=f"renamed: {old} is called {new}",
        )  # fmt: skip
