"""Questions about the keeping itself are answered from what is kept, and others are not taken for them."""

from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.what_is_kept import asked_of_keeping
from zeph.agent.turn import Agent
from zeph.agent.unkept import Unkept
from zeph.records.events import TextDelta
from zeph.records.message import Conversation

ROWS = read_answers("what_is_kept.toml")["asked"]


@pytest.mark.parametrize(("row", "yes"), [(row, yes) for row in ROWS for yes in row["yes"]])
def test_what_a_row_says_it_reads(row: dict[str, Any], yes: str) -> None:
    asked = asked_of_keeping(yes)
    assert asked is not None and asked.kind == row["kind"]


@pytest.mark.parametrize(("row", "no"), [(row, no) for row in ROWS for no in row["no"]])
def test_what_a_row_says_it_does_not(row: dict[str, Any], no: str) -> None:
    asked = asked_of_keeping(no)
    assert asked is None or asked.kind != row["kind"]


async def answer(agent: Agent, conversation: Conversation, text: str, unkept: Unkept | None = None) -> str:
    if unkept is None:
        events = await events_of(agent, conversation, text)
    else:
        async with agent.turn(text, conversation, unkept=unkept) as turn:
            events = [event async for event in turn]
    return "".join(event.text for event in events if isinstance(event, TextDelta))


async def test_what_was_said_last_is_kept_with_what_was_read_from_it(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        assert "told me nothing" in await answer(agent, conversation, "did you save that?")
        await answer(agent, conversation, "I live in Hull.")
        await answer(agent, conversation, "never mind")
        said = await answer(agent, conversation, "did you save that?")
        assert said == "Yes: I keep what you said last (“I live in Hull”), and noted from it: You live in Hull."
        assert "You live in Hull" in await answer(agent, conversation, "what have you just saved?")
        await answer(agent, conversation, "plot fourteen it is then")
        assert "read no fact" in await answer(agent, conversation, "did you save that?")


async def test_what_was_private_is_counted_and_not_kept(tmp_path: Path) -> None:
    private = Unkept()
    async with opened(tmp_path, None) as (agent, conversation):
        await answer(agent, conversation, "I live in Hull.")
        assert "Nothing was private" in await answer(agent, conversation, "are you keeping anything I told you not to?")
        await answer(agent, conversation, "I own a parrot", private)
        assert (await answer(agent, conversation, "did you save that?", private)).startswith("No: neither")
        assert (await answer(agent, conversation, "what have you just saved?")).startswith("Nothing: neither")
        await answer(agent, conversation, "off the record, I own a boat")
        told = await answer(agent, conversation, "are you keeping anything I told you not to keep?")
        assert told.startswith("No. 2 messages were private")


async def test_what_was_forgotten_is_told_from_the_store(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await answer(agent, conversation, "My address is 19 Canal Street. I like tea.")
        assert "nothing since" in await answer(agent, conversation, "did you really delete it?")
        told = await answer(agent, conversation, "did you really delete my address?")
        assert told.startswith("No: 1 fact and 1 message") and "of your address. “Forget my address”" in told
        await agent.memory.forget(await agent.memory.edits.forgetting.meant("my address"))
        agent.since.forgot("1 fact, 1 sentence", 0)
        assert "nothing about your address" in await answer(agent, conversation, "did you delete my address?")
        assert (await answer(agent, conversation, "is it really gone?")).startswith("Yes: 1 fact, 1 sentence went")
