"""What the engine takes of one message once the model has answered, at 50,000 facts; bare SQLite in the same run.

In: nothing; the graph is made first. Out: milliseconds from a message's saying until its facts are in the file, with
a model that answers at once: five entities and five facts a message, three entities of them known. Bare SQLite writes
rows of the same number and size into the same tables of a copy, in one transaction, in turns with Zeph.

    python -m benchmarks.message [--profile]
"""

import argparse
import asyncio
import cProfile
import json
import pstats
import random
import shutil
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.corpus import name
from benchmarks.graphs import build, entities_of
from benchmarks.measure import Row, Sample, table
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.records.message import NewMessage
from zeph.storage.engine.driver import Connection, connect

FACTS, MESSAGES, WARM = 50_000, 300, 20
KNOWN, NEW = 3, 2
RELATIONS = ("uses", "likes", "visited", "owns", "works_on")
AT = "2026-01-01 10:00:00"
SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "llm", "reflection": False}})


class Answering:
    """A model that answers at once with what the next message claims."""

    name = "benchmark"
    context_window = 8192

    def __init__(self) -> None:
        self.answer = ""

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[ChatChunk, None]:
        yield ChatChunk("Yes.", done=True)

    async def complete(self, messages: Sequence[ChatMessage], **_: Any) -> tuple[str, Usage]:
        return self.answer, Usage()

    async def close(self) -> None:
        pass


def message_of(number: int, rng: random.Random) -> tuple[str, str]:
    """A message, and the model's answer to it."""
    known = [name(rng.randrange(1, entities_of(FACTS))) for _ in range(KNOWN)]
    things = [*known, *(f"Novelty {number} {letter}" for letter in "ab"[:NEW])]
    pairs = list(zip(RELATIONS, things, strict=True))
    facts = [f"User {relation.replace('_', ' ')} {thing}" for relation, thing in pairs]
    edges = [
        {"source": "User", "relation": relation, "target": thing, "fact": fact}
        for (relation, thing), fact in zip(pairs, facts, strict=True)
    ]
    entities = [{"name": "User", "type": "person"}, *({"name": thing, "type": "concept"} for thing in things)]
    return ". ".join(facts) + ".", json.dumps({"entities": entities, "edges": edges})


def bare(conn: Connection, number: int, text: str) -> None:
    """The rows of such a message, and what looking for its names takes, by hand."""
    conn.execute("BEGIN IMMEDIATE")
    message = conn.execute(
        """INSERT INTO messages (space_id, conversation_id, external_id, role, text, sent_at, created_at, content_hash,
            indexed_text, graph_processed) VALUES (1, 1, ?, 'user', ?, ?, ?, '', ?, 1) RETURNING id""",
        (f"bare-{number}", text, AT, AT, text),
    ).fetchone()[0]
    entities = []
    for thing in range(KNOWN + NEW):
        shown = f"Bare {number} {thing}"
        conn.execute(
            "SELECT id FROM graph_entities WHERE space_id = 1 AND canonical_name = ?", (shown.casefold(),)
        ).fetchone()
        entities.append(
            conn.execute(
                """INSERT INTO graph_entities (space_id, name, canonical_name, entity_type, summary, alias_text,
                    first_seen_at, last_seen_at, created_at) VALUES (1, ?, ?, 'concept', '', '', ?, ?, ?)
                RETURNING id""",
                (shown, shown.casefold(), AT, AT, AT),
            ).fetchone()[0]
        )
    for relation, target in zip(RELATIONS, entities, strict=True):
        edge = conn.execute(
            """INSERT INTO graph_edges (space_id, source_entity_id, target_entity_id, relation, canonical_relation,
                fact, indexed_text, edge_type, confidence, origin, valid_from, valid_from_precision, created_at, live)
            VALUES (1, 1, ?, ?, ?, ?, '', 'semantic', 0.9, 'llm', ?, 'instant', ?, 1) RETURNING id""",
            (target, relation, relation, f"User {relation} bare {number}", AT, AT),
        ).fetchone()[0]
        conn.execute("INSERT INTO graph_edge_mentions (edge_id, message_id) VALUES (?, ?)", (edge, message))
    conn.execute("COMMIT")


async def runs(path: Path, copy: Path, profile: cProfile.Profile | None) -> tuple[Sample, Sample, Sample]:
    """(from said to facts, of that without storing the message, bare SQLite), in milliseconds."""
    rng, model = random.Random(5), Answering()
    whole: list[float] = []
    engine: list[float] = []
    plain: list[float] = []
    other = connect(copy)
    async with Memory.open(path, settings=SETTINGS, chat=model, background=False) as memory:
        conversation = (await memory.start_conversation()).id
        for number in range(MESSAGES + WARM):
            text, model.answer = message_of(number, rng)
            if profile and number == WARM:
                profile.enable()
            begun = time.perf_counter()
            message = await memory.observe(NewMessage(conversation, "user", text))
            stored = time.perf_counter()
            receipt = await memory.ingest_now(message)
            done = time.perf_counter()
            if receipt is None or len(receipt.learned) + len(receipt.reinforced) != len(RELATIONS):
                raise SystemExit(f"Not all facts of a message were taken: {receipt}")
            bare(other, number, text)
            if number >= WARM:
                plain.append((time.perf_counter() - done) * 1000)
                whole.append((done - begun) * 1000)
                engine.append((done - stored) * 1000)
    if profile:
        profile.disable()
    other.close()
    return Sample(tuple(whole)), Sample(tuple(engine)), Sample(tuple(plain))


def measure(profile: cProfile.Profile | None = None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path, copy = Path(folder) / "zeph.db", Path(folder) / "bare.db"
        build(path, FACTS)
        shutil.copyfile(path, copy)
        whole, engine, plain = asyncio.run(runs(path, copy, profile))
    rows = [
        Row("from said to facts", str(whole), "–", True),
        Row("the engine alone", str(engine), "p50 ≤ 4 ms, p95 ≤ 8 ms", engine.median <= 4 and engine.p95 <= 8),
        Row("bare SQLite, the same rows", str(plain), "–", True),
    ]
    return table(f"A message of five entities and five facts ({FACTS:,} facts, a model that answers at once)", rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.message")
    parser.add_argument("--profile", action="store_true", help="where the time of the event loop's thread goes")
    profiled = cProfile.Profile() if parser.parse_args().profile else None
    print(measure(profiled))
    if profiled:
        pstats.Stats(profiled).sort_stats("tottime").print_stats(45)
