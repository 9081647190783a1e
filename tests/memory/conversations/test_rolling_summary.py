"""Conversation summaries: by a model, by sentences, beside the history in the prompt, and gone with what is
forgotten.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import Scripted, events_of
from zeph.agent.context import SUMMARY_HEADER
from zeph.agent.turn import Agent
from zeph.config.schema import Settings
from zeph.errors import ModelUnreachable
from zeph.memory.conversations.rolling_summary import MOST_TOKENS, RollingSummary, extractive_summary
from zeph.memory.facade import Memory
from zeph.memory.ingest.run.capable import big_enough
from zeph.models.ports import Usage
from zeph.models.tokens import count_messages, count_tokens
from zeph.records.forgetting import Target
from zeph.records.message import GraphState, Message, NewMessage
from zeph.records.summary import Summary
from zeph.safety.fence import quoted


class Writing(Scripted):
    """A chat model that also summarises; ``broken`` fails like a server that is gone."""

    broken = False

    async def complete(self, messages: Any, **_: Any) -> tuple[str, Usage]:
        if self.broken:
            raise ModelUnreachable("gone")
        self.asked = messages[-1].content
        return "- The person plans a trip to Oslo.\n\n- They look for a violin.", Usage(10, 5)


NOW = "2026-01-01 00:00:00"
SETTINGS = Settings.model_validate({"memory": {"graph": {"enabled": False}}})


def sentence(n: int) -> str:
    painted = f"painted it with {'very ' * 20}much green paint."
    return f"In year {1900 + n} Ada{n} built boat number {n} in Bergen, and {painted}"


async def talk(memory: Memory, count: int) -> tuple[int, list[int]]:
    chat = await memory.start_conversation()
    ids = []
    for n in range(count):
        for role, text in (("user", sentence(n)), ("assistant", "I see.")):
            ids.append((await memory.observe(NewMessage(chat.id, role, text))).id)  # type: ignore[arg-type]  # a role by name
    return chat.id, ids


async def test_sentences_of_the_conversation_where_no_model_is(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "z.db", background=False) as memory:
        chat, ids = await talk(memory, 40)
        await memory.conversations.summarise(chat, ids[59])
        summary = await memory.conversations.summary(chat)
        assert summary is not None
        assert (summary.message_id, summary.model) == (ids[59], "")
        assert all(line.startswith("- User: In year 19") for line in summary.text.splitlines())
        assert 1 <= count_tokens(summary.text) <= MOST_TOKENS
        await memory.conversations.summarise(chat, ids[60])  # one more message is not worth a pass
        assert await memory.conversations.summary(chat) == summary
        await memory.conversations.summarise(chat, ids[79])
        later = await memory.conversations.summary(chat)
        assert later is not None
        assert later.message_id == ids[79]


class SummariesInMemory:
    """The port ``Summaries`` without a database."""

    def __init__(self, said: Sequence[Message]) -> None:
        self.said = said
        self.stored: dict[int, Summary] = {}

    async def of_conversation(self, conversation_id: int) -> Summary | None:
        return self.stored.get(conversation_id)

    async def put(self, new: Summary) -> None:
        self.stored[new.conversation_id] = new

    async def messages_after(self, conversation_id: int, after_id: int, until_id: int, limit: int) -> list[Message]:
        found = (m for m in self.said if m.conversation_id == conversation_id and after_id < m.id <= until_id)
        return list(found)[:limit]


async def test_a_summary_needs_nothing_of_the_store_but_its_port() -> None:
    said = [Message(n, 1, 7, str(n), "user", "", sentence(n), NOW, (), GraphState.DONE) for n in range(1, 90)]
    summaries = SummariesInMemory(said)
    assert await RollingSummary(summaries, None, lambda: NOW).refresh(7, 80)
    assert summaries.stored[7].message_id == 80
    assert "Ada" in summaries.stored[7].text
    assert not await RollingSummary(summaries, None, lambda: NOW).refresh(7, 81)


async def test_a_model_goes_on_from_the_last_summary(tmp_path: Path) -> None:
    model = Writing()
    async with Memory.open(tmp_path / "z.db", chat=model, background=False) as memory:
        chat, ids = await talk(memory, 8)
        await memory.conversations.summarise(chat, ids[7])
        summary = await memory.conversations.summary(chat)
        assert summary is not None
        assert summary.text == "- The person plans a trip to Oslo.\n- They look for a violin."
        assert summary.model == model.name
        assert "Ada3" in model.asked and "Ada4" not in model.asked
        await memory.conversations.summarise(chat, ids[15])
        assert "trip to Oslo" in model.asked and "Ada7" in model.asked and "Ada3" not in model.asked
        model.broken = True
        more, ids = await talk(memory, 8)
        await memory.conversations.summarise(more, ids[15])
        fallen_back = await memory.conversations.summary(more)
        assert fallen_back is not None
        assert fallen_back.model == "" and "Ada" in fallen_back.text


async def test_it_goes_with_the_conversation(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "z.db", background=False) as memory:
        chat, ids = await talk(memory, 8)
        await memory.conversations.summarise(chat, ids[7])
        assert await memory.conversations.summary(chat)
        await memory.forget(Target(conversations=(chat,)))
        assert await memory.conversations.summary(chat) is None
    assert b"Ada3 built" not in (tmp_path / "z.db").read_bytes()


async def test_a_long_conversation_is_summarised_in_its_prompt(tmp_path: Path) -> None:
    model = Writing(context_window=4096)
    async with Memory.open(tmp_path / "z.db", settings=SETTINGS.memory, chat=model, background=False) as memory:
        agent = Agent(memory, model, SETTINGS)
        chat = await memory.start_conversation()
        for n in range(45):
            await events_of(agent, chat, sentence(n))
            assert count_messages(model.sent[-1]) <= 4096 - SETTINGS.agent.reply_reserve_tokens
        blocks = [m.content for m in model.sent[-1] if m.content.startswith(SUMMARY_HEADER)]
        told = quoted("- The person plans a trip to Oslo.\n- They look for a violin.")
        assert blocks == [f"{SUMMARY_HEADER}\n{told}"]
        assert not any(m.content.startswith(SUMMARY_HEADER) for m in model.sent[3])
        known = await memory.conversations.summary(chat.id)
        assert known is not None
        history = await memory.conversations.history(chat.id)
        sent = [m.content for m in model.sent[-1]]
        # What the summary does not tell of is still sent.
        untold = [m.text for m in history if m.id > known.message_id and m.role == "user"]
        assert len([text for text in untold if text in sent]) >= len(untold) - 7


def test_questions_and_small_talk_are_not_summarised() -> None:
    from tests.agent.samples import message

    said = ["Hi!", "ok", "What is the capital of Norway?", "My budget is 500 euro for the trip to Norway in May."]
    text = extractive_summary("", [message(n, line) for n, line in enumerate(said, 1)])
    assert text == "- User: My budget is 500 euro for the trip to Norway in May."
    assert extractive_summary("", [message(1, "ok")]) == ""


@pytest.mark.parametrize("name", ["gguf/SmolLM2-135M-Instruct.Q4_1", "gemma3:270m", "smollm2", "qwen2.5:0.5b"])
async def test_a_model_that_is_too_small_sums_up_nothing(tmp_path: Path, name: str) -> None:
    chat = Writing()
    chat.name = name
    async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS.memory, chat=chat) as memory:
        conversation, _ = await talk(memory, 6)
        summary = await memory.conversations.compact(conversation)
        assert summary is not None and summary.model == "" and "Oslo" not in summary.text


@pytest.mark.parametrize("name", ["qwen3:4b", "gguf/Qwen2.5-Coder-1.5B", "team/m24", "mixtral:8x7b"])
def test_what_is_big_enough_goes_by_the_size_that_a_name_tells(name: str) -> None:
    chat = Writing()
    chat.name = name
    assert big_enough(chat)
