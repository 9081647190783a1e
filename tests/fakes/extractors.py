"""An extractor of the test's own in the place of the one that the settings choose."""

from dataclasses import replace

from zeph.memory.facade import Memory
from zeph.memory.ingest.extraction import Extractor


async def extract_with(memory: Memory, extractor: Extractor) -> None:
    """Every message from now on is read by ``extractor``."""
    worker = await memory._background.worker()
    worker.deps = replace(worker.deps, extractor=extractor)
