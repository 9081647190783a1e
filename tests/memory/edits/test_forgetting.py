"""What a person names is gone, to the last byte, and nothing else is."""

import asyncio
from pathlib import Path

import pytest

from tests.remembering import backfilled, remember
from zeph.clock import FixedClock
from zeph.errors import NotFound, UsageError
from zeph.memory.facade import Memory
from zeph.records.forgetting import Target
from zeph.records.message import NewMessage
from zeph.storage.care import scrubbing
from zeph.storage.engine.driver import Connection, driver

TALK = (
    "My dog is called Biscuit.",
    "I work at Zyxwerk in Hamburg.",
    "I use neovim.",
    "I no longer use neovim.",
    "My sister Ottilie lives in Hamburg.",
)


@pytest.fixture
async def memory(memory: Memory) -> Memory:
    await remember(memory, *TALK)
    return memory


async def facts(memory: Memory, name: str) -> list[str]:
    return [fact.fact for fact in (await memory.facts(name))[1]]


def in_files(memory: Memory, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in memory.path.parent.rglob("*") if file.is_file())


async def message_id(memory: Memory, word: str) -> int:
    [chat] = await memory.conversations.list()
    return next(m.id for m in await memory.conversations.history(chat.id) if word in m.text)


async def test_a_look_changes_nothing(memory: Memory) -> None:
    before = await memory.graph.counts()
    would = await memory.edits.forgetting.preview(await memory.edits.forgetting.matching("Hamburg"))
    assert [m.text for m in would.messages] == [TALK[1], TALK[4]]
    assert would.facts
    assert would.rows["messages"] == 2
    assert await memory.graph.counts() == before
    assert await facts(memory, "Hamburg")


async def test_a_message_takes_its_facts_along(memory: Memory) -> None:
    gone = await memory.forget(await memory.edits.forgetting.message(await message_id(memory, "Biscuit")))
    assert [m.text for m in gone.messages] == [TALK[0]]
    assert gone.entities == ("Biscuit",)
    assert not in_files(memory, "Biscuit")
    assert await facts(memory, "Ottilie")
    assert await memory.admin.health() == []
    [chat] = await memory.conversations.list()
    assert chat.title == TALK[1], "a title quotes the first message, which is another one now"


async def test_what_replaced_a_fact_is_no_source_of_it(tmp_path: Path) -> None:
    """Once the message that stated it is forgotten, nothing says the old fact any more."""
    async with Memory.open(tmp_path / "zeph.db", background=False) as memory:
        chat = await memory.start_conversation()
        for text in ("I live in Porto.", "I live in Bergen."):
            await memory.observe(NewMessage(chat.id, "user", text))
        await backfilled(memory)
        await memory.forget(await memory.edits.forgetting.message(await message_id(memory, "Porto")))
        assert not in_files(memory, "Porto")
        assert await facts(memory, "User") == ["User lives in Bergen"]
        assert await memory.admin.health() == []


async def test_a_fact_comes_back_where_the_same_one_goes(tmp_path: Path) -> None:
    """Two names became one, so that what was replaced and what replaced it say the same."""
    async with Memory.open(tmp_path / "zeph.db", background=False) as memory:
        chat = await memory.start_conversation()
        for text in ("I live in Porto.", "I live in Bergen."):
            await memory.observe(NewMessage(chat.id, "user", text))
        await backfilled(memory)
        await memory.edits.merge("Bergen", "Porto")
        await memory.forget(await memory.edits.forgetting.message(await message_id(memory, "Bergen")))
        assert len(await facts(memory, "User")) == 1
        assert (await memory.admin.check())[1] == []


async def test_a_title_that_the_person_gave_stays(memory: Memory) -> None:
    [chat] = await memory.conversations.list()
    await memory.conversations.rename(chat.id, "Odds and ends")
    await memory.forget(await memory.edits.forgetting.message(await message_id(memory, "Biscuit")))
    assert [c.title for c in await memory.conversations.list()] == ["Odds and ends"]


async def test_an_end_that_only_the_message_stated_is_no_end_any_more(memory: Memory) -> None:
    assert await facts(memory, "neovim") == []
    gone = await memory.forget(await memory.edits.forgetting.message(await message_id(memory, "no longer")))
    assert gone.rows["reopened"] == 1
    assert await facts(memory, "neovim") == ["User uses neovim"]
    assert await memory.admin.health() == []


async def test_a_thing_goes_with_all_that_is_known_of_it(memory: Memory) -> None:
    target = await memory.edits.forgetting.entity("Zyxwerk", keep_messages=True)
    stays = (await memory.edits.forgetting.preview(target)).mentioned_in
    assert [m.id for m in stays] == [await message_id(memory, "Zyxwerk")]
    await memory.forget(target)
    assert await memory.facts("Zyxwerk") == ([], [])
    assert in_files(memory, "Zyxwerk"), "the message stays"
    assert await facts(memory, "Ottilie")
    await memory.forget(await memory.edits.forgetting.matching("Zyxwerk"))
    assert not in_files(memory, "Zyxwerk")


