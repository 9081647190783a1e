"""What may befall a file: kills, neighbours, a full disk, a removed file, strange clocks, damage. Bounded in size.

The same at full size, hours long if one likes: ``python -m tests.faults.kill`` and ``python -m tests.faults.together``.
"""

import asyncio
import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import kill, together
from tests.faults.labour import KINDS
from zeph import NewMessage
from zeph.clock import FixedClock, parse_moment
from zeph.config.schema import MemorySettings
from zeph.errors import DatabaseFull, DatabaseGone, StorageError, ZephError
from zeph.memory.facade import Memory
from zeph.storage.engine.driver import connect

SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "local"}})
SEED = 20_260


def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path) -> None:
    assert kill.run(len(KINDS), SEED, tmp_path) == []


def test_several_at_once_lose_nothing(tmp_path: Path) -> None:
    wrong, *_ = together.run(2, 1.0, SEED, tmp_path / "zeph.db")
    assert wrong == []


@pytest.mark.campaign
@pytest.mark.timeout(400)
def test_killed_many_times_nothing_is_lost(tmp_path: Path) -> None:
    assert kill.run(4 * len(KINDS), SEED + 1, tmp_path) == []


@pytest.mark.campaign
@pytest.mark.timeout(400)
def test_many_at_once_lose_nothing(tmp_path: Path) -> None:
    wrong, *_ = together.run(5, 15.0, SEED + 1, tmp_path / "zeph.db")
    assert wrong == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if (
        not mount
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], check=False, capture_output=True
        ).returncode
    ):
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


async def test_a_full_disk_is_told_and_what_was_acknowledged_stays(small_disk: Path) -> None:
    kept: list[int] = []

    async def fill(memory: Memory, chat: int) -> None:
        for number in range(10_000):
            await memory.observe(NewMessage(chat, "user", f"{number} " + "x" * 20_000))
            kept.append(number)

    async with Memory.open(small_disk / "zeph.db", settings=SETTINGS, background=False) as memory:
        chat = await memory.start_conversation()
        with pytest.raises(DatabaseFull, match="full"):
            await fill(memory, chat.id)
        assert kept
        assert [m.text.split()[0] for m in await memory.conversations.history(chat.id, 10_000)] == [
            str(n) for n in kept
        ]
    async with Memory.open(small_disk / "zeph.db", settings=SETTINGS, background=False) as memory:
        assert (await memory.stats()).messages == len(kept)


async def test_a_file_removed_under_a_running_process_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    async with Memory.open(path, settings=SETTINGS, background=False) as memory:
        chat = await memory.start_conversation()
        await memory.observe(NewMessage(chat.id, "user", "I like tea."))
        for file in tmp_path.iterdir():
            file.unlink()
        for _ in range(2):
            with pytest.raises(DatabaseGone, match="removed"):  # what is lost silently would be worse
                await memory.observe(NewMessage(chat.id, "user", "I like maps."))
        with contextlib.suppress(ZephError):  # a sentence is fine, a traceback is not
            await memory.recall("What do I like?")
    async with Memory.open(path, settings=SETTINGS, background=False) as memory:
        assert (await memory.stats()).messages == 0


async def test_work_that_is_cut_off_by_the_end_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lease cannot be given back any more; that must not keep the program."""
    begun = asyncio.Event()

    async def for_long(*_: object) -> None:
        begun.set()
        await asyncio.sleep(60)

    monkeypatch.setattr("zeph.memory.ingest.run.leased_work.LeasedWork.ingest", for_long)
    monkeypatch.setattr("zeph.memory.facade.CLOSING_GRACE_SECS", 0.1)
    async with asyncio.timeout(30):
        async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS) as memory:
            chat = await memory.start_conversation()
            await memory.observe(NewMessage(chat.id, "user", "I like tea."))
            memory.wake()
            await begun.wait()
            for file in tmp_path.iterdir():
                file.unlink()


async def test_a_clock_that_goes_back_reorders_nothing(tmp_path: Path) -> None:
    clock = FixedClock("2026-03-01 09:00:00")
    async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS, clock=clock, background=False) as memory:
        chat = await memory.start_conversation()
        await memory.observe(NewMessage(chat.id, "user", "I live in Hamburg.", sent_at="2026-03-01 09:00:00"))
        _ = [step async for step in memory.backfill()]
        clock.at = parse_moment("2025-01-01 09:00:00")
        await memory.observe(NewMessage(chat.id, "user", "I moved to Bergen.", sent_at="2026-03-02 09:00:00"))
        _ = [step async for step in memory.backfill()]
        clock.at = parse_moment("2026-03-03 09:00:00")
        assert [f.target for f in (await memory.facts("User"))[1]] == ["Bergen"]
        forms = await memory.graph.timeline.forms((await memory.facts("Hamburg", as_of="2026-03-01 12:00:00"))[1][0].id)
        assert all(form.known_from <= form.known_until for form in forms)
        assert (await memory.admin.check())[1] == []


@pytest.mark.parametrize("now", ["2038-01-19 03:14:08", "2106-02-07 06:28:16", "2199-12-31 23:59:59"])
async def test_far_years_are_years(tmp_path: Path, now: str) -> None:
    async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS, clock=FixedClock(now), background=False) as memory:
        chat = await memory.start_conversation()
        await memory.observe(NewMessage(chat.id, "user", "I moved to Bergen yesterday."))
        _ = [step async for step in memory.backfill()]
        [fact] = (await memory.facts("Bergen"))[1]
        assert fact.valid_from is not None
        assert fact.valid_from < now
        assert (await memory.recall("Where do I live?")).facts[0].edge.id == fact.id


async def test_damaged_pages_are_told_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    async with Memory.open(path, settings=SETTINGS, background=False) as memory:
        chat = await memory.start_conversation()
        for number in range(200):
            await memory.observe(NewMessage(chat.id, "user", f"I like tea number {number}. " + "y" * 500))
    with contextlib.closing(connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 20 * 4096] = b"\xa5" * (20 * 4096)
    path.write_bytes(whole)
    assert "damaged" in await said_of(path)


async def said_of(path: Path) -> str:
    """What opening and checking the file says."""
    try:
        async with Memory.open(path, settings=SETTINGS, background=False) as memory:
            return " ".join((await memory.admin.check())[1])
    except StorageError as error:
        return str(error)


def test_two_that_open_a_new_file_at_once(tmp_path: Path) -> None:
    async def both() -> None:
        async def one() -> None:
            async with Memory.open(tmp_path / "zeph.db", settings=SETTINGS, background=False) as memory:
                chat = await memory.start_conversation()
                await memory.observe(NewMessage(chat.id, "user", "I like tea."))

        await asyncio.gather(*(one() for _ in range(4)))

    asyncio.run(both())
