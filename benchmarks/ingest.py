"""Local ingestion: messages a second, with and without embeddings.

In: made-up chat messages of many kinds. Out: rates against the goals; the rules and models are warm.
"""

import asyncio
import json
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Row, table
from zeph.memory.facade import Memory
from zeph.models.local.embed import MiniLMEmbedder
from zeph.models.ports import Embedder

MESSAGES = 600
SENTENCES = (
    "I work at Northwind {n} as a designer.", "We had a long walk by the river today.", "My cat is called Pixel {n}.",
    "Do you know a good place for dinner?", "I switched from Sublime to Zed last week.", "That sounds great, thanks!",
    "My brother Tom {n} lives in Oslo.", "I'm learning Portuguese since March.", "Can you show me how to do that?",
    "I no longer use Docker for this.", "The backend is written in Go and runs on Hetzner.", "Haha, no way.",
)  # fmt: skip


def write_messages(path: Path, count: int) -> None:
    rows = [
        {"id": f"m{n}", "conversation": f"talk {n // 50}", "speaker": "Ann", "role": "user",
         "text": SENTENCES[n % len(SENTENCES)].format(n=n), "sent_at": f"2025-01-{1 + n % 28:02d}T10:00:00Z"}
        for n in range(count)
    ]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, rows)))


async def rate(folder: Path, embedder: Embedder | None) -> float:
    """Messages a second, from waiting to facts (and vectors) in the file."""
    source = folder / "messages.jsonl"
    write_messages(source, MESSAGES)
    async with Memory.open(folder / f"{embedder is None}.db", embedder=embedder, background=False) as memory:
        _ = [p async for p in memory.admin.import_file(source, lambda *_: None)]
        _ = [p async for p in memory.backfill(20)]
        started = time.perf_counter()
        done = [p async for p in memory.backfill()][-1].done
        return done / (time.perf_counter() - started)


async def measure() -> str:
    embedder = MiniLMEmbedder()
    await embedder.embed(["warm"])
    with tempfile.TemporaryDirectory() as folder:
        with_vectors = await rate(Path(folder), embedder)
        without = await rate(Path(folder), None)
    await embedder.close()
    rows = [
        Row("ingestion with embeddings", f"{with_vectors:.0f} messages/s", "≥ 60/s", with_vectors >= 60),
        Row("ingestion without embeddings", f"{without:.0f} messages/s", "≥ 250/s", without >= 250),
    ]
    return table(f"Local ingestion ({MESSAGES} short messages)", rows)


if __name__ == "__main__":
    print(asyncio.run(measure()))
