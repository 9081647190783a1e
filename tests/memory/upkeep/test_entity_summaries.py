"""Summaries of people and things: from facts to the row, true when facts change, by a model where there is one."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat, extraction, fact
from tests.memory.ingest.scripted_memory import Talk
from zeph.config.schema import GraphSettings
from zeph.errors import ModelUnreachable
from zeph.memory.upkeep.entity_description import MOST_CHARS, sum_up
from zeph.memory.upkeep.entity_summaries import EntitySummaries
from zeph.models.ports import ChatMessage, Usage
from zeph.records.forgetting import Target
from zeph.records.ledger import Budget

LATER, EVEN_LATER = "2026-02-01 10:00:00", "2026-03-01 10:00:00"


async def refreshed(talk: Talk) -> list[int]:
    now = f"{talk.clock.now():%Y-%m-%d %H:%M:%S}"
    return await talk.memory._store.upkeep.refresh_summaries(1, sum_up, now)


async def summary(talk: Talk, name: str = "User") -> str:
    return next(e.summary for e in await talk.memory.graph.entities() if e.name == name)


def test_a_summary_is_made_of_the_first_facts_that_fit() -> None:
    assert sum_up([]) == ""
    assert sum_up(["Ann rows.", "Ann reads", "Ann bakes", "Ann sings"]) == "Ann rows. Ann reads. Ann bakes."
    assert sum_up(["Ann rows", "x" * MOST_CHARS, "Ann bakes"]) == "Ann rows."


async def test_the_speaker_and_others_are_told_by_what_is_so_now(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say("I live in Hull.")
        await talk.say("My sister Anna works at Brightloom.")
        await refreshed(talk)
        assert "Hull" in await summary(talk) and "Brightloom" in await summary(talk, "Anna")
        await talk.say("I moved to Leeds.", LATER)
        assert await refreshed(talk)
        assert "Leeds" in await summary(talk) and "Hull" not in await summary(talk)
        assert await summary(talk, "Hull") == ""
        assert await refreshed(talk) == []


async def test_an_end_that_comes_in_its_time_leaves_the_summary(tmp_path: Path) -> None:
    chat = ScriptedChat({"I rent": extraction(fact("User", "rents", "garage", valid_until="2026-02-15"))})
    async with Talk(tmp_path, chat, extractor="llm") as talk:
        await talk.say("I rent a garage until 2026-02-15")
        await refreshed(talk)
        assert await summary(talk) == "User rents garage."
        talk.clock.at = talk.clock.at.replace(month=3)
        await talk.memory._store.upkeep.flip_ended(EVEN_LATER)
        await refreshed(talk)
        assert await summary(talk) == ""


async def test_what_is_forgotten_leaves_the_summary_and_the_rest_stays(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say("I live in Hull.")
        await talk.say("I work at Brightloom.")
        await refreshed(talk)
        (home,) = [e.id for e in await talk.edges() if e.target == "Hull"]
        await talk.memory._store.care.forget(1, Target(facts=(home,)))
        assert await summary(talk) == ""
        await refreshed(talk)
        assert "Brightloom" in await summary(talk) and "Hull" not in await summary(talk)


async def test_a_bulk_run_brings_summaries_up_to_date(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say("I live in Hull.")
        _ = [step async for step in talk.memory.backfill()]
        assert "Hull" in await summary(talk)


# ------------------------------------------------------------ by a model


class Writes(ScriptedChat):
    """Says so of whomever it is asked about, or fails."""

    fails: Exception | None = None

    async def complete(self, messages: Sequence[ChatMessage], **more: Any) -> tuple[str, Usage]:
        self.prompts.append(list(messages))
        if self.fails:
            raise self.fails
        name = messages[-1].content.splitlines()[0].removeprefix("Name: ")
        return json.dumps({"summary": f"All about {name}."}), Usage(10, 5)


MANY = extraction(*(fact("User", "owns", f"{thing} boat") for thing in ("red", "blue", "green", "old")))


async def always() -> bool:
    return True


@pytest.mark.parametrize(
    ("fails", "budget", "written", "told"),
    [
        (None, Budget(0, 0), 1, "All about User."),
        (ModelUnreachable("gone"), Budget(0, 0), 0, "User owns"),
        (None, Budget(100, 100), 0, "User owns"),
    ],
)
async def test_a_model_writes_where_more_is_known_than_facts_tell(
    tmp_path: Path, fails: Exception | None, budget: Budget, written: int, told: str
) -> None:
    async def spent() -> Budget:
        return budget

    async with Talk(tmp_path, ScriptedChat({"A red boat": MANY}), extractor="llm") as talk:
        await talk.say("A red boat, a blue boat, a green boat, an old boat")
        changed = await refreshed(talk)
        writes = Writes()
        writes.fails = fails
        entities = EntitySummaries(talk.memory._store.upkeep, 1, writes, GraphSettings(), spent)
        assert await entities.write(changed, LATER, always) == written
        assert (await summary(talk)).startswith(told)
        assert len(writes.prompts) == (0 if budget.used_up else 1)  # of each boat there is one fact


async def test_what_changed_while_the_model_wrote_stays(tmp_path: Path) -> None:
    async def free() -> Budget:
        return Budget(0, 0)

    gone = extraction(fact("User", "owns", "red boat", ends=True))
    async with Talk(tmp_path, ScriptedChat({"A red boat": MANY, "Sold": gone}), extractor="llm") as talk:
        await talk.say("A red boat, a blue boat, a green boat, an old boat")
        changed = await refreshed(talk)

        async def meanwhile() -> bool:
            await talk.say("Sold the red boat", LATER)
            await refreshed(talk)
            return True

        entities = EntitySummaries(talk.memory._store.upkeep, 1, Writes(), GraphSettings(), free)
        assert await entities.write(changed, LATER, meanwhile) in (0, 1)
        assert "red" not in await summary(talk)
