"""From Enter to the request leaving for the model, and what a turn waits for because of the graph.

In: a memory with 50,000 facts and 20,000 messages. Out: medians and p95 against the goals, side by side in one run.

    python -m benchmarks.turn
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpus import build, name, word
from benchmarks.measure import Row, Sample, table
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.memory.facade import Memory
from zeph.models.local.embed import MiniLMEmbedder
from zeph.models.ports import ChatChunk, ChatMessage, Embedder, ToolSpec, Usage

FACTS, MESSAGES, TURNS, WARM = 50_000, 20_000, 120, 10
SETTLED_SECS = 120.0
"""What follows from so many facts at once is made in the background of the first turns, which are not counted."""


class Clocked:
    """A model that answers at once and notes when it was asked: the other side of the process boundary."""

    name = "benchmark"
    context_window = 8192

    def __init__(self) -> None:
        self.asked_at = 0.0

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[ChatChunk, None]:
        self.asked_at = time.perf_counter()
        yield ChatChunk("Yes.", done=True)

    async def complete(self, messages: Sequence[ChatMessage], **_: Any) -> tuple[str, Usage]:
        return '{"name": "Old talk", "summary": "What was talked about."}', Usage()  # what upkeep asks for

    async def close(self) -> None:
        pass


def question(rng: random.Random) -> str:
    """A name, a few ordinary words and a rare one."""
    words = [word(int(20_000 ** rng.random())) for _ in range(4)]
    return f"What did {name(rng.randint(1, 2000))} say about {' '.join(words)}?"


async def turns(path: Path, embedder: Embedder | None, *, graph: bool = True) -> tuple[Sample, Sample]:
    """(Enter to request, whole turn) for each of the turns."""
    model = Clocked()
    settings = Settings()
    of_graph = settings.memory.graph.model_copy(update={"enabled": graph, "extractor": "local"})
    settings = settings.model_copy(update={"memory": settings.memory.model_copy(update={"graph": of_graph})})
    rng = random.Random(3)
    before: list[float] = []
    whole: list[float] = []
    async with Memory.open(path, settings=settings.memory, chat=model, embedder=embedder) as memory:
        agent = Agent(memory, model, settings)
        chat = await memory.start_conversation()
        for turn in range(TURNS + WARM):
            started = time.perf_counter()
            async with agent.turn(question(rng), chat) as events:
                async for _ in events:
                    pass
            ended = time.perf_counter()
            if turn >= WARM:
                before.append((model.asked_at - started) * 1000)
                whole.append((ended - started) * 1000)
            await memory.wait_idle(5 if turn >= WARM else SETTLED_SECS)
    return Sample(tuple(before)), Sample(tuple(whole))


async def measure() -> str:
    with tempfile.TemporaryDirectory() as folder:
        embedder = MiniLMEmbedder()
        await embedder.embed(["warm"])
        path = Path(folder) / "zeph.db"
        await build(path, FACTS, MESSAGES, model=embedder.model_id)
        with_vectors, _ = await turns(path, embedder)
        text_alone, with_graph = await turns(path, None)
        _, without_graph = await turns(path, None, graph=False)
        await embedder.close()
    waits = with_graph.median - without_graph.median
    rows = [
        Row("Enter to request, embedded embedder", str(with_vectors), "p95 ≤ 60 ms", with_vectors.p95 <= 60),
        Row("Enter to request, text search alone", str(text_alone), "p95 ≤ 20 ms", text_alone.p95 <= 20),
        Row("whole turn with graph memory − without", f"{waits:.1f} ms at the median", "≤ 5 ms", waits <= 5),
    ]
    return table(f"A turn ({FACTS:,} facts, {MESSAGES:,} messages, warm)", rows)


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m benchmarks.turn", description=__doc__.split("\n")[0]).parse_args()
    print(asyncio.run(measure()))
