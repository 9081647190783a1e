"""A whole turn on a real database, with a chat model that a test scripts."""

import asyncio
from pathlib import Path

import pytest

from tests.agent.scripted_turn import Scripted, events_of, opened
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.errors import ModelStreamCut, ModelUnreachable
from zeph.memory.facade import Memory
from zeph.memory.language.questions import ASKING_CHARS, asking_part
from zeph.records.events import FactsRecalled, Notice, TextDelta, TurnEnded
from zeph.records.message import Conversation, Message, NewMessage


async def kept(agent: Agent, conversation: Conversation) -> list[Message]:
    return await agent.memory.conversations.history(conversation.id)


async def test_a_turn_is_streamed_and_kept(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted()) as (agent, conversation):
        events = await events_of(agent, conversation, "Hi")
        assert [type(e) for e in events if not isinstance(e, Notice)] == [
            FactsRecalled,
            TextDelta,
            TextDelta,
            TurnEnded,
        ]
        assert events[-1] == TurnEnded("Hello there.", "test/scripted", False, 100, 2)
        assert [(m.role, m.text) for m in await kept(agent, conversation)] == [
            ("user", "Hi"),
            ("assistant", "Hello there."),
        ]


async def test_what_was_said_before_is_recalled_in_the_next_conversation(tmp_path: Path) -> None:
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, first):
        await events_of(agent, first, "I live in Berlin.")
        assert await agent.memory.wait_idle(60)
        await events_of(agent, await agent.memory.start_conversation(), "Where do I live?")
        prompt = chat.sent[-1]
        assert prompt[1].role == "system"
        assert prompt[1].content.splitlines()[0] == "[knowledge graph]"
        assert "lives in Berlin" in prompt[1].content
        assert prompt[-1].content == "Where do I live?"


async def test_the_context_command_shows_what_would_be_sent(tmp_path: Path) -> None:
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, first):
        await events_of(agent, first, "I live in Berlin.")
        assert await agent.memory.wait_idle(60)
        plan = await agent.plan("Where do I live?", tools=await agent.offered())
        events = await events_of(agent, await agent.memory.start_conversation(), "Where do I live?")
        assert list(plan.messages) == chat.sent[-1]
        [used] = [event for event in events if isinstance(event, FactsRecalled)]
        assert (used.tokens, used.window, used.reserve) == (plan.tokens, plan.window, plan.reserve)
        assert plan.recalled.facts


@pytest.mark.parametrize("error", [ModelStreamCut("The stream ended early."), ModelUnreachable("Nothing answers.")])
async def test_a_failing_model_ends_the_turn_with_a_sentence_and_what_it_said(tmp_path: Path, error: Exception) -> None:
    async with opened(tmp_path, Scripted(("Half an", error))) as (agent, conversation):
        end = (await events_of(agent, conversation, "Hi"))[-1]
        assert isinstance(end, TurnEnded)
        assert (end.answer, end.interrupted, end.error) == ("Half an", True, str(error))
        assert [(m.text, m.interrupted) for m in await kept(agent, conversation)] == [("Hi", False), ("Half an", True)]


async def test_a_model_that_says_nothing_leaves_the_question_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted((ModelUnreachable("Nothing answers."),))) as (agent, conversation):
        await events_of(agent, conversation, "Hi")
        assert [m.text for m in await kept(agent, conversation)] == ["Hi"]


async def test_a_cancelled_turn_keeps_what_was_said(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted(("Once upon", 60.0))) as (agent, conversation):
        spoken = asyncio.Event()

        async def turn() -> None:
            async with agent.turn("A story", conversation) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        spoken.set()

        task = asyncio.create_task(turn())
        await asyncio.wait_for(spoken.wait(), 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [(m.text, m.interrupted) for m in await kept(agent, conversation)] == [
            ("A story", False),
            ("Once upon", True),
        ]


async def test_leaving_the_events_early_keeps_what_was_said(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted(("One", " two", " three"))) as (agent, conversation):
        async with agent.turn("Count", conversation) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    break
        assert [(m.text, m.interrupted) for m in await kept(agent, conversation)] == [("Count", False), ("One", True)]


async def test_cancelling_at_any_moment_never_loses_the_question(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted(("a", 0.005, "b", 0.005))) as (agent, _):
        for step in range(12):
            conversation = await agent.memory.start_conversation()
            task = asyncio.create_task(events_of(agent, conversation, f"question {step}"))
            await asyncio.sleep(step / 500)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            texts = [m.text for m in await kept(agent, conversation)]
            assert texts[:1] == [f"question {step}"] or step == 0
            assert len(texts) <= 2


async def test_without_a_model_the_memory_answers(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        noted = (await events_of(agent, conversation, "I live in Berlin."))[-1]
        assert isinstance(noted, TurnEnded)
        assert (noted.model, noted.answer) == ("memory", "Noted: You live in Berlin.")
        answer = (await events_of(agent, await agent.memory.start_conversation(), "Where do I live?"))[-1]
        assert isinstance(answer, TurnEnded)
        assert answer.answer.startswith("You live in Berlin.\n- Today ")


async def test_without_graph_memory_nothing_is_learned(tmp_path: Path) -> None:
    settings = Settings.model_validate({"memory": {"graph": {"enabled": False}}})
    chat = Scripted()
    async with Memory.open(tmp_path / "zeph.db", settings=settings.memory) as memory:
        agent = Agent(memory, chat, settings)
        await events_of(agent, await memory.start_conversation(), "I live in Berlin.")
        await events_of(agent, await memory.start_conversation(), "Where do I live?")
        assert not any(m.content.startswith("[knowledge graph]") for m in chat.sent[-1])
        assert (await memory.stats()).edges == 0


async def test_the_history_is_sent_and_its_words_are_not_recalled_again(tmp_path: Path) -> None:
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, conversation):
        await agent.memory.observe(NewMessage(conversation.id, "user", "I live in Berlin."))
        await events_of(agent, conversation, "Where do I live?")
        contents = [m.content for m in chat.sent[-1]]
        assert contents.count("I live in Berlin.") == 1
        assert not any(c.startswith("[earlier messages]") and "Berlin" in c for c in contents)


async def test_the_question_behind_a_long_paste_is_answered(tmp_path: Path) -> None:
    """The paste is not searched for others: that took a minute for ten megabytes."""
    async with opened(tmp_path, None) as (agent, conversation):
        await events_of(agent, conversation, "My sister Oriel lives in Leeds.")
        paste = "The tests of the build ran for an hour. " * 2_000
        events = await events_of(agent, conversation, f"{paste}\nWhere does Oriel live?")
    [told] = [event.text for event in events if isinstance(event, TextDelta)]
    assert "Leeds" in told.partition("\n")[0]


def test_of_a_long_text_both_ends_are_looked_at_for_what_is_asked() -> None:
    text = f"first{'x' * 2 * ASKING_CHARS}last"
    part = asking_part(text)
    assert part.startswith("first") and part.endswith("last") and len(part) == 2 * ASKING_CHARS + 1
    assert asking_part("where is it") == "where is it"


async def test_what_a_turn_has_read_is_tidied_in_the_background(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text, told in (("my rent is 640 a month", "640"), ("no, 660", "660"), ("my rent is 700 now", "700")):
            await events_of(agent, talk, text)
            await agent.memory.wait_idle(30)
            summaries = [entity.summary for entity in await agent.memory.graph.entities() if entity.name == "rent"]
            assert all(told in summary for summary in summaries)
