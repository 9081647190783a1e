"""What is said in private, or off the record, is answered and written nowhere."""

from pathlib import Path

from tests.agent.scripted_turn import Scripted, events_of, opened
from zeph.agent.turn import LAST_NOT_KEPT, NOT_KEPT
from zeph.agent.unkept import Unkept
from zeph.records.events import Notice, TextDelta


def in_files(folder: Path, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def test_what_is_off_the_record_is_answered_once_and_kept_nowhere(tmp_path: Path) -> None:
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, conversation):
        events = await events_of(agent, conversation, "Off the record: Zyxbert is my boss.")
        assert Notice(NOT_KEPT) in events and any(isinstance(event, TextDelta) for event in events)
        assert chat.sent[-1][-1].content == "Zyxbert is my boss"
        await events_of(agent, conversation, "Hi")
        assert not any("Zyxbert" in message.content for message in chat.sent[-1])
        assert (await agent.memory.conversations.history(conversation.id))[0].text == "Hi"
        assert (await agent.memory.stats()).waiting <= 1
    assert not in_files(tmp_path, "Zyxbert")


async def test_a_private_stretch_knows_itself_and_what_is_remembered(tmp_path: Path) -> None:
    chat, private = Scripted(), Unkept()
    async with opened(tmp_path, chat) as (agent, conversation):
        await events_of(agent, conversation, "I live in Berlin.")
        assert await agent.memory.wait_idle(60)
        counts = await agent.memory.graph.counts()
        for text in ("I work at Zyxwerk.", "And where do I live?"):
            async with agent.turn(text, conversation, unkept=private) as events:
                _ = [event async for event in events]
        sent = [message.content for message in chat.sent[-1]]
        assert "I work at Zyxwerk." in sent and "I live in Berlin." in sent
        assert await agent.memory.graph.counts() == counts
        await events_of(agent, conversation, "Hi")
        assert "I work at Zyxwerk." not in [message.content for message in chat.sent[-1]]
    assert not in_files(tmp_path, "Zyxwerk")


async def test_without_a_model_the_memory_says_that_it_keeps_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        events = await events_of(agent, conversation, "I own a parrot, off the record.")
        text = "".join(event.text for event in events if isinstance(event, TextDelta))
        assert "none of it" in text and "Noted" not in text
        assert (await agent.memory.stats()).edges == 0


async def test_only_the_last_of_a_message_is_kept_nowhere(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        events = await events_of(agent, conversation, "My boss is Zyxbert. I despise Zorkum. don't keep that last bit")
        assert Notice(LAST_NOT_KEPT.format("I despise Zorkum.")) in events
        history = await agent.memory.conversations.history(conversation.id)
        assert history[0].text == "My boss is Zyxbert."
    assert in_files(tmp_path, "Zyxbert") and not in_files(tmp_path, "Zorkum")
