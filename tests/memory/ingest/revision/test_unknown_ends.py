"""An end of what nobody knew of is kept as what is over, and says itself that it is."""

import pytest

from tests.remembering import remember
from zeph.memory.facade import Memory
from zeph.memory.recall.ranking.edge_time import tells_end
from zeph.records.edge import Edge


async def over(memory: Memory, *said: str) -> list[Edge]:
    await remember(memory, *said)
    [user], _ = await memory.facts("User")
    return [edge for edge in await memory.graph.timeline.facts_around(user.id) if edge.valid_until is not None]


@pytest.mark.parametrize("said", ["We've stopped doing the Saturday market.", "I no longer eat meat."])
async def test_an_end_tells_itself(memory: Memory, said: str) -> None:
    assert [tells_end(edge) for edge in await over(memory, said)] == [True]


@pytest.mark.parametrize("said", [("I worked at Globex until 2021.",), ("I drive a van.", "I sold the van.")])
async def test_what_was_told_as_a_state_does_not(memory: Memory, said: tuple[str, ...]) -> None:
    assert [tells_end(edge) for edge in await over(memory, *said)] == [False]
