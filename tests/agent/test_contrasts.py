"""A correction in plain words lands: what was noted of one is noted of the other, and nothing else is touched."""

import tomllib
from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.turn import Agent
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.events import TurnEnded
from zeph.records.message import Conversation

TALKS = tomllib.loads(Path(__file__).with_name("contrasts.toml").read_text("utf-8"))


async def standing(agent: Agent, conversation: Conversation) -> list[str]:
    """Facts of the talk that go on, candidates aside."""
    said = [m for m in await agent.memory.conversations.history(conversation.id) if m.role == "user"]
    told = [fact for one in said for fact in await agent.memory.graph.facts_of_message(one.id)]
    sure = (fact for fact in told if fact.confidence >= CANDIDATE_BELOW)
    return [*dict.fromkeys(f"{fact.fact}." for fact in sure if fact.active and fact.valid_until is None)]


async def say(agent: Agent, conversation: Conversation, text: str) -> str:
    last = (await events_of(agent, conversation, text))[-1]
    assert isinstance(last, TurnEnded) and await agent.memory.wait_idle(60)
    return last.answer


@pytest.mark.parametrize(("said", "wrong", "right", "gone"), TALKS["put_right"])
async def test_what_should_have_been_said_stands_and_what_was_wrong_does_not(
    tmp_path: Path, said: str, wrong: str, right: str, gone: str
) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await say(agent, conversation, said)
        before = await standing(agent, conversation)
        assert any(gone in f for f in before), before
        answer = await say(agent, conversation, wrong)
        after = await standing(agent, conversation)
    assert not right or f"{right}." in after, (before, after)
    assert not any(gone in f for f in after), after
    assert any(label in answer for label in ("No longer current: ", "Changed: ", "Ended: ")), answer


@pytest.mark.parametrize(("said", "other"), TALKS["look_alike"])
async def test_ordinary_talk_changes_nothing(tmp_path: Path, said: str, other: str) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await say(agent, conversation, said)
        before = await standing(agent, conversation)
        answer = await say(agent, conversation, other)
        after = await standing(agent, conversation)
    assert before and set(before) <= set(after), after
    assert not any(label in answer for label in ("No longer current: ", "Changed: ", "Ended: ")), answer


async def test_all_that_is_of_another_goes_with_its_days(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await say(agent, conversation, "Bram has a broken wrist. Bram's x-ray is on 14 December. I like tea.")
        await say(agent, conversation, "no not bram, its lars whos got the broken wrist and the x-ray")
        after = await standing(agent, conversation)
    assert "Lars has a broken wrist." in after and "User likes tea." in after and not any("Bram" in f for f in after)


async def test_a_correction_some_turns_later_needs_what_it_is_of(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        for text in ("Pavel breeds budgies.", "I like tea.", "My cat weighs 4kg.", "I live in Hull."):
            await say(agent, conversation, text)
        await say(agent, conversation, "no, Lars")
        assert "Pavel breeds budgies." in await standing(agent, conversation)
        await say(agent, conversation, "it's Pawel who breeds budgies, not Pavel")
        after = await standing(agent, conversation)
    assert "Pawel breeds budgies." in after and "Pavel breeds budgies." not in after and len(after) == 4


async def test_what_else_the_line_tells_is_noted(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await say(agent, conversation, "Bram has a broken wrist.")
        await say(agent, conversation, "it's Lars who has the broken wrist, not Bram. My sister lives in Ghent.")
        after = await standing(agent, conversation)
    assert {"Lars has a broken wrist.", "User's sister lives in Ghent."} == set(after)


async def test_where_several_could_be_meant_all_stand_and_are_told(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        await say(agent, conversation, "My aunt is 60. My uncle is 70.")
        answer = await say(agent, conversation, "no, it's 61")
        after = await standing(agent, conversation)
    assert "What I have noted stands: " in answer and len(after) == 2


@pytest.mark.parametrize(
    ("first", "then", "what"),
    [
        ("Bo has a broken wrist.", "not bo, lars", "the broken wrist"),
        ("I owe Nils £20.", "sorry, £30", "what I owe Nils"),
    ],
)
async def test_what_was_put_right_is_forgotten_with_what_was_wrong(
    tmp_path: Path, first: str, then: str, what: str
) -> None:
    async with opened(tmp_path, None) as (agent, conversation):
        for said in (first, then):
            await events_of(agent, conversation, said)
            await agent.memory.wait_idle(60)
        await agent.memory.forget(await agent.memory.edits.forgetting.meant(what))
        assert not [m.text for m in await agent.memory.conversations.history(conversation.id) if m.role == "user"]
        for entity in await agent.memory.graph.entities():
            assert not (await agent.memory.facts(entity.name))[1]
