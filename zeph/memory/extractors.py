"""Which extractor works for this configuration, and the rules every message shares.

In: the graph settings and the chat model, if there is one. Out: an Extractor and Rules.
"""

import asyncio
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from zeph.config.schema import GraphSettings
from zeph.errors import ConfigError, ModelMissing
from zeph.memory.graph.gazetteer import Gazetteer
from zeph.memory.graph.ontology import Ontology
from zeph.memory.ingest.extraction import Extracted, Extractor
from zeph.memory.ingest.pipeline import Rules
from zeph.models.ports import ChatModel
from zeph.records.message import Message

if TYPE_CHECKING:
    from zeph.memory.ingest.extract_local import LocalExtractor

TOO_SMALL = ("smollm2-135m", "smollm2")
"""Models that hold a conversation badly and must never extract."""


def load_rules(graph: GraphSettings) -> Rules:
    """Raises ConfigError where the person's ontology file is wrong."""
    own = Path(graph.ontology_file).expanduser() if graph.ontology_file else None
    if own and not own.exists():
        raise ConfigError(f"memory.graph.ontology_file: {own} does not exist.")
    return Rules(
        Ontology.load(own), Gazetteer.load(), graph.conflict_resolution_strategy,
        graph.max_entities_per_message, graph.max_edges_per_message,
    )  # fmt: skip


def choose_extractor(graph: GraphSettings, chat: ChatModel | None, rules: Rules) -> Extractor:
    """``auto``: a language model where one answers and is big enough, else the local rules."""
    if graph.extractor == "llm" and chat is None:
        return MissingExtractor()
    capable = chat is not None and not any(name in chat.name.lower() for name in TOO_SMALL)
    if chat is not None and (
        graph.extractor == "llm" or (graph.extractor == "auto" and (capable or graph.extract_model))
    ):
        from zeph.memory.ingest.extract_llm import LLMExtractor

        return LLMExtractor(chat, rules.ontology, graph.extract_model, graph.extraction_timeout_secs)
    return LateLocalExtractor(rules)


class MissingExtractor:
    """Stands where a model is configured to extract and none is there: messages wait with that error."""

    name = "llm"

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        raise ModelMissing(
            'memory.graph.extractor is "llm", and there is no chat model: connect one with `zeph init`, or use "auto".'
        )


class LateLocalExtractor:
    """The local extractor, imported at the first message: spaCy takes seconds and tens of megabytes."""

    name = "local"

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._loading = asyncio.Lock()
        self._loaded = False

    @cached_property
    def _extractor(self) -> "LocalExtractor":
        from zeph.memory.ingest.extract_local import LocalExtractor

        return LocalExtractor(self._rules.ontology, self._rules.gazetteer)

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        await self.warm()
        return await self._extractor.extract(message, context)

    async def warm(self) -> None:
        """Loads the rules and their tagger in a thread, once; a message that comes meanwhile waits for it."""
        async with self._loading:
            if not self._loaded:
                await asyncio.to_thread(lambda: self._extractor.findings("I like tea.", "User"))
                self._loaded = True
