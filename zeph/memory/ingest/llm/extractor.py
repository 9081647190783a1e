"""Facts by a language model, through constrained decoding (graph-memory §3.3).

In: a message with the user messages before it. Out: an Extraction with the speaker first. A model in this process
answers about a chat message in few words (``brief_answer``); any other model, and about a document or a JSON record,
with entities and edges. A long text is read in parts. Only the current message yields facts:
what neither it nor its context names, and what a weak model copies from the examples, is dropped and counted.
"""

import time
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from zeph.errors import ModelError
from zeph.memory.ingest.episode import EpisodeKind, kind_of
from zeph.memory.ingest.extraction import MOST_ITEMS, Extracted, ExtractedEntity, Extraction, ExtractionCost
from zeph.memory.ingest.llm.background import Background, Backgrounds
from zeph.memory.ingest.llm.brief_answer import BriefAnswer, brief_schema, in_full
from zeph.memory.ingest.llm.chunking import parts_of
from zeph.memory.ingest.llm.embedded_instructions import without_instructions
from zeph.memory.ingest.llm.grounding import is_grounded, is_partly_grounded
from zeph.memory.ingest.llm.model_answer import ModelAnswer, ModelClaim, answer_schema
from zeph.memory.ingest.llm.model_claims import ModelClaims, entities_of
from zeph.memory.ingest.llm.prompts import MISSED, Prompts
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name, is_first_person
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import relation_slug
from zeph.memory.language.sentence_split import split_sentences
from zeph.models.ports import ChatMessage, ChatModel
from zeph.models.structured.ask import Structured, ask_structured
from zeph.models.tokens import count_tokens
from zeph.records.message import Message

ANSWER_TOKENS: dict[EpisodeKind, int] = {"message": 1_500, "text": 2_000, "json": 2_000}
LONG_TOKENS = 60
"""Of a message in which something may have been overlooked although nothing was found."""
T = TypeVar("T", bound=BaseModel)


