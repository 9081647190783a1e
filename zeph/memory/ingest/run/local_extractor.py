"""The local reader as an extractor: what a message claims, without a language model.

In: a message, and what was said before it, by whom. Out: claims with their confidence; those below what may be shown
are kept as candidates, by whoever plans. Sentences are read off the event loop, by one reader a process.
"""

import asyncio
import gc
import time
from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from zeph.memory.ingest.episode import kind_of
from zeph.memory.ingest.extraction import Extracted, Extraction, ExtractionCost
from zeph.memory.ingest.structured.statements import NOTED, as_said, moved
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim
from zeph.records.message import Message

if TYPE_CHECKING:
    from zeph.memory.ingest.reader.read_message import Reader

SENTENCES_A_PART = 3
"""What the limits of a message are for: a longer one may say more, as it may to a model that reads it in parts."""


class LocalExtractor:
    """The reader is imported at the first message: spaCy takes seconds and tens of megabytes."""

    name = "local"

    def __init__(self, ontology: Ontology, gazetteer: Gazetteer) -> None:
        self._ontology = ontology
        self._gazetteer = gazetteer
        self._loading = asyncio.Lock()
        self._loaded = False

    @cached_property
    def _reader(self) -> "Reader":
        from zeph.memory.ingest.reader.read_message import Reader

        return Reader(self._ontology, self._gazetteer)

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        """What the message claims; the context tells whom "she" means."""
        await self.warm()
        return await asyncio.to_thread(self._extracted, message, context)

    async def prepare(self, messages: Sequence[Message]) -> None:
        """Tags the words of messages that are about to be read, all at once: most of a message's time is the tagger's,
        and of a batch it takes a fraction of that."""
        await self.warm()
        texts = [message.text for message in messages if kind_of(message) != "json"]
        await asyncio.to_thread(self._reader.prepare, texts)

    def _extracted(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        started = time.perf_counter()
        before = [(earlier.person, earlier.text) for earlier in context]
        claims: list[Claim] = []
        for wording in as_said(message):
            claims = claims or [
                moved(c, wording, message)
                for c in self._reader.claims(wording, message.person, before, NOTED if message.noted else frozenset())
            ]
        cost = ExtractionCost(self.name, seconds=time.perf_counter() - started)
        parts = -(-self._reader.count_sentences(message.text) // SENTENCES_A_PART) or 1
        return Extracted(Extraction(), cost, claims=tuple(claims), parts=parts)

    async def warm(self) -> None:
        """Loads the reader and its tagger in a thread, once; a message that comes meanwhile waits for it."""
        async with self._loading:
            if not self._loaded:
                await asyncio.to_thread(lambda: self._reader.claims("I like tea."))
                _kept()
                self._loaded = True


@cache
def _kept() -> None:
    """In a program of ours, which keeps what is loaded (``cli.options.started``), the tagger's objects stay too: a
    garbage collection that looked through them would hold up a turn. Once a process: there is one tagger, and each
    further time would keep for ever whatever garbage there is by then.
    """
    if gc.get_freeze_count():
        gc.freeze()
