"""A resolved and normalised edge as the fact that revision compares with the known ones.

In: a :class:`NormalisedEdge` and the refs of its ends. Out: a :class:`Fact`: with its sentence, what the ontology says
of its relation, its dates computed against the message's time, what it replaces.
"""

from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.relation_normaliser import NormalisedEdge
from zeph.memory.ingest.resolution.resolver import Resolver
from zeph.memory.ingest.revision.fact import Fact, Replaces
from zeph.memory.ingest.revision.sentence_cues import lies_ahead, said_ahead
from zeph.memory.ingest.times.birthday import BIRTH_RELATION, BIRTHPLACE_RELATION, is_birthday
from zeph.memory.language.intervals import Dated
from zeph.memory.language.names import indexed_fact
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch
from zeph.records.entity import Origin
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, EdgeType
from zeph.records.plan import Ref
from zeph.safety.text import one_line


class FactBuilder:
    """Builds the facts of one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, resolver: Resolver) -> None:
        self._draft = draft
        self._ontology = ontology
        self._resolver = resolver

    def fact(self, said: NormalisedEdge, source: Ref, target: Ref, origin: Origin) -> Fact:
        """``source`` and ``target``: what the names of the edge's ends mean."""
        edge, match, canonical = said.edge, said.match, said.canonical
        relation = match.relation if match else None
        one_way = relation is not None and match is not None and not match.swap
        start, stated = self._start(said)
        sentence, target_name = self._sentence(said, target)
        text = one_line(sentence) or f"{said.source} {canonical.replace('_', ' ')} {target_name}"
        return Fact(
            source=source, target=target, relation=one_line(edge.relation), canonical_relation=canonical,
            family=(relation.family if relation else "") or canonical,
            functional=bool(one_way and relation and relation.functional),
            opposites=self._ontology.opposites(canonical),
            succeeds=relation.succeeds if one_way and relation else (),
            symmetric=said.symmetric, changes=bool(match and match.change),
            text=text, indexed_text=indexed_fact(text, said.source, target_name, canonical),
            edge_type=self._edge_type(edge, match),
            confidence=edge.confidence, origin=origin, start=start, start_stated=stated,
            end=self._dated(edge.valid_until, ahead=self._said_ahead(edge.valid_until, edge)),
            ends=edge.ends, replaces=self._replaces(edge), target_type=self._resolver.type_of(target),
            target_class=self._resolver.class_of(target_name), target_name=target_name, if_known=edge.if_known,
        )  # fmt: skip

    # ------------------------------------------------------------ words

    def _sentence(self, said: NormalisedEdge, target: Ref) -> tuple[str, str]:
        """The fact's sentence and its target's name: "Noor works at User's employer" by the name that the employer
        has."""
        edge = said.edge
        stored = edge.if_known and not edge.ends and target > 0
        known = self._draft.reader.entities.get(target) if stored else None
        return (edge.fact.replace(said.target, known.name), known.name) if known else (edge.fact, said.target)

    def _edge_type(self, edge: ExtractedEdge, match: RelationMatch | None) -> EdgeType:
        """What the extractor says; where it says nothing of note, or no known type, that of the relation."""
        if edge.edge_type != DEFAULT_EDGE_TYPE and edge.edge_type in self._ontology.edge_types:
            return edge.edge_type
        return match.relation.edge_type if match else DEFAULT_EDGE_TYPE

    def _replaces(self, edge: ExtractedEdge) -> Replaces:
        if edge.replaces is None:
            return None
        if not edge.replaces.strip():
            return "unnamed"
        return self._resolver.known(edge.replaces)

    # ------------------------------------------------------------ dates

    def _start(self, said: NormalisedEdge) -> tuple[Dated, bool]:
        """When it began, and whether that was said. A birthday is in June, the birth was years ago: no start."""
        start, stated = self._said_start(said.edge)
        undated_birth = said.means(BIRTH_RELATION, BIRTHPLACE_RELATION) and not stated
        if undated_birth or (said.means(BIRTH_RELATION) and is_birthday(said.edge.fact, said.target)):
            return Dated(None), False
        return start, stated

    def _said_start(self, edge: ExtractedEdge) -> tuple[Dated, bool]:
        """What was said; else, for something that still holds, the time of saying; an unknown date stays unknown."""
        if edge.valid_from:
            ahead = lies_ahead(edge.fact) or self._said_ahead(edge.valid_from, edge)
            start = self._dated(edge.valid_from, ahead=ahead)
            return start, start.moment is not None
        if edge.valid_until or edge.ends:
            return Dated(None), False
        return Dated(self._draft.message.sent_at, "instant"), False

    def _said_ahead(self, phrase: str | None, edge: ExtractedEdge) -> bool:
        return bool(phrase) and said_ahead(self._draft.message.text, phrase or "", edge.target)

    def _dated(self, phrase: str | None, *, ahead: bool = False) -> Dated:
        if not phrase:
            return Dated(None)
        # Its patterns take a while to compile, and most messages name no date.
        from zeph.memory.ingest.times.date_resolution import resolve_ahead, resolve_date

        found = (resolve_ahead if ahead else resolve_date)(phrase, self._draft.message.sent_at)
        return Dated(found.moment, found.precision) if found else Dated(None)
