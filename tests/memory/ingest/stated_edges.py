"""Says things at times and looks at what is known; the extraction itself is given, the store is real."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from tests.memory.ingest.edge_claims import claimed
from zeph.clock import FixedClock, parse_moment
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, ExtractedEntity, Extraction, ExtractionCost
from zeph.memory.ingest.planning import Rules, make_plan
from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim
from zeph.records.edge import Edge
from zeph.records.entity import Origin
from zeph.records.message import NewMessage
from zeph.records.revision import Receipt
from zeph.records.view import View
from zeph.storage.ports import Store


def at(day: int, month: int = 1) -> str:
    """Ten in the morning of a day in 2026."""
    return f"2026-{month:02d}-{day:02d} 10:00:00"


def nth_day(number: int, hour: int = 10) -> str:
    """A moment so many days into months of 28."""
    return f"2026-{1 + number // 28:02d}-{1 + number % 28:02d} {hour:02d}:00:00"


class Graph:
    """One space, one conversation; each thing said is committed as the worker would."""

    def __init__(self, store: Store, clock: FixedClock, strategy: str = "recency") -> None:
        self.store, self.clock = store, clock
        self.rules = Rules(_ontology(), Gazetteer.load(), strategy)  # type: ignore[arg-type]  # a test's own text

    async def say(
        self, at: str, *edges: ExtractedEdge, types: dict[str, str] | None = None, origin: Origin = "llm",
        sent_at: str | None = None, text: str = "",
    ) -> Receipt:  # fmt: skip
        """``sent_at``: an older message that is read only now."""
        read = Extracted(Extraction(entities=_entities(edges, types or {}), edges=list(edges)), ExtractionCost("test"))
        return await self._read(at, read, origin, sent_at, text)

    async def claim(self, at: str, *claims: Claim) -> Receipt:
        """What a reader that gives claims itself has found in one message."""
        read = Extracted(Extraction(), ExtractionCost("local"), claims=claims)
        return await self._read(at, read, "local", None, "")

    async def _read(self, at: str, read: Extracted, origin: Origin, sent_at: str | None, text: str) -> Receipt:
        self.clock.at = parse_moment(at)
        space = await self.store.space("personal")
        conversation = await self.store.messages.conversation(space, "chat", "chat")
        await self.store.messages.add(
            [(NewMessage(conversation.id, "user", text or f"said at {at}", sent_at=sent_at), (), True)]
        )
        lease, work = await self.store.queue.lease(space, "test", 30) or pytest.fail("nothing to ingest")
        extracted = claimed(read, work[0].message)
        (done,) = await self.store.queue.commit(
            lease, [(work[0].message, lambda r: make_plan(self.rules, work[0].message, extracted, origin, r))]
        )
        await self.store.queue.release(lease)
        return done.receipt

    async def known(self, now: str, *, as_of: str | None = None, known_at: str | None = None) -> list[Edge]:
        ids = [e.id for e in await self.store.graph.latest_entities(1, 1000)]
        edges = await self.store.graph.edges_of(ids, View(1, now, as_of, known_at), 1000)
        return sorted(edges, key=lambda e: e.id)

    async def facts(self, now: str, **when: str) -> list[str]:
        return [f"{e.canonical_relation} {e.target}" for e in await self.known(now, **when)]


@lru_cache(maxsize=1)
def _ontology() -> Ontology:
    return Ontology.load()


def _entities(edges: Sequence[ExtractedEdge], types: dict[str, str]) -> list[ExtractedEntity]:
    names = dict.fromkeys(name for e in edges for name in (e.source, e.target))
    return [ExtractedEntity(name=n, type=types.get(n, "concept")) for n in names if n != "I"]


def edge(relation: str, target: str, source: str = "I", **more: Any) -> ExtractedEdge:
    return ExtractedEdge(source=source, relation=relation, target=target, fact=f"{source} {relation} {target}", **more)
