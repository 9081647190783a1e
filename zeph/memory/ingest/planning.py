"""The plan of a message: what its extraction will change in the graph (graph-memory §3, steps 4–7).

In: what was claimed in one message, and a reader inside the write transaction. Out: the plan that the
transaction carries out: names resolved (``resolution``), relations normalised, facts compared with the known ones
(``revision``). Synchronous and without side effects: it can be made again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from zeph.memory.ingest.episode import EpisodeKind, kind_of
from zeph.memory.ingest.extraction import Extracted, ExtractedEntity
from zeph.memory.ingest.fact_builder import FactBuilder
from zeph.memory.ingest.model_questions import Answers, Asking, ModelNeeded
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.planted_claims import without_planted
from zeph.memory.ingest.resolution.definite_descriptions import DefiniteDescriptions
from zeph.memory.ingest.resolution.employment import Employment
from zeph.memory.ingest.resolution.moved_days import MovedDays, is_moved
from zeph.memory.ingest.resolution.person_disambiguation import ROLE
from zeph.memory.ingest.resolution.relation_normaliser import NormalisedClaim, RelationNormaliser
from zeph.memory.ingest.resolution.renames import Renames
from zeph.memory.ingest.resolution.resolver import Resolver
from zeph.memory.ingest.resolution.said_before import SaidBefore, names_nothing
from zeph.memory.ingest.resolution.similar_entities import SimilarEntities, SimilarityPolicy
from zeph.memory.ingest.revision.comparison import Comparison
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.outcomes import Before, before, outcome
from zeph.memory.ingest.revision.policy import ConflictPolicy, Strategy
from zeph.memory.ingest.revision.reviser import Reviser
from zeph.memory.ingest.revision.suspicions import Suspicions
from zeph.memory.ingest.told_values import with_value_apart
from zeph.memory.language.families import Families
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name, is_first_person
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.possessives import naming
from zeph.memory.language.times.day_names import BIRTH_RELATION, EXPIRY_RELATION, birth_date, last_day
from zeph.records.claim import Claim, Mention
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.entity import Origin
from zeph.records.message import Message
from zeph.records.plan import ClaimOutcome, EpisodeRow, Plan, Ref, Review
from zeph.storage.ports import Reader

EPISODES: dict[EpisodeKind, EpisodeRow] = {"message": "conversation", "text": "text", "json": "json"}
BY_RULE = ("pattern:", "open")
"""How the names of readers that are no model begin."""
SALE_RELATION, OWNING = "sold", "ownership"
DATES = {BIRTH_RELATION: birth_date, EXPIRY_RELATION: last_day}
"""Relations to a day, with its one spelling."""
NAME_RELATIONS = ("has_name", "goes_by")
"""Stating one's name also gives the speaker an alias."""


@dataclass(frozen=True)
class Rules:
    """What is the same for every message."""

    ontology: Ontology
    gazetteer: Gazetteer
    strategy: Strategy = "recency"
    max_entities: int = 10
    max_edges: int = 15
    resolution: SimilarityPolicy | None = None
    """How new names are compared by meaning; None: spellings alone count."""
    same_belief: float | None = None
    """Cosine of two facts about one pair from which the newer replaces the older; None: never."""
    asks_model: bool = False
    """Whether a chat model is asked what an unknown relation means, and what claims do to known facts near to them."""
    by_likeness: bool = False
    """Whether there are vectors by which a fact can be found that an end says in other words."""
    answers: Answers = field(default_factory=Answers)
    """What models answered, so that a decision made again costs no second call."""


LIMITED = "memory.graph.max_entities_per_message and max_edges_per_message are the most that one may bring."


