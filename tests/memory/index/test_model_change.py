"""Another embedding model: everything gets its new vector in the background, whatever is killed meanwhile."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.fakes.embedder import FakeEmbedder
from zeph.clock import FixedClock, parse_moment
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound
from zeph.memory.facade import Memory
from zeph.memory.index import vector_filler as embedding
from zeph.models.ports import Vectors
from zeph.records.message import NewMessage
from zeph.storage.engine.driver import connect
from zeph.storage.vectors import vec0_index

SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "local"}})
SAID = 200


class Model(FakeEmbedder):
    """An embedder of another name, which may die after some batches."""

    def __init__(self, name: str, dies_after: int = 1_000) -> None:
        super().__init__()
        self.model_id = name
        self.left = dies_after

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.left -= 1
        if self.left < 0:
            raise asyncio.CancelledError  # as if the process ended here
        return await super().embed(texts)


def opened(path: Path, model: Model, clock: FixedClock) -> Memory:
    return Memory.open(path / "zeph.db", settings=SETTINGS, embedder=model, background=False, clock=clock)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock("2026-03-01 09:00:00")


async def tell(memory: Memory, count: int = SAID) -> None:
    chat = await memory.start_conversation()
    for number in range(count):
        await memory.observe(NewMessage(chat.id, "user", f"I like tea number {number}."))


async def filled(memory: Memory, stop: int = 1_000) -> int:
    """One run of the filler, which pauses after so many looks."""
    left = iter(range(stop))
    return await memory._vectors.fill(stop=lambda: next(left, None) is None)


def rows(path: Path) -> dict[str, int]:
    conn = connect(path / "zeph.db")
    found = conn.execute(
        "SELECT m.name, count(e.id) FROM embedding_models m LEFT JOIN embeddings e ON e.model_id = m.id GROUP BY 1"
    ).fetchall()
    conn.close()
    return dict(found)


async def test_a_change_goes_on_after_a_kill_and_search_never_stops(tmp_path: Path, clock: FixedClock) -> None:
    async with opened(tmp_path, Model("one"), clock) as memory:
        await tell(memory)
        await filled(memory)
        assert rows(tmp_path) == {"one": SAID}
    second = Model("two", dies_after=2)
    async with opened(tmp_path, second, clock) as memory:
        with pytest.raises(asyncio.CancelledError):
            await filled(memory)
        second.left = 1_000  # the question itself may be embedded
        assert (await memory.recall("tea number 7")).messages, "text answers meanwhile"
        state = await memory.admin.vector_state()
        assert state
        assert (state.model, state.made, state.rows, state.complete) == ("two", 2 * embedding.BATCH, SAID, False)
    third = Model("two")
    async with opened(tmp_path, third, clock) as memory:
        assert await filled(memory) == SAID - 2 * embedding.BATCH
        state = await memory.admin.vector_state()
        assert state
        assert (state.made, state.complete) == (SAID, True)
        assert await filled(memory) == 0
    assert rows(tmp_path) == {"one": SAID, "two": SAID}


async def test_what_comes_in_the_middle_is_not_left_out(tmp_path: Path, clock: FixedClock) -> None:
    async with opened(tmp_path, Model("one"), clock) as memory:
        await tell(memory)
        assert 0 < await filled(memory, stop=8) < SAID, "it makes way for what a person said"
        await tell(memory, 5)
        await filled(memory)
        assert rows(tmp_path) == {"one": SAID + 5}
        await tell(memory, 3)
        assert await filled(memory) == 3, "the queue alone is looked at"


async def test_going_back_within_a_week_costs_nothing_later_the_old_ones_go(tmp_path: Path, clock: FixedClock) -> None:
    for name in ("one", "two", "one"):
        model = Model(name)
        async with opened(tmp_path, model, clock) as memory:
            if name == "one" and not rows(tmp_path):
                await tell(memory, 20)
            await filled(memory)
    assert model.embedded == [], "its vectors were still there"
    clock.at = parse_moment("2026-03-09 09:00:00")
    async with opened(tmp_path, Model("one"), clock) as memory:
        await filled(memory)
        assert (await memory.admin.check())[1] == []
    assert rows(tmp_path) == {"one": 20}


async def test_a_text_forgotten_while_it_is_embedded_leaves_no_vector(tmp_path: Path, clock: FixedClock) -> None:
    class Slow(Model):
        async def embed(self, texts: Sequence[str]) -> Vectors:
            made = await super().embed(texts)
            [talk] = await memory.conversations.list(1)
            try:
                await memory.forget(
                    await memory.edits.forgetting.message((await memory.conversations.history(talk.id))[0].id)
                )
            except NotFound:
                pytest.fail("there was something to forget")
            return made

    async with opened(tmp_path, Slow("one"), clock) as memory:
        await tell(memory, 4)
        await filled(memory)
        assert (await memory.admin.check())[1] == []
    assert rows(tmp_path)["one"] == 3


async def test_a_large_memory_keeps_each_vector_once(
    tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vec0_index, "VEC0_ROWS", 100)
    monkeypatch.setattr(vec0_index, "VEC0_AGAIN", 80)
    async with opened(tmp_path, Model("one"), clock) as memory:
        await tell(memory, 60)
        await filled(memory)
        assert tables(tmp_path) == {"vec_message_1"}
        await tell(memory, 60)
        await filled(memory)
        assert tables(tmp_path) == set()
        hits = (await memory.recall("tea number 7.")).messages
        assert "I like tea number 7." in [hit.message.text for hit in hits]


def tables(path: Path) -> set[str]:
    conn = connect(path / "zeph.db")
    found = {r[0] for r in conn.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%USING vec0%'")}
    conn.close()
    return found
