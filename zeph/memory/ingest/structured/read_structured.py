"""The reader of what is written as fields: JSON records, and notes with "key: value" lists and tables.

In: a message, the ontology, and what another reader found in its prose. Out: the extraction with both. What is a field
is read here alone: a sentence reader would guess at it.
"""

from dataclasses import replace

from zeph.memory.ingest.episode import kind_of
from zeph.memory.ingest.extraction import Extracted, ExtractedEntity, Extraction, ExtractionCost
from zeph.memory.ingest.structured.json_records import json_records
from zeph.memory.ingest.structured.markdown_records import has_heading, markdown_records
from zeph.memory.ingest.structured.record_claims import record_claims
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim
from zeph.records.message import Message


def read_json(message: Message, ontology: Ontology) -> Extracted | None:
    """What a JSON record says; None for a message that is none, or that names nothing."""
    if kind_of(message) != "json":
        return None
    records = json_records(message.text.strip())
    claims = tuple(record_claims(records, ontology))
    if not claims:
        return None
    return Extracted(Extraction(), ExtractionCost("local"), claims=claims, parts=_parts(claims))


def with_fields(extracted: Extracted, message: Message, ontology: Ontology) -> Extracted:
    """What a note's lists and tables say, in place of what a reader of sentences made of the same lines."""
    if not has_heading(message.text):
        return extracted
    fields = tuple(record_claims(markdown_records(message.text, message.person), ontology))
    if not fields:
        return extracted
    prose = [c for c in extracted.claims if not any(_inside(c, field) for field in fields)]
    claims = (*fields, *prose)
    found = extracted.extraction
    if found.entities:  # then planning takes no other names
        found = found.model_copy(update={"entities": [*found.entities, *_entities(fields)]})
    return replace(extracted, extraction=found, claims=claims, parts=max(extracted.parts, _parts(claims)))


def _entities(claims: tuple[Claim, ...]) -> list[ExtractedEntity]:
    named = {mention.name: mention for claim in claims for mention in (claim.subject, claim.object)}
    return [ExtractedEntity(name=name[:200], type=mention.entity_type) for name, mention in named.items()]


def _inside(claim: Claim, field: Claim) -> bool:
    return claim.span.start < field.span.end and field.span.start < claim.span.end


def _parts(claims: tuple[Claim, ...]) -> int:
    """Each record may bring as much as a message may."""
    return max(1, len({claim.subject.name for claim in claims}))
