"""What a request asks for, and what stands where it says nothing."""

import pytest

from tests.memory.recall.conftest import Room, lines
from zeph.errors import NotFound
from zeph.records.recall_request import DEFAULT_BUDGET, NO_BUDGET, RecallBudget, RecallRequest


def test_a_number_of_items_takes_the_place_of_the_usual_budget() -> None:
    own = RecallBudget(facts=9, messages=0)
    assert RecallRequest("dog").tokens == DEFAULT_BUDGET
    assert RecallRequest("dog", most=3).tokens == NO_BUDGET
    assert RecallRequest("dog", most=3, budget=own).tokens == own


async def test_at_most_so_many_of_each(room: Room) -> None:
    room.pet()
    found = await room.ask("What do you know about me?", most=3, budget=None)
    assert len(found.facts) == 3


async def test_another_space_is_named_or_refused(room: Room) -> None:
    room.pet()
    assert lines(await room.ask("What is my dog called?", space="personal"))
    with pytest.raises(NotFound, match="There is no space 'work'"):
        await room.ask("What is my dog called?", space="work")
    await room.store.space("work")
    assert (await room.ask("What is my dog called?", space="work")).facts == ()
