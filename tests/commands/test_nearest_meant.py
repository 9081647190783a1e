"""What is to be forgotten and was told in other words than the order's."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from zeph.commands.aspects_meant import meant_or_aspect, nearest_meant
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


OF_SELF = (
    "hey, tobias here, 31, backend dev in hamburg",
    "team: me, jule (lead), marek, sanne",
    "payment-svc: go 1.22, postgres 14, owner marek",
    "on-call this wk sanne, next wk me",
    "daily moved from 9:30 to 10:00",
    "flat: new place in ottensen, keys 15 dec, rent 1180",
    "lent marek 40 eur for the sushi",
    "gym mon + thu, bench 70kg",
    "landlady frau petersen, tel 040 5550172, key handover 10:00",
)


@asynccontextmanager
async def told(path: Path, texts: Sequence[str] = TOLD) -> AsyncIterator[Memory]:
    settings = MemorySettings.model_validate({"graph": {"extractor": "local"}})
    async with Memory.open(path / "z.db", settings=settings, embedder=embedded_embedder(), background=False) as memory:
        talk = await memory.start_conversation()
        for text in texts:
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


@pytest.mark.parametrize("what", ["040 5550172", "Frau Petersen's number"])
async def test_what_is_said_in_these_words_takes_nothing_along_that_is_only_like_it(tmp_path: Path, what: str) -> None:
    """A number is like nothing; a search proposes what is nearest all the same."""
    async with told(tmp_path, OF_SELF) as memory:
        would = await memory.edits.forgetting.preview(await meant_or_aspect(memory, what))
        assert [text for _, text in would.cut] == ["tel 040 5550172"] and not (would.facts or would.messages)
