"""The memory as a session of the OpenAI Agents SDK: the package's own runner talks to a model, and remembers."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from agents import Agent, ModelResponse, RunConfig, Runner, SessionSettings, Usage, function_tool
from agents.items import TResponseInputItem
from agents.memory import Session
from agents.models.interface import Model
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from zeph import Memory, SyncMemory, UsageError
from zeph.library.agents_session import ZephSession

SAID: list[Any] = [
    {"role": "user", "content": "My sister Mirela works at Tandoor Labs."},
    {"role": "user", "content": [{"type": "input_text", "text": "Look."}, {"type": "input_image", "image_url": "x:y"}]},
    {
        "id": "m1", "type": "message", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": "How nice.", "annotations": []}],
    },
    {"type": "reasoning", "id": "r1", "summary": []},
    {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city": "Oslo"}'},
    {"type": "function_call_output", "call_id": "c1", "output": "Rain, 4 degrees"},
    {"role": "assistant", "content": "It rains."},
]  # fmt: skip


class Scripted(Model):
    """Answers what it was given, and keeps what it saw."""

    def __init__(self, *answers: Any) -> None:
        self.seen: list[Any] = []
        self._answers = list(answers)

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:
        self.seen.append(input)
        return ModelResponse([self._answers.pop(0)], Usage(), None)

    def stream_response(self, *_: Any, **__: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def _says(text: str) -> ResponseOutputMessage:
    content = [ResponseOutputText(type="output_text", text=text, annotations=[])]
    return ResponseOutputMessage.model_validate(
        {"id": "m", "type": "message", "role": "assistant", "status": "completed", "content": content}
    )


@function_tool
def weather(city: str) -> str:
    """What the weather is."""
    return f"Rain in {city}"


async def test_items_come_back_as_they_were(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        session = ZephSession("trip", memory)
        assert isinstance(session, Session)
        assert await session.get_items() == [] and await session.pop_item() is None
        await session.add_items(SAID[:3])
        await session.add_items(SAID[3:])
        assert await session.get_items() == SAID
        assert await session.get_items(2) == SAID[-2:] and await session.get_items(0) == []
        assert await ZephSession("trip", memory, SessionSettings(limit=3)).get_items() == SAID[-3:]
        assert await ZephSession("other", memory).get_items() == []
        assert await session.pop_item() == SAID[-1]
        assert await session.get_items() == SAID[:-1]
        with pytest.raises(UsageError, match="no JSON"):
            await session.add_items(cast("list[TResponseInputItem]", [{"role": "user", "content": [object()]}]))
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        assert await ZephSession("trip", memory).get_items() == SAID[:-1]


async def test_a_runner_talks_and_the_memory_learns(tmp_path: Path) -> None:
    call = ResponseFunctionToolCall(type="function_call", call_id="c1", name="weather", arguments='{"city": "Oslo"}')
    model = Scripted(_says("Noted."), call, _says("It rains in Oslo."), _says("At Tandoor Labs."))
    agent = Agent(name="A", model=model, tools=[weather])
    quiet = RunConfig(tracing_disabled=True)
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        session = ZephSession("trip", memory)
        await Runner.run(agent, "My sister Mirela works at Tandoor Labs.", session=session, run_config=quiet)
        await Runner.run(agent, "What is the weather in Oslo?", session=session, run_config=quiet)
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        result = await Runner.run(agent, "Where does she work?", session=ZephSession("trip", memory), run_config=quiet)
        assert result.final_output == "At Tandoor Labs."
        assert await memory.wait_idle(60)
        assert (await memory.recall("Where does Mirela work?")).facts[0].edge.fact == "Mirela works at Tandoor Labs"
        talk = await memory.conversations.find("agents:trip")
        assert [message.role for message in await memory.conversations.history(talk.id)] == [
            "user", "assistant", "user", "tool", "tool", "assistant", "user", "assistant",
        ]  # fmt: skip
    kinds = [item.get("type") or item["role"] for item in model.seen[-1]]
    assert kinds == ["user", "message", "user", "function_call", "function_call_output", "message", "user"]


async def test_what_is_forgotten_leaves_the_session(tmp_path: Path) -> None:
    said: list[TResponseInputItem] = [
        {"role": "user", "content": "Mirela works at Tandoor Labs."},
        {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"who": "Tandoor Labs"}'},
        {"type": "function_call_output", "call_id": "c1", "output": "Tandoor Labs is in Oslo"},
    ]
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        session = ZephSession("trip", memory)
        await session.add_items(said)
        assert await memory.wait_idle(60)
        await memory.forget("Tandoor Labs")
        assert "Tandoor" not in str(await session.get_items())
        await session.add_items(said)
        await session.clear_session()
        assert await session.get_items() == []
        await session.clear_session()
    assert b"Tandoor" not in b"".join(one.read_bytes() for one in tmp_path.glob("m.db*"))


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The package's runner takes the thread's own loop, or makes one that nobody closes."""
    with closing(asyncio.new_event_loop()) as made:
        asyncio.set_event_loop(made)
        yield made
        asyncio.set_event_loop(None)


@pytest.mark.usefixtures("loop")
def test_a_runner_without_a_loop_that_runs(tmp_path: Path) -> None:
    agent = Agent(name="A", model=Scripted(_says("Hello."), _says("Again.")))
    with SyncMemory.open(tmp_path / "m.db", embedder=None) as memory:
        session = ZephSession("trip", memory)
        for said in ("Hi there.", "And again."):
            Runner.run_sync(agent, said, session=session, run_config=RunConfig(tracing_disabled=True))
        assert memory.run(lambda m: m.stats()).messages == 4
