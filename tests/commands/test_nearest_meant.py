"""What is to be forgotten and was told in other words than the order's."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from zeph.commands.aspects_meant import nearest_meant
from zeph.commands.orders import ordered
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.models.local.embed import embedded_available, embedded_embedder
from zeph.records.message import NewMessage

pytestmark = pytest.mark.skipif(not embedded_available(), reason="no embedded model")
TOLD = (
    "moira is seeing that plumber from number 9 but nobody is meant to know",
    "rang the surgery and they moved mums scan to the 20th",
    "I owe the bookies fifty quid",
    "gym on tuesdays and thursdays with Petra",
    "the cat threw up on the rug again",
)


@asynccontextmanager
async def told(path: Path) -> AsyncIterator[Memory]:
    settings = MemorySettings.model_validate({"graph": {"extractor": "local"}})
    async with Memory.open(path / "z.db", settings=settings, embedder=embedded_embedder(), background=False) as memory:
        talk = await memory.start_conversation()
        for text in TOLD:
            await memory.observe(NewMessage(talk.id, "user", text))
        async for _ in memory.backfill():
            pass
        yield memory


@pytest.mark.parametrize(
    ("what", "goes"),
    [
        ("moira's affair", "plumber"), ("mums hospital appointment", "scan"),
        ("what I owe the betting shop", "bookies"), ("the boxing class", ""), ("the wedding", ""),
        ("the password of the router", ""), ("my boss", ""),
    ],
)  # fmt: skip
async def test_the_sentence_that_would_answer_is_meant(tmp_path: Path, what: str, goes: str) -> None:
    async with told(tmp_path) as memory:
        target = await nearest_meant(memory, what)
        assert (target is None) == (not goes)
        if target is not None:
            would = await memory.edits.forgetting.preview(target)
            assert goes in " ".join([*(m.text for m in would.messages), *(text for _, text in would.cut)])


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("forget about moira's affair", True), ("forget mums hospital appointment", True),
        ("forget the gym tonight im knackered", False), ("forget dinner, im out with Petra", False),
        ("dont forget mums appointment", False), ("i always forget my gambling debts", False),
    ],
)  # fmt: skip
async def test_and_a_line_that_gives_no_thing_alone_orders_nothing(tmp_path: Path, text: str, orders: bool) -> None:
    async with told(tmp_path) as memory:
        assert (await ordered(text, memory) is not None) == orders
