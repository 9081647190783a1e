"""From an extraction to a plan (graph-memory §3, steps 4–7): canonicalise, resolve, normalise, revise.

In: what an extractor gave for one message, and a reader inside the write transaction. Out: the plan
that the transaction carries out. Synchronous and without side effects: it can be run again.
"""

from dataclasses import dataclass, field, replace

from zeph.memory.ingest.draft import Draft
from zeph.memory.ingest.episode import EpisodeKind, kind_of
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, ExtractedEntity
from zeph.memory.ingest.questions import Answers, Asking, ModelNeeded, Question
from zeph.memory.ingest.resolution.alike import Alike, Resolution
from zeph.memory.ingest.resolution.described import Described
from zeph.memory.ingest.resolution.owned import naming
from zeph.memory.ingest.resolution.resolve import Resolver
from zeph.memory.ingest.revision.conflict import Policy, Strategy
from zeph.memory.ingest.revision.fact import Fact, Replaces
from zeph.memory.ingest.revision.jobs import Jobs
from zeph.memory.ingest.revision.revise import Reviser
from zeph.memory.ingest.revision.sentences import lies_ahead, said_ahead
from zeph.memory.ingest.times.birthday import BIRTH_RELATION, BIRTHPLACE_RELATION, birth_date, is_birthday
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.intervals import Dated
from zeph.memory.language.names import canonical_name, indexed_fact, is_first_person
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch, relation_slug
from zeph.records.edge import Edge
from zeph.records.entity import Origin
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, EdgeType
from zeph.records.message import Message
from zeph.records.plan import EpisodeRow, LearnedRelation, Plan, Ref, Review
from zeph.safety.text import one_line
from zeph.storage.ports import Reader

EPISODES: dict[EpisodeKind, EpisodeRow] = {"message": "conversation", "text": "text", "json": "json"}
SALE = "sold"
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
    resolution: Resolution | None = None
    """How new names are compared by meaning; None: spellings alone count."""
    same_belief: float | None = None
    """Cosine of two facts about one pair from which the newer replaces the older; None: never."""
    asks_relations: bool = False
    """Whether a chat model is asked what an unknown relation means."""
    answers: Answers = field(default_factory=Answers)
    """What models answered, so that a decision made again costs no second call."""


LIMITED = "memory.graph.max_entities_per_message and max_edges_per_message are the most that one may bring."


def make_plan(
    rules: Rules, message: Message, extracted: Extracted, origin: Origin, reader: Reader, *, final: bool = False
) -> Plan:
    """What this message changes. Raises ModelNeeded where a model has to choose first, unless ``final``: then what
    is still open is decided by rule (exact match, the wording as it is, recency)."""
    draft, asking = Draft(message, reader), Asking(rules.answers)
    step = _Step(rules, draft, asking)
    given = [e for e in extracted.extraction.entities if not _is_speaker(e, message)]
    most_entities, most_edges = rules.max_entities * extracted.parts, rules.max_edges * extracted.parts
    entities, edges = given[:most_entities], extracted.extraction.edges[:most_edges]
    unread = len(extracted.extraction.edges) - len(edges)
    beyond = {canonical_name(e.name) for e in given[most_entities:]}
    left_out = unread
    step.declare(message, entities)
    for number, edge in enumerate(edges):
        kept = step.add(edge, "local" if number in extracted.by_rules else origin)
        left_out += not kept and not beyond.isdisjoint((canonical_name(edge.source), canonical_name(edge.target)))
    if left_out:
        draft.reviews.append(Review(f"Facts of this message that were left out: {left_out}. {LIMITED}"))
    if asking.open and not final:
        raise ModelNeeded(message.id, list(asking.open.values()))
    return replace(
        draft.plan(extracted.cost, extracted.dropped + len(given) - len(entities) + unread),
        episode_kind=EPISODES[kind_of(message)],
    )


def _is_speaker(entity: ExtractedEntity, message: Message) -> bool:
    """Who is always there, and takes nobody's place among the entities."""
    return is_first_person(entity.name) or canonical_name(entity.name) == canonical_name(message.person)


