"""Communities from facts in a real file to what a person sees, with and without a model."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.models import ScriptedChat
from tests.storage.graph_rows import raw
from zeph.clock import FixedClock
from zeph.config.schema import GraphSettings
from zeph.errors import ModelGarbage, ModelUnreachable
from zeph.memory.upkeep import schedule
from zeph.memory.upkeep.community_summaries import Summariser
from zeph.memory.upkeep.schedule import Upkeep
from zeph.models.ports import ChatMessage, Usage
from zeph.records.community import Community
from zeph.records.ledger import Budget
from zeph.storage import open_store
from zeph.storage.ports import Store

SPACE = 1
NOW = "2026-01-01 00:00:00"
TWO = ["ann-bea bea-cyd ann-cyd", "kim-lou lou-moe kim-moe"]


class Describes(ScriptedChat):
    """Names a community after its first member, or fails as it is told."""

    def __init__(self, fails: Exception | None = None) -> None:
        super().__init__()
        self.fails = fails
        self.running = self.most = 0
        self.called = asyncio.Event()

    async def complete(self, messages: Sequence[ChatMessage], **more: Any) -> tuple[str, Usage]:
        self.prompts.append(list(messages))
        self.running += 1
        self.most = max(self.most, self.running)
        self.called.set()
        try:
            await asyncio.sleep(0.01)
            if self.fails:
                raise self.fails
            first = messages[-1].content.removeprefix("Members: ").split(";")[0]
            return json.dumps({"name": f"About {first}", "summary": f"It is about {first}."}), Usage(10, 5)
        finally:
            self.running -= 1


class World:
    """A store, its upkeep, and facts written as "a-b c-d"."""

    def __init__(self, store: Store, clock: FixedClock) -> None:
        self.store, self.clock = store, clock

    def upkeep(self, chat: Any = None, spent: int = 0, **settings: Any) -> Upkeep:
        graph = GraphSettings(**settings)

        async def budget() -> Budget:
            return Budget(100, spent) if spent else Budget(0, 0)

        writer = Summariser(self.store.communities, SPACE, chat, graph, budget) if chat else None
        return Upkeep(self.store, SPACE, graph, lambda: self.now, writer)

    @property
    def now(self) -> str:
        return f"{self.clock.now():%Y-%m-%d %H:%M:%S}"

    async def say(self, *texts: str) -> None:
        def write(conn: Any) -> None:
            for pair in (pair for text in texts for pair in text.split()):
                ends = []
                for name in pair.split("-"):
                    conn.execute(
                        "INSERT OR IGNORE INTO graph_entities (space_id, name, canonical_name, entity_type, "
                        "first_seen_at, last_seen_at, created_at) VALUES (1, ?, ?, 'person', ?, ?, ?)",
                        (name, name, NOW, NOW, NOW),
                    )
                    ends.append(conn.execute("SELECT id FROM graph_entities WHERE name = ?", (name,)).fetchone()[0])
                fact = f"{pair.replace('-', ' knows ')}"
                conn.execute(
                    "INSERT INTO graph_edges (space_id, source_entity_id, target_entity_id, relation, "
                    "canonical_relation, fact, indexed_text, edge_type, confidence, origin, created_at) "
                    "VALUES (1, ?, ?, 'knows', 'knows', ?, ?, 'semantic', 0.9, 'local', ?)",
                    (*ends, fact, fact, NOW),
                )

        await self.do(write)

    async def do(self, write: Any) -> None:
        await raw(self.store).write(write)

    async def seen(self) -> dict[str, Community]:
        return {"/".join(sorted(c.members)): c for c in await self.store.communities.largest(SPACE, 99)}


@pytest.fixture
async def world(tmp_path: Path) -> Any:
    clock = FixedClock(NOW)
    store = await open_store(tmp_path / "zeph.db", clock)
    yield World(store, clock)
    await store.close()


async def test_communities_have_names_summaries_and_an_age_without_a_model(world: World) -> None:
    await world.say(*TWO)
    assert await world.upkeep().refresh()
    found = await world.seen()
    assert list(found) == ["ann/bea/cyd", "kim/lou/moe"]
    first = found["ann/bea/cyd"]
    assert (first.name, first.size) == ("ann, bea and cyd", 3)
    assert first.summary == "ann knows bea. bea knows cyd. ann knows cyd."
    state = await world.store.communities.state(SPACE)
    assert (state.modularity, state.algorithm, state.found_at) == (0.5, "label_propagation", NOW)


@pytest.mark.parametrize("chunk", [0, 1, 4])
async def test_every_chunk_size_finds_the_same(world: World, chunk: int) -> None:
    await world.say(*TWO)
    await world.upkeep(lpa_edge_chunk_size=chunk).refresh()
    assert list(await world.seen()) == ["ann/bea/cyd", "kim/lou/moe"]


async def test_an_unchanged_graph_costs_no_model_call_and_loads_no_link(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.say(*TWO)
    chat = Describes()
    upkeep = world.upkeep(chat)
    await upkeep.refresh()
    assert len(chat.prompts) == 2
    before = await world.seen()

    async def never(*_: Any) -> Any:
        raise AssertionError("links were loaded")

    monkeypatch.setattr(world.store.communities, "links", never)
    world.clock.at = world.clock.at.replace(month=2)
    assert await upkeep.refresh()
    assert len(chat.prompts) == 2
    assert await world.seen() == before


async def test_only_what_changed_is_summarised_again_and_keeps_its_age(world: World) -> None:
    await world.say(*TWO)
    chat = Describes()
    upkeep = world.upkeep(chat)
    await upkeep.refresh()
    before = await world.seen()
    assert {c.name for c in before.values()} == {"About ann", "About kim"}
    world.clock.at = world.clock.at.replace(month=2)
    await world.say("lou-kim")
    await upkeep.refresh()
    after = await world.seen()
    assert len(chat.prompts) == 3
    assert after["ann/bea/cyd"] == before["ann/bea/cyd"]
    changed = after["kim/lou/moe"]
    assert (changed.id, changed.created_at, changed.updated_at) == (
        before["kim/lou/moe"].id,
        NOW,
        "2026-02-01 00:00:00",
    )


async def test_so_many_calls_at_a_time_and_no_more(world: World) -> None:
    await world.say(*(f"a{n}-b{n} b{n}-c{n} a{n}-c{n}" for n in range(9)))
    chat = Describes()
    await world.upkeep(chat, community_summary_concurrency=3).refresh()
    assert (len(chat.prompts), chat.most) == (9, 3)
    one = Describes()
    await world.say(*(f"c{n}-a{n}" for n in range(4)))
    await world.upkeep(one, community_summary_concurrency=1).refresh()
    assert (len(one.prompts), one.most) == (4, 1)


async def test_prompts_keep_their_bytes(world: World) -> None:
    await world.say(" ".join(f"n{a:03}-n{b:03}" for a in range(30) for b in range(30) if a < b))
    chat = Describes()
    await world.upkeep(chat, community_summary_max_prompt_bytes=600).refresh()
    sizes = [sum(len(m.content.encode()) for m in prompt) for prompt in chat.prompts]
    assert len(sizes) == 1
    assert 300 < sizes[0] <= 600


@pytest.mark.parametrize("error", [ModelGarbage("no JSON"), ModelUnreachable("nobody there")])
async def test_a_failed_summary_keeps_the_plain_text_and_is_tried_again(world: World, error: Exception) -> None:
    await world.say(*TWO)
    chat = Describes(error)
    upkeep = world.upkeep(chat, community_summary_concurrency=1)
    await upkeep.refresh()
    assert {c.name for c in (await world.seen()).values()} == {"ann, bea and cyd", "kim, lou and moe"}
    assert len(chat.prompts) == (1 if isinstance(error, ModelUnreachable) else 2)
    chat.fails = None
    await upkeep.refresh()
    assert {c.name for c in (await world.seen()).values()} == {"About ann", "About kim"}


async def test_a_used_up_budget_leaves_the_plain_texts(world: World) -> None:
    await world.say(*TWO)
    chat = Describes()
    await world.upkeep(chat, spent=100).refresh()
    assert chat.prompts == []
    assert len(await world.seen()) == 2


async def test_a_text_that_was_forgotten_while_the_model_wrote_does_not_come_back(world: World) -> None:
    await world.say(TWO[0])
    chat = Describes()
    upkeep = world.upkeep(chat)

    async def forget() -> None:
        await asyncio.wait_for(chat.called.wait(), 5)
        await world.do(lambda c: c.execute("DELETE FROM graph_communities"))

    await asyncio.gather(upkeep.refresh(), forget())
    assert await world.seen() == {}
    await world.say("cyd-dee")
    await upkeep.refresh()
    assert len(await world.seen()) == 1


async def test_a_changed_algorithm_looks_again(world: World) -> None:
    pytest.importorskip("igraph")
    await world.say(*TWO)
    await world.upkeep().refresh()
    await world.upkeep(community_algorithm="leiden").refresh()
    assert (await world.store.communities.state(SPACE)).algorithm == "leiden"
    assert list(await world.seen()) == ["ann/bea/cyd", "kim/lou/moe"]


async def test_a_refresh_that_was_killed_anywhere_is_made_good_by_the_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.say(*TWO)
    steps = ("open", "join", "leave", "describe", "close", "finish")
    for number, step in enumerate(steps):
        await world.say(f"cyd-new{number} new{number}-ann")

        async def killed(*_: Any) -> Any:
            raise RuntimeError("killed")

        with monkeypatch.context() as patch:
            patch.setattr(world.store.communities, step, killed)
            with pytest.raises(RuntimeError):
                await world.upkeep().refresh()
    await world.upkeep().refresh()
    found = await world.store.communities.largest(SPACE, 99)
    assert [c.size for c in found] == [3 + len(steps), 3]
    assert all(c.name and c.summary for c in found)
    rows = await raw(world.store).snapshot(lambda c: c.execute("SELECT count(*) FROM graph_communities").fetchone())
    assert rows == (2,)


async def test_one_process_at_a_time_tidies_and_a_dead_one_is_replaced(world: World) -> None:
    await world.say(*TWO)
    assert await world.store.upkeep.claim(SPACE, "other", "upkeep", NOW, schedule.CLAIM_SECS)
    assert not await world.upkeep().refresh()
    assert await world.upkeep().evict() is None
    assert await world.seen() == {}
    world.clock.at = world.clock.at.replace(minute=2)
    assert await world.upkeep().refresh()
    assert len(await world.seen()) == 2


async def test_the_loop_refreshes_when_enough_messages_came_and_not_before(world: World) -> None:
    await world.say(*TWO)
    upkeep = world.upkeep(community_refresh_interval=10)
    running = asyncio.create_task(upkeep.run())
    try:
        await upkeep.after_messages(9)
        await asyncio.wait_for(upkeep.wait_idle(), 5)
        assert await world.seen() == {}
        await upkeep.after_messages(1)
        await asyncio.wait_for(upkeep.wait_idle(), 5)
        assert len(await world.seen()) == 2
        assert (await world.store.communities.state(SPACE)).messages == 0
    finally:
        running.cancel()


async def test_what_was_due_when_the_last_process_ended_is_done_by_the_next(world: World) -> None:
    await world.say(*TWO)
    await world.upkeep(community_refresh_interval=10).after_messages(25)
    upkeep = world.upkeep(community_refresh_interval=10)
    running = asyncio.create_task(upkeep.run())
    try:
        await asyncio.wait_for(upkeep.wait_idle(), 5)
        assert len(await world.seen()) == 2
    finally:
        running.cancel()


async def test_nothing_that_fails_ends_the_loop_and_the_person_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    upkeep = Upkeep(
        world.store, SPACE, GraphSettings(community_refresh_interval=1), lambda: world.now, None, said.append
    )

    async def broken(*_: Any) -> Any:
        raise RuntimeError("a defect")

    running = asyncio.create_task(upkeep.run())
    try:
        await asyncio.wait_for(upkeep.wait_idle(), 5)
        await world.say(*TWO)
        with monkeypatch.context() as patch:
            patch.setattr(world.store.communities, "stored", broken)
            await upkeep.after_messages(1)
            await asyncio.wait_for(upkeep.wait_idle(), 5)
        assert said == ["memory: upkeep failed; the log says why"]
        await upkeep.after_messages(1)
        await asyncio.wait_for(upkeep.wait_idle(), 5)
        assert len(await world.seen()) == 2
    finally:
        running.cancel()


async def test_a_new_entity_joins_where_the_next_detection_puts_it(world: World) -> None:
    """Of 12 groups with a person known to all as their hub: each newcomer knows two of one group and the hub."""
    groups = [[f"g{g}m{m}" for m in range(5)] for g in range(80)]
    await world.say(*(f"{a}-{b}" for group in groups for a in group for b in group if a < b))
    await world.say(*(f"user-{name}" for group in groups for name in group))
    await world.upkeep().refresh()
    await world.say(*(f"{group[0]}-new{n} new{n}-{group[1]} user-new{n}" for n, group in enumerate(groups)))

    def members(conn: Any) -> dict[str, int]:
        rows = conn.execute(
            "SELECT e.name, m.community_id FROM graph_entities e JOIN graph_community_members m ON m.entity_id = e.id"
        )
        return dict(rows.fetchall())

    def assign(conn: Any) -> None:
        from zeph.storage.graph.community_rows import assign_new

        rows = conn.execute("SELECT id FROM graph_entities WHERE name LIKE 'new%'").fetchall()
        assert assign_new(conn, SPACE, [row[0] for row in rows]) == len(groups)

    await world.do(assign)
    assigned = await raw(world.store).snapshot(members)
    await world.upkeep().refresh()
    detected = await raw(world.store).snapshot(members)
    assert {k: v for k, v in assigned.items() if k.startswith("new")} == {
        k: v for k, v in detected.items() if k.startswith("new")
    }
