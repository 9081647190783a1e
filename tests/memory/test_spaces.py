"""Spaces: apart from one another, and taken out whole."""

import sqlite3
from pathlib import Path

import pytest

from tests.fakes.embedder import FakeEmbedder
from tests.remembering import remember
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound, UsageError
from zeph.memory.facade import Memory

TOLD = ("My sister Oriel lives in Kalmar.", "I work at Brightwater.", "I no longer work at Brightwater.")


def rows_of(path: Path, space: int) -> dict[str, int]:
    """Tables that hold rows of a space, and rows whose foreign keys lead nowhere."""
    with sqlite3.connect(path) as conn:
        tables = [row[0] for row in conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
                  if not row[1].startswith("CREATE VIRTUAL")]  # fmt: skip
        bearing = [t for t in tables if "space_id" in [c[1] for c in conn.execute(f"PRAGMA table_info({t})")]]
        of_space = "SELECT count(*) FROM {} WHERE space_id = ?"
        counts = {t: conn.execute(of_space.format(t), (space,)).fetchone()[0] for t in bearing}
        lost = [row for t in tables for row in conn.execute(f"PRAGMA foreign_key_check({t})")]
        return {t: n for t, n in counts.items() if n} | {str(row): 1 for row in lost}


async def test_what_is_told_in_one_space_is_never_found_from_another(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "zeph.db") as memory:
        await remember(memory, *TOLD)
        await memory.use_space("garden")
        assert (await memory.recall("Where does Oriel live?")).facts == ()
        assert await memory.conversations.list() == [] and (await memory.stats()).messages == 0
        await remember(memory, "My neighbour Tavish has bees.")
        await memory.use_space("personal")
        assert (await memory.facts("Tavish"))[0] == []
        assert "Kalmar" in (await memory.recall("Where does Oriel live?")).facts[0].line


async def test_each_space_says_what_it_holds(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "zeph.db") as memory:
        await memory.admin.spaces.make("  garden ")
        await remember(memory, "My neighbour Tavish has bees.")
        garden, personal = await memory.admin.spaces.all()
        assert (garden.name, garden.conversations, garden.messages, garden.facts, garden.used_at) == (
            "garden",
            0,
            0,
            0,
            None,
        )
        assert (personal.name, personal.conversations, personal.messages) == ("personal", 1, 1)
        assert personal.facts and personal.used_at


async def test_a_space_goes_with_all_that_hangs_on_it_and_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    async with Memory.open(path, embedder=FakeEmbedder()) as memory:
        await remember(memory, "My neighbour Tavish has bees.")
        await memory.use_space("work")
        work = await memory.admin.spaces.named("work")
        await remember(memory, *TOLD)
        await memory.edits.merge("Oriel", "Kalmar")
        await memory.profile.add("Answer in short words, Quillfeather.")
        await memory.wait_idle(20)
        await memory.use_space("personal")
        would, words = await memory.admin.spaces.would_go(work)
        assert len(would.messages) == len(TOLD) and would.facts and "oriel" in words
        assert await memory.admin.spaces.remove(work) == ""
        assert [space.name for space in await memory.admin.spaces.all()] == ["personal"]
        assert (await memory.facts("Tavish"))[1]
        assert await memory.admin.health() == []
    assert rows_of(path, work.id) == {}
    content = path.read_bytes()
    assert not [word for word in (b"Oriel", b"Kalmar", b"Brightwater", b"Quillfeather") if word in content]


async def test_the_space_in_use_and_the_first_one_stay(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "zeph.db", settings=MemorySettings(space="work")) as memory:
        spaces = memory.admin.spaces
        with pytest.raises(UsageError, match="is in use"):
            await spaces.would_go(await spaces.named("work"))
        with pytest.raises(UsageError, match="begins with personal"):
            await spaces.would_go(await spaces.named("personal"))


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
async def test_what_is_no_name_makes_no_space(tmp_path: Path, name: str) -> None:
    async with Memory.open(tmp_path / "zeph.db") as memory:
        with pytest.raises(UsageError):
            await memory.admin.spaces.make(name)
        with pytest.raises(UsageError, match="already"):
            await memory.admin.spaces.make("personal")


async def test_a_space_that_must_be_there_is_not_made(tmp_path: Path) -> None:
    memory = Memory.open(tmp_path / "zeph.db", settings=MemorySettings(space="persnal"), makes_space=False)
    with pytest.raises(NotFound, match="Did you mean personal"):
        await memory.__aenter__()
    async with Memory.open(tmp_path / "zeph.db") as memory:
        assert [space.name for space in await memory.admin.spaces.all()] == ["personal"]
