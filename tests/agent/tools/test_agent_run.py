"""Forty turns against a served model: tools, a refusal, an interruption, a restart, compaction; the prompt of each
request is looked at part by part."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Person
from tests.fakes.ollama_server import Body, FakeOllama, Reply
from zeph.agent.context import GRAPH_HEADER, SUMMARY_HEADER
from zeph.agent.session import Session, open_session
from zeph.config.schema import Settings
from zeph.paths import resolve_paths
from zeph.records.events import TextDelta, ToolCall

TURNS = 40
HUNG = 17
COMPACTED = 23
RESTARTED = 29
PLACES = ("Kalmar", "Turku", "Narvik", "Visby", "Malmo")


def said(turn: int) -> str:
    return f"My kiln number {turn} stands in {PLACES[turn % 5]}."


def answers(body: Body) -> Reply:
    """By what was said last: a call in each third turn, a refused one in some, text after each result."""
    last = body["messages"][-1]
    if last["role"] == "tool":
        return Reply("The tool answered.")
    turn = int(last["content"].split()[3])
    if turn == HUNG:
        return Reply("Half an answer to it", chunk_delay=0.1)
    if turn % 6 == 0:
        return Reply("I write it down.", tool_calls=(("write_file", {"path": f"{turn}.txt", "content": "kiln"}),))
    if turn % 3 == 0:
        return Reply("", tool_calls=(("read_file", {"path": "notes.md"}), ("list_files", {})))
    return Reply(f"Noted, turn {turn}.")


@asynccontextmanager
async def session(path: Path, server: FakeOllama, person: Person) -> AsyncIterator[Session]:
    env = {"ZEPH_HOME": str(path / "home"), "OLLAMA_HOST": server.host}
    settings = Settings.model_validate(
        {
            "model": {"provider": "ollama", "name": "qwen3:4b"},
            "embedding": {"provider": "none"},
            "memory": {"graph": {"extractor": "local"}},
            "tools": {"workspace": str(path / "work")},
        }
    )
    paths = resolve_paths(env)
    async with open_session(settings, paths, paths.db, env) as opened:
        opened.agent.toolbox.asker = person
        yield opened


def looked_at(body: Body, turn: int) -> None:
    """The parts stand in their order, each call has its result, and this turn's message is the person's last."""
    messages: list[Any] = body["messages"]
    system = messages[0]
    assert system["role"] == "system" and system["content"].startswith("You are Zeph") and "work" in system["content"]
    heads = [one["content"].splitlines()[0] for one in messages[1:] if one["role"] == "system"]
    assert [head for head in heads if head == GRAPH_HEADER] == heads[: heads.count(GRAPH_HEADER)]
    assert (SUMMARY_HEADER in heads) == (turn > COMPACTED)
    spoken = messages[1 + len(heads) :]
    assert all(one["role"] != "system" for one in spoken)
    assert [one["content"] for one in spoken if one["role"] == "user"][-1] == said(turn)
    waiting: list[str] = []
    for one in spoken:
        if one["role"] == "tool":
            assert waiting.pop(0) == one["tool_name"] and one["content"].startswith("<<")
        else:
            assert not waiting
            waiting = [call["function"]["name"] for call in one.get("tool_calls", ())]
    assert not waiting
    assert body["options"]["num_ctx"] == 8192


async def test_forty_turns(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "notes.md").write_text("Order clay.\n")
    person = Person(("once", "deny", "session"))
    with FakeOllama(models=["qwen3:4b"], reply=answers, context_length=8192) as server:
        conversation = None
        for part in (range(1, RESTARTED), range(RESTARTED, TURNS + 1)):
            async with session(tmp_path, server, person) as opened:
                memory = opened.memory
                conversation = conversation or await memory.start_conversation()
                for turn in part:
                    seen = len(server.chats())
                    if turn == HUNG:
                        await interrupted(opened, conversation, turn)
                    else:
                        await events_of(opened.agent, conversation, said(turn))
                    asked = [body for body in server.chats()[seen:] if body.get("stream", True)]
                    assert len(asked) == (2 if turn % 3 == 0 else 1)
                    for body in asked:
                        looked_at(body, turn)
                        assert body["tools"][0]["function"]["name"] == "read_file"
                    if turn == COMPACTED:
                        await memory.conversations.compact(conversation.id)
                assert await memory.wait_idle(60)
        async with session(tmp_path, server, person) as opened:
            recalled = await opened.memory.recall("Which kilns stand in Narvik?")
            assert "Narvik" in str([fact.line for fact in recalled.facts])
            facts = str((await opened.memory.facts("User", limit=200))[1])
            assert "clay" not in facts and "The tool" not in facts
    made = sorted(int(file.stem) for file in (tmp_path / "work").glob("*.txt"))
    asked_about = [int(one.subject.removesuffix(".txt")) for one in person.asked]
    assert asked_about == [6, 12, 18, 24, 30, 36]
    assert made == [6, 18, 24, 30, 36]


async def interrupted(opened: Session, conversation: Any, turn: int) -> None:
    began = asyncio.Event()

    async def run() -> None:
        async with opened.agent.turn(said(turn), conversation) as events:
            async for event in events:
                if isinstance(event, (TextDelta, ToolCall)):
                    began.set()

    task = asyncio.create_task(run())
    async with asyncio.timeout(20):
        await began.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
