"""A memory with scripted models, from the settings to the rows: what is said, and what is known then."""

from pathlib import Path
from typing import Any

from zeph.clock import FixedClock, parse_moment
from zeph.config.schema import MemorySettings, Settings
from zeph.memory.facade import Memory
from zeph.models.ports import ChatModel, Embedder
from zeph.records.edge import Edge
from zeph.records.message import GraphState, Message, NewMessage
from zeph.records.revision import Receipt

START = "2026-01-01 10:00:00"


def message(text: str, speaker: str = "", number: int = 1) -> Message:
    """Said at the start, as an extractor gets it."""
    return Message(number, 1, 1, str(number), "user", speaker, text, START, (), GraphState.PENDING)


class Talk:
    def __init__(
        self, path: Path, chat: ChatModel | None = None, embedder: Embedder | None = None, **graph: Any
    ) -> None:
        """``graph``: settings below ``memory.graph`` as a configuration file gives them."""
        settings: MemorySettings = Settings.model_validate({"memory": {"graph": graph}}).memory
        self.clock = FixedClock(START)
        self.memory = Memory.open(
            path / "zeph.db", settings=settings, chat=chat, embedder=embedder, clock=self.clock, background=False
        )

    async def __aenter__(self) -> "Talk":
        await self.memory.__aenter__()
        self.conversation = await self.memory.start_conversation()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.memory.__aexit__(*exc)

    async def say(self, text: str, at: str = "") -> Receipt:
        if at:
            self.clock.at = parse_moment(at)
        said = await self.memory.observe(NewMessage(self.conversation.id, "user", text))
        receipt = await self.memory.ingest_now(said)
        assert receipt is not None
        return receipt

    async def edges(self, name: str = "User", **when: Any) -> list[Edge]:
        return sorted((await self.memory.facts(name, **when))[1], key=lambda e: e.id)

    async def known(self, name: str = "User", **when: Any) -> list[str]:
        return [f"{e.source} {e.canonical_relation} {e.target}" for e in await self.edges(name, **when)]

    async def names(self) -> list[str]:
        return sorted(e.name for e in await self.memory.graph.entities())
