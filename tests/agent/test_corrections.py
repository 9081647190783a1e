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
        last = await agent.corrections.told_last(conversation)
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
        assert await agent.corrections.told_last(conversation), "and /wrong is of that"


DENIED = (
    (
        "Rita has painted my fence green.",
        "that's wrong, rita didn't paint my fence",
        "Rita",
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


@pytest.mark.parametrize(
    ("said", "asked", "wrong", "right"),
    [
        ("nicos cast comes off on 8 january", "when is nicos cast off", "thats wrong its the 15th", "15 january"),
        ("nicos cast comes off on 8 january", "when is nicos cast off", "its the 15th not the 8th", "15 january"),
        ("nicos cast comes off on 8 january", "when is nicos cast off", "no its the 9th of february", "9 february"),
        ("Carys is 14.", "how old is Carys?", "Carys isn't 14 mind, she's 15, I had that wrong", "15"),
        ("Carys is 14.", "how old is Carys?", "no shes 15", "15"),
        ("Carys is 14.", "how old is Carys?", "she is 15 not 14", "15"),
        ("Dai is on bisoprolol", "what is Dai on?", "it's ramipril not bisoprolol", "ramipril"),
        ("Dai is on bisoprolol", "what is Dai on?", "I was wrong, Dai is on ramipril", "ramipril"),
        ("the boiler man comes on tuesday at 9", "when does the boiler man come", "no its wednesday", "wednesday at 9"),
        ("the boiler man comes on tuesday at 9", "when does the boiler man come", "its 10 not 9", "tuesday at 10"),
        ("my rent is 640 a month", "how much is my rent", "thats wrong its £660", "£660"),
        ("Mo's birthday is 3 May", "when is mos birthday", "no the 4th", "4 may"),
        ("my landlord is Bert", "who is my landlord", "thats wrong its Kurt", "Kurt"),
    ],
)  # fmt: skip
async def test_a_value_alone_takes_the_place_of_the_one_that_was_told_last(
    tmp_path: Path, said: str, asked: str, wrong: str, right: str
) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, said, asked, wrong)
        last = (await events_of(agent, conversation, asked))[-1]
        assert isinstance(last, TurnEnded)
        assert right.casefold() in last.answer.splitlines()[0].casefold()


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("the party is on saturday at 3", "no idea if Ray comes on sunday"),
        ("the party is on saturday at 3", "sorry cant talk, back on monday"),
        ("Nina is 34", "no, 35 people came"), ("Nina is 34", "its 20 past 3"),
        ("I like coffee", "its tea not coffee in the blue tin"), ("Mo's birthday is 3 May", "no the 4th one broke"),
        ("my rent is 640 a month", "no wait, the 12th bus is late"), ("Dai is on bisoprolol", "no he's on the bus"),
        ("The vet is on Thursday at 4.", "actually on Friday I had chips"),
        ("The vet is on Thursday at 4.", "wait, on Monday I forgot the bins"),
        ("My interview is on 9 May.", "actually on 3 April we fly"), ("Lola is 13.", "no, £20"),
        ("My gran is 81.", "actually £5 will do"), ("My rent is 950.", "it's 7 not yet"),
    ],
)  # fmt: skip
async def test_and_talk_with_a_value_of_something_else_changes_nothing(tmp_path: Path, said: str, other: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await told(agent, conversation, said)
        before = {f for name in await agent.memory.graph.entities() for f in await facts_of(agent, name.name)}
        await told(agent, conversation, other)
        after = {f for name in await agent.memory.graph.entities() for f in await facts_of(agent, name.name)}
        assert before <= after


async def facts_of(agent: Agent, name: str) -> set[str]:
    return {fact.fact for fact in (await agent.memory.facts(name))[1]}
