"""A clock that goes wrong, for a run or for good: nothing is stamped with it later, erased by it or kept waiting."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from zeph import NewMessage
from zeph.clock import FixedClock, Moment
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.processes import new_owner
from zeph.storage.engine.driver import connect

TODAY = "2026-03-01 10:00:00"
SETTINGS = MemorySettings.model_validate(
    {"graph": {"extractor": "local", "community_refresh_interval": 1, "expired_edge_retention_days": 90}}
)


async def said_at(path: Path, at: Moment, *texts: str) -> None:
    """One start of Zeph by a clock that says ``at``: says something and has it read."""
    async with Memory.open(path, settings=SETTINGS, clock=FixedClock(at), background=False) as memory:
        talk = await memory.start_conversation()
        for text in texts:
            await memory.observe(NewMessage(talk.id, "user", text))
        async for _ in memory.backfill():
            pass


def stamps(path: Path) -> dict[str, tuple[str, str | None]]:
    with closing(connect(path)) as conn:
        return {row[0]: row[1:] for row in conn.execute("SELECT fact, created_at, expired_at FROM graph_edges")}


@pytest.mark.parametrize("wrong", ["2098-01-01 00:00:00", "9999-12-31 23:59:59", "2026-03-03 10:00:00"])
async def test_one_run_in_the_future_stamps_nothing_that_comes_after(tmp_path: Path, wrong: Moment) -> None:
    path = tmp_path / "zeph.db"
    await said_at(path, wrong, "I have a dog called Rex.")
    await said_at(path, TODAY, "I live in Hull.")
    assert stamps(path)["User lives in Hull"][0] == TODAY
    await said_at(path, TODAY, "I moved to Cork.")
    assert stamps(path)["User lives in Hull"][1] == TODAY


async def test_a_clock_that_is_a_little_behind_does_not_turn_the_order_round(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    await said_at(path, TODAY, "I live in Hull.")
    await said_at(path, "2026-03-01 09:00:00", "I have a dog called Rex.")
    assert {created for created, _ in stamps(path).values()} == {TODAY}


async def test_imported_rows_of_the_future_stamp_nothing(tmp_path: Path) -> None:
    theirs, ours, lines = tmp_path / "theirs.db", tmp_path / "ours.db", tmp_path / "lines.jsonl"
    await said_at(theirs, "2098-01-01 00:00:00", "I have a dog called Rex.")
    async with Memory.open(theirs, settings=SETTINGS, background=False) as memory:
        await memory.admin.export(lines)
    async with Memory.open(ours, settings=SETTINGS, clock=FixedClock(TODAY), background=False) as memory:
        async for _ in memory.admin.import_file(lines, lambda *_: None):
            pass
    await said_at(ours, TODAY, "I live in Hull.")
    assert stamps(ours)["User lives in Hull"][0] == TODAY


async def test_history_goes_for_its_age_only_where_two_starts_agree_on_the_date(tmp_path: Path) -> None:
    path, ahead = tmp_path / "zeph.db", "2027-04-05 10:00:00"
    await said_at(path, TODAY, "I live in Hull.")
    await said_at(path, TODAY, "I moved to Cork.")
    await said_at(path, ahead, "Hello there.")
    assert "User lives in Hull" in stamps(path), "one start alone says that it is next year"
    await said_at(path, TODAY, "Hello again.")
    await said_at(path, ahead, "Hello there.")
    assert "User lives in Hull" in stamps(path), "the start before said otherwise"
    await said_at(path, "2027-04-06 10:00:00", "Hello there.")
    assert "User lives in Hull" not in stamps(path), "two agree"


async def test_a_clock_that_was_set_back_keeps_no_message_waiting(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    async with Memory.open(path, settings=SETTINGS, clock=FixedClock(TODAY), background=False) as memory:
        talk = await memory.start_conversation()
        await memory.observe(NewMessage(talk.id, "user", "I live in Hull."))
    holder = new_owner()  # its process number is one that runs: ours
    assert str(os.getpid()) in holder
    with closing(connect(path)) as conn:
        conn.execute("INSERT INTO leases VALUES (?, ?, 1, '2027-03-01 10:01:00')", (talk.id, holder))
        conn.execute("UPDATE messages SET graph_due_at = '2027-03-01 10:05:00', graph_attempts = 1")
    await said_at(path, TODAY)
    assert "User lives in Hull" in stamps(path)
