"""Recall at three sizes of memory, on graphs with power-law degrees and hubs: the walk alone, then the whole of it.

In: nothing; the databases are made first, and measured in a process of their own, so that its memory is that of recall
alone. Out: medians and p95 against the goals, over questions that are asked in several rounds; the median of its rounds
counts for each, so that what else the processor does meanwhile does not. Vectors are random (what they say does not
matter to speed), and making the question's own is not counted.

    python -m benchmarks.recall [--sizes 1000 50000 1000000] [--runs 200] [--keep FOLDER]
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy

from benchmarks.corpus import SPACE, name, word
from benchmarks.graphs import DIMENSION, MODEL, build, entities_of
from benchmarks.measure import Row, Sample, table
from zeph.config.schema import GraphSettings, MemorySettings
from zeph.memory.facade import Memory
from zeph.memory.recall.gather import bfs, synapse
from zeph.memory.recall.gather.seed_choice import MOST_SEEDS, Seed
from zeph.records.view import View
from zeph.storage import open_store
from zeph.storage.ports import Hop, Reader

SIZES = (1_000, 50_000, 1_000_000)
WARM_UP = 20
ROUNDS = 3
NOW = "2026-01-01 00:00:00"
GOALS: dict[str, dict[int, float]] = {
    "walk, breadth first": {50_000: 3, 1_000_000: 6},
    "walk, spreading activation": {50_000: 3, 1_000_000: 6},
    "full recall, text channels": {50_000: 10, 1_000_000: 30},
    "full recall with vectors": {50_000: 25, 1_000_000: 120},
}
MEMORY_GOAL_MB = 250
T = TypeVar("T")


class RandomVectors:
    """An embedder that costs nothing."""

    model_id = MODEL
    dimension = DIMENSION
    in_process = True

    def __init__(self) -> None:
        self._numbers = numpy.random.default_rng(5)

    async def embed(self, texts: Sequence[str]) -> Any:
        rows = self._numbers.standard_normal((len(texts), DIMENSION)).astype(numpy.float32)
        return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)

    async def close(self) -> None: ...


def question(rng: random.Random, facts: int) -> str:
    """About somebody, about oneself, or about nothing by name: ordinary words and rare ones."""
    words = " ".join(word(int(20_000 ** rng.random())) for _ in range(4))
    who = int(entities_of(facts) * rng.random() ** 3)
    kind = rng.random()
    if kind < 0.5:
        return f"What did {name(max(1, who))} say about {words}?"
    return f"What do I know about {words}?" if kind < 0.75 else f"What about {words}?"


def seeds(rng: random.Random, facts: int) -> list[Seed]:
    """As many as recall takes at most; the hub of all, the user, is one of them in every other walk."""
    first = [1] if rng.random() < 0.5 else []
    ids = [*first, *(1 + int(entities_of(facts) * rng.random() ** 2) for _ in range(MOST_SEEDS - len(first)))]
    return [Seed(i, 1.0, 1.0, 0.0) for i in dict.fromkeys(ids)]


def breadth_first(reader: Reader, starts: Sequence[Seed]) -> float:
    """Milliseconds of one walk."""
    view = View(SPACE, NOW)

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return reader.walk.hop(nodes, view, cap=cap, budget=budget)

    started = time.perf_counter()
    done = bfs.walk(starts, read_hop, GraphSettings().max_hops)
    for reached in done.edges.values():
        bfs.edge_score(reached, NOW, 0.0)
    return (time.perf_counter() - started) * 1000


def spreading(reader: Reader, starts: Sequence[Seed]) -> float:
    """Milliseconds of one activation."""
    view = View(SPACE, NOW)

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> tuple[list[Hop], dict[int, int]]:
        return reader.walk.counted_hop(nodes, view, cap=cap, budget=budget)

    started = time.perf_counter()
    synapse.spread([seed.entity_id for seed in starts], read_hop, GraphSettings().spreading_activation)
    return (time.perf_counter() - started) * 1000


async def walks(path: Path, facts: int, runs: int, walk: Callable[[Reader, Sequence[Seed]], float]) -> Sample:
    rng = random.Random(11)
    store = await open_store(path)

    async def once(starts: Sequence[Seed]) -> float:
        return await store.read(lambda reader: walk(reader, starts))

    try:
        return await in_rounds(once, [seeds(rng, facts) for _ in range(WARM_UP + runs)])
    finally:
        await store.close()


async def recalls(path: Path, facts: int, runs: int, embedder: RandomVectors | None) -> Sample:
    rng = random.Random(12)
    async with Memory.open(path, settings=MemorySettings(), embedder=embedder, background=False) as memory:

        async def once(asked: str) -> float:
            started = time.perf_counter()
            await memory.recall(asked)
            return (time.perf_counter() - started) * 1000

        return await in_rounds(once, [question(rng, facts) for _ in range(WARM_UP + runs)])


async def in_rounds(once: Callable[[T], Awaitable[float]], asked: Sequence[T]) -> Sample:
    """Milliseconds of each after the first few: the median of its rounds."""
    for one in asked[:WARM_UP]:
        await once(one)
    rounds = [[await once(one) for one in asked[WARM_UP:]] for _ in range(ROUNDS)]
    return Sample(tuple(statistics.median(taken) for taken in zip(*rounds, strict=True)))


def resident_mb() -> float:
    """Of this process; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def measured(path: Path, facts: int, runs: int) -> dict[str, Any]:
    """What one process measures of one database."""
    samples: dict[str, Awaitable[Sample]] = {
        "walk, breadth first": walks(path, facts, runs, breadth_first),
        "walk, spreading activation": walks(path, facts, runs, spreading),
        "full recall, text channels": recalls(path, facts, runs, None),
        "full recall with vectors": recalls(path, facts, runs, RandomVectors()),
    }
    found: dict[str, Any] = {what: (await sample).milliseconds for what, sample in samples.items()}
    return found | {"memory": resident_mb()}


