"""What relation is meant (graph-memory §3.6): by the ontology, else by what a model once said of that wording.

In: a claim. Out: :class:`NormalisedClaim`, with its ends in the direction of the canonical relation. A relation
nobody knows keeps its wording; a model is asked about it once for all messages, where there is one.
"""

from dataclasses import dataclass, replace

from zeph.memory.ingest.model_questions import Asking, Question
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.language.families import Families
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch, relation_slug
from zeph.records.claim import Claim
from zeph.records.plan import LearnedRelation
from zeph.safety.text import one_line

RESIDENCE = "residence"


@dataclass(frozen=True, slots=True)
class NormalisedClaim:
    """A claim, its relation in the ontology's words, its ends as that relation reads."""

    claim: Claim
    match: RelationMatch | None
    source: str
    target: str

    @property
    def canonical(self) -> str:
        """The relation that counts for identity."""
        return self.match.relation.name if self.match else relation_slug(self.claim.relation)

    @property
    def symmetric(self) -> bool:
        """Whether it reads the same from both ends."""
        return self.match is not None and self.match.relation.symmetric

    def means(self, *relations: str) -> bool:
        """Whether the ontology takes it for one of these."""
        return self.match is not None and self.match.relation.name in relations

    def turned(self) -> "NormalisedClaim":
        """Read from the other end."""
        return replace(self, source=self.target, target=self.source)


class RelationNormaliser:
    """Normalises the relations of one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, asking: Asking, *, asks_model: bool) -> None:
        self._draft = draft
        self._ontology = ontology
        self._asking = asking
        self._asks_model = asks_model
        self._families = Families.load()
        self._questions: dict[str, Question] = {}

    def normalise(self, claim: Claim) -> NormalisedClaim:
        match = self._ontology.normalise(claim.relation, claim.edge_type)
        if match is None and (group := self._families.group_of_verb(relation_slug(claim.relation))):
            claim = replace(claim, relation=group)
        elif match is None:
            match = self._learned(claim)
        if match and (_is_of_no_place(claim, match) or _is_of_others(claim, match)):
            match = None
        normalised = NormalisedClaim(claim, match, claim.subject.name, claim.object.name)
        return normalised.turned() if match and match.swap else normalised

    def family(self, claim: Claim) -> str:
        """The family of a claim's relation."""
        return self._ontology.family(claim.relation)

    def excluded_by(self, match: RelationMatch) -> frozenset[str]:
        """The relation, and what it excludes or brings to an end."""
        name = match.relation.name
        return self._ontology.opposites(name).union(match.relation.succeeds, (name,))

    def _learned(self, claim: Claim) -> RelationMatch | None:
        """What a model said that an unknown relation means: asked once, kept for good, also where it means none."""
        slug = relation_slug(claim.relation)
        known = self._draft.reader.edges.learned_relation(self._draft.message.space_id, slug)
        if known is None and self._asks_model:
            said = one_line(f"{claim.subject.name} {claim.relation} {claim.object.name}")
            question = Question("relation", said, self._ontology.readings())
            answer = self._asking.ask(self._questions.setdefault(slug, question))
            if answer is not None:
                known = answer or slug
                self._draft.relations.append(LearnedRelation(slug, known))
        return self._ontology.normalise(known) if known else None


def _is_of_no_place(claim: Claim, match: RelationMatch) -> bool:
    """ "Dockside moved to port 8095": the words stand for living somewhere, and that is no place to live."""
    relation, kind = match.relation, claim.object.entity_type
    in_other_words = relation_slug(claim.relation) != relation.name
    return in_other_words and relation.family == RESIDENCE and kind not in ("", relation.target, "organization")


def _is_of_others(claim: Claim, match: RelationMatch) -> bool:
    """A hall "hosts" a wedding: the words stand for what things of other types are to each other."""
    ends = {claim.subject.entity_type, claim.object.entity_type}
    return relation_slug(claim.relation) != match.relation.name and not ends.isdisjoint(match.relation.not_of)
