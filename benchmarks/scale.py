"""A memory of years: what a message costs, what a fact takes, and how long a start lasts, with a million facts.

In: nothing; the databases are made first (or taken from a folder where an earlier run kept them, as copies). Out:
ratios within one run, against the goals. The same messages are remembered in both files, in turns of a few each, so
that what else the machine does falls on both alike.

    python -m benchmarks.scale [--facts 1000000] [--keep FOLDER]
"""

import argparse
import asyncio
import contextlib
import os
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pexpect

from benchmarks.graphs import build
from benchmarks.ingest import SENTENCES
from benchmarks.measure import Row, table
from benchmarks.recall import RandomVectors
from benchmarks.startup import ZEPH, environment
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage
from zeph.storage.engine.driver import Connection, connect

SMALL, LARGE = 10_000, 1_000_000
MESSAGES = 240
TURN = 12
STARTS = 11
SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "local"}})
OF_FACTS = ("graph_edges", "graph_edge_", "sqlite_autoindex_graph_edge")
OF_VECTORS = ("embedding", "sqlite_autoindex_embedding", "vec_")
OF_MESSAGES = ("messages", "sqlite_autoindex_messages", "conversations")


def graph_of(facts: int, folder: Path, keep: Path | None) -> Path:
    """A file of its own with so many facts."""
    kept = (keep or folder) / f"recall-{facts}.db"
    if not kept.exists():
        build(kept, facts)
    path = folder / f"scale-{facts}.db"
    shutil.copyfile(kept, path)
    return path


# ---------------------------------------------------------------- what a message costs


class Talk:
    """One memory that is told things."""

    def __init__(self, memory: Memory, conversation: int) -> None:
        self.memory, self.conversation = memory, conversation
        self.messages: list[float] = []
        self.turns: list[float] = []

    async def remember(self, first: int) -> None:
        """A few messages: kept, made facts, and then everything that follows in the background, vectors too."""
        begun = time.perf_counter()
        for number in range(first, first + TURN):
            before = time.perf_counter()
            text = SENTENCES[number % len(SENTENCES)].format(n=number)
            message = await self.memory.observe(NewMessage(self.conversation, "user", text))
            await self.memory.ingest_now(message)
            self.messages.append((time.perf_counter() - before) * 1000)
        self.memory.wake()
        await self.memory.wait_idle(60)
        self.turns.append((time.perf_counter() - begun) * 1000 / TURN)


@contextlib.asynccontextmanager
async def talk(path: Path) -> AsyncIterator[Talk]:
    async with Memory.open(path, settings=SETTINGS, embedder=RandomVectors()) as memory:
        await memory.wait_idle(600)  # what the upkeep of a new graph takes is measured by benchmarks.upkeep
        yield Talk(memory, (await memory.start_conversation()).id)


async def ingestion(small: Path, large: Path) -> list[Row]:
    async with AsyncExitStack() as stack:
        talks = [await stack.enter_async_context(talk(path)) for path in (small, large)]
        for first in range(0, MESSAGES, TURN):
            for one in talks if first // TURN % 2 else talks[::-1]:
                await one.remember(first)
        few, many = talks
    warm = 2
    alone = [statistics.median(one.messages[warm * TURN :]) for one in (few, many)]
    whole = [statistics.median(one.turns[warm:]) for one in (few, many)]
    return [
        ratio("a message, from said to facts", alone, 1.5),
        ratio("a message with what follows in the background, vectors too", whole, 1.5),
    ]


def ratio(what: str, pair: list[float], most: float) -> Row:
    found = pair[1] / pair[0]
    return Row(what, f"{found:.2f} times ({pair[0]:.1f} ms, {pair[1]:.1f} ms)", f"≤ {most} times", found <= most)


# ---------------------------------------------------------------- what a fact takes


def sizes(path: Path, facts: int) -> list[Row]:
    """Bytes of the tables and indexes that hold facts, their sources, their full text, their vectors."""
    with contextlib.closing(measuring(path)) as conn:
        rows = conn.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").fetchall()
        of_facts = sum(size for name, size in rows if name.startswith(OF_FACTS))
        vectors = sum(size for name, size in rows if name.startswith(OF_VECTORS))
        messages = sum(size for name, size in rows if name.startswith(OF_MESSAGES))
        embedded = dict(conn.execute("SELECT kind, count(*) FROM embeddings GROUP BY kind").fetchall())
    share = vectors * embedded["edge"] / sum(embedded.values())
    whole = sum(size for _, size in rows)
    alone, together = of_facts / facts, (of_facts + share) / facts
    with_entities = (whole - vectors - messages) / facts
    return [
        Row("a fact without its vector", f"{alone:.0f} bytes", "≤ 450 bytes", alone <= 450),
        Row("a fact with its vector", f"{together:.0f} bytes", "≤ 1,000 bytes", together <= 1000),
        Row("the graph without vectors, a fact", f"{with_entities:.0f} bytes (a fifth of an entity in it)", "–", True),
        Row(
            "the whole file, a fact", f"{whole / facts:.0f} bytes (a fifth of a message and its vector in it)",
            "–", True,
        ),
    ]  # fmt: skip


def measuring(path: Path) -> Connection:
    """A connection whose SQLite can count pages; Zeph's own often cannot."""
    for open_it in (connect, sqlite3.connect):
        conn = open_it(path)  # type: ignore[operator]  # two of one kind
        with contextlib.suppress(Exception):
            conn.execute("SELECT 1 FROM dbstat LIMIT 1").fetchone()
            return conn
        conn.close()
    raise SystemExit("No SQLite here has dbstat.")


# ---------------------------------------------------------------- how long a start lasts


def start(path: Path) -> float:
    """Milliseconds from the command to its prompt."""
    home = path.parent / "home"
    home.mkdir(exist_ok=True)
    begun = time.perf_counter()
    chat = pexpect.spawn(
        ZEPH, ["--db", str(path), "chat", "--plain"], env=environment(str(home)), timeout=60, encoding="utf-8",
        dimensions=(30, 100),
    )  # fmt: skip
    chat.expect("›")
    taken = (time.perf_counter() - begun) * 1000
    chat.sendeof()
    chat.expect(pexpect.EOF, timeout=120)
    chat.close()
    return taken


def starts(large: Path) -> list[Row]:
    empty = large.with_name("empty.db")
    taken: dict[Path, list[float]] = {empty: [], large: []}
    for _ in range(STARTS + 1):
        for path, times in taken.items():
            times.append(start(path))
    pair = [statistics.median(times[1:]) for times in taken.values()]
    return [ratio("start to prompt, against an empty file", pair, 1.2)]


def measure(facts: int = LARGE, keep: Path | None = None) -> str:
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        folder = Path(name)
        small, large = graph_of(SMALL, folder, keep), graph_of(facts, folder, keep)
        rows = [*sizes(large, facts), *starts(large), *asyncio.run(ingestion(small, large))]
    return table(f"Scale ({facts:,} facts against {SMALL:,})", rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a million facts cost.")
    parser.add_argument("--facts", type=int, default=LARGE)
    parser.add_argument("--keep", type=Path, help="a folder with databases of earlier runs")
    chosen = parser.parse_args()
    print(measure(chosen.facts, chosen.keep))
