"""Claims and things that would carry an order to a model into the graph, whoever read them there.

In: what was extracted from one message. Out: the same without them, counted as dropped; what is no name names nothing,
and of a relation that is a clause of its own only remains that there is one. So it is with a qualifier; and a
sentence that has nothing of what its claim is about gives way to the claim's own words.
"""

from dataclasses import replace

from zeph.memory.ingest.extraction import Extracted, ExtractedEntity
from zeph.records.claim import Claim, Mention
from zeph.safety.injection import is_planted
from zeph.safety.name_shape import UNSAID_RELATION, is_about, is_name


def without_planted(extracted: Extracted) -> Extracted:
    """Every text of a claim counts: names, types, the relation, the sentence, qualifiers."""
    claims = tuple(_plainly_told(claim) for claim in extracted.claims if _is_harmless(claim))
    given = extracted.extraction
    entities = [entity for entity in given.entities if is_name(entity.name) and not is_planted(_said_of(entity))]
    dropped = len(extracted.claims) - len(claims) + len(given.entities) - len(entities)
    if not dropped and claims == extracted.claims:
        return extracted
    kept = given.model_copy(update={"entities": entities})
    return replace(extracted, extraction=kept, claims=claims, dropped=extracted.dropped + dropped)


def _is_harmless(claim: Claim) -> bool:
    names = [name for mention in _mentions(claim) for name in (mention.name, mention.owner)]
    return all(map(is_name, [*names, claim.reported_by])) and not is_planted(_words(claim))


def _plainly_told(claim: Claim) -> Claim:
    if not is_name(claim.relation):
        claim = replace(claim, relation=UNSAID_RELATION, family="")
    if not all(map(is_name, claim.qualifiers.values())):
        claim = replace(claim, qualifiers={key: said for key, said in claim.qualifiers.items() if is_name(said)})
    names = [mention.name for mention in _mentions(claim)]
    told = not claim.sentence or is_about(claim.sentence, [*names, *claim.qualifiers.values()])
    return claim if told else replace(claim, sentence="")


def _mentions(claim: Claim) -> list[Mention]:
    return [claim.subject, claim.object, *([claim.old] if claim.old else [])]


def _words(claim: Claim) -> str:
    texts = [claim.sentence, claim.relation, claim.slot, claim.over, claim.edge_type, claim.reported_by]
    texts += [text for mention in _mentions(claim) for text in (mention.name, mention.entity_type, mention.owner)]
    return "\n".join(dict.fromkeys(filter(None, (*texts, *claim.qualifiers.values()))))


def _said_of(entity: ExtractedEntity) -> str:
    return "\n".join(filter(None, (entity.name, entity.type, entity.summary)))
