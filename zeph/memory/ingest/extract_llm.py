"""Facts by a language model, through constrained decoding (graph-memory §3.3).

In: a message with the user messages before it, and hints of the local rules where there are some. Out: an
Extraction with the speaker first. Only the current message yields facts: what neither it nor its context
names, and what a weak model copies from the example, is dropped and counted.
"""

import re
import time
import unicodedata
from dataclasses import replace
from typing import Any, Literal

from pydantic import Field, create_model

from zeph.errors import ModelError
from zeph.memory.graph.names import canonical_name, is_first_person
from zeph.memory.graph.ontology import Ontology, relation_slug
from zeph.memory.ingest.extract_prompts import EXAMPLES, MISSED, EpisodeKind, Prompts, kind_of
from zeph.memory.ingest.extraction import (
    MOST_ITEMS,
    Extracted,
    ExtractedEdge,
    ExtractedEntity,
    Extraction,
    ExtractionCost,
)
from zeph.models.ports import ChatMessage, ChatModel
from zeph.models.structured import Structured, ask_structured
from zeph.records.message import Message

ANSWER_TOKENS = 1_200
STEM = 4
"""Letters by which a word of a name is found again in the text ("hiking" for "hike")."""
_WORD = re.compile(r"\w+")


class LLMExtractor:
    """Extraction by a chat model; ``model_name`` is another model of the same endpoint, empty: its own."""

    name = "llm"

    def __init__(
        self, model: ChatModel, ontology: Ontology, model_name: str = "", timeout_secs: float = 15.0, *,
        max_entities: int = 10, max_edges: int = 15, reflection: bool = False,
    ) -> None:  # fmt: skip
        self._model = model
        self._model_name = model_name
        self._timeout = timeout_secs
        self._reflection = reflection
        self._prompts = Prompts(ontology)
        self._schema = extraction_schema(ontology, max_entities, max_edges)

    async def extract(
        self, message: Message, context: tuple[Message, ...], hints: Extraction | None = None
    ) -> Extracted:
        """Raises ModelError's leaves; ModelGarbage after the one corrective retry."""
        started, kind = time.monotonic(), kind_of(message)
        asked = self._prompts.messages(message, context, kind, hints)
        found = await self._ask(asked)
        cost = ExtractionCost(self.name).plus(found.calls, found.usage)
        extraction, dropped = found.value, found.dropped
        if self._reflection and extraction.edges:
            more = await self._missed(asked, extraction)
            if more:
                cost = cost.plus(more.calls, more.usage)
                extraction, dropped = _together(extraction, more.value), dropped + more.dropped
        extraction, unfounded = _grounded(extraction, message, context, kind)
        cost = replace(cost, seconds=time.monotonic() - started)
        return Extracted(_speaker_first(extraction, message, kind), cost, dropped + unfounded)

    async def _ask(self, messages: list[ChatMessage]) -> Structured[Extraction]:
        return await ask_structured(
            self._model, messages, self._schema, model_name=self._model_name,
            max_tokens=ANSWER_TOKENS, timeout_secs=self._timeout,
        )  # fmt: skip

    async def _missed(self, asked: list[ChatMessage], first: Extraction) -> Structured[Extraction] | None:
        """The second look; where it fails the first one stands."""
        said = ChatMessage("assistant", first.model_dump_json())
        try:
            return await self._ask([*asked, said, ChatMessage("user", MISSED)])
        except ModelError:
            return None


def extraction_schema(ontology: Ontology, max_entities: int, max_edges: int) -> type[Extraction]:
    """The schema with this ontology's types as closed lists and the settings' limits."""
    edge_types: Any = Literal[ontology.edge_types]
    entity_types: Any = Literal[ontology.entity_types]
    entity = create_model("Entity", __base__=ExtractedEntity, type=(entity_types, "concept"))
    edge = create_model("Edge", __base__=ExtractedEdge, edge_type=(edge_types, "semantic"))
    fields: dict[str, Any] = {
        "entities": (list[entity], Field(default_factory=list, max_length=max_entities)),
        "edges": (list[edge], Field(default_factory=list, max_length=max_edges)),
    }
    return create_model("Extraction", __base__=Extraction, **fields)


def _together(first: Extraction, more: Extraction) -> Extraction:
    """Both, each entity and fact once; the first look's form stays."""
    entities = {canonical_name(e.name): e for e in (*first.entities, *more.entities, *first.entities)}
    known = {_identity(edge) for edge in first.edges}
    new = [edge for edge in more.edges if _identity(edge) not in known]
    return Extraction(entities=list(entities.values())[:MOST_ITEMS], edges=[*first.edges, *new][:MOST_ITEMS])


def _identity(edge: ExtractedEdge) -> tuple[str, str, str]:
    return canonical_name(edge.source), relation_slug(edge.relation), canonical_name(edge.target)


def _grounded(
    extraction: Extraction, message: Message, context: tuple[Message, ...], kind: EpisodeKind
) -> tuple[Extraction, int]:
    """Without what the text does not bear out; how many that were."""
    text = " ".join(map(folded, [message.text, message.person, *(m.text for m in context)]))
    copied = EXAMPLES[kind].names

    def founded(name: str) -> bool:
        words = _WORD.findall(canonical_name(name))
        return is_first_person(name) or any(word[:STEM] in text for word in words if len(word) > 1 or len(words) == 1)

    def copy(name: str) -> bool:
        return canonical_name(name) in copied and not founded(name)

    edges = [
        e for e in extraction.edges
        if (founded(e.source) or founded(e.target)) and not copy(e.source) and not copy(e.target)
    ]  # fmt: skip
    entities = [e for e in extraction.entities if not copy(e.name)]
    kept = Extraction(entities=entities, edges=edges)
    return kept, len(extraction.edges) - len(edges) + len(extraction.entities) - len(entities)


def folded(text: str) -> str:
    """Of any length, unlike a name."""
    return unicodedata.normalize("NFKC", text).casefold()


def _speaker_first(extraction: Extraction, message: Message, kind: EpisodeKind) -> Extraction:
    if kind != "message":
        return extraction
    speaker = canonical_name(message.person)
    others = [e for e in extraction.entities if canonical_name(e.name) != speaker and not is_first_person(e.name)]
    spoke = next((e for e in extraction.entities if canonical_name(e.name) == speaker), None)
    first = spoke or ExtractedEntity(name=message.person[:200], type="person")
    return Extraction(entities=[first, *others], edges=extraction.edges)
