"""What a model is asked for about a text: entities, and claims in the parts of ``records/claim``.

In: an answer as JSON. Out: pydantic models whose JSON schema also constrains a model's decoding. The older form of an
answer (source, relation, target, fact, valid_from, valid_until, replaces, ends) says the same in other keys and is
taken too.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from pydantic.json_schema import SkipJsonSchema

from zeph.memory.ingest.extraction import MOST_ITEMS, ExtractedEntity, Name, Sentence
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import ClaimKind, Modality
from zeph.records.graph_types import DEFAULT_ENTITY_TYPE

Phrase = Annotated[str, Field(max_length=60)]
MOST_KNOWN = 10
"""Known facts that one claim may change."""
_OTHER_KEYS = {
    "source": "subject", "target": "object", "fact": "sentence", "replaces": "old", "valid_from": "when",
    "valid_until": "until",
}  # fmt: skip


class ModelQualifiers(BaseModel):
    """What belongs to a claim without being a thing of its own."""

    model_config = ConfigDict(extra="forbid")

    amount: Phrase = ""
    price: Phrase = ""
    version: Phrase = ""
    place: Phrase = ""
    with_: Annotated[str, Field(max_length=60, alias="with")] = ""
    reason: Phrase = ""
    manner: Phrase = ""


MODEL_QUALIFIERS = tuple(field.alias or name for name, field in ModelQualifiers.model_fields.items())


class ModelClaim(BaseModel):
    """One claim. What a model leaves out has its most common value."""

    model_config = ConfigDict(extra="forbid")

    quote: Sentence = ""
    """Words of the text that it stands on."""
    kind: ClaimKind = "state"
    subject: Name
    relation: Annotated[str, Field(max_length=80)]
    object: Name
    old: Name | None = None
    """What was so before; the empty string: something, but it is not named."""
    known: Annotated[list[int], Field(max_length=MOST_KNOWN)] = []
    """Numbers of the known facts that are over, or are another from now on."""
    sentence: Sentence
    modality: Modality = "fact"
    when: Phrase | None = None
    """The phrase that was said ("last summer", "2019"), never a computed date: of an end when it ended, else when it
    began or happens."""
    until: Phrase | None = None
    qualifiers: ModelQualifiers = ModelQualifiers()
    besides: bool = False
    """One more of its kind; what is known goes on."""
    negated: bool = False
    """It is said not to be so, and nothing is over by that: "I don't eat fish"."""
    edge_type: Annotated[str, Field(max_length=40)] | None = None
    """None: that of its relation, or of what happens."""
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] = 0.8

    @model_validator(mode="before")
    @classmethod
    def _in_claim_words(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not (_OTHER_KEYS.keys() | {"ends"}) & given.keys():
            return given
        ends = given.pop("ends", False)
        for other, key in _OTHER_KEYS.items():  # in place, so that what is wrong in it is found under its own key
            if other in given:
                given.setdefault(key, given.pop(other))
        if "kind" not in given:
            happened = given.get("edge_type") == "temporal"
            replaced = given.get("old") is not None
            given["kind"] = "end" if ends else "replace" if replaced else "event" if happened else "state"
        return given


class ModelAnswer(BaseModel):
    """An answer about one text."""

    model_config = ConfigDict(extra="forbid")

    entities: list[ExtractedEntity] = Field(default_factory=list, max_length=MOST_ITEMS)
    edges: list[ModelClaim] = Field(default_factory=list, max_length=MOST_ITEMS)


def answer_schema(ontology: Ontology, max_entities: int, max_edges: int) -> type[ModelAnswer]:
    """The schema with this ontology's types as closed lists and the settings' limits."""
    entity = create_model(
        "Entity", __base__=ExtractedEntity, type=(_closed(ontology.entity_types), DEFAULT_ENTITY_TYPE),
        summary=(SkipJsonSchema[Sentence], ""),
    )  # fmt: skip
    edge = create_model("Edge", __base__=ModelClaim, edge_type=(_closed(ontology.edge_types), None))
    fields: dict[str, Any] = {
        "entities": (list[entity], Field(default_factory=list, max_length=max_entities)),
        "edges": (list[edge], Field(default_factory=list, max_length=max_edges)),
    }
    return create_model("ModelAnswer", __base__=ModelAnswer, **fields)


def _closed(names: tuple[str, ...]) -> Any:
    return Literal[names]
