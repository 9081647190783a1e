"""Corrections and looks at other times, through the memory with its real local extractor."""

import pytest

from tests.remembering import backfilled
from tests.storage.graph_rows import raw
from zeph.errors import NotFound, UsageError
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage


@pytest.fixture
async def memory(memory: Memory) -> Memory:
    chat = await memory.start_conversation()
    for day, text in (
        ("2024-01-05", "I live in Paris."), ("2024-02-01", "My sister Nora works at Acme."),
        ("2025-06-02", "I moved to Berlin."), ("2025-07-03", "Nora likes tea."),
    ):  # fmt: skip
        await memory.observe(NewMessage(chat.id, "user", text, sent_at=f"{day} 10:00:00"))
    await backfilled(memory)
    return memory


async def places(memory: Memory, moment: str) -> set[str]:
    user = await memory.graph.entity("User")
    found = await memory.graph.timeline.edges_at_timestamp(user.id, moment)
    return {edge.target for edge in found if edge.canonical_relation == "lives_in"}


async def test_each_moment_has_its_facts(memory: Memory) -> None:
    assert await places(memory, "2024-03-01 00:00:00") == {"Paris"}
    assert await places(memory, "2025-08-01 00:00:00") == {"Berlin"}
    assert await places(memory, "2020-01-01 00:00:00") == set()
    user = await memory.graph.entity("User")
    history = await memory.graph.timeline.edge_history(user.id, relation="lives_in")
    assert [edge.target for edge in history] == ["Berlin", "Paris"]
    assert [c.messages for c in await memory.graph.timeline.episodes_for_entity(user.id)] == [4]


async def test_a_walk_over_one_moment(memory: Memory) -> None:
    user = await memory.graph.entity("User")
    then = await memory.graph.timeline.bfs_at_timestamp(user.id, 2, "2024-03-01 00:00:00")
    names = {then.entities[i].name: depth for i, depth in then.depth.items()}
    assert names["User"] == 0 and names["Paris"] == 1 and names["Nora"] == 1 and names["Acme"] == 2
    assert "Berlin" not in names and "tea" not in names
    near = await memory.graph.timeline.bfs_at_timestamp(user.id, 1, "2024-03-01 00:00:00")
    assert "Acme" not in {e.name for e in near.entities.values()}


async def test_undo_of_an_automatic_change_brings_the_fact_back_for_good(memory: Memory) -> None:
    found = [r for r in await memory.edits.revisions() if r.kind == "supersede"]
    assert len(found) == 1
    await memory.edits.undo(found[0].id)
    assert "Paris" in await places(memory, "2025-08-01 00:00:00")
    user = await memory.graph.entity("User")
    restored = next(e for e in await memory.graph.timeline.edge_history(user.id) if e.target == "Paris")
    assert restored.origin == "person" and restored.expired_at is None
    known = await memory.facts("User", known_at="2026-03-01 08:59:00")
    assert known[1] == [], "what was believed before stays what it was"


async def test_names_that_mean_nothing_or_several_things(memory: Memory) -> None:
    with pytest.raises(NotFound):
        await memory.edits.merge("Nora", "Nobody")
    with pytest.raises(UsageError):
        await memory.edits.merge("Nora", "nora")
    with pytest.raises(UsageError, match="merge"):
        await memory.edits.alias("Nora", "Berlin")
    done = await memory.edits.alias("Nora", "Nono")
    assert (await memory.graph.entity("nono")).name == "Nora"
    await memory.edits.split("Nora", "Nono")
    assert (await memory.graph.entity("nono")).name == "Nono"
    assert done.revision_id


async def test_a_conversation_is_an_episode_from_its_first_message_on(memory: Memory) -> None:
    chat = await memory.start_conversation()
    await memory.observe(NewMessage(chat.id, "user", "Good morning to you!"))
    await backfilled(memory)
    rows = await raw(memory._store).snapshot(
        lambda c: c.execute("SELECT conversation_id FROM graph_episodes").fetchall()
    )
    assert rows[-1] == (chat.id,)


async def test_a_moment_has_all_of_its_facts_however_many_and_a_date_is_a_whole_day(memory: Memory) -> None:
    chat = await memory.start_conversation()
    many = [f"Ada likes hobby{n:03}." for n in range(130)]
    many += [f"Hobby{n:03} is in town{n:03}." for n in range(130)]
    at = "2026-03-01 15:00:00"
    for start in range(0, len(many), 10):
        await memory.observe(NewMessage(chat.id, "user", " ".join(many[start : start + 10]), sent_at=at))
    await backfilled(memory)
    timeline, ada = memory.graph.timeline, (await memory.graph.entity("Ada")).id
    then = await timeline.edges_at_timestamp(ada, "2026-03-01 16:00:00")
    assert len(then) > 100
    assert len(await timeline.edges_at_timestamp(ada, "2026-03-01")) == len(then)
    assert len(await timeline.edges_at_timestamp(ada, "2026-02")) == 0
    with pytest.raises(UsageError, match="no date"):
        await timeline.edges_at_timestamp(ada, "the blue moon")
    whole = await timeline.bfs_at_timestamp(ada, 2, "2026-03-01 16:00:00")
    reached = list(whole.depth.values())
    assert reached.count(1) == len(then) and reached.count(2) > 40
    assert len(whole.entities) == len(whole.depth)
