"""Whatever became of nothing leaves its reason: what was not believed, what came late, what was too much, what was no
claim."""

from pathlib import Path
from typing import Any

from tests.memory.ingest.scripted_memory import Talk
from tests.memory.ingest.stated_edges import Graph, edge
from zeph.clock import FixedClock
from zeph.commands.handlers.memory import why_nothing
from zeph.memory.ingest.planning import LIMITED
from zeph.storage import open_store


async def logged(graph: Graph) -> list[tuple[str, str]]:
    found = await graph.store.graph.claims(1, None, 100)
    return [(c.operation, c.reason) for c in sorted(found, key=lambda c: c.id)]


def sure(target: str, confidence: float, **more: Any) -> Any:
    return edge("lives_in", target, **more).model_copy(update={"confidence": confidence})


async def test_what_a_strategy_did_not_believe_is_there_to_look_at(tmp_path: Path) -> None:
    clock = FixedClock("2026-01-01 10:00:00")
    store = await open_store(tmp_path / "zeph.db", clock, 1)
    graph = Graph(store, clock, "confidence")
    await graph.say("2026-01-01 10:00:00", sure("Oslo", 0.9))
    receipt = await graph.say("2026-01-02 10:00:00", sure("Bergen", 0.7))
    assert receipt.review == ("“I lives_in Bergen” was not believed, by conflict_resolution_strategy.",)
    assert (await logged(graph))[1] == ("add", receipt.review[0])
    await store.close()


async def test_what_is_read_late_tells_what_it_gave_way_to(graph: Graph) -> None:
    await graph.say("2026-01-02 10:00:00", sure("Oslo", 0.9, valid_from="2024"))
    receipt = await graph.say(
        "2026-01-03 10:00:00", sure("Bergen", 0.9, valid_from="2020"), sent_at="2021-01-01 10:00:00"
    )
    assert not receipt.review and (await logged(graph))[1] == ("add", "it gave way to fact #1")


async def test_what_is_too_much_for_one_message_is_in_the_log(graph: Graph) -> None:
    await graph.say("2026-01-01 10:00:00", *(edge("likes", f"thing{n}") for n in range(17)))
    assert [o for o in await logged(graph) if o[1] == LIMITED] == [("noop", LIMITED)] * 2


async def test_a_message_without_claims_has_a_reason(tmp_path: Path) -> None:
    async with Talk(tmp_path, extractor="local") as talk:
        await talk.say("Where do I live?")
        message = await talk.memory.conversations.message(1)
        assert await talk.memory.graph.claims(1) == [] and why_nothing(message).startswith("Nothing in it was read")
        flagged = message._replace(injection_flags=("override",))
        assert why_nothing(flagged) == "It reads like an order to a model (override): no facts are made of it."
