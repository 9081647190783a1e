"""Long sessions with calls: what is summed up or left out goes with its results, and what is sent is whole."""

from pathlib import Path
from typing import Any

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Caller, at_work, results
from tests.agent.tools.test_call_groups import well_formed
from zeph.agent.context import SUMMARY_HEADER
from zeph.models.ports import ChatMessage, Usage
from zeph.records.message import NewMessage


def reading(number: int) -> list[Any]:
    return [("Let me see.", [("read_file", {"path": f"{number}.txt"})]), f"File {number} tells of kiln {number}."]


class Summing(Caller):
    """Writes down what it is to sum up."""

    async def complete(self, messages: Any, **_: Any) -> tuple[str, Usage]:
        self.asked = messages[-1].content
        return "- The person asked for files.", Usage(1, 1)


def files(path: Path) -> None:
    (path / "work").mkdir()
    for number in range(30):
        (path / "work" / f"{number}.txt").write_text(f"kiln {number} " + "clay and glaze " * 40)


async def test_what_is_compacted_leaves_no_result_alone(tmp_path: Path) -> None:
    files(tmp_path)
    chat = Summing(rounds=(*reading(1), *reading(2), "Fine."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        for number in (1, 2):
            await events_of(agent, conversation, f"I keep {number} kilns in Kalmar. What is in file {number}?")
        await agent.memory.conversations.compact(conversation.id)
        await events_of(agent, conversation, "And now?")
        sent = chat.sent[-1]
        assert well_formed(sent) and not results(sent)
        assert any(one.content.startswith(SUMMARY_HEADER) for one in sent)
        assert [one.content for one in sent if one.role == "user"] == ["And now?"]


async def test_a_summary_that_ends_at_a_call_sends_none_of_its_results(tmp_path: Path) -> None:
    """As where a program was killed while a tool ran, and its result came from nowhere."""
    files(tmp_path)
    chat = Summing(rounds=(*reading(1), "Fine."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "I keep two kilns in Kalmar. What is in file 1?")
        said = await agent.memory.conversations.history(conversation.id)
        await agent.memory.observe(NewMessage(conversation.id, "assistant", "Again.", tool_calls=said[1].tool_calls))
        await agent.memory.conversations.compact(conversation.id)
        await agent.memory.observe(NewMessage(conversation.id, "tool", "late", tool_calls=said[2].tool_calls))
        await events_of(agent, conversation, "And now?")
        assert well_formed(chat.sent[-1]) and not results(chat.sent[-1])


async def test_the_summary_is_told_which_tools_were_called_and_not_what_they_gave(tmp_path: Path) -> None:
    files(tmp_path)
    chat = Summing(rounds=(*reading(1), "Fine."))
    async with at_work(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "What is in file 1?")
        agent.memory.conversations._chat = chat
        await agent.memory.conversations.compact(conversation.id)
        assert "Let me see. (called read_file)" in chat.asked and "clay" not in chat.asked


async def test_a_long_session_in_a_small_window_always_fits_and_is_whole(tmp_path: Path) -> None:
    files(tmp_path)
    chat = Caller(rounds=[one for number in range(30) for one in reading(number)], context_window=4096)
    async with at_work(tmp_path, chat) as (agent, conversation):
        for number in range(30):
            await events_of(agent, conversation, f"What is in file {number}?")
    assert len(chat.sent) == 60
    for number, sent in enumerate(chat.sent):
        assert well_formed(sent)
        asked: list[ChatMessage] = [one for one in sent if one.role == "user"]
        assert asked[-1].content == f"What is in file {number // 2}?"
        if number % 2:
            assert results(sent)[-1].startswith(f"1\tkiln {number // 2}")
