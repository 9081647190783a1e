"""Claims and things that would carry an order to a model into the graph, whoever read them there.

In: what was extracted from one message. Out: the same without them, counted as dropped.
"""

from dataclasses import replace

from zeph.memory.ingest.extraction import Extracted, ExtractedEntity
from zeph.records.claim import Claim
from zeph.safety.injection import is_planted


def without_planted(extracted: Extracted) -> Extracted:
    """Every text of a claim counts: names, types, the relation, the sentence, qualifiers."""
    claims = tuple(claim for claim in extracted.claims if not is_planted(_words(claim)))
    given = extracted.extraction
    entities = [entity for entity in given.entities if not is_planted(_said_of(entity))]
    dropped = len(extracted.claims) - len(claims) + len(given.entities) - len(entities)
    if not dropped:
        return extracted
    kept = given.model_copy(update={"entities": entities})
    return replace(extracted, extraction=kept, claims=claims, dropped=extracted.dropped + dropped)


def _words(claim: Claim) -> str:
    mentions = [claim.subject, claim.object, *([claim.old] if claim.old else [])]
    texts = [claim.sentence, claim.relation, claim.slot, claim.over, claim.edge_type, claim.reported_by]
    texts += [text for mention in mentions for text in (mention.name, mention.entity_type, mention.owner)]
    return "\n".join(dict.fromkeys(filter(None, (*texts, *claim.qualifiers.values()))))


def _said_of(entity: ExtractedEntity) -> str:
    return "\n".join(filter(None, (entity.name, entity.type, entity.summary)))