def make_plan(
    rules: Rules, message: Message, extracted: Extracted, origin: Origin, reader: Reader, *, final: bool = False
) -> Plan:
    """What this message changes. Raises ModelNeeded where a model has to choose first, unless ``final``: then what
    is still open is decided by rule (exact match, the wording as it is, recency)."""
    draft, asking = PlanDraft(message, reader), Asking(rules.answers)
    extracted = without_planted(extracted)
    extracted = replace(extracted, claims=tuple(map(with_value_apart, extracted.claims)))
    steps = _Steps(rules, draft, asking)
    given = [e for e in _entities(extracted) if not _is_speaker(e, message)]
    most_entities, most_edges = rules.max_entities * extracted.parts, rules.max_edges * extracted.parts
    entities, claims = given[:most_entities], extracted.claims[:most_edges]
    unread = len(extracted.claims) - len(claims)
    beyond = {canonical_name(e.name) for e in given[most_entities:]}
    left_out = unread
    steps.declare(message, entities, claims)
    for number, claim in enumerate(claims):
        kept = steps.add(number, claim, "local" if claim.reader.startswith(BY_RULE) else origin)
        left_out += not kept and not beyond.isdisjoint(map(canonical_name, (claim.subject.name, claim.object.name)))
    beyond_most = [ClaimOutcome(claim, "noop", LIMITED) for claim in extracted.claims[most_edges:]]
    draft.claims.extend(beyond_most)
    if left_out:
        draft.reviews.append(Review(f"Facts of this message that were left out: {left_out}. {LIMITED}"))
    if asking.open and not final:
        raise ModelNeeded(message.id, list(asking.open.values()))
    return replace(
        draft.plan(extracted.cost, extracted.dropped + len(given) - len(entities) + unread),
        episode_kind=EPISODES[kind_of(message)],
    )


def _denied(claim: Claim) -> Claim:
    """What is said not to be so ends what is known, and is no fact; what was not moved stands where it stood."""
    if claim.polarity or claim.kind == "end" or is_moved(claim):
        return claim
    return replace(claim, kind="end", markers=claim.markers | {"if_known"})


def _changed_hands(claim: Claim, family: str) -> Claim | None:
    """Of what somebody gets that was another's ("my brother bought my car") the end of its being theirs."""
    thing, owner = claim.object, claim.object.owner
    if claim.kind != "begin" or family != OWNING or not owner or owner == claim.subject.name:
        return None
    owned = replace(thing, name=thing.name.removeprefix(f"{owner}'s "), owner="", definite=True)
    return replace(
        claim, kind="end", subject=Mention(owner), object=owned, markers=frozenset({"if_known", *claim.markers}),
        end=claim.start, start="",
    )  # fmt: skip


def _entities(extracted: Extracted) -> list[ExtractedEntity]:
    """Those that were extracted; of a reader that gives claims alone, its mentions."""
    given = extracted.extraction
    return given.entities if given.entities or given.edges else mentioned(extracted.claims)


def mentioned(claims: Iterable[Claim]) -> list[ExtractedEntity]:
    """Of what claims for the graph speak, by the first type that a mention of it has."""
    found: dict[str, ExtractedEntity] = {}
    for claim in claims:
        for mention in (claim.subject, claim.object, claim.old) if claim.for_graph else ():
            key = canonical_name(mention.name) if mention else ""
            if mention and key and (key not in found or not found[key].type):
                found[key] = ExtractedEntity(name=mention.name[:200], type=mention.entity_type)
    return list(found.values())


def _is_speaker(entity: ExtractedEntity, message: Message) -> bool:
    """Who is always there, and takes nobody's place among the entities."""
    return is_first_person(entity.name) or canonical_name(entity.name) == canonical_name(message.person)


