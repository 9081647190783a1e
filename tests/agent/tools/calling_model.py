"""A chat model that calls tools by a script, on a real database and a real folder."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.agent.scripted_turn import Scripted
from zeph.agent.tools.audit_log import AuditLog
from zeph.agent.tools.toolbox import Toolbox
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.memory.facade import Memory
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.records.message import Conversation, Message
from zeph.records.tool_request import Permit, ToolRequest

Call = tuple[str, dict[str, Any]]


@dataclass
class Caller(Scripted):
    """Each round is a text, a list of calls, or a text with calls; the last one is repeated."""

    rounds: Sequence[str | list[Call] | tuple[str, list[Call]]] = ("Done.",)
    offered: list[list[str]] = field(default_factory=list)

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[ChatChunk]:
        at = min(len(self.sent), len(self.rounds) - 1)
        self.sent.append(list(messages))
        self.offered.append([tool.name for tool in tools])
        now = self.rounds[at]
        text, calls = now if isinstance(now, tuple) else ("", now) if isinstance(now, list) else (now, [])
        if text:
            yield ChatChunk(text=text)
        yield ChatChunk(tool_calls=tuple((n, json.dumps(a)) for n, a in calls), done=True, usage=Usage(100, 2))


@dataclass
class Person:
    """Answers what is asked, in order; the last answer is repeated."""

    answers: Sequence[Permit] = ("once",)
    asked: list[ToolRequest] = field(default_factory=list)

    async def __call__(self, request: ToolRequest) -> Permit:
        self.asked.append(request)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


@asynccontextmanager
async def at_work(
    path: Path, chat: Scripted | None, person: Person | None = None, **tools: Any
) -> AsyncIterator[tuple[Agent, Conversation]]:
    """An agent whose tools work in ``path/work``, with Zeph's own things in ``path/zeph``."""
    work = path / "work"
    work.mkdir(exist_ok=True)
    settings = Settings.model_validate(
        {"memory": {"graph": {"extractor": "local"}}, "tools": {"workspace": str(work), **tools}}
    )
    async with Memory.open(path / "zeph.db", settings=settings.memory) as memory:
        agent = Agent(memory, chat, settings)
        agent.toolbox = Toolbox(asker=person, audit=AuditLog(path / "state"), protected=(path / "zeph.db",))
        yield agent, await memory.start_conversation()


async def kept(agent: Agent, conversation: Conversation) -> list[Message]:
    return await agent.memory.conversations.history(conversation.id)


def results(messages: Sequence[ChatMessage]) -> list[str]:
    """What the tools gave, as the model gets it, without the marks of quotation."""
    return ["\n".join(m.content.splitlines()[1:-1]) for m in messages if m.role == "tool"]
