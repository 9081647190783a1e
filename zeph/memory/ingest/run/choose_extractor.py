"""Which extractor works for this configuration, and the rules every message shares.

In: the graph settings and the chat model, if there is one. Out: an Extractor and Rules.
"""

import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from zeph.config.schema import GraphSettings
from zeph.errors import ConfigError, ModelError, ModelMissing
from zeph.memory.ingest.episode import kind_of
from zeph.memory.ingest.extraction import MOST_ITEMS, Extracted, ExtractedEntity, Extraction, ExtractionCost, Extractor
from zeph.memory.ingest.planning import Rules, mentioned
from zeph.memory.ingest.resolution.similar_entities import SimilarityPolicy
from zeph.memory.ingest.run.capable import capable
from zeph.memory.ingest.run.decider import Decider, Embed
from zeph.memory.ingest.run.local_extractor import LocalExtractor
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.models.ports import ChatModel
from zeph.records.claim import Claim
from zeph.records.message import Message

if TYPE_CHECKING:
    from zeph.memory.ingest.llm.background import Backgrounds
    from zeph.memory.ingest.llm.extractor import LLMExtractor

log = logging.getLogger(__name__)


def load_rules(graph: GraphSettings, chat: ChatModel | None = None, embedding_model: str = "") -> Rules:
    """Raises ConfigError where the person's ontology file is wrong. ``embedding_model`` names the embedder's vectors;
    empty: there is none."""
    own = Path(graph.ontology_file).expanduser() if graph.ontology_file else None
    if own and not own.exists():
        raise ConfigError(f"memory.graph.ontology_file: {own} does not exist.")
    belief = graph.belief_revision
    return Rules(
        Ontology.load(own), Gazetteer.load(), graph.conflict_resolution_strategy,
        graph.max_entities_per_message, graph.max_edges_per_message, _resolution(graph, chat, embedding_model),
        same_belief=belief.similarity_threshold if belief.enabled and embedding_model else None,
        by_likeness=bool(embedding_model), asks_model=graph.extractor != "local" and capable(graph, chat),
    )  # fmt: skip


def _resolution(graph: GraphSettings, chat: ChatModel | None, embedding_model: str) -> SimilarityPolicy | None:
    """None without an embedder and without a model that decides: then spellings alone count."""
    decides = capable(graph, chat)
    if not graph.use_embedding_resolution or not (embedding_model or decides):
        return None
    return SimilarityPolicy(
        embedding_model, graph.entity_similarity_threshold, graph.entity_ambiguous_threshold, decides
    )


def choose_decider(graph: GraphSettings, chat: ChatModel | None, embed: Embed | None) -> Decider:
    """Answers from whatever models there are."""
    model = chat if capable(graph, chat) else None
    return Decider(model, graph.extract_model, graph.extraction_timeout_secs, embed)


def choose_extractor(
    graph: GraphSettings, chat: ChatModel | None, rules: Rules, backgrounds: "Backgrounds | None" = None
) -> Extractor:
    """``auto``: a language model where one answers and is big enough, else the local reader; a model in this process,
    which is a small one, together with them."""
    if graph.extractor == "llm" and chat is None:
        return MissingExtractor()
    local = LocalExtractor(rules.ontology, rules.gazetteer)
    if chat is None or graph.extractor == "local" or (graph.extractor == "auto" and not capable(graph, chat)):
        return local
    from zeph.memory.ingest.llm.extractor import LLMExtractor

    model = LLMExtractor(
        chat, rules.ontology, graph.extract_model, graph.extraction_timeout_secs,
        max_entities=rules.max_entities, max_edges=rules.max_edges, reflection=graph.reflection,
        backgrounds=backgrounds,
    )  # fmt: skip
    if graph.extractor == "llm":
        return model
    both = graph.extractor == "hybrid" or getattr(chat, "in_process", False)
    return HybridExtractor(local, model) if both else AutoExtractor(local, model)


class MissingExtractor:
    """Stands where a model is configured to extract and none is there: messages wait with that error."""

    name = "llm"

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        raise ModelMissing(
            'memory.graph.extractor is "llm", and there is no chat model: connect one with `zeph init`, or use "auto".'
        )


class HybridExtractor:
    """The local reader and a model, each by itself, and then both together (``merge_extractions``); where the model
    fails, what the local reader found is the result."""

    name = "hybrid"

    def __init__(self, local: Extractor, model: "LLMExtractor") -> None:
        self.local = local
        self._model = model

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        from zeph.memory.ingest.run.merge_extractions import merged

        started = time.monotonic()
        found = await self.local.extract(message, context)
        try:
            said = await self._model.extract(message, context)
        except ModelError as error:
            log.warning("the local reader stand in for the model: %s", error)
            cost = ExtractionCost(self.name).plus_failure(error)
            both = replace(found, cost=cost, notes=(*found.notes, str(error)))
        else:
            both = _joined(said, found, merged(found.claims, said.claims), self.name, rules_first=True)
        return replace(both, cost=replace(both.cost, seconds=time.monotonic() - started))

    async def warm(self) -> None:
        """Loads the local reader."""
        if isinstance(self.local, LocalExtractor):
            await self.local.warm()


class AutoExtractor:
    """A model with what the local reader are sure of besides; they alone where it may spend no more."""

    name = "llm"

    def __init__(self, local: Extractor, model: "LLMExtractor") -> None:
        self.local = local
        self._model = model

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        from zeph.memory.ingest.run.merge_extractions import added_by_reader

        said = await self._model.extract(message, context)
        if kind_of(message) != "message":
            return said
        found = await self.local.extract(message, context)
        claims = added_by_reader(said.claims, found.claims)
        return _joined(said, found, claims, self.name, rules_first=False)


def _joined(said: Extracted, found: Extracted, claims: tuple[Claim, ...], name: str, *, rules_first: bool) -> Extracted:
    """A model's extraction with the claims of both, and the entities that they speak of, typed by who is surer."""
    ends = {canonical_name(m.name) for c in claims for m in (c.subject, c.object, c.old) if m is not None}
    ends.update(canonical_name(e.name) for e in said.extraction.entities[:1])
    one = said.extraction.entities
    other = found.extraction.entities or mentioned([c for c in claims if c in found.claims])
    listed: dict[str, ExtractedEntity] = {}
    for entity in (*other, *one) if rules_first else (*one, *other):
        listed.setdefault(canonical_name(entity.name), entity)
    entities = [entity for key, entity in listed.items() if key in ends]
    return Extracted(
        Extraction(entities=entities[:MOST_ITEMS]), replace(said.cost, extractor=name), found.dropped + said.dropped,
        claims=claims, parts=max(found.parts, said.parts),
    )  # fmt: skip


def fallback_extractor(extractor: Extractor) -> Extractor | None:
    """Who extracts when the model's budget is used up; None: messages wait."""
    return extractor.local if isinstance(extractor, (HybridExtractor, AutoExtractor)) else None