class LLMExtractor:
    """Extraction by a chat model; ``model_name`` is another model of the same endpoint, empty: its own."""

    name = "llm"

    def __init__(
        self, model: ChatModel, ontology: Ontology, model_name: str = "", timeout_secs: float = 15.0, *,
        max_entities: int = 10, max_edges: int = 15, reflection: bool = False,
        backgrounds: Backgrounds | None = None,
    ) -> None:  # fmt: skip
        """``backgrounds``: None where nothing is known besides the last messages."""
        self._model = model
        self._backgrounds = backgrounds
        self._model_name = model_name
        self._timeout = timeout_secs
        self._reflection = reflection
        self._ontology = ontology
        small = getattr(model, "in_process", False)
        self._prompts = Prompts(ontology, brief=small)
        self._brief = small
        self._prompt_read = False
        self._brief_schema = brief_schema(max_edges)
        self._schema = answer_schema(ontology, max_entities, max_edges)

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        """Raises ModelError's leaves, ModelGarbage after the one corrective retry; the error tells what was spent."""
        started, kind = time.monotonic(), kind_of(message)
        cost, answer, dropped = ExtractionCost(self.name), ModelAnswer(), 0
        said = without_instructions(message.text, kind)
        asked = kind == "message" and self._brief and all(s.question for s in split_sentences(said))
        if asked or not said.strip():
            return Extracted(_speaker_first(Extraction(), message, kind), cost)
        context = tuple(m._replace(text=without_instructions(m.text)) for m in context)
        background = await self._background(message, kind)
        parts, left_out = parts_of(said, kind)
        for text in parts:
            try:
                more, cost, unfounded = await self._part(text, message, context, kind, background, cost)
                answer = _together(answer, more)
            except ModelError as error:
                error.calls += cost.model_calls
                error.prompt_tokens += cost.prompt_tokens
                error.answer_tokens += cost.answer_tokens
                raise
            dropped += unfounded
        cost = replace(cost, seconds=time.monotonic() - started)
        stored = {canonical_name(name) for edge in background.known for name in (edge.source, edge.target)}
        listed = {canonical_name(e.name): e.type for e in answer.entities}
        types = {name: kind for name, kind in listed.items() if name not in stored}  # what is stored is known better
        claims = ModelClaims(message, background.known, types, self.name).of(answer.edges)
        spoken_of = Extraction(entities=entities_of(claims, answer.entities, stored)[:MOST_ITEMS])
        extraction = _speaker_first(spoken_of, message, kind)
        return Extracted(extraction, cost, dropped + left_out, claims=claims, parts=len(parts))

    async def _background(self, message: Message, kind: EpisodeKind) -> Background:
        """What is known around something said; a document stands for itself."""
        if self._backgrounds is None or self._brief or kind != "message":
            return Background()
        found = await self._backgrounds.of(message)
        return replace(found, last_answer=without_instructions(found.last_answer))

    async def read_prompt(self) -> None:
        """Has a model in this process read what every prompt begins with, however long that takes: from then on it
        only reads what is new, well within the time limit of a call. Raises ModelError's leaves."""
        if self._brief and not self._prompt_read:
            await self._model.complete(self._prompts.static("message"), model=self._model_name, max_tokens=1)
            self._prompt_read = True

    async def _part(
        self, text: str, message: Message, context: tuple[Message, ...], kind: EpisodeKind, background: Background,
        cost: ExtractionCost,
    ) -> tuple[ModelAnswer, ExtractionCost, int]:  # fmt: skip
        schema: type[BaseModel] = self._schema
        if self._brief and kind == "message":
            schema = self._brief_schema
            await self.read_prompt()
        asked = self._prompts.messages(message, text, context, kind, background)
        found = await self._ask(asked, schema, kind)
        answer, cost, dropped = self._in_full(found.value), cost.plus(found.calls, found.usage), found.dropped
        if self._looks_again(text, bool(answer.edges)):
            more, cost = await self._missed(asked, found.value, schema, kind, cost)
            answer = _together(answer, self._in_full(more.value)) if more else answer
            dropped += more.dropped if more else 0
        texts = [text, background.last_answer, background.summary, *(m.text for m in context)]
        texts += [f"{e.source} {e.target} {e.fact}" for e in background.known]
        kept, unfounded = self._grounded(answer, texts, message, kind)
        return kept, cost, dropped + unfounded

    def _looks_again(self, text: str, found: bool) -> bool:
        """A second look is worth its price where there was something to see, or much to overlook."""
        return self._reflection and (found or count_tokens(text) >= LONG_TOKENS)

    def _in_full(self, value: BaseModel) -> ModelAnswer:
        if isinstance(value, BriefAnswer):
            return in_full(value, self._ontology, Gazetteer.load())
        return value if isinstance(value, ModelAnswer) else ModelAnswer()

    def _copied(self, name: str, texts: list[str], kind: EpisodeKind) -> bool:
        """Whether it comes out of an example and not out of the texts."""
        copied = any(canonical_name(name) in example.names for example in self._prompts.examples(kind))
        return copied and not is_grounded(name, *texts)

    def _grounded(
        self, answer: ModelAnswer, texts: list[str], message: Message, kind: EpisodeKind
    ) -> tuple[ModelAnswer, int]:
        """Without what the texts do not bear out; how many that were."""
        speaker = canonical_name(message.person)

        def is_borne_out(claim: ModelClaim) -> bool:
            """That the speaker is one end says nothing: the other one counts, or the words that are quoted. All that a
            small model names stands in the texts, and some of it in the message itself."""
            ends = [n for n in (claim.subject, claim.object) if not is_first_person(n) and canonical_name(n) != speaker]
            if self._brief and kind == "message":
                here = any(is_partly_grounded(name, texts[0]) for name in ends)
                return here and all(is_partly_grounded(name, *texts) for name in ends)
            return any(is_partly_grounded(name, *texts) for name in (*ends, claim.quote) if name)

        def strange(name: str) -> bool:
            """A document tells nothing of who shared it: "the user loves …" in it is somebody's order."""
            return kind != "message" and canonical_name(name) in ("user", "the user", speaker)

        def kept_claim(claim: ModelClaim) -> bool:
            ends = (claim.subject, claim.object)
            copied = any(self._copied(n, texts, kind) for n in ends if canonical_name(n) != speaker)
            return not any(map(strange, ends)) and is_borne_out(claim) and not copied

        claims = [claim for claim in answer.edges if kept_claim(claim)]
        entities = [e for e in answer.entities if not self._copied(e.name, texts, kind)]
        kept = ModelAnswer(entities=entities, edges=claims)
        return kept, len(answer.edges) - len(claims) + len(answer.entities) - len(entities)

    async def _ask(self, messages: list[ChatMessage], schema: type[T], kind: EpisodeKind) -> Structured[T]:
        return await ask_structured(
            self._model, messages, schema, model_name=self._model_name,
            max_tokens=ANSWER_TOKENS[kind], timeout_secs=self._timeout,
        )  # fmt: skip

    async def _missed(
        self, asked: list[ChatMessage], first: T, schema: type[T], kind: EpisodeKind, cost: ExtractionCost
    ) -> tuple[Structured[T] | None, ExtractionCost]:
        """The second look, and the cost with it; where it fails the first one stands."""
        said = ChatMessage("assistant", first.model_dump_json(exclude_defaults=True))
        try:
            more = await self._ask([*asked, said, ChatMessage("user", MISSED)], schema, kind)
        except ModelError as error:
            return None, replace(cost.plus_failure(error), failed=0)
        return more, cost.plus(more.calls, more.usage)


def _together(first: ModelAnswer, more: ModelAnswer) -> ModelAnswer:
    """Both, each entity and claim once; the first look's form stays."""
    entities = {canonical_name(e.name): e for e in (*first.entities, *more.entities, *first.entities)}
    known = {_claimed(claim) for claim in first.edges}
    new = [claim for claim in more.edges if _claimed(claim) not in known]
    return ModelAnswer(entities=list(entities.values())[:MOST_ITEMS], edges=[*first.edges, *new][:MOST_ITEMS])


def _claimed(claim: ModelClaim) -> tuple[str, str, str]:
    return canonical_name(claim.subject), relation_slug(claim.relation), canonical_name(claim.object)


def _speaker_first(extraction: Extraction, message: Message, kind: EpisodeKind) -> Extraction:
    if kind != "message":
        return extraction
    speaker = canonical_name(message.person)
    others = [e for e in extraction.entities if canonical_name(e.name) != speaker and not is_first_person(e.name)]
    return Extraction(
        entities=[ExtractedEntity(name=message.person[:200], type="person"), *others], edges=extraction.edges
    )
