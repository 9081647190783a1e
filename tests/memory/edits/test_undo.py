"""Undo of what Zeph decided by itself: exactly the state before, and never two homes at once without a word."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.remembering import remember
from zeph.clock import FixedClock
from zeph.errors import UsageError
from zeph.memory.facade import Memory
from zeph.records.revision import Revision

HOMES = ("I live in Hamburg.", "I moved to Bergen.", "I moved to Porto.")


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    """Late enough for a message a day."""
    async with Memory.open(tmp_path / "zeph.db", clock=FixedClock("2026-03-10 09:00:00"), background=False) as opened:
        yield opened


async def say(memory: Memory, *texts: str) -> None:
    chat = await memory.conversations.last() or await memory.start_conversation()
    for text in texts:
        day = len(await memory.conversations.history(chat.id)) + 1
        await remember(memory, text, sent_at=f"2026-03-0{day} 09:00:00")


async def current(memory: Memory, name: str = "User") -> list[tuple[str, str]]:
    return sorted((f.target, f.origin) for f in (await memory.facts(name))[1])


async def changes(memory: Memory, kind: str) -> list[Revision]:
    return [r for r in await memory.edits.revisions() if r.kind == kind and not r.undone]


async def test_the_old_home_comes_back_and_the_new_one_goes(memory: Memory) -> None:
    await say(memory, *HOMES[:2])
    assert await current(memory) == [("Bergen", "local")]
    await memory.edits.undo()
    assert await current(memory) == [("Hamburg", "person")]
    assert await changes(memory, "review") == []
    assert (await memory.admin.check())[1] == []


async def test_an_undone_undo_is_as_if_nothing_had_been(memory: Memory) -> None:
    await say(memory, *HOMES[:2])
    before = [
        (f.id, f.target, f.valid_from, f.valid_until, f.origin, f.supersedes_id)
        for f in (await memory.facts("User"))[1]
    ]
    undone = await memory.edits.undo()
    await memory.edits.undo(undone.revision_id)
    after = [
        (f.id, f.target, f.valid_from, f.valid_until, f.origin, f.supersedes_id)
        for f in (await memory.facts("User"))[1]
    ]
    assert after == before
    again = await memory.edits.undo()
    assert await current(memory) == [("Hamburg", "person")]
    await memory.edits.undo(again.revision_id)
    assert await current(memory) == [("Bergen", "local")]


async def test_undo_goes_back_step_by_step_and_not_under_a_later_step(memory: Memory) -> None:
    await say(memory, *HOMES)
    later, first = await changes(memory, "supersede")
    with pytest.raises(UsageError, match=f"Change {later.id} put another in place"):
        await memory.edits.undo(first.id)
    assert await current(memory) == [("Porto", "local")]
    await memory.edits.undo()
    assert await current(memory) == [("Bergen", "person")]
    await memory.edits.undo()
    assert await current(memory) == [("Hamburg", "person")]


async def test_what_may_hold_together_holds_together(memory: Memory) -> None:
    await say(memory, "I use vim.", "I switched from vim to neovim.")
    assert [target for target, _ in await current(memory)] == ["neovim"]
    await memory.edits.undo()
    assert [target for target, _ in await current(memory)] == ["neovim", "vim"]
    assert await changes(memory, "review") == []


async def test_an_opposite_goes_too(memory: Memory) -> None:
    await say(memory, "I like coffee.", "I hate coffee.")
    [fact] = (await memory.facts("coffee"))[1]
    assert fact.canonical_relation == "dislikes"
    await memory.edits.undo()
    assert [f.canonical_relation for f in (await memory.facts("coffee"))[1]] == ["likes"]


async def test_an_end_undone_beside_another_home_is_asked_about(memory: Memory) -> None:
    await say(memory, "I live in Hamburg.", "I no longer live in Hamburg.", "I live in Bergen.")
    [end] = await changes(memory, "end")
    await memory.edits.undo(end.id)
    assert await current(memory) == [("Bergen", "local"), ("Hamburg", "person")]
    [question] = await changes(memory, "review")
    assert "both stand" in question.reason
    assert "Bergen" in question.reason


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("I live in Oslo.", "I moved to Bergen."), "Undone: User lives in Oslo (replaced by: User moved to Bergen)."),
        (
            ("I work at Ostrow.", "I no longer work at Ostrow."),
            "Undone: User works at Ostrow (said to be over: User no longer works at Ostrow).",
        ),
    ],
)
async def test_what_is_so_again_is_named(memory: Memory, said: tuple[str, ...], told: str) -> None:
    await say(memory, *said)
    assert (await memory.edits.undo()).sentence == told
