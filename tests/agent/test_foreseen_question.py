"""A question is embedded while its message is stored."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from tests.agent.scripted_turn import Scripted, events_of
from tests.fakes.embedder import FakeEmbedder
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.memory.facade import Memory
from zeph.models.ports import Vectors
from zeph.records.message import Message, NewMessage

SETTINGS = Settings.model_validate({"memory": {"graph": {"extractor": "local"}}})


class Noting(FakeEmbedder):
    """Notes what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.begun = asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        self.begun.set()
        return await super().embed(texts)


class Slow(Memory):
    """A disk that takes until the question is being embedded."""

    awaited: asyncio.Event | None = None

    async def observe(self, message: NewMessage) -> Message:
        if self.awaited and message.role == "user":
            async with asyncio.timeout(10):
                await self.awaited.wait()
        return await super().observe(message)


async def test_a_question_is_embedded_once_and_while_it_is_stored(tmp_path: Path) -> None:
    embedder = Noting()
    async with Slow.open(tmp_path / "z.db", settings=SETTINGS.memory, embedder=embedder, background=False) as memory:
        memory.awaited = embedder.begun
        agent, talk = Agent(memory, Scripted(), SETTINGS), await memory.start_conversation()
        await events_of(agent, talk, "Where did I put the spare key?")
    assert embedder.asked == ["Where did I put the spare key?"]


async def test_what_goes_on_from_a_question_is_embedded_with_it_alone(tmp_path: Path) -> None:
    embedder = Noting()
    async with Memory.open(tmp_path / "z.db", settings=SETTINGS.memory, embedder=embedder, background=False) as memory:
        agent, talk = Agent(memory, Scripted(), SETTINGS), await memory.start_conversation()
        await events_of(agent, talk, "Where did I live in 2020?")
        embedder.asked.clear()
        await events_of(agent, talk, "And before that?")
    assert embedder.asked == ["Where did I live in 2020? And before that?"]


async def test_who_asks_something_else_gets_vectors_of_that(tmp_path: Path) -> None:
    embedder = Noting()
    async with Memory.open(tmp_path / "z.db", settings=SETTINGS.memory, embedder=embedder, background=False) as memory:
        memory.foresee("Where is the spare key?")
        await memory.recall("Who has a dog?")
        await memory.recall("Where is the spare key?")
        await memory.recall("Where is the spare key?")
        memory.foresee("Nobody asks this.")
    assert sorted(embedder.asked) == ["Where is the spare key?", "Where is the spare key?", "Who has a dog?"]
