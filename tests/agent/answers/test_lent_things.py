"""What others have of the person, and what they have of others."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.agent.answers.lent_things import RELATIONS, asks_of_lending, told_of_lending
from zeph.records.events import TurnEnded

TOLD = (
    "I lent Maureen my slow cooker", "Tom has borrowed my drill", "Pat's got my tent", "I borrowed a saw from Ian",
    "I lent Ben a spade", "Ben gave me the spade back",
)  # fmt: skip
ALL = "- Pat has got your tent.\n- Tom has borrowed your drill.\n- You lent Maureen your slow cooker."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what have i lent out", ALL),
        ("who has things of mine?", ALL),
        ("what has tom got of mine", "Tom has borrowed your drill."),
        ("have I lent anything to Maureen?", "You lent Maureen your slow cooker."),
        ("what have I borrowed?", "You borrowed a saw from Ian."),
        ("what do i still have to give back", "You borrowed a saw from Ian."),
    ],
)
async def test_it_is_told_whole_and_what_is_back_is_not(tmp_path: Path, question: str, answer: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in TOLD:
            await events_of(agent, talk, line)
        last = (await events_of(agent, talk, question))[-1]
    assert isinstance(last, TurnEnded)
    assert last.answer == answer


@pytest.mark.parametrize("text", ["I lent Tom my drill", "lend me your ears", "a friend of mine is ill"])
def test_and_other_lines_ask_for_nothing_of_it(text: str) -> None:
    assert not asks_of_lending(text)


async def test_of_what_nobody_lent_something_else_answers(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "I lent Tom my drill")
        facts = await agent.memory.facts_of_relations(RELATIONS)
        assert told_of_lending("who borrowed the drill from me?", facts) == "You lent Tom your drill."
        assert told_of_lending("who borrowed the ladder from me?", facts) == ""