def rows_of(facts: int, found: dict[str, Any]) -> list[Row]:
    rows = []
    for what, goals in GOALS.items():
        sample, goal = Sample(tuple(found[what])), goals.get(facts)
        rows.append(Row(what, str(sample), f"p95 ≤ {goal} ms" if goal else "", not goal or sample.p95 <= goal))
    goal = facts == max(SIZES)
    met = not goal or found["memory"] <= MEMORY_GOAL_MB
    rows.append(
        Row("memory of the process", f"{found['memory']:.0f} MB", f"≤ {MEMORY_GOAL_MB} MB" if goal else "", met)
    )
    return rows


def measure(sizes: Sequence[int] = SIZES[:2], runs: int = 200, folder: Path | None = None) -> str:
    """Markdown sections, one a size."""
    sections = []
    with tempfile.TemporaryDirectory() as temporary:
        for facts in sizes:
            path = (folder or Path(temporary)) / f"recall-{facts}.db"
            if not path.exists():
                print(f"Making {facts:,} facts …", file=sys.stderr)
                build(path, facts)
            asked = [
                sys.executable,
                "-m",
                "benchmarks.recall",
                "--measure",
                str(path),
                "--sizes",
                str(facts),
                "--runs",
                str(runs),
            ]
            print(f"Measuring {facts:,} facts …", file=sys.stderr)
            done = subprocess.run(asked, stdout=subprocess.PIPE, check=True)
            sections.append(table(f"Recall ({facts:,} facts, warm)", rows_of(facts, json.loads(done.stdout))))
    return "\n".join(sections)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="facts")
    parser.add_argument("--runs", type=int, default=200, help="questions of each kind")
    parser.add_argument("--keep", type=Path, help="folder where the databases stay")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args(words)
    if chosen.measure:
        print(json.dumps(asyncio.run(measured(chosen.measure, chosen.sizes[0], chosen.runs))))
    else:
        print(measure(chosen.sizes, chosen.runs, chosen.keep))
    return 0


if __name__ == "__main__":
    sys.exit(main())
