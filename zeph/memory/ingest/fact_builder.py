"""A resolved and normalised claim as the fact that revision compares with the known ones.

In: a :class:`NormalisedClaim` and the refs of its ends. Out: a :class:`Fact`: with its sentence, what the ontology
says of its relation, its dates computed against the message's time, what it replaces.
"""

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.relation_normaliser import NormalisedClaim
from zeph.memory.ingest.resolution.resolver import Resolver
from zeph.memory.ingest.revision.fact import Fact, Replaces
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated
from zeph.memory.language.names import figure, indexed_fact
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import RelationMatch
from zeph.memory.language.times.day_names import (
    BIRTH_RELATION,
    BIRTHPLACE_RELATION,
    DEATH_RELATION,
    EXPIRY_RELATION,
    is_birthday,
)
from zeph.records.claim import Claim
from zeph.records.entity import Origin
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, EdgeType
from zeph.records.plan import Ref
from zeph.records.qualifiers import MODALITY
from zeph.safety.text import one_line

CHANGES = ("end", "begin", "replace")
"""What has changed lies behind, unless it is a plan."""
SCHEDULED = ("state", "correct")
"""What has a day and is so, or is said to have another one, lies ahead: "the exam is on 3 September"."""
DURATION = "duration"


class FactBuilder:
    """Builds the facts of one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, resolver: Resolver) -> None:
        self._draft = draft
        self._ontology = ontology
        self._resolver = resolver
        self._families = Families.load()

    def fact(self, said: NormalisedClaim, source: Ref, target: Ref, origin: Origin) -> Fact:
        """``source`` and ``target``: what the names of the claim's ends mean."""
        claim, match, canonical = said.claim, said.match, said.canonical
        told_by_group = claim.kind != "end" and self._families.is_group(canonical)
        if told_by_group:
            canonical = self._families.told_as(canonical)
            match = self._ontology.normalise(canonical)
        relation = match.relation if match else None
        one_way = relation is not None and match is not None and not match.swap
        start, stated = self._start(said)
        sentence, target_name = self._sentence(said, target)
        text = one_line(sentence) or f"{said.source} {canonical.replace('_', ' ')} {target_name}"
        return Fact(
            source=source, target=target, relation=one_line(claim.relation), canonical_relation=canonical,
            family=(relation.family if relation else "") or self._ontology.family(canonical),
            functional=bool(one_way and relation and relation.functional),
            opposites=self._ontology.opposites(canonical),
            succeeds=relation.succeeds if one_way and relation else (),
            symmetric=said.symmetric, changes=told_by_group or bool(match and match.change),
            text=text, indexed_text=indexed_fact(text, said.source, target_name, canonical),
            edge_type=self._edge_type(claim, match),
            confidence=claim.confidence, origin=origin, start=start, start_stated=stated,
            start_phrase=claim.start,
            end=self._end(said),
            ends=claim.kind == "end", replaces=self._replaces(claim), target_type=self._resolver.type_of(target),
            target_class=self._resolver.class_of(target_name), target_name=target_name,
            kind=claim.kind, modality=claim.modality, markers=claim.markers, qualifiers=_kept(claim),
            days=_days(claim), slot=claim.slot, over=claim.over, group=claim.family, known=claim.known,
            beside=claim.beside,
            old_name=claim.old.name if claim.old and claim.kind in ("replace", "correct") else "",
        )  # fmt: skip

    # ------------------------------------------------------------ words

    def _sentence(self, said: NormalisedClaim, target: Ref) -> tuple[str, str]:
        """The fact's sentence and its target's name: "Noor works at User's employer" by the name that the employer
        has."""
        claim = said.claim
        stored = "if_known" in claim.markers and claim.kind != "end" and target > 0
        known = self._draft.entities.get(target) if stored else None
        return (claim.sentence.replace(said.target, known.name), known.name) if known else (claim.sentence, said.target)

    def _edge_type(self, claim: Claim, match: RelationMatch | None) -> EdgeType:
        """What the reader says; where it says nothing, or no known type, that of the relation."""
        if claim.edge_type in self._ontology.edge_types:
            return claim.edge_type
        return match.relation.edge_type if match else DEFAULT_EDGE_TYPE

    def _replaces(self, claim: Claim) -> Replaces:
        taken_back = claim.kind == "correct" and "if_known" in claim.markers
        if claim.kind != "replace" and not (taken_back and claim.old):
            return None
        return self._resolver.known(claim.old.name) if claim.old else "unnamed"

    # ------------------------------------------------------------ dates

    def _start(self, said: NormalisedClaim) -> tuple[Dated, bool]:
        """When it began, and whether that was said. A birthday is in June, the birth was years ago: no start."""
        start, stated = self._said_start(said)
        undated_birth = said.means(BIRTH_RELATION, BIRTHPLACE_RELATION) and not stated
        if undated_birth or (said.means(BIRTH_RELATION) and is_birthday(said.claim.sentence, said.target)):
            return Dated(None), False
        if said.means(EXPIRY_RELATION):  # the day that it names is when it is over
            return Dated(self._draft.message.sent_at, "instant"), False
        return start, stated

    def _said_start(self, said: NormalisedClaim) -> tuple[Dated, bool]:
        """What was said; else, for something that still holds, the time of saying; an unknown date stays unknown."""
        claim = said.claim
        if claim.start:
            start = self._dated(claim.start, said)
            return start, start.moment is not None
        if claim.end or claim.kind == "end":
            return Dated(None), False
        return Dated(self._draft.message.sent_at, "instant"), False

    def _dated(self, phrase: str, said: NormalisedClaim) -> Dated:
        if not phrase:
            return Dated(None)
        # Its patterns take a while to compile, and most messages name no date.
        from zeph.memory.language.times import date_resolution as dates

        claim = said.claim
        ahead = _is_ahead(said) or claim.kind == "begin" and phrase == claim.end  # "lent her the tent *till Easter*"
        nearest = "near" in claim.markers or "stretch" in claim.markers and not _is_behind(claim)
        told = dates.resolve_date if _is_behind(claim) and "arranged" not in claim.markers else dates.resolve_coming
        resolve = dates.resolve_ahead if ahead else dates.resolve_nearest if nearest else told
        found = resolve(phrase, self._draft.message.sent_at)
        return Dated(found.moment, found.precision) if found else Dated(None)

    def _end(self, said: NormalisedClaim) -> Dated:
        """When it is over: a month that is named is so until its end where that is said, or still to come."""
        phrase, end = said.claim.end, self._dated(said.claim.end, said)
        if end.moment is None or end.precision not in ("month", "year"):
            return end
        from zeph.memory.language.times import date_resolution as dates

        known = dates.ResolvedDate(end.moment, end.precision)
        found = dates.resolve_end(phrase, known, self._draft.message.sent_at, ahead=_is_ahead(said))
        return Dated(found.moment, found.precision)