class _Step:
    """One message on its way through resolve, normalise and revise."""

    def __init__(self, rules: Rules, draft: Draft, asking: Asking) -> None:
        self._rules = rules
        self._draft = draft
        self._asking = asking
        self._relations: dict[str, Question] = {}
        how = rules.resolution
        alike = Alike(how, rules.gazetteer, asking, draft.reader, draft.message) if how else None
        self._resolver = Resolver(draft, rules.ontology, rules.gazetteer, alike)
        policy = Policy(rules.strategy, rules.same_belief)
        self._described = Described(draft, rules.ontology, rules.gazetteer)
        self._jobs = Jobs(draft, self._resolver)
        self._reviser = Reviser(draft, rules.ontology, policy, self._same_kind, asking)

    def declare(self, message: Message, entities: list[ExtractedEntity]) -> None:
        self._resolver.declare(ExtractedEntity(name=message.person[:200], type="person"))
        for entity in entities:
            self._resolver.declare(entity)

    def add(self, edge: ExtractedEdge, origin: Origin) -> bool:
        """Resolves both ends, normalises the relation, hands the fact to revision; False for one whose ends are nobody
        known, which is dropped and counted."""
        edge = self._jobs.read(edge)
        match = self._rules.ontology.normalise(edge.relation) or self._learned(edge)
        source_name, target_name = (edge.target, edge.source) if match and match.swap else (edge.source, edge.target)
        if match and match.relation.name == NAME_RELATION:
            self._resolver.declare_a_name(target_name)
        born = match is not None and match.relation.name == BIRTH_RELATION
        always = match is not None and match.relation.name in (BIRTH_RELATION, BIRTHPLACE_RELATION)
        if born and (date := birth_date(target_name, self._draft.message.sent_at)):
            target_name = date
            self._resolver.declare_a_date(date)
        self._resolver.declare_called(edge.fact, source_name, target_name)
        if match and not edge.ends:
            self._resolver.declare_partner(match.relation.name, source_name, target_name)
        source, target = self._both(edge, match, source_name, target_name)
        if source is None or target is None:
            return edge.if_known or (edge.ends and self._described.is_vague(target_name))
        # "Ben's sister is Ann" and "Ann's brother is Ben" are two facts, each for whom they name.
        one_way = naming(edge.fact)[0]
        if (
            match
            and match.relation.symmetric
            and not one_way
            and self._draft.told_of(target, source, self._about(match))
        ):
            source, target = target, source
            source_name, target_name = target_name, source_name
        canonical = match.relation.name if match else relation_slug(edge.relation)
        start, stated = self._start(edge)
        if (always and not stated) or (born and is_birthday(edge.fact, target_name)):
            start, stated = Dated(None), False  # the birthday is in June, the birth was years ago
        said = edge.fact
        if edge.if_known and not edge.ends:
            said, target_name = self._by_name(said, target_name, target)
        fact = one_line(said) or f"{source_name} {canonical.replace('_', ' ')} {target_name}"
        self._reviser.add(
            Fact(
                source=source, target=target, relation=one_line(edge.relation), canonical_relation=canonical,
                family=match.relation.family or canonical if match else canonical,
                functional=bool(match and match.relation.functional and not match.swap),
                opposites=self._rules.ontology.opposites(canonical),
                succeeds=match.relation.succeeds if match and not match.swap else (),
                symmetric=bool(match and match.relation.symmetric), changes=bool(match and match.change),
                text=fact, indexed_text=indexed_fact(fact, source_name, target_name, canonical),
                edge_type=self._edge_type(edge, match),
                confidence=edge.confidence, origin=origin, start=start, start_stated=stated,
                end=self._dated(edge.valid_until, ahead=self._said_ahead(edge.valid_until, edge)), ends=edge.ends, replaces=self._replaces(edge),
                target_type=self._resolver.type_of(target), target_class=self._resolver.class_of(target_name), target_name=target_name,
                if_known=edge.if_known,
            )
        )  # fmt: skip
        if canonical == NAME_RELATION:
            self._resolver.add_alias(source, target_name, "person")
        if (hired := self._jobs.hired(edge)) is not None:
            self.add(hired, origin)
        return True

    def _both(
        self, edge: ExtractedEdge, match: RelationMatch | None, source_name: str, target_name: str
    ) -> tuple[Ref | None, Ref | None]:
        """Source and target; what must be known already is not made."""
        known, make = self._resolver.known, self._resolver.ref
        source = (known if edge.if_known and edge.ends else make)(source_name)
        if source is None:
            return None, None
        if edge.ends or (match is not None and match.relation.name == SALE):
            meant = self._meant(edge, source_name, source, target_name)
            if meant is not None or (edge.ends and self._described.is_vague(target_name)):
                return source, meant
        return source, (known if edge.if_known else make)(target_name)

    def _by_name(self, fact: str, target_name: str, target: Ref) -> tuple[str, str]:
        """ "Noor works at User's employer", by the name that the employer has."""
        meant = self._draft.reader.entity(target) if target > 0 else None
        return (fact.replace(target_name, meant.name), meant.name) if meant else (fact, target_name)

    def _meant(self, edge: ExtractedEdge, owner: str, source: Ref, what: str) -> Ref | None:
        """Of "the cat", "the band" the one that is known of its owner."""
        named = self._resolver.owned_by(owner, what, edge.fact) if edge.ends else None
        if named is not None:
            return named
        return self._described.target(source, what, edge.relation if edge.ends else "owns", surely=edge.if_known)

    def _about(self, match: RelationMatch) -> frozenset[str]:
        """The relation, and what it excludes or brings to an end."""
        name = match.relation.name
        return self._rules.ontology.opposites(name).union(match.relation.succeeds, (name,))

    def _learned(self, edge: ExtractedEdge) -> RelationMatch | None:
        """What a model said that an unknown relation means: asked once, kept for good, also where it means none."""
        slug = relation_slug(edge.relation)
        known = self._draft.reader.learned_relation(self._draft.message.space_id, slug)
        if known is None and self._rules.asks_relations:
            said = one_line(f"{edge.source} {edge.relation} {edge.target}")
            question = Question("relation", said, self._rules.ontology.readings())
            answer = self._asking.ask(self._relations.setdefault(slug, question))
            if answer is not None:
                known = answer or slug
                self._draft.relations.append(LearnedRelation(slug, known))
        return self._rules.ontology.normalise(known) if known else None

    def _edge_type(self, edge: ExtractedEdge, match: RelationMatch | None) -> EdgeType:
        """What the extractor says; where it says nothing of note, or no known type, that of the relation."""
        if edge.edge_type != DEFAULT_EDGE_TYPE and edge.edge_type in self._rules.ontology.edge_types:
            return edge.edge_type
        return match.relation.edge_type if match else DEFAULT_EDGE_TYPE

    def _start(self, edge: ExtractedEdge) -> tuple[Dated, bool]:
        """What was said; else, for something that still holds, the time of saying; an unknown date stays unknown."""
        if edge.valid_from:
            said = self._dated(edge.valid_from, ahead=lies_ahead(edge.fact) or self._said_ahead(edge.valid_from, edge))
            return said, said.moment is not None
        if edge.valid_until or edge.ends:
            return Dated(None), False
        return Dated(self._draft.message.sent_at, "instant"), False

    def _said_ahead(self, phrase: str | None, edge: ExtractedEdge) -> bool:
        return bool(phrase) and said_ahead(self._draft.message.text, phrase or "", edge.target)

    def _dated(self, phrase: str | None, *, ahead: bool = False) -> Dated:
        if not phrase:
            return Dated(None)
        # Its patterns take a while to compile, and most messages name no date.
        from zeph.memory.ingest.times.dates import resolve_ahead, resolve_date

        found = (resolve_ahead if ahead else resolve_date)(phrase, self._draft.message.sent_at)
        return Dated(found.moment, found.precision) if found else Dated(None)

    def _replaces(self, edge: ExtractedEdge) -> Replaces:
        if edge.replaces is None:
            return None
        if not edge.replaces.strip():
            return "unnamed"
        return self._resolver.known(edge.replaces)

    def _same_kind(self, edge: Edge, fact: Fact) -> bool:
        if self._rules.gazetteer.kind(edge.target) != fact.target_class:
            return False
        entity = self._draft.reader.entity(edge.target_id)
        return entity is not None and entity.entity_type == fact.target_type