async def test_what_the_assistant_repeats_is_told_and_goes_along(memory: Memory) -> None:
    """No fact is taken from an answer, and yet it holds the name."""
    [chat] = await memory.conversations.list()
    answer = await memory.observe(NewMessage(chat.id, "assistant", "Noted: User works at Zyxwerk in Hamburg."))
    other = await memory.observe(NewMessage(chat.id, "assistant", "Zyxwerker is another word."))
    [fact] = [f for f in (await memory.facts("Zyxwerk"))[1] if "works" in f.fact]
    target = await memory.edits.forgetting.fact(fact.id, keep_messages=True)
    spoken = await memory.edits.forgetting.preview(target)
    assert [m.id for m in spoken.mentioned_in] == [await message_id(memory, "Zyxwerk in"), answer.id]
    await memory.forget(await memory.edits.forgetting.entity("Zyxwerk", with_messages=True))
    kept = {m.id for m in await memory.conversations.history(chat.id)}
    assert answer.id not in kept
    assert other.id in kept


async def test_a_thing_with_its_messages_leaves_no_byte(memory: Memory) -> None:
    await memory.edits.alias("Ottilie", "Tilly")
    await memory.edits.merge("Ottilie", "Zyxwerk")
    await memory.edits.undo()
    await memory.forget(await memory.edits.forgetting.entity("Tilly", with_messages=True))
    assert not in_files(memory, "Ottilie")
    assert not in_files(memory, "Tilly")
    assert await facts(memory, "Biscuit")
    assert await memory.admin.health() == []


async def test_a_fact_goes_even_where_a_person_wrote_it(memory: Memory) -> None:
    [fact] = (await memory.facts("Biscuit"))[1]
    await memory.edits.amend(fact.id, fact="User walks Biscuit at dawn")
    gone = await memory.forget(await memory.edits.forgetting.fact(fact.id, keep_messages=True))
    assert [f.fact for f in gone.facts] == ["User walks Biscuit at dawn"]
    assert [m.id for m in gone.mentioned_in] == [await message_id(memory, "Biscuit")]
    assert not in_files(memory, "at dawn")
    assert in_files(memory, TALK[0])


async def test_bytes_that_a_full_disk_or_a_kill_left_go_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(conn: Connection) -> bool:
        raise driver().module.OperationalError("database or disk is full")

    path = tmp_path / "zeph.db"
    async with Memory.open(path, background=False) as memory:
        chat = await memory.start_conversation()
        message = await memory.observe(NewMessage(chat.id, "user", "My sister Ottilie plays chess."))
        with monkeypatch.context() as patched:
            patched.setattr(scrubbing, "scrub", full)
            gone = await memory.forget(await memory.edits.forgetting.message(message.id))
        assert "full" in gone.lingers
        assert await memory.conversations.history(chat.id) == []
        assert in_files(memory, "Ottilie")
    async with Memory.open(path) as memory:
        await memory.wait_idle(60)
        for _ in range(100):
            if not in_files(memory, "Ottilie"):
                break
            await asyncio.sleep(0.1)
        assert not in_files(memory, "Ottilie")
        assert await memory.admin.health() == []


async def test_words_mean_whole_words(memory: Memory) -> None:
    with pytest.raises(NotFound):
        await memory.edits.forgetting.matching("Hamb")
    with pytest.raises(NotFound):
        await memory.edits.forgetting.matching("Hamburg Biscuit")
    with pytest.raises(NotFound):
        await memory.edits.forgetting.matching('" OR *')


async def test_nothing_is_meant_or_too_much(memory: Memory) -> None:
    forgetting = memory.edits.forgetting
    for wrong in (forgetting.message(99), forgetting.fact(99), forgetting.entity("Nobody")):
        with pytest.raises(NotFound):
            await wrong
    with pytest.raises(UsageError, match="part of every talk"):
        await forgetting.entity("User")
    assert not await memory.forget(Target(messages=(99,), facts=(99,), entities=(99,), conversations=(99,)))


@pytest.mark.parametrize(
    ("talk", "left"),
    [
        (("My dog loves ham.", "My dog is called Biscuit."), "User's dog"),
        (("My dog is called Biscuit.", "My dog loves ham."), "Forgotten name"),
    ],
)
async def test_a_name_that_nothing_else_says_goes_from_what_stays(
    tmp_path: Path, talk: tuple[str, str], left: str
) -> None:
    async with Memory.open(tmp_path / "zeph.db", clock=FixedClock("2026-03-01 09:00:00"), background=False) as memory:
        chat = await memory.start_conversation()
        for text in talk:
            await memory.observe(NewMessage(chat.id, "user", text))
        await backfilled(memory)
        assert await facts(memory, "Biscuit")
        await memory.forget(await memory.edits.forgetting.message(await message_id(memory, "Biscuit")))
        assert not in_files(memory, "Biscuit")
        assert await facts(memory, left) == ["User's dog loves ham"]
        assert await memory.admin.health() == []
