"""Turns on a real database, with a chat model that a test scripts."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.errors import ModelUnreachable
from zeph.memory.facade import Memory
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.records.events import Event
from zeph.records.message import Conversation


@dataclass
class Scripted:
    """A chat model that says its pieces; an exception among them is raised, a number waits that many seconds."""

    pieces: Sequence[str | float | Exception] = ("Hello", " there.")
    name: str = "test/scripted"
    context_window: int = 8192
    sent: list[list[ChatMessage]] = field(default_factory=list)

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[ChatChunk]:
        self.sent.append(list(messages))
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            if isinstance(piece, float):
                await asyncio.sleep(piece)
            else:
                yield ChatChunk(text=piece)
        yield ChatChunk(done=True, usage=Usage(100, 2))

    async def complete(self, messages: Sequence[ChatMessage], **_: Any) -> tuple[str, Usage]:
        raise ModelUnreachable("this model only chats")

    async def close(self) -> None: ...


@asynccontextmanager
async def opened(path: Path, chat: Scripted | None) -> AsyncIterator[tuple[Agent, Conversation]]:
    settings = Settings.model_validate({"memory": {"graph": {"extractor": "local"}}})
    async with Memory.open(path / "zeph.db", settings=settings.memory) as memory:
        yield Agent(memory, chat, settings), await memory.start_conversation()


async def events_of(agent: Agent, conversation: Conversation, text: str) -> list[Event]:
    async with agent.turn(text, conversation) as events:
        return [event async for event in events]
