"""What every extractor gives: one schema for the language model, the local reader and the tests.

In: nothing. Out: pydantic models whose JSON schema also constrains a model's decoding. The
length caps and ``additionalProperties: false`` keep the smallest models inside the schema.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Protocol

from pydantic import BaseModel, ConfigDict, Field

from zeph.errors import ModelError
from zeph.models.ports import Usage
from zeph.records.claim import Claim
from zeph.records.graph_types import DEFAULT_EDGE_TYPE, DEFAULT_ENTITY_TYPE
from zeph.records.message import Message

Name = Annotated[str, Field(max_length=200)]
Sentence = Annotated[str, Field(max_length=400)]
MOST_ITEMS = 100
"""Of each kind; the settings may not ask for more."""


class ExtractedEntity(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name
    type: Annotated[str, Field(max_length=40)] = DEFAULT_ENTITY_TYPE
    summary: Sentence = ""


class ExtractedEdge(BaseModel):
    model_config = ConfigDict(extra="forbid")

    source: Name
    relation: Annotated[str, Field(max_length=80)]
    target: Name
    fact: Sentence
    edge_type: Annotated[str, Field(max_length=40)] = DEFAULT_EDGE_TYPE
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] = 0.8
    valid_from: Annotated[str, Field(max_length=60)] | None = None
    """The phrase that was said ("last summer", "2019", "yesterday"), never a computed date."""
    valid_until: Annotated[str, Field(max_length=60)] | None = None
    replaces: Name | None = None
    """Name of the entity that ``target`` takes the place of ("switched from vim to neovim": vim).

    The empty string: something was replaced, but the message does not name it ("I switched to neovim").
    """
    ends: bool = False
    """The message says that this fact is over ("I no longer use vim"); no new fact."""


class Extraction(BaseModel):
    model_config = ConfigDict(extra="forbid")

    entities: list[ExtractedEntity] = Field(default_factory=list, max_length=MOST_ITEMS)
    edges: list[ExtractedEdge] = Field(default_factory=list, max_length=MOST_ITEMS)


@dataclass(frozen=True, slots=True)
class ExtractionCost:
    """What an extraction took, for the ledger."""

    extractor: str
    model_calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    seconds: float = 0.0
    failed: int = 0
    """1 where the model gave nothing usable, and something else stood in for it."""

    def plus(self, calls: int, usage: Usage) -> "ExtractionCost":
        """With more calls to a model."""
        return replace(
            self, model_calls=self.model_calls + calls,
            prompt_tokens=self.prompt_tokens + (usage.prompt_tokens or 0),
            answer_tokens=self.answer_tokens + (usage.answer_tokens or 0),
        )  # fmt: skip

    def plus_failure(self, error: ModelError) -> "ExtractionCost":
        """With what was spent in vain."""
        return replace(self.plus(error.calls, Usage(error.prompt_tokens, error.answer_tokens)), failed=1)


@dataclass(frozen=True, slots=True)
class Extracted:
    extraction: Extraction
    cost: ExtractionCost
    dropped: int = 0
    """Items the extractor gave that did not fit the schema; the others are kept."""
    notes: tuple[str, ...] = field(default=())
    claims: tuple[Claim, ...] = ()
    """What the message claims: all that planning reads besides the entities' types and summaries."""
    parts: int = 1
    """Pieces that a long text was read in; the limits of a message count for each."""


class Extractor(Protocol):
    name: str

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        """The facts that ``message`` alone states; ``context`` (the last messages before it) only explains its words.

        The speaker's own entity is named ``message.person``. Raises ModelError where a model failed for good.
        """
        ...
