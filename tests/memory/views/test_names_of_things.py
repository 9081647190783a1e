"""What bears a name that something else has, too, is no other thing for it."""

from pathlib import Path

import pytest

from tests.agent.scripted_turn import events_of, opened


@pytest.mark.parametrize(
    ("told", "thing", "other", "fact"),
    [
        ("Our boat is called Lisbon.", "boat", "Lisbon", "Ana lives in Lisbon."),
        ("My band is called Oslo.", "band", "Oslo", "Ben moved to Oslo."),
    ],
)
async def test_a_town_is_not_what_is_called_so(tmp_path: Path, told: str, thing: str, other: str, fact: str) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in (told, fact):
            await events_of(agent, talk, text)
        graph = agent.memory.graph
        assert [one.name for one in await graph.entities_having(thing)] == [f"User's {thing}"]
        assert {one.entity_type for one in await graph.entities_named(other)} >= {"location"}


async def test_one_name_is_one_thing(tmp_path: Path) -> None:
    async with opened(tmp_path, None) as (agent, talk):
        for text in ("our payment service is called kasse", "kasse runs on port 8443"):
            await events_of(agent, talk, text)
        assert len(await agent.memory.graph.entities_named("kasse")) == 1
