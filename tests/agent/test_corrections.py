"""“That's wrong, it's …”: what the last answer or receipt told is put right, whatever the words leave out."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.turn import Agent
from zeph.records.events import TurnEnded
from zeph.records.message import Conversation

TOLD = (
    (
        "I live at 14 Alder Road.",
        "Where do I live?",
        "that's wrong, it's 19 Canal Street",
        "User lives at 19 Canal Street",
    ),
    ("I have a cat called Pickle. I like tea.", "", "nope, it's Olive", "User has a cat called Olive"),
    ("My sister is called Ida.", "", "That's not right, my sister is called Ines", "User's sister is called Ines"),
    ("My boss is Tom.", "Who is my boss?", "no, it's Petra", "User's boss is Petra"),
    ("I live in Oslo.", "", "No that is incorrect. I live in Bergen.", "User lives in Bergen"),
)


async def facts(agent: Agent) -> set[str]:
    return {fact.fact for fact in (await agent.memory.facts("User"))[1]}


async def told(agent: Agent, conversation: Conversation, *texts: str) -> None:
    for text in filter(None, texts):
        await events_of(agent, conversation, text)
        assert await agent.memory.wait_idle(60)


@pytest.mark.parametrize(("said", "asked", "wrong", "right"), TOLD)
async def test_what_was_told_last_is_put_right(tmp_path: Path, said: str, asked: str, wrong: str, right: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, said)
        before = await facts(agent)
        await told(agent, conversation, asked, wrong)
        after = await facts(agent)
    assert right in after and len(before - after) == 1 and len(after) == len(before)


async def test_a_value_corrects_nothing_where_several_things_were_told(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, "I have a cat called Pickle and a dog called Rolf.", "nope, it's Olive")
        assert not any("Olive" in fact for fact in await facts(agent))


async def test_what_was_told_last_can_go_out_of_use_and_come_back(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, "I work at Lumen.", "Where do I work?")
        last = await agent.told_last(conversation)
        assert [fact.fact for fact in last] == ["User works at Lumen"]
        done = await agent.memory.edits.retract(last)
        assert await facts(agent) == set()
        await agent.memory.edits.undo(done.revision_id)
        assert await facts(agent) == {"User works at Lumen"}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (
            "My brother Nils and my sister Wilma were born on 3 May 1980.",
            "that's wrong, only Wilma was born on 3 May 1980",
        ),
        ("The vet's number is 555-0134.", "no thats the number that I had before, not the clinic's"),
    ],
)
async def test_a_correction_that_changes_nothing_says_what_stands_and_how_it_goes(
    tmp_path: Path, said: str, wrong: str
) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, said)
        last = (await events_of(agent, conversation, wrong))[-1]
        assert isinstance(last, TurnEnded)
        assert "I knew already" not in last.answer and "What I have noted stands: " in last.answer
        assert "/wrong" in last.answer
        assert await agent.told_last(conversation), "and /wrong is of that"


DENIED = (
    (
        "Nights have moved my knee op to 2 February.",
        "that's wrong, nights didn't move my op, the hospital did",
        "Nights",
    ),
    ("I work at Lumen. I have two cats.", "no, that's wrong, I don't work at Lumen", "Lumen"),
    ("My sister Ida lives in Leeds.", "that's not true, Ida does not live in Leeds", "Leeds"),
    ("Marco plays the violin. I like tea.", "you got that wrong, marco never plays the violin", "violin"),
)


@pytest.mark.parametrize(("said", "wrong", "word"), DENIED)
@pytest.mark.parametrize("between", [(), ("I like coffee.", "what do I like?")])
async def test_what_is_denied_is_over_also_some_turns_later_and_nothing_new_is_made_of_it(
    tmp_path: Path, said: str, wrong: str, word: str, between: tuple[str, ...]
) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, said, *between)
        chat = await agent.memory.conversations.last()
        assert chat is not None
        messages = await agent.memory.conversations.history(chat.id)
        before = await agent.memory.graph.facts_of_message(messages[0].id)
        assert any(word in fact.fact for fact in before), before
        last = (await events_of(agent, conversation, wrong))[-1]
        assert isinstance(last, TurnEnded)
        after = await agent.memory.graph.facts_of_message(messages[0].id)
        standing = [fact.fact for fact in after if fact.active and fact.valid_until is None]
    assert not any(word in fact for fact in standing) and "Ended: " in last.answer and "Noted" not in last.answer
    assert len(standing) == len(before) - 1


async def test_where_it_cannot_be_told_which_is_denied_nothing_changes_and_what_stands_is_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, "My friend Ida has a bike. Ida has a boat.")
        before = await facts(agent)
        last = (await events_of(agent, conversation, "that's wrong, Ida doesn't have that any more, or has she"))[-1]
        assert isinstance(last, TurnEnded)
        assert await facts(agent) == before and "What I have noted stands: " in last.answer
