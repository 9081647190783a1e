"""Writers of one file take turns: in order, a person's first, whoever is stopped or killed."""

import asyncio
import contextlib
import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeph.clock import SystemClock
from zeph.errors import DatabaseLocked
from zeph.storage.engine import connections as database
from zeph.storage.engine import write_lock as gate
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, connect
from zeph.storage.engine.write_lock import SUFFIX, Gate

HOLDS = """
import sys, time
from pathlib import Path
from zeph.storage.engine.driver import connect
from zeph.storage.engine.write_lock import Gate
path = Path(sys.argv[1])
gate, other = Gate(path, urgent=False), connect(path)
gate.begin(other)
gate._queue(1.0)
print("held", flush=True)
time.sleep(60)
"""


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database(tmp_path / "zeph.db", SystemClock()).open()
    yield opened
    await opened.close()


def add(conn: Connection) -> None:
    conn.execute("INSERT INTO spaces (name, created_at) VALUES (hex(randomblob(8)), '')")


def slowly(conn: Connection) -> None:
    add(conn)
    time.sleep(0.015)


async def test_bulk_work_keeps_nobody_waiting(file: Database) -> None:
    stopped = threading.Event()

    def bulk() -> None:
        """Writes without a pause, as several processes do that import."""
        door, other = Gate(file.path, urgent=False), connect(file.path)
        while not stopped.is_set():
            door.begin(other)
            slowly(other)
            other.execute("COMMIT")
        other.close()
        door.close()

    async def behind() -> None:
        while not stopped.is_set():
            await file.write_behind(slowly)

    threads = [threading.Thread(target=bulk) for _ in range(3)]
    for thread in threads:
        thread.start()
    task = asyncio.create_task(behind())
    waits = []
    for _ in range(30):
        begun = time.perf_counter()
        await file.write(add)
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(0.01)
    stopped.set()
    await task
    for thread in threads:
        thread.join()
    assert sorted(waits)[15] < 0.1, waits
    assert max(waits) < 0.6, waits


async def test_a_wait_that_lasts_is_told_and_ends(file: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE_SECS", 0.02)
    told: list[bool] = []
    file.on_wait = told.append
    with contextlib.closing(connect(file.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(file.write(add))
        await asyncio.sleep(0.1)
        assert told == [True]
        assert not waiting.done()
        other.execute("ROLLBACK")
        await waiting
    assert told == [True, False]
    await file.write(lambda _: time.sleep(0.1))
    assert told == [True, False], "its own work is no wait"


async def test_who_holds_the_file_for_too_long_is_told_of(file: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "LONGEST_WAIT_SECS", 0.1)
    with contextlib.closing(connect(file.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked, match="in use by another program"):
            await file.write(add)
        other.execute("ROLLBACK")
    await file.write(add)


async def test_a_stopped_process_at_the_gate_stops_nobody(file: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "COURTESY_SECS", 0.05)
    stopped = os.open(file.path.with_name(file.path.name + SUFFIX), os.O_RDWR)
    fcntl.flock(stopped, fcntl.LOCK_EX)
    await asyncio.wait_for(file.write(add), 2)
    await asyncio.wait_for(file.write_behind(add), 2)
    os.close(stopped)


async def test_a_killed_process_leaves_no_lock(file: Database) -> None:
    process = subprocess.Popen([sys.executable, "-c", HOLDS, str(file.path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "held"
    process.kill()
    process.communicate()
    begun = time.perf_counter()
    await file.write(add)
    assert time.perf_counter() - begun < 1


async def test_where_no_gate_can_be_made_writes_go_on(file: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refused)
    await file.write_behind(add)
    assert await file.snapshot(lambda c: c.execute("SELECT count(*) FROM spaces").fetchone()[0]) == 2
