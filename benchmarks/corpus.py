"""A made-up memory of any size: people, tools, places, facts with power-law degrees, and messages.

In: how many facts and messages, a seed. Out: a database file written through the real store (vectors are
random unit vectors: their content does not matter to speed).
"""

import asyncio
import random
from pathlib import Path

import numpy

from zeph.clock import FixedClock
from zeph.records.message import NewMessage
from zeph.records.plan import LedgerEntry, NewEdge, NewEntity, Plan
from zeph.storage import open_store
from zeph.storage.ports import Store, VectorRow

FIRST = (
    "Ada Ben Cleo Dora Emil Fay Gus Hana Ivo Jun Kira Leo Mia Nils Ora Pia Quin Rosa Sven Tara Uma Vito Wren Yara"
).split()
THINGS = "garden kayak telescope recipe violin router compiler database harbour mountain festival novel bakery".split()
RELATIONS = ("uses", "likes", "works_on", "visited", "owns", "knows", "prefers", "created", "interested_in", "attended")
COMMON = (
    "yesterday we talked about the plan for the summer and how the old boat needs new paint before the trip".split()
)
SYLLABLES = "ka ro mi ten sol va ner pi lu dor ham bri que zet fal wo".split()
VOCABULARY = 20_000
SPACE = 1
PER_MESSAGE = 25


def name(i: int) -> str:
    return f"{FIRST[i % len(FIRST)]} {THINGS[(i // len(FIRST)) % len(THINGS)].title()} {i}"


def sentence(rng: random.Random) -> str:
    """Words by Zipf's law, as in talk: a few in every sentence, most of them rare."""
    return " ".join(word(int(VOCABULARY ** rng.random())) for _ in range(rng.randint(8, 25)))


def word(rank: int) -> str:
    """The ``rank``-th most frequent word."""
    if rank <= len(COMMON):
        return COMMON[rank - 1]
    parts = []
    while rank:
        rank, part = divmod(rank, len(SYLLABLES))
        parts.append(SYLLABLES[part])
    return "".join(parts)


async def build(path: Path, facts: int, messages: int, *, model: str = "", dimension: int = 384, seed: int = 7) -> None:
    """Fills ``path``; with ``model``, vectors under that model id too."""
    rng = random.Random(seed)
    store = await open_store(path, FixedClock("2026-01-01 00:00:00"))
    try:
        await _write_messages(store, messages, rng)
        await _write_facts(store, facts, rng)
        if model:
            await _write_vectors(store, model, dimension, seed)
    finally:
        await store.close()


async def _write_messages(store: Store, count: int, rng: random.Random) -> None:
    conversation = await store.messages.conversation(SPACE, "import", "old talk")
    for start in range(0, count, 1000):
        rows = [
            NewMessage(conversation.id, "user", sentence(rng), "", f"m{i}")
            for i in range(start, min(start + 1000, count))
        ]
        await store.messages.add([(row, (), False) for row in rows])


async def _write_facts(store: Store, count: int, rng: random.Random) -> None:
    conversation = await store.messages.conversation(SPACE, "chat", "facts")
    entities = max(10, count // 5)
    known: dict[int, int] = {}
    for start in range(0, count, PER_MESSAGE):
        await store.messages.add([(NewMessage(conversation.id, "user", sentence(rng)), (), True)])
        lease, work = await store.queue.lease(SPACE, "benchmark", 60) or (None, [])
        assert lease is not None
        message = work[0].message
        pairs = [_pair(entities, rng) for _ in range(min(PER_MESSAGE, count - start))]
        plan, made = _plan(pairs, known, rng)
        (done,) = await store.queue.commit(lease, [(message, lambda _, made_plan=plan: made_plan)])
        known |= dict(zip(made, done.new_entities, strict=True))


def _pair(entities: int, rng: random.Random) -> tuple[int, int]:
    """Ends with power-law degrees; every tenth fact is about entity 0, the user of this memory."""
    source = 0 if rng.random() < 0.1 else int(entities * rng.random() ** 3)
    return source, 1 + int((entities - 1) * rng.random() ** 2)


def _plan(pairs: list[tuple[int, int]], known: dict[int, int], rng: random.Random) -> tuple[Plan, list[int]]:
    refs, new, edges = dict(known), [], {}
    for source, target in pairs:
        for i in (source, target):
            if i not in refs:
                refs[i] = -(len(new) + 1)
                shown = "User" if i == 0 else name(i)
                new.append((i, NewEntity(refs[i], shown, shown.casefold(), "person" if i == 0 else "concept")))
        relation = rng.choice(RELATIONS) + f"_{rng.randint(0, 10_000)}"
        if source != target:
            fact = f"{name(source)} {relation.replace('_', ' ')} {name(target)}"
            edges[len(edges)] = NewEdge(
                -1000 - len(edges), refs[source], refs[target], relation, relation, fact, fact, "semantic",
                round(rng.uniform(0.6, 1.0), 2), "local", "2025-06-01 00:00:00", "instant",
            )  # fmt: skip
    made = [i for i, _ in new]
    entities = tuple(e for _, e in new)
    plan = Plan(
        entities, new_edges=tuple(edges.values()), edge_mentions=tuple(e.ref for e in edges.values()),
        ledger=LedgerEntry("benchmark"),
    )  # fmt: skip
    return plan, made


async def _write_vectors(store: Store, model: str, dimension: int, seed: int) -> None:
    numbers = numpy.random.default_rng(seed)
    for kind in ("message", "edge", "entity"):
        while missing := await store.vectors.missing(SPACE, model, kind, 2000):
            raw = numbers.standard_normal((len(missing), dimension)).astype(numpy.float32)
            raw /= numpy.linalg.norm(raw, axis=1, keepdims=True)
            rows = [VectorRow(kind, i, b"", v) for (i, _), v in zip(missing, raw, strict=True)]
            await store.vectors.put(model, dimension, rows)


if __name__ == "__main__":
    import sys

    asyncio.run(build(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
