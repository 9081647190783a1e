"""Recall as a whole, on a real file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.memory.recall.conftest import NOW, Room, lines, spreading
from tests.remembering import backfilled
from zeph.clock import FixedClock
from zeph.commands.handlers.why import explained
from zeph.commands.outputs import Text
from zeph.config.schema import GraphSettings
from zeph.errors import ModelTimeout
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage
from zeph.records.recall_request import RecallBudget
from zeph.records.recalled import Explanation


class Failing:
    model_id = "m"
    dimension = 8
    in_process = True

    async def embed(self, texts: Sequence[str]) -> Any:
        raise ModelTimeout("too slow")

    async def close(self) -> None: ...


class Unlike(Failing):
    async def embed(self, texts: Sequence[str]) -> Any:
        return np.eye(1, 8, dtype=np.float32)


pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("settings", [GraphSettings(), spreading()])
async def test_the_dog(room: Room, settings: GraphSettings) -> None:
    room.pet()
    found = await room.ask("What is my dog called?", settings=settings)
    assert lines(found)[0] == "User has pet Biscuit (confidence: 0.90)"
    assert found.messages[0].line == "2024-01-01 User: I adopted a dog and named him Biscuit"
    assert len(found.facts) == 1
    why = found.facts[0].why
    assert why.channels["fact_text"] == 1
    assert why.hop == 0
    assert sum(why.parts.values()) == pytest.approx(found.facts[0].score, abs=1e-3)
    assert "cited" in found.messages[0].why.channels


async def test_nothing_known_gives_nothing(room: Room) -> None:
    room.pet()
    for embedder in (None, Unlike()):
        found = await room.ask("Which chemical elements melt below zero?", embedder)
        assert (found.facts, found.messages) == ((), ())
        assert found.notes
    assert (await room.ask("")).facts == ()


async def test_a_failing_embedder_leaves_text(room: Room) -> None:
    room.pet()
    found = await room.ask("Tell me about Biscuit", Failing())
    assert lines(found) == ["User has pet Biscuit (confidence: 0.90)"]
    assert "too slow" in found.notes[0]


async def test_a_named_person_then_the_topic(room: Room) -> None:
    graph = room.graph
    ann, bob = graph.entity("Caroline", "person"), graph.entity("Bob", "person")
    for who in (bob, ann):
        graph.edge(who, "plays", graph.entity(f"violin {who}"))
        graph.edge(who, "lives_in", graph.entity(f"Oslo{who}"))
    found = await room.ask("Which instrument does Caroline play?")
    assert [f.edge.source for f in found.facts][:2] == ["Caroline", "Caroline"]
    assert found.facts[0].edge.canonical_relation == "plays"
    assert found.seeds[0] == "Caroline"


async def test_everything_about_me(room: Room) -> None:
    room.pet()
    assert len((await room.ask("What do you know about me?")).facts) == 10


async def test_candidates_and_what_is_said_are_left_out(room: Room) -> None:
    room.graph.edge(room.user, "has_pet", room.graph.entity("Rex"), confidence=0.5)
    room.pet()
    said = ("The user said: User has pet Biscuit!",)
    assert (await room.ask("What is my dog called?", already_said=said)).facts == ()
    source = "I adopted a dog and named him Biscuit"
    found = await room.ask("What is my dog called?", already_said=(source,))
    assert (found.facts, found.messages) == ((), ())


async def test_budgets_and_before(room: Room) -> None:
    room.pet()
    assert len((await room.ask("What do I like? thing1 thing2 thing3", budget=RecallBudget(14, 512))).facts) <= 2
    found = await room.ask("dog", budget=RecallBudget(0, 0))
    assert (found.facts, found.messages) == ((), ())
    assert (await room.ask("dog", before_id=1)).messages == ()


async def test_the_past_and_the_present(room: Room) -> None:
    graph = room.graph
    graph.edge(room.user, "uses", graph.entity("vim"), valid_until="2024-01-01 00:00:00", expired_at=NOW,
               expired_reason="superseded", live=0)  # fmt: skip
    graph.edge(room.user, "uses", graph.entity("neovim"), valid_from="2024-01-01 00:00:00")
    assert lines(await room.ask("Which editor do I use?")) == ["User uses neovim (confidence: 0.90, as of 2024-01)"]
    past = await room.ask("Which editor do I use?", as_of="2023-01-01 00:00:00")
    assert lines(past) == ["User uses vim (confidence: 0.90, until 2024-01-01)"]


async def test_two_hops_connect(room: Room) -> None:
    graph = room.graph
    ann, acme, oslo = graph.entity("Ann", "person"), graph.entity("Acme"), graph.entity("Oslo")
    graph.edge(ann, "works_at", acme)
    graph.edge(acme, "based_in", oslo)
    assert "Acme based in Oslo (confidence: 0.90)" in lines(await room.ask("In which town does Ann work?"))


@pytest.mark.parametrize("settings", [GraphSettings(), spreading()])
async def test_the_path_of_a_fact_is_told(room: Room, settings: GraphSettings) -> None:
    graph = room.graph
    ann, acme, oslo, norway = (graph.entity(name) for name in ("Ann", "Acme", "Oslo", "Norway"))
    graph.edge(ann, "works_at", acme)
    middle = graph.edge(acme, "based_in", oslo)
    graph.edge(oslo, "located_in", norway)
    found = await room.ask("Tell me about Ann", settings=settings)
    far = next(fact for fact in found.facts if fact.edge.target == "Norway")
    assert (far.why.hop, far.why.path, far.why.seeds) == (1, (middle,), ("Acme",))
    assert next(fact for fact in found.facts if fact.edge.source == "Ann").why.path == ()
    told = list(explained(Explanation(found, {middle: room.edge(middle)}, {})))
    assert any(
        "Acme based in Oslo → Oslo located in Norway" in output.text for output in told if isinstance(output, Text)
    )


async def test_what_is_planned_is_known_before_its_day(tmp_path: Path) -> None:
    """An appointment or a plan is recalled with its date; a state that is still to come is not."""
    async with Memory.open(tmp_path / "z.db", clock=FixedClock("2026-03-02 09:00:00"), background=False) as memory:
        chat = await memory.start_conversation()
        for text in ("I have a dentist appointment on Friday.", "I live in Porto.", "I'm moving to Ghent next month."):
            await memory.observe(NewMessage(chat.id, "user", text))
        await backfilled(memory)
        asked = await memory.recall("When is my dentist appointment?")
        lives = await memory.recall("Where do I live, in Porto or in Ghent?")
        before = await memory.recall("When is my dentist appointment?", as_of="2026-03-03 00:00:00")
    assert any("dentist appointment" in fact.line and "2026-03-06" in fact.line for fact in asked.facts)
    assert any("lives in Porto" in fact.line for fact in lives.facts)
    assert not any("lives in Ghent" in fact.line for fact in lives.facts)
    assert not any("dentist appointment" in fact.line for fact in before.facts)
