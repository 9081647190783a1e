"""A supersession that lies ahead: both facts until it is due, history afterwards, and back again when it is called
off.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.memory.ingest.stated_edges import Graph, edge
from tests.storage.graph_rows import raw
from zeph.clock import FixedClock, parse_moment
from zeph.storage import open_store
from zeph.storage.ports import TextQuery

SAID, BEFORE, DUE, AFTER = (f"2026-{day} 10:00:00" for day in ("01-02", "02-01", "03-01", "03-02"))


@pytest.fixture
async def graph(tmp_path: Path) -> AsyncIterator[Graph]:
    clock = FixedClock("2026-01-01 10:00:00")
    store = await open_store(tmp_path / "zeph.db", clock, 1)
    graph = Graph(store, clock)
    await graph.say("2026-01-01 10:00:00", edge("lives_in", "Oslo"))
    await graph.say(SAID, edge("lives_in", "Berlin", valid_from="2026-03-01"))
    yield graph
    await store.close()


async def rows(graph: Graph) -> dict[str, tuple[str | None, str | None, str | None]]:
    (user,) = await graph.store.graph.entities_matching(1, "user", TextQuery(), 1)
    found = await graph.store.read(lambda r: r.edges.from_source(user.id, history=True))
    return {e.target: (e.valid_until, e.expired_at, e.expired_reason) for e in found}


async def test_until_it_is_due_only_the_end_is_set(graph: Graph) -> None:
    assert await graph.store.upkeep.flip_ended(BEFORE) == 0
    assert (await rows(graph))["Oslo"] == ("2026-03-01 00:00:00", None, None)
    assert await graph.facts(BEFORE) == ["lives_in Oslo"]


async def test_when_it_is_due_the_old_fact_is_superseded_and_every_look_back_stays_the_same(graph: Graph) -> None:
    looks = [(now, as_of) for now in (BEFORE, AFTER) for as_of in (None, BEFORE, AFTER)]
    before = [await graph.facts(now, **({"as_of": as_of} if as_of else {})) for now, as_of in looks]
    assert await graph.store.upkeep.flip_ended(AFTER) == 1
    assert (await rows(graph))["Oslo"] == ("2026-03-01 00:00:00", AFTER, "superseded")
    assert await graph.store.upkeep.flip_ended(AFTER) == 0
    after = [await graph.facts(now, **({"as_of": as_of} if as_of else {})) for now, as_of in looks]
    # Only "what is current" as of a past present is another question once the row is expired; it is asked with as_of.
    assert [a for a, (now, as_of) in zip(after, looks, strict=True) if as_of or now == AFTER] == [
        b for b, (now, as_of) in zip(before, looks, strict=True) if as_of or now == AFTER
    ]
    assert await graph.facts(BEFORE, known_at=BEFORE) == ["lives_in Oslo"]
    assert await graph.facts(AFTER, as_of=BEFORE, known_at=BEFORE) == ["lives_in Oslo"]
    assert await graph.facts(AFTER, as_of=AFTER, known_at=BEFORE) == ["lives_in Berlin"]
    assert await graph.facts(AFTER) == ["lives_in Berlin"]


async def test_what_is_superseded_leaves_the_walks_and_degrees(graph: Graph) -> None:
    (oslo,) = await graph.store.graph.entities_matching(1, "oslo", TextQuery(), 1)
    assert oslo.degree == 1
    await graph.store.upkeep.flip_ended(AFTER)
    (oslo,) = await graph.store.graph.entities_matching(1, "oslo", TextQuery(), 1)
    assert oslo.degree == 0


@pytest.mark.parametrize("due_first", [False, True], ids=["in time", "read late"])
async def test_a_plan_that_is_called_off_leaves_the_old_fact_standing(graph: Graph, due_first: bool) -> None:
    """Called off in February; the message may be read in March, when the supersession was carried out already."""
    if due_first:
        await graph.store.upkeep.flip_ended(AFTER)
    at = AFTER if due_first else BEFORE
    receipt = await graph.say(at, edge("lives_in", "Berlin", ends=True), sent_at=BEFORE)
    assert receipt.changed == ("I lives_in Oslo, which goes on",) and receipt.ended == ("I lives_in Berlin",)
    assert await graph.facts(AFTER) == ["lives_in Oslo"]
    assert await graph.facts("2027-01-01 00:00:00") == ["lives_in Oslo"]
    await graph.store.upkeep.flip_ended("2027-01-01 00:00:00")
    assert (await rows(graph))["Oslo"] == (None, None, None)


async def test_what_was_called_off_may_be_done_all_the_same(graph: Graph) -> None:
    await graph.say(BEFORE, edge("lives_in", "Berlin", ends=True))
    receipt = await graph.say("2026-02-10 10:00:00", edge("lives_in", "Berlin"))
    assert receipt.learned and await graph.facts("2026-02-11 10:00:00") == ["lives_in Berlin"]


async def test_a_supersession_that_came_due_can_be_undone(graph: Graph) -> None:
    await graph.store.upkeep.flip_ended(AFTER)
    await graph.store.edits.undo(1, None)
    assert "lives_in Oslo" in await graph.facts(AFTER)
    assert await graph.facts(AFTER, known_at=BEFORE) == ["lives_in Berlin"]
    assert await graph.facts(BEFORE, known_at=BEFORE) == ["lives_in Oslo"]


async def test_system_time_never_runs_back_after_a_change_by_hand(graph: Graph) -> None:
    """A clock that is set back by less than a day: what is written next is known later all the same."""
    later, earlier = "2026-02-10 10:00:00", "2026-02-09 12:00:00"
    graph.clock.at = parse_moment(later)
    undone, _ = await graph.store.edits.undo(1, None)
    await graph.store.edits.undo(1, undone)
    receipt = await graph.say(earlier, edge("lives_in", "Rome", valid_from="2026-01-15"))
    assert receipt.learned
    forms = await raw(graph.store).snapshot(
        lambda conn: conn.execute("SELECT known_from, known_until FROM graph_edge_versions").fetchall()
    )
    assert forms and all(begins <= ends for begins, ends in forms), forms