class _Steps:
    """One message on its way through resolve, normalise and revise."""

    def __init__(self, rules: Rules, draft: PlanDraft, asking: Asking) -> None:
        ontology, gazetteer, how = rules.ontology, rules.gazetteer, rules.resolution
        similar = SimilarEntities(how, gazetteer, asking, draft.reader, draft.message) if how else None
        self._draft = draft
        self._gazetteer = gazetteer
        self._resolver = Resolver(draft, ontology, gazetteer, similar)
        self._descriptions = DefiniteDescriptions(draft, ontology, gazetteer)
        self._renames = Renames(draft, ontology, self._resolver)
        self._said_before = SaidBefore(draft, ontology)
        self._moved_days = MovedDays(draft)
        self._employment = Employment(draft, self._resolver)
        self._relations = RelationNormaliser(draft, ontology, asking, asks_model=rules.asks_model)
        self._facts = FactBuilder(draft, ontology, self._resolver)
        self._families = Families.load()
        policy = ConflictPolicy(rules.strategy, rules.same_belief, rules.by_likeness)
        self._suspicions = Suspicions(draft, ontology)
        self._reviser = reviser = Reviser(draft, ontology, policy, self._same_kind, asking)
        self._comparison = Comparison(
            draft, ontology, asking, self._resolver.known, reviser.holds, by_likeness=rules.by_likeness
        )
        self._asks_model = rules.asks_model

    def declare(self, message: Message, entities: list[ExtractedEntity], claims: Sequence[Claim]) -> None:
        """Takes note of the speaker and of what was extracted."""
        ends = (mention.name for claim in claims for mention in (claim.subject, claim.object))
        self._resolver.look_up((message.person, *(entity.name for entity in entities), *ends))
        self._resolver.declare(ExtractedEntity(name=message.person[:200], type="person"))
        for entity in entities:
            self._resolver.declare(entity)
        for claim in claims:
            self._renames.declare(claim)
        if self._asks_model:
            self._comparison.ask(claims)

    def add(self, number: int, claim: Claim, origin: Origin) -> bool:
        """Normalises the relation, resolves both ends, hands the fact to revision; False for one whose ends are nobody
        known, which is dropped and counted. ``number``: its place among the declared ones, from 0."""
        past = before(self._draft)
        claim = self._comparison.read(number, claim)
        kept = not claim.for_graph or self._work_off(claim, origin)
        self._suspicions.mark([e for e in self._draft.closes if not past.has(e)])
        reason = "" if kept else "one of its ends is nobody and nothing that is known"
        again = self._is_again(claim, past)
        self._draft.claims.append(outcome(claim, self._draft, past, again=again, reason=reason))
        return kept

    def _work_off(self, claim: Claim, origin: Origin) -> bool:
        claim = _denied(claim)
        if carried_out := self._of_plans(claim):
            carried_out(claim, self._resolver.known(claim.subject.name))
            return True
        if names_nothing(claim) or is_moved(claim):
            meant = self._meant(claim)
            return meant is None or self._work_off(replace(meant, markers=meant.markers - {"said_before"}), origin)
        if self._renames.carry_out(claim):
            return True
        claim = self._said_before.in_full(claim, self._resolver.known(claim.subject.name))
        claim = self._employment.read(self._instead(claim))
        if (lost := _changed_hands(claim, self._relations.family(claim))) is not None:
            self._work_off(lost, origin)
        said = self._declared(self._relations.normalise(claim))
        source, target = self._resolved(said)
        if claim.kind == "correct" and not claim.known and source is not None and target is not None:
            said, source = self._said_before.whose(said, source, target)
        if source is None or target is None:
            return "if_known" in claim.markers or (claim.kind == "end" and self._descriptions.is_vague(said.target))
        if self._is_known_turned(said, source, target):
            said, source, target = said.turned(), target, source
        fact = self._facts.fact(said, source, target, origin)
        self._reviser.add(fact)
        if fact.canonical_relation in NAME_RELATIONS:
            self._resolver.add_alias(source, fact.target_name, "person")
            self._resolver.bears(source, fact.target_name)
        return True

    def _of_plans(self, claim: Claim) -> Callable[[Claim, Ref | None], None] | None:
        """What is done with a claim that says no more than that something will not be, or is on again."""
        if "denied" in claim.markers:
            return self._reviser.take_back
        on_again = claim.kind == "state" and not claim.start and {"after_all", "if_known"} <= claim.markers
        return self._reviser.revive if on_again else None

    def _instead(self, claim: Claim) -> Claim:
        """Of what took the place of something of which nothing is known, that it is so now."""
        relation = self._families.instead(claim.family)
        if claim.kind != "replace" or claim.old is None or "if_known" not in claim.markers or not relation:
            return claim
        source, old = self._resolver.known(claim.subject.name), self._resolver.known(claim.old.name)
        between = self._draft.active_between(source, old) if source is not None and old is not None else []
        if any(edge.confidence >= CANDIDATE_BELOW for edge in between):
            return claim
        return replace(claim, kind="begin", relation=relation, markers=claim.markers - {"if_known"}, old=None)

    def _meant(self, claim: Claim) -> Claim | None:
        """What is corrected without being named, or without the day that it is on then."""
        if "said_before" in claim.markers:
            return self._said_before.read(claim)
        source = self._resolver.known(claim.subject.name)
        return self._moved_days.read(claim, source) if is_moved(claim) else self._said_before.counted(claim, source)

    def _is_again(self, claim: Claim, past: Before) -> bool:
        """Whether what the claim has added was so before, and over."""
        new = [e for ref, e in self._draft.new_edges.items() if (ref, "added") not in past.touched]
        return claim.kind != "end" and any(
            known.canonical_relation == e.canonical_relation and known.valid_until is not None
            for e in new
            for known in self._draft.ever_between(e.source, e.target)
        )

    def _declared(self, said: NormalisedClaim) -> NormalisedClaim:
        """Tells the resolver what the relation says of the names; a date that is a thing gets its one
        spelling."""
        if said.means(*NAME_RELATIONS):
            self._resolver.declare_a_name(said.target)
        for relation, spelled in DATES.items():
            if said.means(relation) and (date := spelled(said.target, self._draft.message.sent_at)):
                said = replace(said, target=date)
                self._resolver.declare_a_date(date)
        claim = said.claim
        self._resolver.declare_called(
            claim.sentence, said.source, said.target, role_first="role_first" in claim.markers
        )
        if said.match and claim.kind != "end":
            self._resolver.declare_partner(said.match.relation.name, said.source, said.target)
        return said

    def _resolved(self, said: NormalisedClaim) -> tuple[Ref | None, Ref | None]:
        """Source and target; what must be known already is not made."""
        known, make = self._resolver.known, self._resolver.ref
        ends, if_known, old = said.claim.kind == "end", "if_known" in said.claim.markers, said.claim.old
        source = self._source(said)
        unknown = (
            old is not None and known(old.name) is None and not self._draft.entities.named(canonical_name(old.name))
        )
        if source is None or if_known and unknown:
            return None, None
        if ends or said.means(SALE_RELATION):
            meant = self._described(said, source)
            if meant is not None or (ends and self._descriptions.is_vague(said.target)):
                return source, meant
        meant = self._by_its_kind(said.target, said.claim)
        return source, meant or (known if if_known and old is None else make)(said.target)

    def _source(self, said: NormalisedClaim) -> Ref | None:
        known, make, person = self._resolver.known, self._resolver.ref, self._draft.message.person
        claim, if_known = said.claim, "if_known" in said.claim.markers
        must_be_known = if_known and (claim.kind == "end" or claim.old and said.source != person)
        source = self._owned(said) or self._by_its_kind(said.source, claim)
        source = source or (known if must_be_known else make)(said.source)
        if source is None and if_known and said.source == said.source.lower():  # "from the homelab"
            source = known(f"{person}'s {said.source}")
        return source

    def _owned(self, said: NormalisedClaim) -> Ref | None:
        """What happened to "my choir" happened to the choir that is known, where none is known as mine."""
        subject = said.claim.subject
        owner = self._resolver.known(subject.owner) if said.claim.kind == "event" and subject.owner else None
        if owner is None or self._resolver.known(said.source) is not None:
            return None
        return self._descriptions.owned(owner, said.source.removeprefix(f"{subject.owner}'s "))

    def _by_its_kind(self, name: str, claim: Claim) -> Ref | None:
        """Of "the app", or "my app", the speaker's my-app, where nothing is called "app" itself."""
        mention = next((m for m in (claim.subject, claim.object) if m.name == name), None)
        person = self._draft.message.person
        mine = mention is not None and bool(mention.owner) and canonical_name(mention.owner) == canonical_name(person)
        if mention is None or not (mine or mention.definite) or self._draft.entities.named(canonical_name(name)):
            return None
        speaker = self._resolver.known(person)
        noun = name.removeprefix(f"{mention.owner}'s ")
        found = self._descriptions.ending_in(speaker, noun) if speaker is not None else None
        if found is not None:
            self._draft.mentioned[found] = None
        return found

    def _described(self, said: NormalisedClaim, source: Ref) -> Ref | None:
        """Of "the cat", "the band" the one that is known of its owner."""
        claim, ends = said.claim, said.claim.kind == "end"
        named = self._resolver.owned_by(said.source, said.target, claim.sentence) if ends else None
        if named is not None:
            return named
        relation = claim.relation if ends else "owns"
        definite = claim.object.definite or "if_known" in claim.markers or said.means(ROLE)  # "as treasurer"
        return self._descriptions.target(source, said.target, relation, definite=definite)

    def _is_known_turned(self, said: NormalisedClaim, source: Ref, target: Ref) -> bool:
        """Whether a symmetric fact is known from the other end. "Ben's sister is Ann" and "Ann's brother is Ben" are
        two facts, each for whom they name."""
        if said.match is None or not said.symmetric or naming(said.claim.sentence)[0]:
            return False
        return self._draft.ever_related(target, source, self._relations.excluded_by(said.match))

    def _same_kind(self, edge: Edge, fact: Fact) -> bool:
        if self._gazetteer.kind(edge.target) != fact.target_class:
            return False
        entity = self._draft.entities.get(edge.target_id)
        return entity is not None and entity.entity_type == fact.target_type
