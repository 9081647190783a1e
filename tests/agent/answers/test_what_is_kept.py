"""Questions about the keeping itself are answered from what is kept, and others are not taken for them."""

from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.what_is_kept import asked_of_keeping
from zeph.agent.turn import Agent
from zeph.agent.unkept import Unkept
from zeph.memory.views.graph_queries import GraphQueries
from zeph.records.edge import Edge
from zeph.records.events import TextDelta
from zeph.records.message import Conversation

ROWS = read_answers("what_is_kept.toml")["asked"]


@pytest.mark.parametrize(("row", "yes"), [(row, yes) for row in ROWS for yes in row["yes"]])
def test_what_a_row_says_it_reads(row: dict[str, Any], yes: str) -> None:
    asked = asked_of_keeping(yes)
    assert asked is not None and asked.kind == row["kind"]


@pytest.mark.parametrize(("row", "no"), [(row, no) for row in ROWS for no in row["no"]])
def test_what_a_row_says_it_does_not(row: dict[str, Any], no: str) -> None:
    text, _, kind = no.partition(" => ")
    asked = asked_of_keeping(text)
    assert (asked.kind if asked else "") == kind != row["kind"]


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
        assert "nothing since Zeph was started" in await answer(agent, conversation, "did you really delete it?")
        told = await answer(agent, conversation, "did you really delete my address?")
        assert told.startswith("No: 1 fact and 1 message") and "of your address. “Forget my address”" in told
        await agent.memory.forget(await agent.memory.edits.forgetting.meant("my address"))
        agent.since.forgot("1 fact, 1 sentence", 0)
        assert "nothing about your address" in await answer(agent, conversation, "did you delete my address?")
        assert (await answer(agent, conversation, "is it really gone?")).startswith("Yes: 1 fact, 1 sentence went")


async def test_what_is_over_or_taken_back_is_not_told_as_noted(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await answer(agent, conversation, "I have rented a lock-up since May 2020.")
        await answer(agent, conversation, "I no longer rent the lock-up.")
        said = await answer(agent, conversation, "did you note that?")
        assert "rented a lock-up" in said and "but no longer." in said
        await answer(agent, conversation, "I live in Hull.")
        (fact,) = [fact for fact in (await agent.memory.facts("User"))[1] if "Hull" in fact.fact]
        await agent.memory.edits.retract([fact])
        assert "read no fact" in await answer(agent, conversation, "did you note that?")


async def test_what_is_no_more_than_a_candidate_is_not_told_as_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await answer(agent, conversation, "I live in Hull.")
        doubted = [fact._replace(confidence=0.5) for fact in (await agent.memory.facts("User"))[1]]

        async def facts_of_message(self: GraphQueries, message_id: int) -> list[Edge]:
            return doubted

        monkeypatch.setattr(GraphQueries, "facts_of_message", facts_of_message)
        assert "read no fact" in await answer(agent, conversation, "did you note that?")


async def test_a_thing_that_nobody_had_forgotten_is_asked_of_elsewhere(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        for asked in ("did you really delete the branch?", "have you wiped the table?"):
            assert "nothing about the" not in await answer(agent, conversation, asked)
        agent.since.forgot("", 0)
        assert "nothing about the branch" in await answer(agent, conversation, "did you really delete the branch?")


async def test_what_lingers_or_stays_is_not_said_to_be_gone(tmp_path: Path) -> None:
    told_not, still = "did you keep anything I told you not to?", "do you still have what I asked you to forget?"
    async with opened(tmp_path, None) as (agent, conversation):
        assert "gone from the file" in await answer(agent, conversation, told_not)
        agent.since.forgot("", 0)
        assert (await answer(agent, conversation, still)).startswith("No: what you named went")
        assert "gone from the file" in await answer(agent, conversation, told_not)
        agent.since.forgot("1 fact", 0, "it is read elsewhere")
        assert "for a while yet" in await answer(agent, conversation, still)
        assert "gone" not in await answer(agent, conversation, told_not)
        agent.since.forgot("1 fact", 2)
        assert "2 messages that also speak of it stayed" in await answer(agent, conversation, still)
        assert "gone" not in await answer(agent, conversation, told_not)


async def test_a_message_that_is_answered_again_counts_once(tmp_path: Path) -> None:
    private = Unkept()
    async with opened(tmp_path, None) as (agent, conversation):
        await answer(agent, conversation, "I own a parrot", private)
        said = next(message for message in private.messages if message.role == "user")
        async with agent.turn(said.text, conversation, again=said, unkept=private) as turn:
            assert [event async for event in turn]
        assert agent.since.unkept == 1
