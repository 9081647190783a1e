"""The memory over MCP: when the server is ready, and what a search and a context take in a memory of 50,000 facts.

In: nothing; the database is made first. Out: medians and p95 against the goals. Ready is from the start of the program
to the answer of `initialize`, held against a program that only imports the SDK, in turns. Calls go through the SDK's
own client in this process: its validation and ours count, pipes do not, nor does making the question's vector.

    python -m benchmarks.mcp_server [--facts 50000] [--runs 200] [--keep FOLDER]
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client

from benchmarks.measure import Row, Sample, table
from benchmarks.recall import WARM_UP, RandomVectors, in_rounds, question
from benchmarks.scale import graph_of
from benchmarks.startup import environment
from zeph.agent.session import Session
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.mcp_server.build_server import Allowed, build_server
from zeph.mcp_server.served_memory import ServedMemory
from zeph.memory.facade import Memory
from zeph.paths import resolve_paths
from zeph.records.recall_request import RecallRequest
from zeph.records.recalled import Recalled

STARTS = 7
READY_GOAL, SEARCH_GOAL, CONTEXT_GOAL, BESIDE_GOAL = 1.3, 25, 40, 15
HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}  # fmt: skip


def ready(home: str) -> float:
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "zeph", "mcp"], env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(HELLO).encode() + b"\n")
        server.stdin.flush()
        assert server.stdout.readline()
        taken = time.perf_counter() - started
        server.kill()
    return taken * 1000


def imported(home: str) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", "from mcp.server.mcpserver import MCPServer"], env=environment(home), check=True
    )
    return (time.perf_counter() - started) * 1000


def starts() -> Row:
    with tempfile.TemporaryDirectory() as home:
        pairs = [(ready(home), imported(home)) for _ in range(STARTS + 1)][1:]
    ours, theirs = (Sample(tuple(side)) for side in zip(*pairs, strict=True))
    ratio = ours.median / theirs.median
    told = f"{ours.median:.0f} ms, {ratio:.2f} of the SDK's import ({theirs.median:.0f} ms)"
    return Row("start to ready", told, f"≤ {READY_GOAL}", ratio <= READY_GOAL)


class Recalling:
    """Counts what a memory takes to recall."""

    def __init__(self, memory: Memory) -> None:
        self.ms = 0.0
        self._recall = memory.recall
        memory.recall = self._timed  # type: ignore[method-assign]

    async def _timed(self, *asked: Any, **how: Any) -> Recalled:
        started = time.perf_counter()
        try:
            return await self._recall(*asked, **how)
        finally:
            self.ms += (time.perf_counter() - started) * 1000


async def calls(path: Path, facts: int, runs: int) -> list[Row]:
    rng = random.Random(12)

    @asynccontextmanager
    async def opening(_: str) -> AsyncIterator[Session]:
        async with Memory.open(path, embedder=RandomVectors(), background=False) as memory, AsyncExitStack() as stack:
            yield Session(memory, Agent(memory, None, Settings()), "", Settings(), {}, stack)

    async with ServedMemory(opening) as served:
        space = Settings().memory.space
        async with Client(
            build_server(served, Allowed(space), resolve_paths(environment(str(path.parent))), path)
        ) as client:

            async def took(tool: str, arguments: dict[str, Any]) -> float:
                started = time.perf_counter()
                assert not (await client.call_tool(tool, arguments)).is_error
                return (time.perf_counter() - started) * 1000

            asked = [question(rng, facts) for _ in range(WARM_UP + runs)]
            memory = (await served.session(space)).memory

            async def recalled(asked: str) -> float:
                started = time.perf_counter()
                await memory.recall(RecallRequest(asked, most=11, sought=True))
                return (time.perf_counter() - started) * 1000

            plain = await in_rounds(recalled, asked)
            search = await in_rounds(lambda one: took("memory_search", {"question": one}), asked)
            recalling = Recalling(memory)

            async def assembled(asked: str) -> float:
                """What a context takes beside the recall in it."""
                recalling.ms = 0.0
                return await took("memory_context", {"message": asked, "again": True}) - recalling.ms

            context = await in_rounds(lambda one: took("memory_context", {"message": one, "again": True}), asked)
            beside = await in_rounds(assembled, asked)
    return [
        Row("the same recall without MCP", str(plain), "", True),
        Row("memory_search", str(search), f"p95 ≤ {SEARCH_GOAL} ms", search.p95 <= SEARCH_GOAL),
        Row("memory_context", str(context), f"p95 ≤ {CONTEXT_GOAL} ms", context.p95 <= CONTEXT_GOAL),
        Row(
            "memory_context beside the recall in it", str(beside), f"p95 ≤ {BESIDE_GOAL} ms", beside.p95 <= BESIDE_GOAL
        ),
    ]


def measure(facts: int = 50_000, runs: int = 200, keep: Path | None = None) -> str:
    with tempfile.TemporaryDirectory() as temporary:
        path = graph_of(facts, Path(temporary), keep)
        rows = [starts(), *asyncio.run(calls(path, facts, runs))]
    return table(f"MCP server ({facts:,} facts, warm)", rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--facts", type=int, default=50_000)
    parser.add_argument("--runs", type=int, default=200, help="questions")
    parser.add_argument("--keep", type=Path, help="folder where the database stays")
    chosen = parser.parse_args()
    print(measure(chosen.facts, chosen.runs, chosen.keep))
    return 0


if __name__ == "__main__":
    sys.exit(main())
