"""Graphs of up to millions of facts, written in bulk: power-law degrees, hubs, messages, vectors.

In: a path and a number of facts. Out: a database that the store opens. Rows are inserted directly, as a memory of years
would take hours through extraction; tables, triggers and indexes are the real ones, made by the real migration.
"""

import asyncio
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy

from benchmarks.corpus import SPACE, name, sentence, word
from zeph.storage import open_store
from zeph.storage.engine.driver import Connection, connect

MODEL = "random"
DIMENSION = 384
HUB = 10_000
"""Facts of a hub, or a fifth of all where there are fewer."""
FACTS_A_HUB = 50_000
CHUNK = 10_000
AT = "2025-06-01 00:00:00"
RELATIONS = ("uses", "likes", "works_on", "visited", "owns", "knows", "prefers", "created", "interested_in", "attended")
TYPES = ("semantic", "semantic", "semantic", "causal", "temporal", "hierarchical", "co_occurrence")


def entities_of(facts: int) -> int:
    return max(10, facts // 5)


def messages_of(facts: int) -> int:
    return max(500, facts // 5)


def build(path: Path, facts: int, seed: int = 7) -> None:
    """Fills a new file."""
    asyncio.run(_made(path))
    conn = connect(path)
    try:
        conn.execute("PRAGMA synchronous = OFF")
        conn.execute("PRAGMA cache_size = -400000")
        rng = random.Random(seed)
        _rows(conn, "messages", _messages(messages_of(facts), rng))
        _rows(conn, "graph_entities", _entities(entities_of(facts)))
        _rows(conn, "graph_edges", _edges(facts, rng))
        _rows(
            conn,
            "graph_edge_mentions",
            ({"edge_id": i, "message_id": 1 + i % messages_of(facts)} for i in range(1, facts + 1)),
        )
        _vectors(conn, facts, seed)
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        conn.close()
    asyncio.run(_made(path))  # opening once more builds what is missing of indexes


async def _made(path: Path) -> None:
    store = await open_store(path)
    await store.messages.conversation(SPACE, "import", "old talk")
    await store.close()


def _rows(conn: Connection, table: str, rows: Iterator[dict[str, Any]]) -> None:
    while chunk := list(islice(rows, CHUNK)):
        columns = list(chunk[0])
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(f':{c}' for c in columns)})"  # noqa: S608
        conn.execute("BEGIN")
        conn.executemany(sql, chunk)
        conn.execute("COMMIT")


def _messages(count: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    for i in range(count):
        text = sentence(rng)
        yield {
            "space_id": SPACE, "conversation_id": 1, "external_id": f"m{i}", "role": "user", "text": text,
            "sent_at": AT,
            "created_at": AT, "content_hash": "", "indexed_text": f"User {AT[:10]} {text}", "graph_processed": 1,
        }  # fmt: skip


def _entities(count: int) -> Iterator[dict[str, Any]]:
    for i in range(count):
        shown = name(i) if i else "User"
        yield {
            "space_id": SPACE, "name": shown, "canonical_name": shown.casefold(),
            "entity_type": "concept" if i else "person",
            "first_seen_at": AT, "last_seen_at": AT, "created_at": AT,
        }  # fmt: skip


def _edges(count: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    """The user's and the other hubs' facts first, then power-law ends; no two alike."""
    entities = entities_of(count)
    for number, (source, target) in enumerate(_pairs(count, entities, rng)):
        relation = f"{rng.choice(RELATIONS)}_{number}"
        fact = f"{name(source)} {relation.split('_')[0]} {name(target)} {word(int(20_000 ** rng.random()))}"
        yield {
            "space_id": SPACE, "source_entity_id": source + 1, "target_entity_id": target + 1, "relation": relation,
            "canonical_relation": relation, "fact": fact, "indexed_text": "", "edge_type": rng.choice(TYPES),
            "confidence": round(rng.uniform(0.6, 1.0), 2), "origin": "local", "valid_from": AT, "created_at": AT,
        }  # fmt: skip


def _pairs(count: int, entities: int, rng: random.Random) -> Iterable[tuple[int, int]]:
    hubs = max(1, count // FACTS_A_HUB)
    of_hubs = hubs * min(HUB, count // 5)
    for number in range(count):
        source = number % hubs if number < of_hubs else int(entities * rng.random() ** 3)
        target = int(entities * rng.random() ** 2)
        yield source, target if target != source else (source + 1) % entities


def _vectors(conn: Connection, facts: int, seed: int) -> None:
    conn.execute("INSERT INTO embedding_models (name, dimension) VALUES (?, ?)", (MODEL, DIMENSION))
    numbers = numpy.random.default_rng(seed)
    for kind, count in (("message", messages_of(facts)), ("entity", entities_of(facts)), ("edge", facts)):
        for start in range(1, count + 1, CHUNK):
            ids = range(start, min(start + CHUNK, count + 1))
            raw = numbers.standard_normal((len(ids), DIMENSION)).astype(numpy.float32)
            raw /= numpy.linalg.norm(raw, axis=1, keepdims=True)
            scales = numpy.abs(raw).max(axis=1) / 127.0
            packed = numpy.rint(raw / scales[:, None]).astype(numpy.int8)
            conn.execute("BEGIN")
            conn.executemany(
                "INSERT INTO embeddings (kind, model_id, item_id, text_hash, scale, vector, change) VALUES (?, 1, ?, "
                "x'', ?, ?, ?)",
                [(kind, i, float(scale), row.tobytes(), i) for i, scale, row in zip(ids, scales, packed, strict=True)],
            )
            conn.execute("COMMIT")
