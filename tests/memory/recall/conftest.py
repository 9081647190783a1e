"""What tests of recall share: rows of facts and messages, a small graph on a real file, a life that changed."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Self

import pytest_asyncio

from tests.storage.graph_rows import SPACE, Graph
from zeph.config.schema import GraphSettings, MemorySettings
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.hits import Hits
from zeph.memory.recall.gather.loading import Loaded
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.pipeline import RecallDeps, recall
from zeph.memory.recall.query.query_plan import QueryPlan, plan_query
from zeph.records.edge import Edge
from zeph.records.message import GraphState, Message
from zeph.records.recall_request import RecallBudget, RecallRequest
from zeph.records.recalled import Recalled
from zeph.records.view import View
from zeph.storage import open_store
from zeph.storage.graph.sqlite_edge_reads import SqliteEdgeReads
from zeph.storage.ports import Store

NOW = "2024-06-01 00:00:00"
LATER = "2026-11-21 20:00:00"
"""The present of :class:`Life`."""
AT = "2024-06-05 10:00:00"
EDGE = Edge(1, 1, 1, 2, "Rust", "cargo", "use", "uses", "Rust uses cargo", "semantic", 0.95, "llm",
            None, None, False, None, None, AT, None, None, None, None)  # fmt: skip
MESSAGE = Message(1, 1, 1, "x", "user", "Caroline", "I went\nhiking", "2023-05-07 09:00:00", (), GraphState.DONE)


def said(i: int, text: str, *, talk: int = 1, role: str = "user", at: str = "2024-05-01 10:00:00") -> Message:
    message = Message(i, 1, talk, str(i), "user", "", text, at, (), GraphState.DONE)
    return message._replace(role="assistant") if role == "assistant" else message


def plan(question: str, settings: GraphSettings | None = None, as_of: str | None = None) -> QueryPlan:
    """As recall plans it, for a question about :data:`NOW` without an embedder."""
    given = MemorySettings(graph=settings or GraphSettings(), recall_messages_limit=5)
    return plan_query(RecallRequest(question, as_of), View(SPACE, NOW, as_of), given)


def spreading() -> GraphSettings:
    return GraphSettings.model_validate({"spreading_activation": {"enabled": True}})


def lines(recalled: Recalled) -> list[str]:
    return [fact.line for fact in recalled.facts]


class Room:
    """A store and the rows written beside it."""

    now = NOW
    budget = RecallBudget(facts=256, messages=512)

    def __init__(self, path: Path, store: Store) -> None:
        self.store = store
        self.graph = Graph(path, make=False)
        self.user = self.graph.entity("User", "person")

    def pet(self) -> int:
        """The user's dog among twenty other facts."""
        told = self.graph.message("I adopted a dog and named him Biscuit")
        pet = self.graph.edge(self.user, "has_pet", self.graph.entity("Biscuit"))
        self.graph.conn.execute("INSERT INTO graph_edge_mentions VALUES (?, ?)", (pet, told))
        for n in range(20):
            self.graph.edge(self.user, "likes", self.graph.entity(f"Thing{n}"), confidence=0.99)
        return pet

    def fact(self, relation: str, target: str, **values: Any) -> int:
        """Of the user."""
        return self.graph.edge(self.user, relation, self.graph.entity(target), **values)

    def edge(self, number: int) -> Edge:
        return SqliteEdgeReads(self.graph.conn).by_id([number], View(SPACE, self.now))[0]

    async def ask(
        self, question: str, embedder: Any = None, settings: GraphSettings | None = None, **request: Any
    ) -> Recalled:
        """Tokens are words; ``request``: fields of :class:`RecallRequest`."""
        self.graph.conn.commit()
        deps = RecallDeps(
            self.store, SPACE, self.now, MemorySettings(graph=settings or GraphSettings(), recall_messages_limit=5),
            embedder, count_tokens=lambda text: len(text.split()),
        )  # fmt: skip
        return await recall(RecallRequest(question, **{"budget": self.budget, **request}), deps)

    async def targets(self, question: str, **request: Any) -> list[str]:
        return [fact.edge.target for fact in (await self.ask(question, **request)).facts]


class Life(Room):
    """A person whose life changed, with rows as ingesting leaves them."""

    now = LATER
    budget = RecallBudget(facts=500, messages=500)

    def lived(self) -> Self:
        self.fact("lives_in", "Porto", valid_until="2026-02-01 00:00:00", expired_at="2026-02-03 00:00:00",
                  expired_reason="superseded", live=0)  # fmt: skip
        self.fact("lives_in", "Ghent", valid_from="2026-02-01 00:00:00", valid_from_stated=1)
        self.fact("works_at", "Acme", valid_from="2019-01-01 00:00:00", valid_until="2022-01-01 00:00:00", live=0)
        self.fact("works_at", "Umbra", valid_from="2022-01-01 00:00:00", valid_from_stated=1)
        self.fact("drinks", "coffee", valid_until="2026-06-15 00:00:00", live=0)
        self.fact("partner_of", "Nadia", valid_until="2026-04-15 00:00:00", live=0)
        self.fact("likes", "tea")
        self.fact("dislikes", "fog")
        return self

    def plans(self) -> None:
        self.fact("plans", "eye test", edge_type="temporal", valid_from="2026-12-03 00:00:00", valid_from_stated=1)
        self.fact("plans", "driving test", edge_type="temporal", valid_from="2026-07-14 00:00:00", valid_from_stated=1)
        self.fact("lives_in", "Tartu", valid_from="2027-03-01 00:00:00", valid_from_stated=1,
                  valid_from_precision="month")  # fmt: skip
        self.fact("visited", "Crete", edge_type="temporal", valid_from="2026-05-09 00:00:00", valid_from_stated=1)


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    store = await open_store(tmp_path / "z.db")
    yield Room(tmp_path / "z.db", store)
    await store.close()


@pytest_asyncio.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    store = await open_store(tmp_path / "z.db")
    yield Life(tmp_path / "z.db", store).lived()
    await store.close()


def evidence(*messages: Message, likes: dict[int, float] | None = None, named: Named | None = None) -> Evidence:
    """What one snapshot gave: these messages, with their likeness to the question."""
    hits = Hits() if likes is None else Hits(vector=object(), messages={"message_vector": likes})
    return Evidence(hits, named or Named(), loaded=Loaded(messages={m.id: m for m in messages}))