def _is_ahead(said: NormalisedClaim) -> bool:
    planned = "ahead" in said.claim.markers or said.claim.modality == "plan"
    return planned or not _is_behind(said.claim) and _is_scheduled(said)


def _is_behind(claim: Claim) -> bool:
    """Whether it has been: it happened, it has begun or ended, or was arranged."""
    return claim.kind in CHANGES or not claim.markers.isdisjoint(("behind", "near", "arranged"))


def _is_scheduled(said: NormalisedClaim) -> bool:
    """Whether it is something that happens on a day; of a birth and a death the day is long past."""
    happens = "temporal" in (said.claim.edge_type, said.match.relation.edge_type if said.match else "")
    return happens and said.claim.kind in SCHEDULED and not said.means(BIRTH_RELATION, DEATH_RELATION)


def _days(claim: Claim) -> int:
    number = claim.qualifiers.get(DURATION, "").partition(" ")[0]
    return int(number) if number.isdigit() else 0


def _kept(claim: Claim) -> dict[str, str]:
    """What stays with the fact: how long it lasted is in its dates; a plan is marked as one."""
    kept = {key: figure(value) for key, value in claim.qualifiers.items() if key != DURATION}
    return {**kept, MODALITY: claim.modality} if claim.modality != "fact" else kept
