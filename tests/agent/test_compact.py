"""A talk summed up on order: a model gets the lines in its place, and nothing is lost."""

from pathlib import Path

from tests.agent.scripted_turn import Scripted, events_of, opened
from tests.cli.test_line import PROMPT, chat, leave, type_in
from zeph.agent.context import SUMMARY_HEADER

SAID = ("I planted 12 tulips in Kalmar.", "My neighbour Tavish keeps bees.", "Thanks!")


async def test_what_was_said_is_sent_as_its_summary_and_stays(tmp_path: Path) -> None:
    model = Scripted()
    async with opened(tmp_path, model) as (agent, conversation):
        for text in SAID:
            await events_of(agent, conversation, text)
        summary = await agent.memory.conversations.compact(conversation.id)
        assert summary is not None and "tulips" in summary.text and "Tavish" in summary.text
        await events_of(agent, conversation, "And now?")
        sent = model.sent[-1]
        assert not [m for m in sent if m.role in ("user", "assistant") and m.content != "And now?"]
        assert any(m.content.startswith(SUMMARY_HEADER) and "tulips" in m.content for m in sent)
        await events_of(agent, conversation, "What else?")
        assert [m.content for m in model.sent[-1] if m.role == "user"] == ["And now?", "What else?"]
        assert len(await agent.memory.conversations.history(conversation.id)) == 2 * (len(SAID) + 2)
        found = await agent.memory.recall("Who keeps bees?")
        assert "Tavish" in str([fact.line for fact in found.facts] + [m.line for m in found.messages])


async def test_it_is_so_after_a_restart_and_a_second_time(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted()) as (agent, conversation):
        for text in SAID:
            await events_of(agent, conversation, text)
        await agent.memory.conversations.compact(conversation.id)
    model = Scripted()
    async with opened(tmp_path, model) as (agent, _):
        await events_of(agent, conversation, "I also have 3 roses.")
        assert [m.content for m in model.sent[-1] if m.role == "user"] == ["I also have 3 roses."]
        again = await agent.memory.conversations.compact(conversation.id)
        assert again is not None and "tulips" in again.text and "roses" in again.text


async def test_what_is_forgotten_is_in_no_summary(tmp_path: Path) -> None:
    async with opened(tmp_path, Scripted()) as (agent, conversation):
        for text in SAID:
            await events_of(agent, conversation, text)
        await agent.memory.conversations.compact(conversation.id)
        forgetting = agent.memory.edits.forgetting
        await agent.memory.forget(await forgetting.matching("tulips"))
        assert await agent.memory.conversations.summary(conversation.id) is None


def test_the_person_sees_what_it_kept(tmp_path: Path) -> None:
    with chat(tmp_path, "--plain") as terminal:
        for line, shown in (
            ("/compact", "nothing to sum up"),
            ("I planted 12 tulips in Kalmar.", "Noted|Kept"),
            ("/compact", "12 tulips"),
            ("/theme light", "your terminal's own colours"),
            ("/theme lihgt", "Did you mean light"),
            ("/private", "Private from here"),
            ("/compact", "not summed up"),
        ):
            type_in(terminal, line)
            terminal.expect(shown)
            terminal.expect(PROMPT)
        leave(terminal)
