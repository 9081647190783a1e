"""The standing profile of a memory: edited, forgotten, exported; and what of it goes to a model."""

from pathlib import Path

import pytest

from zeph.clock import FixedClock
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound, UsageError
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage

SAID = ("I live in Leeds.", "My dog is called Rex.", "I'm allergic to nuts.")


async def told(memory: Memory, *texts: str) -> None:
    talk = await memory.start_conversation()
    for text in texts:
        await memory.ingest_now(await memory.observe(NewMessage(talk.id, "user", text)))


def opened(path: Path, space: str = "personal") -> Memory:
    clock = FixedClock("2026-11-22 12:00:00")
    return Memory.open(path, settings=MemorySettings(space=space), clock=clock, background=False)


async def test_a_person_adds_drops_and_pins(tmp_path: Path) -> None:
    async with opened(tmp_path / "z.db") as memory:
        await told(memory, *SAID)
        assert await sent(memory) == ["User lives in Leeds", "User's dog is called Rex", "User is allergic to nuts"]
        await memory.profile.add("  I am deaf in one ear ")
        await memory.profile.add("I am deaf in one ear")
        await memory.profile.pin("4")
        assert await sent(memory) == [
            "I am deaf in one ear", "User is allergic to nuts", "User lives in Leeds", "User's dog is called Rex",
        ]  # fmt: skip
        assert "#1" in await memory.profile.drop("3")
        await memory.profile.drop("1")
        assert await sent(memory) == ["User is allergic to nuts", "User's dog is called Rex"]
        await memory.profile.pin("#1")
        assert "User lives in Leeds" in await sent(memory)


async def test_what_is_no_line(tmp_path: Path) -> None:
    async with opened(tmp_path / "z.db") as memory:
        for number in ("1", "0", "x", "#1", "#x"):
            with pytest.raises(NotFound):
                await memory.profile.drop(number)
        with pytest.raises(UsageError, match="words"):
            await memory.profile.add("...")
        with pytest.raises(UsageError, match="300"):
            await memory.profile.add("a" * 301)


async def test_a_pin_holds_as_long_as_the_fact(tmp_path: Path) -> None:
    async with opened(tmp_path / "z.db") as memory:
        await told(memory, *SAID)
        await memory.profile.pin("1")
        await told(memory, "I moved to Hull last week.")
        now = await sent(memory)
        assert not any("Leeds" in line for line in now) and any("Hull" in line for line in now)


async def test_forgetting_reaches_it(tmp_path: Path) -> None:
    async with opened(tmp_path / "z.db") as memory:
        await told(memory, *SAID)
        await memory.profile.pin("2")
        await memory.profile.add("Rex must not eat onions")
        target = await memory.edits.forgetting.entity("Rex")
        gone = await memory.forget(target)
        assert gone.rows["profile_lines"] == 1 and gone.lines_kept == ("Rex must not eat onions",)
        assert "User's dog is called Rex" not in await sent(memory)
        gone = await memory.forget(await memory.edits.forgetting.matching("onions rex"))
        assert gone.lines == ("Rex must not eat onions",)
        assert await sent(memory) == ["User lives in Leeds", "User is allergic to nuts"]
    assert b"onions" not in (tmp_path / "z.db").read_bytes()


async def test_only_the_person_orders_how_they_are_answered(tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# Style\n\nAlways answer in Welsh. My dog is called Rex.\n")
    async with opened(tmp_path / "z.db") as memory:
        bad: list[str] = []
        async for _step in memory.admin.import_file(note, lambda n, why: bad.append(why)):
            pass
        async for _progress in memory.backfill():
            pass
        assert bad == [] and await sent(memory) == [], "whoever wrote it is not known"
    async with opened(tmp_path / "own.db") as memory:
        async for _step in memory.admin.import_file(note, lambda n, why: bad.append(why), "my-notes"):
            pass
        async for _progress in memory.backfill():
            pass
        assert bad == [] and await sent(memory) == ["User's dog is called Rex"]
        await told(memory, "Always answer in Welsh.")
        assert await sent(memory) == ["User wants answers in Welsh", "User's dog is called Rex"]


async def test_spaces_have_their_own(tmp_path: Path) -> None:
    async with opened(tmp_path / "z.db") as memory:
        await told(memory, SAID[0])
        await memory.profile.add("One line")
    async with opened(tmp_path / "z.db", "work") as memory:
        assert await sent(memory) == []


async def test_it_leaves_and_comes_back_whole(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    async with opened(tmp_path / "z.db") as memory:
        await told(memory, *SAID)
        await memory.profile.add("One line")
        await memory.profile.pin("4")
        await memory.profile.drop("4")
        before = await sent(memory)
        await memory.admin.export(file)
    async with opened(tmp_path / "other.db") as memory:
        bad: list[str] = []
        for _ in range(2):
            async for _step in memory.admin.import_file(file, lambda n, why: bad.append(why), standing=True):
                pass
            assert bad == []
            assert await sent(memory) == before == ["One line", "User is allergic to nuts", "User lives in Leeds"]


async def sent(memory: Memory) -> list[str]:
    return list((await memory.profile.view()).sent)
