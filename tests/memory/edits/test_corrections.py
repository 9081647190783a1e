"""A fact set right by hand: its sentence, dates and confidence; what was believed before is kept, undo brings it
back.
"""

import pytest

from tests.remembering import backfilled, remember
from zeph.errors import NotFound, UsageError
from zeph.memory.facade import Memory
from zeph.memory.language.times.date_resolution import ResolvedDate
from zeph.records.edge import Edge
from zeph.records.message import NewMessage

DAY = ResolvedDate("2025-06-01 00:00:00", "day")


@pytest.fixture
async def memory(memory: Memory) -> Memory:
    await remember(memory, "I live in Hamburg.")
    return memory


async def home(memory: Memory) -> Edge:
    _, facts = await memory.facts("Hamburg")
    return facts[0]


async def test_the_new_sentence_is_shown_and_found_and_the_old_one_is_history(memory: Memory) -> None:
    before = await home(memory)
    await memory.edits.amend(before.id, fact="User has a flat in Hamburg\nnear the river", confidence=1.0)
    after = await home(memory)
    assert (after.fact, after.confidence, after.origin) == ("User has a flat in Hamburg near the river", 1.0, "person")
    assert (await memory.recall("Who has a flat near the river?")).facts[0].edge.id == before.id
    assert [f.fact for f in await memory.graph.timeline.forms(before.id)] == [after.fact, before.fact]


async def test_undo_brings_back_what_was(memory: Memory) -> None:
    before = await home(memory)
    done = await memory.edits.amend(before.id, fact="Wrong", until=DAY, since=DAY)
    assert (await memory.facts("Hamburg"))[1] == []
    await memory.edits.undo(done.revision_id)
    after = await home(memory)
    assert (after.fact, after.valid_from, after.valid_until) == (before.fact, before.valid_from, None)


async def test_what_a_person_wrote_is_not_retired_by_itself(memory: Memory) -> None:
    fact = await home(memory)
    await memory.edits.amend(fact.id, confidence=1.0)
    chat = await memory.conversations.last()
    assert chat
    await memory.observe(NewMessage(chat.id, "user", "I live in Bergen now."))
    await backfilled(memory)
    assert (await home(memory)).active


async def test_an_end_in_the_past_ends_it_and_one_to_come_does_not_yet(memory: Memory) -> None:
    fact = await home(memory)
    since = ResolvedDate("2020-01-01 00:00:00", "year")
    await memory.edits.amend(fact.id, since=since, until=ResolvedDate("2027-01-01 00:00:00", "year"))
    assert (await home(memory)).valid_until == "2027-01-01 00:00:00"
    await memory.edits.amend(fact.id, until=DAY)
    assert (await memory.facts("Hamburg"))[1] == []
    assert [f.id for f in (await memory.facts("Hamburg", as_of="2024-01-01 00:00:00"))[1]] == [fact.id]


async def test_what_makes_no_sense_changes_nothing(memory: Memory) -> None:
    fact = await home(memory)
    amend = memory.edits.amend
    with pytest.raises(NotFound):
        await amend(99, fact="x")
    for wrong in (
        amend(fact.id), amend(fact.id, fact=" \n"), amend(fact.id, confidence=1.5),
        amend(fact.id, confidence=float("nan")),
        amend(fact.id, since=ResolvedDate("2025-07-01 00:00:00", "day"), until=DAY),
    ):  # fmt: skip
        with pytest.raises(UsageError):
            await wrong
    assert await home(memory) == fact
    assert await memory.edits.revisions() == []
