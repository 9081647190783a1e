"""What extraction takes: the ledger, its sums, and the daily cap."""

from pathlib import Path
from typing import Literal

import pytest

from tests.fakes.extractors import Scribe, backfill, extract_with
from tests.fakes.models import ScriptedChat, extraction, fact
from tests.remembering import say
from zeph.clock import FixedClock, parse_moment
from zeph.config.schema import GraphSettings, MemorySettings
from zeph.errors import ModelTimeout
from zeph.memory.facade import Memory
from zeph.records.ledger import Cost

EACH = 120
"""Tokens that the scribe's model takes for a message."""


def opened(path: Path, clock: FixedClock, cap: int = 0, extractor: Literal["auto", "llm", "hybrid"] = "llm") -> Memory:
    settings = MemorySettings(graph=GraphSettings(extraction_token_budget_per_day=cap, extractor=extractor))
    return Memory.open(path / "zeph.db", settings=settings, clock=clock, background=False)


async def test_each_message_has_its_row_and_the_sums_are_right(tmp_path: Path) -> None:
    clock = FixedClock("2026-03-01 09:00:00")
    async with opened(tmp_path, clock) as memory:
        assert await memory.admin.costs("extractor") == []
        await say(memory, "one", "two")
        await backfill(memory, Scribe())
        clock.at = parse_moment("2026-03-02 09:00:00")
        await say(memory, "three")
        await backfill(memory, Scribe())
        assert await memory.admin.costs("extractor") == [Cost("llm", 3, 3, 300, 60, 1.5, 3, 0)]
        assert await memory.admin.costs("day") == [
            Cost("2026-03-02", 1, 1, 100, 20, 0.5, 1, 0),
            Cost("2026-03-01", 2, 2, 200, 40, 1.0, 2, 0),
        ]
        assert (await memory.admin.budget()).spent == EACH


async def test_a_message_that_fails_to_commit_has_no_row(tmp_path: Path) -> None:
    class Failing(Scribe):
        async def extract(self, *_: object) -> None:  # type: ignore[override]  # it never answers
            raise RuntimeError("broken")

    async with opened(tmp_path, FixedClock("2026-03-01 09:00:00")) as memory:
        await say(memory, "one")
        assert (await backfill(memory, Failing())).failed == 1
        assert await memory.admin.costs("day") == []


async def test_spaces_do_not_see_each_others_costs(tmp_path: Path) -> None:
    clock = FixedClock("2026-03-01 09:00:00")
    async with opened(tmp_path, clock) as memory:
        await say(memory, "one")
        await backfill(memory, Scribe())
    other = MemorySettings(space="work")
    async with Memory.open(tmp_path / "zeph.db", settings=other, clock=clock, background=False) as memory:
        assert await memory.admin.costs("day") == []
        assert (await memory.admin.budget()).spent == 0


async def test_at_the_cap_messages_wait_for_the_next_day(tmp_path: Path) -> None:
    clock = FixedClock("2026-03-01 09:00:00")
    async with opened(tmp_path, clock, cap=2 * EACH) as memory:
        await say(memory, "one", "two", "three", "four")
        progress = await backfill(memory, Scribe())
        assert progress.done == 2
        assert "budget is used up (240 of 240 tokens)" in progress.waits
        assert (await memory.stats()).waiting == 2
        assert (await backfill(memory, Scribe())).done == 0
        clock.at = parse_moment("2026-03-02 00:00:00")
        assert (await backfill(memory, Scribe())).done == 2
        assert (await memory.stats()).waiting == 0


async def test_the_status_line_says_why_messages_wait(tmp_path: Path) -> None:
    said: list[str] = []
    settings = MemorySettings(graph=GraphSettings(extraction_token_budget_per_day=EACH, extractor="llm"))
    clock = FixedClock("2026-03-01 09:00:00")
    async with Memory.open(tmp_path / "zeph.db", settings=settings, clock=clock) as memory:
        memory.on_status = said.append
        await extract_with(memory, Scribe())
        await say(memory, "one", "two")
        memory.wake()
        assert await memory.wait_idle(20)
    assert "messages wait in the queue until tomorrow" in said[-1]


async def test_the_local_rules_are_never_held_back(tmp_path: Path) -> None:
    async with opened(tmp_path, FixedClock("2026-03-01 09:00:00"), cap=1) as memory:
        await say(memory, "a")
        await backfill(memory, Scribe())
        assert (await memory.admin.budget()).used_up
    async with opened(tmp_path, FixedClock("2026-03-01 09:00:00"), cap=1, extractor="auto") as memory:
        await say(memory, "I use vim.")
        assert [p async for p in memory.backfill()][-1].done == 1
        assert {row.of for row in await memory.admin.costs("extractor")} == {"llm", "local"}


@pytest.mark.parametrize("extractor", ["auto", "hybrid"])
async def test_at_the_cap_the_local_rules_stand_in_for_the_model(
    tmp_path: Path, extractor: Literal["auto", "hybrid"]
) -> None:
    chat = ScriptedChat({"I live": extraction(fact("User", "lives_in", "Berlin"))})
    settings = MemorySettings(graph=GraphSettings(extraction_token_budget_per_day=10, extractor=extractor))
    said: list[str] = []
    clock = FixedClock("2026-03-01 09:00:00")
    async with Memory.open(tmp_path / "zeph.db", settings=settings, chat=chat, clock=clock) as memory:
        memory.on_status = said.append
        await say(memory, "I live in Berlin.", "I use vim.", "I have a dog called Biscuit.")
        memory.wake()
        assert await memory.wait_idle(30)
        assert len(chat.prompts) == 1
        assert (await memory.stats()).waiting == 0
        rows = {row.of: (row.messages, row.model_calls) for row in await memory.admin.costs("extractor")}
        assert rows == {"llm" if extractor == "auto" else "hybrid": (1, 1), "local": (2, 0)}
        edges = (await memory.facts("User"))[1]
        assert {e.target: e.origin for e in edges} == {"Berlin": "llm", "vim": "local", "Biscuit": "local"}
        assert "local reader finds the facts until tomorrow" in (await memory.admin.budget()).sentence
    assert "local reader finds the facts until tomorrow" in said[-1]


async def test_attempts_in_vain_have_their_rows_and_count_for_the_cap(tmp_path: Path) -> None:
    answers: list[object] = ["no json", ModelTimeout("slow"), extraction(fact("User", "lives_in", "Berlin"))]
    chat = ScriptedChat({"I live": lambda _: answers[0]})
    settings = MemorySettings(graph=GraphSettings(extraction_token_budget_per_day=1_000, extractor="llm"))
    clock = FixedClock("2026-03-01 09:00:00")
    async with Memory.open(tmp_path / "zeph.db", settings=settings, chat=chat, clock=clock, background=False) as memory:
        await say(memory, "I live in Berlin.")
        for day, spent in (("01", 30), ("02", 0), ("03", 15)):
            clock.at = parse_moment(f"2026-03-{day} 09:00:00")
            assert [p async for p in memory.backfill()]
            assert (await memory.admin.budget()).spent == spent
            del answers[0]
        (cost,) = await memory.admin.costs("extractor")
        assert (cost.messages, cost.model_calls, cost.prompt_tokens, cost.answer_tokens) == (1, 4, 30, 15)
        assert (cost.facts, cost.failed) == (1, 2)
        assert [(row.of, row.model_calls, row.failed) for row in await memory.admin.costs("day")] == [
            ("2026-03-03", 1, 0), ("2026-03-02", 1, 1), ("2026-03-01", 2, 1),
        ]  # fmt: skip
