"""From an extraction to a plan (graph-memory §3, steps 4–7): canonicalise, resolve, normalise, revise.

In: what an extractor gave for one message, and a reader inside the write transaction. Out: the plan
that the transaction carries out. Synchronous and without side effects: it can be run again.
"""

from dataclasses import dataclass, field

from zeph.memory.graph.gazetteer import Gazetteer
from zeph.memory.graph.intervals import Dated
from zeph.memory.graph.names import canonical_name
from zeph.memory.graph.ontology import Ontology, relation_slug
from zeph.memory.ingest.draft import Draft
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, ExtractedEntity
from zeph.memory.ingest.resolve import Resolver
from zeph.memory.ingest.revise import Fact, Replaces, Reviser, Strategy
from zeph.records.edge import Edge
from zeph.records.entity import Origin
from zeph.records.message import Message
from zeph.records.plan import Plan, Ref
from zeph.safety.text import one_line
from zeph.storage.ports import Reader

NAME_RELATION = "has_name"
"""Stating one's name also gives the speaker an alias."""


@dataclass(frozen=True)
class Rules:
    """What is the same for every message."""

    ontology: Ontology
    gazetteer: Gazetteer
    strategy: Strategy = "recency"
    max_entities: int = 10
    max_edges: int = 15
    decisions: dict[str, bool] = field(default_factory=dict)
    """A model's answers by question, so that a repeated decision costs no second call."""


def make_plan(rules: Rules, message: Message, extracted: Extracted, origin: Origin, reader: Reader) -> Plan:
    """What this message changes. Raises ModelNeeded where a model has to choose first."""
    draft = Draft(message, reader)
    step = _Step(rules, draft, origin)
    entities = extracted.extraction.entities[: rules.max_entities]
    edges = extracted.extraction.edges[: rules.max_edges]
    over = len(extracted.extraction.entities) - len(entities) + len(extracted.extraction.edges) - len(edges)
    step.declare(message, entities)
    for edge in edges:
        step.add(edge)
    return draft.plan(extracted.cost, extracted.dropped + over)


class _Step:
    """One message on its way through resolve, normalise and revise."""

    def __init__(self, rules: Rules, draft: Draft, origin: Origin) -> None:
        self._rules = rules
        self._draft = draft
        self._origin = origin
        self._resolver = Resolver(draft, rules.ontology, rules.gazetteer)
        self._reviser = Reviser(draft, rules.ontology, rules.strategy, self._class_of, rules.decisions)

    def declare(self, message: Message, entities: list[ExtractedEntity]) -> None:
        self._resolver.declare(ExtractedEntity(name=message.person[:200], type="person"))
        for entity in entities:
            self._resolver.declare(entity)

    def add(self, edge: ExtractedEdge) -> None:
        """Resolves both ends, normalises the relation, hands the fact to revision; a bad one is dropped and counted."""
        match = self._rules.ontology.normalise(edge.relation)
        learned = None if match else self._draft.reader.learned_relation(self._space, relation_slug(edge.relation))
        if learned:
            match = self._rules.ontology.normalise(learned)
        source_name, target_name = (edge.target, edge.source) if match and match.swap else (edge.source, edge.target)
        if match and match.relation.name == NAME_RELATION:
            self._resolver.declare_a_name(target_name)
        source, target = self._resolver.ref(source_name), self._resolver.ref(target_name)
        if source is None or target is None:
            return
        canonical = match.relation.name if match else learned or relation_slug(edge.relation)
        start, stated = self._start(edge)
        fact = one_line(edge.fact) or f"{source_name} {canonical.replace('_', ' ')} {target_name}"
        self._reviser.add(
            Fact(
                source=source, target=target, relation=one_line(edge.relation), canonical_relation=canonical,
                family=match.relation.family or canonical if match else canonical,
                functional=bool(match and match.relation.functional and not match.swap),
                opposites=self._rules.ontology.opposites(canonical), changes=bool(match and match.change),
                text=fact, indexed_text=self._indexed(fact, source_name, target_name, canonical),
                edge_type=edge.edge_type if not match or edge.edge_type != "semantic" else match.relation.edge_type,
                confidence=edge.confidence, origin=self._origin, start=start, start_stated=stated,
                end=self._dated(edge.valid_until), ends=edge.ends, replaces=self._replaces(edge),
                target_type=self._resolver.type_of(target), target_class=self._resolver.class_of(target_name),
            )
        )  # fmt: skip
        if canonical == NAME_RELATION:
            self._resolver.add_alias(source, target_name, "person")

    @property
    def _space(self) -> int:
        return self._draft.message.space_id

    def _indexed(self, fact: str, source: str, target: str, relation: str) -> str:
        """The fact, and whichever of its names and relation words it does not say itself."""
        said = canonical_name(fact)
        words = relation.replace("_", " ")
        return " ".join([fact, *(w for w in (source, words, target) if canonical_name(w) not in said)])

    def _start(self, edge: ExtractedEdge) -> tuple[Dated, bool]:
        """What was said; else, for something that still holds, the time of saying; an unknown date stays unknown."""
        if edge.valid_from:
            said = self._dated(edge.valid_from)
            return said, said.moment is not None
        if edge.valid_until or edge.ends:
            return Dated(None), False
        return Dated(self._draft.message.sent_at, "instant"), False

    def _dated(self, phrase: str | None) -> Dated:
        if not phrase:
            return Dated(None)
        # Its patterns take a while to compile, and most messages name no date.
        from zeph.memory.ingest.dates import resolve_date

        found = resolve_date(phrase, self._draft.message.sent_at)
        return Dated(found.moment, found.precision) if found else Dated(None)

    def _replaces(self, edge: ExtractedEdge) -> Replaces:
        if edge.replaces is None:
            return None
        if not edge.replaces.strip():
            return "unnamed"
        return self._resolver.known(edge.replaces)

    def _class_of(self, edge: Edge) -> tuple[str, str]:
        known: Ref = edge.target_id
        entity = self._draft.reader.entity(known)
        return (entity.entity_type if entity else "", self._rules.gazetteer.kind(edge.target))
