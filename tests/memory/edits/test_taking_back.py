"""A turn that is taken back was not said: what it taught, ended and changed is as it was. A fact may end on its day."""

import pytest

from tests.remembering import remember
from zeph.errors import UsageError
from zeph.memory.facade import Memory
from zeph.memory.language.times.date_resolution import ResolvedDate
from zeph.records.edge import Edge
from zeph.records.message import Message


async def facts(memory: Memory, name: str = "User") -> list[str]:
    return [fact.fact for fact in (await memory.facts(name))[1]]


async def said(memory: Memory) -> list[Message]:
    return [m for chat in await memory.conversations.list() for m in await memory.conversations.history(chat.id)]


async def fact_about(memory: Memory, word: str) -> Edge:
    return next(fact for fact in (await memory.facts("User"))[1] if word in fact.fact)


async def test_what_the_turn_changed_is_as_it_was(memory: Memory) -> None:
    await remember(memory, "I live in Oslo.", "I moved to Bergen.")
    done = await memory.take_back([m for m in await said(memory) if "Bergen" in m.text])
    assert [fact.fact for fact in done.facts] == ["User moved to Bergen"] and done.rows["reopened"] == 1
    assert await facts(memory) == ["User lives in Oslo"]
    assert await memory.admin.health() == []


async def test_a_line_that_an_order_wrote_goes_with_the_order(memory: Memory) -> None:
    await remember(memory, "Keep in mind that I can't do Thursdays.")
    assert [line.text for line in (await memory.profile.view()).lines] == ["I can't do Thursdays"]
    await memory.take_back(await said(memory))
    assert (await memory.profile.view()).lines == ()


async def test_a_fact_of_today_ends_today_and_comes_back(memory: Memory) -> None:
    await remember(memory, "I like tea.")
    tea = await fact_about(memory, "tea")
    done = await memory.edits.amend(tea.id, until=ResolvedDate(f"{memory.now[:10]} 00:00:00", "day"))
    assert await facts(memory) == []
    await memory.edits.undo(done.revision_id)
    assert await facts(memory) == ["User likes tea"]


async def test_an_end_before_the_day_it_was_told_leaves_the_start_unknown(memory: Memory) -> None:
    await remember(memory, "I like tea.")
    tea = await fact_about(memory, "tea")
    await memory.edits.amend(tea.id, until=ResolvedDate("2020-05-04 00:00:00", "day"))
    ended = await memory.graph.fact(tea.id)
    assert (ended.valid_from, ended.valid_until) == (None, "2020-05-04 00:00:00")


async def test_a_start_that_was_named_stays_before_its_end(memory: Memory) -> None:
    await remember(memory, "I have worked at Lumen since 2019.")
    job = await fact_about(memory, "Lumen")
    with pytest.raises(UsageError, match="cannot end"):
        await memory.edits.amend(job.id, until=ResolvedDate("2015-01-01 00:00:00", "year"))
