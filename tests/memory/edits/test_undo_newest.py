"""The last thing goes first: what the newest message taught and changed, or a change by hand since."""

import pytest

from tests.remembering import remember
from zeph.errors import NotFound
from zeph.memory.facade import Memory


async def facts(memory: Memory) -> list[str]:
    return [fact.fact for fact in (await memory.facts("User"))[1]]


async def newest(memory: Memory) -> str:
    last = await memory.conversations.last()
    assert last is not None
    return (await memory.edits.undo_newest(last.id)).sentence


async def test_what_was_noted_last_goes_before_an_older_change(memory: Memory) -> None:
    await remember(memory, "I live in Oslo.", "I moved to Bergen.", "I like tea. My dog is called Rex.")
    assert await newest(memory) == "Taken back: User likes tea; User's dog is called Rex."
    assert await facts(memory) == ["User moved to Bergen"]
    told = await newest(memory)
    assert "Taken back: User moved to Bergen" in told and "User lives in Oslo" in told
    assert await facts(memory) == ["User lives in Oslo"]
    assert await memory.admin.health() == []


async def test_a_change_by_hand_is_the_last_thing_where_nothing_was_said_since(memory: Memory) -> None:
    await remember(memory, "Rex is my dog. Bello is a dog.")
    await memory.edits.alias("Rex", "Rexy")
    assert "Rexy" in await newest(memory)


async def test_nothing_is_left_to_take_back(memory: Memory) -> None:
    await remember(memory, "Hello there.")
    with pytest.raises(NotFound):
        await newest(memory)


async def test_an_undo_of_an_undo_is_told_without_repeating_itself(memory: Memory) -> None:
    await remember(memory, "I live in Oslo.", "I moved to Bergen.")
    done = await memory.edits.undo()
    for _ in range(3):
        done = await memory.edits.undo(done.revision_id)
        assert "undo:" not in done.sentence and done.sentence.lower().count("undone") <= 1
