"""An extractor of the test's own in the place of the one that the settings choose."""

from dataclasses import replace

from tests.memory.ingest.edge_claims import claimed
from zeph.memory.facade import Memory
from zeph.memory.ingest.extraction import (
    Extracted,
    ExtractedEdge,
    ExtractedEntity,
    Extraction,
    ExtractionCost,
    Extractor,
)
from zeph.records.message import Message
from zeph.records.progress import Progress


async def extract_with(memory: Memory, extractor: Extractor) -> None:
    """Every message from now on is read by ``extractor``."""
    worker = await memory._background.worker()
    worker.deps = replace(worker.deps, extractor=extractor)


class Scribe:
    """An extractor that writes down what it was asked, and takes one fact from each message."""

    name = "llm"

    def __init__(self) -> None:
        self.read: list[str] = []

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        self.read.append(message.text)
        entities = [ExtractedEntity(name=f"Topic {message.id}", type="concept")]
        edges = [ExtractedEdge(source="User", relation="likes", target=f"Topic {message.id}", fact="")]
        found = Extraction(entities=entities, edges=edges)
        return claimed(Extracted(found, ExtractionCost("llm", 1, 100, 20, 0.5)), message)


async def backfill(memory: Memory, scribe: Scribe, *, include_gated: bool = False) -> Progress:
    """``scribe`` reads what waits; how far it came."""
    await extract_with(memory, scribe)
    return [progress async for progress in memory.backfill(include_gated=include_gated)][-1]
