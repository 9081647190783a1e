"""A store into which a test commits edges as an extractor would give them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.memory.ingest.stated_edges import Graph
from zeph.clock import FixedClock
from zeph.storage import open_store


@pytest.fixture
async def graph(tmp_path: Path) -> AsyncIterator[Graph]:
    """At the end the file is looked at: whatever was committed, nothing in it may contradict itself."""
    clock = FixedClock("2026-01-01 10:00:00")
    store = await open_store(tmp_path / "zeph.db", clock)
    yield Graph(store, clock)
    assert await store.care.health() == []
    await store.close()
