"""Connections and their threads: none is left behind, whatever fails; the file's health is told by fresh eyes."""

import threading
from pathlib import Path

import pytest

from zeph.clock import SystemClock
from zeph.errors import StorageError
from zeph.memory.facade import Memory
from zeph.storage import open_store
from zeph.storage.engine import connections as database
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import Connection, connect, driver


def threads() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if "_connection_worker_thread" in t.name}


def ended(before: set[threading.Thread]) -> bool:
    """Whether every connection's thread that came since has ended."""
    for thread in threads() - before:
        thread.join(timeout=5)
    return threads() <= before


def damaged_later(path: Path) -> None:
    """A file whose first look is fine and whose second is not."""
    conn = connect(path)
    conn.execute("PRAGMA foreign_keys = OFF")
    conn.execute("DROP TABLE embedding_models")
    conn.execute("DROP TABLE spaces")  # which nothing can make again
    conn.close()


async def test_an_opening_that_fails_late_leaves_no_thread(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    await (await open_store(path, SystemClock())).close()
    damaged_later(path)
    before = threads()
    with pytest.raises(StorageError):
        await open_store(path, SystemClock())
    assert ended(before)
    with pytest.raises(StorageError):
        async with Memory.open(path):
            pass
    assert ended(before)


async def test_a_reader_that_cannot_be_had_keeps_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = await Database(tmp_path / "zeph.db", SystemClock(), pool_size=1).open()

    def refused(path: Path, **_: bool) -> Connection:
        raise driver().module.OperationalError("unable to open database file")

    try:
        with monkeypatch.context() as patched:
            patched.setattr(database, "connect", refused)
            with pytest.raises(StorageError):
                await file.snapshot(lambda c: c.execute("SELECT 1").fetchone())
        assert await file.snapshot(lambda c: c.execute("SELECT 1").fetchone()) == (1,)
    finally:
        await file.close()


async def test_what_others_write_meanwhile_is_no_damage(tmp_path: Path) -> None:
    """A full-text index that another connection has merged is whole."""
    path = tmp_path / "zeph.db"
    store = await open_store(path, SystemClock())
    other = connect(path)
    try:
        for number in range(24):
            other.execute(
                """INSERT INTO graph_entities (space_id, name, canonical_name, entity_type, first_seen_at, last_seen_at,
                    created_at) VALUES (1, :name, :name, 'concept', '', '', '')""",
                {"name": f"thing {number}"},
            )
            assert await store.care.health() == []
            assert await store.care.health(thorough=True) == []
    finally:
        other.close()
        await store.close()


def test_a_new_file_that_another_program_is_making_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    other = driver().module.connect(str(path), isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE mine (id)")
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, other.execute, ("COMMIT",))
    release.start()
    connection = connect(path)
    release.join()
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    other.close()


async def test_a_reading_that_fails_half_way_keeps_no_old_state(tmp_path: Path) -> None:
    """What it was reading goes with it, not with its error: the same connection sees what was written since."""
    file = await Database(tmp_path / "zeph.db", SystemClock(), pool_size=1).open()

    def numbers(conn: Connection) -> list[int]:
        return [int(row[0]) for row in conn.execute("SELECT 1 UNION ALL SELECT 'x' UNION ALL SELECT count(*) FROM t")]

    def count(conn: Connection) -> int:
        return int(conn.execute("SELECT count(*) FROM t").fetchone()[0])

    try:
        await file.write(lambda c: c.execute("CREATE TABLE t (a)"))
        with pytest.raises(ValueError, match="invalid literal") as held:
            await file.snapshot(numbers)
        await file.write(lambda c: c.execute("INSERT INTO t VALUES (1)"))
        assert await file.snapshot(count) == 1, held
    finally:
        await file.close()
