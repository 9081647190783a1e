"""What a model in this process is asked for about a chat message: the same claims in fewer words.

In: a brief answer as JSON. Out: the answer in full (``model_answer``). What is left out has its most common value; a
claim's sentence is made of its ends and its relation's label, types come from the gazetteer and the ontology.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from zeph.memory.ingest.extraction import MOST_ITEMS, ExtractedEntity
from zeph.memory.ingest.llm.model_answer import ModelAnswer, ModelClaim, Phrase
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import ClaimKind, Modality
from zeph.records.graph_types import DEFAULT_ENTITY_TYPE


class BriefClaim(BaseModel):
    """One claim; the parts are those of ``ModelClaim``."""

    model_config = ConfigDict(extra="forbid")

    subject: Phrase
    relation: Annotated[str, Field(max_length=40)]
    object: Annotated[str, Field(max_length=80)]
    kind: ClaimKind = "state"
    modality: Modality = "fact"
    old: Phrase | None = None
    when: Phrase | None = None


class BriefAnswer(BaseModel):
    """A brief answer about one message."""

    model_config = ConfigDict(extra="forbid")

    claims: list[BriefClaim] = Field(max_length=MOST_ITEMS)


def brief_schema(most: int) -> type[BriefAnswer]:
    """The schema with the settings' limit."""
    fields: dict[str, Any] = {"claims": (list[BriefClaim], Field(max_length=most))}
    return create_model("BriefAnswer", __base__=BriefAnswer, **fields)


def in_full(answer: BriefAnswer, ontology: Ontology, gazetteer: Gazetteer) -> ModelAnswer:
    """The same claims with their sentences, and the types of what they speak of."""
    types: dict[str, str] = {}
    claims = []
    for said in answer.claims:
        known = ontology.get(said.relation)
        label = known.label if known else said.relation.replace("_", " ")
        sentence = f"{said.subject} {label} {said.object}"
        claims.append(ModelClaim.model_validate(said.model_dump(exclude_defaults=True) | {"sentence": sentence}))
        for name, kind in ((said.subject, ""), (said.object, known.target if known else "")):
            found = gazetteer.lookup(canonical_name(name))
            types.setdefault(name, found.entity_type if found else kind or DEFAULT_ENTITY_TYPE)
    entities = [ExtractedEntity(name=name, type=kind) for name, kind in types.items() if name.strip()]
    return ModelAnswer(entities=entities[:MOST_ITEMS], edges=claims)
