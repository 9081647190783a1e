"""Whose thing goes where the order says "her address"."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened
from zeph.commands.aspects_meant import meant_or_aspect
from zeph.commands.orders import ordered, told_beside
from zeph.commands.owner_meant import of_whom
from zeph.errors import NotFound

TOLD = (
    "Anna moved to Leeds, her new address is 4 Elm St.",
    "Ben's address is 7 Oak Road.",
    "my mum's address is 2 Ash Way",
)


@pytest.mark.parametrize(
    ("order", "goes"),
    [
        ("forget his address", ["Ben's address is 7 Oak Road."]),
        ("Anna has moved again, so please forget her address", ["her new address is 4 Elm St"]),
        ("forget her address", ["my mum's address is 2 Ash Way"]),
        ("mum is back home, please forget her address", ["my mum's address is 2 Ash Way"]),
    ],
)
async def test_hers_is_of_whom_the_order_speaks_or_who_was_told_last(
    tmp_path: Path, order: str, goes: list[str]
) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for line in TOLD:
            await events_of(agent, talk, line)
        found = await ordered(order, agent.memory)
        assert found is not None
        what, before = found[1]["what"], found[1]["before"]
        target = await of_whom(agent.memory, what, before, await meant_or_aspect(agent.memory, what))
        would = await agent.memory.edits.forgetting.preview(target)
    own = [cut for message, cut in would.cut if message.role == "user"]
    assert [*(m.text for m in would.messages if m.role == "user"), *own] == goes
    places = {place for place in ("4 Elm", "7 Oak", "2 Ash") for fact in would.facts if place in fact.fact}
    assert all(any(place in gone for gone in goes) for place in places)


async def test_and_of_nobody_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "the new address of the club is 9 Pier Road")
        target = await meant_or_aspect(agent.memory, "the new address of the club")
        with pytest.raises(NotFound, match="whose"):
            await of_whom(agent.memory, "her new address", "", target)
        assert await of_whom(agent.memory, "the new address", "", target) == target


async def test_who_says_no_to_it_has_told_all_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "we go with NATS for the events")
        text = "forget NATS, Piotr said no -> back to Kafka. and Bea owns the ledger now"
        assert (await told_beside(text, agent.memory)).unforgotten == text
        assert (await told_beside("forget NATS.", agent.memory)).unforgotten == ""


async def test_of_a_note_the_number_goes_and_not_what_stands_beside_it(tmp_path: Path) -> None:
    """That it was asked for before is no telling of it."""
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "landlady Frau Petersen, tel 040 5550172, key handover 10:00")
        await events_of(agent, talk, "Frau Petersen's number?")
        target = await meant_or_aspect(agent.memory, "Frau Petersen's number")
        would = await agent.memory.edits.forgetting.preview(target)
    assert [cut for message, cut in would.cut if message.role == "user"] == ["tel 040 5550172"]


async def test_what_was_only_asked_for_is_not_all_that_goes(tmp_path: Path) -> None:
    """Though the question alone has all of the words."""
    async with opened(tmp_path, None) as (agent, talk):
        await events_of(agent, talk, "landlady Frau Petersen, tel 040 5550172, key handover 10:00")
        await events_of(agent, talk, "Frau Petersen's number?")
        would = await agent.memory.edits.forgetting.preview(
            await agent.memory.edits.forgetting.meant("Frau Petersen's number")
        )
    assert any("landlady" in said for said in (*(cut for _, cut in would.cut), *(m.text for m in would.messages)))
