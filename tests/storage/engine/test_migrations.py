"""A database is brought to the newest schema, or refused and left exactly as it was."""

import asyncio
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.graph_rows import Graph
from zeph.clock import FixedClock, SystemClock
from zeph.errors import DatabaseCorrupt, DatabaseForeign, DatabaseReadOnly, SchemaMismatch
from zeph.memory.facade import Memory
from zeph.storage import open_store
from zeph.storage.engine.connections import Database
from zeph.storage.engine.driver import connect, driver
from zeph.storage.engine.file_copies import automatic_copies
from zeph.storage.engine.migrations import load_migrations, migrate, migrations_folder, statements

NOW = "2026-01-01 00:00:00"


async def opened(path: Path) -> None:
    store = await open_store(path, FixedClock(NOW))
    await store.close()


async def refused(path: Path, error: type[Exception]) -> str:
    before = path.read_bytes()
    with pytest.raises(error) as raised:
        await opened(path)
    assert path.read_bytes() == before, "a refused file must stay untouched"
    return str(raised.value)


async def test_a_new_file_has_the_whole_schema_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "zeph.db"
    await opened(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    connection = connect(path, reader=True)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert {"messages", "graph_edges", "graph_edge_versions", "graph_edge_mentions", "embeddings"} <= tables


async def test_opening_again_applies_nothing(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    await opened(path)
    connection = connect(path)
    assert migrate(connection, path, NOW) == []
    records = connection.execute("SELECT version, name, length(checksum) FROM schema_migrations").fetchall()
    connection.close()
    assert records == [(m.version, m.name, 64) for m in load_migrations()]


async def test_a_changed_migration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    await opened(path)
    _run(path, "UPDATE schema_migrations SET checksum = 'other'")
    assert "another form of migration 001_first" in await refused(path, SchemaMismatch)


async def test_a_database_of_a_newer_zeph_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    await opened(path)
    _run(path, "INSERT INTO schema_migrations VALUES (999, '999_future', 'x', '2030-01-01 00:00:00')")
    assert "newer Zeph" in await refused(path, SchemaMismatch)


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE tracks (id INTEGER)")
    connection.commit()
    connection.close()
    assert "another program" in await refused(path, DatabaseForeign)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "zeph.db"
    path.write_bytes(b"this is a letter to my aunt, not a database\n" * 200)
    assert "damaged or not a database" in await refused(path, DatabaseCorrupt)


async def test_a_schema_whose_words_are_broken_is_damage(tmp_path: Path) -> None:
    """SQLite tells of it with the broken bytes, which are no text."""
    path = tmp_path / "zeph.db"
    with closing(driver().module.connect(str(path))) as connection:
        connection.execute("CREATE TABLE notes (x)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET name = CAST(x'61ff' AS TEXT), sql = CAST(x'43ff' AS TEXT)")
        connection.commit()
    assert "damaged or not a database" in await refused(path, DatabaseCorrupt)


async def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(DatabaseReadOnly, match="is a folder"):
        await opened(tmp_path)


async def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "001_half.sql").write_text("CREATE TABLE a (x);\nCREATE TABLE a (y);\n")
    path = tmp_path / "zeph.db"
    connection = connect(path)
    with pytest.raises(Exception, match="already exists"):
        migrate(connection, path, NOW, folder)
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()


async def test_many_that_bring_one_file_along_at_once(tmp_path: Path) -> None:
    """One of them does it, after one copy of what was; nobody sees a schema in between."""
    path, earlier = tmp_path / "zeph.db", tmp_path / "earlier"
    earlier.mkdir()
    first = sorted(migrations_folder().glob("*.sql"))[0]
    (earlier / first.name).write_text(first.read_text())
    conn = connect(path)
    migrate(conn, path, NOW, earlier)
    conn.close()

    def one() -> list[str]:
        conn = connect(path)
        try:
            return migrate(conn, path, NOW)
        finally:
            conn.close()

    done = await asyncio.gather(*(asyncio.to_thread(one) for _ in range(6)))
    assert sorted(map(len, done)) == [0, 0, 0, 0, 0, len(load_migrations()) - 1]
    assert [copy.name.endswith("schema-1.db") for copy in automatic_copies(path)] == [True]


def test_a_script_is_cut_at_whole_statements() -> None:
    script = "CREATE TABLE a (x); -- one; two\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELETE FROM a;\nEND;\n"
    assert len(statements(script)) == 2


def _run(path: Path, sql: str) -> None:
    connection = connect(path)
    connection.execute(sql)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@pytest.mark.parametrize("version", range(1, len(load_migrations())))
async def test_a_file_of_every_earlier_schema_comes_along(tmp_path: Path, version: int) -> None:
    """Made by that schema's own statements, with rows in it; a copy of it stays beside it."""
    earlier, path = tmp_path / "earlier", tmp_path / "zeph.db"
    earlier.mkdir()
    for file in sorted(migrations_folder().glob("*.sql"))[:version]:
        (earlier / file.name).write_text(file.read_text())
    conn = connect(path)
    migrate(conn, path, "2025-01-01 00:00:00", earlier)
    conn.close()
    graph = Graph(path, make=False)
    edge = graph.edge(graph.entity("Ann"), "knows", graph.entity("Bob"))
    message = graph.message("Ann knows Bob.")
    graph.conn.execute("INSERT INTO graph_edge_mentions VALUES (?, ?)", (edge, message))
    graph.conn.execute(
        """INSERT INTO graph_ledger (message_id, extractor, model_calls, prompt_tokens, answer_tokens, seconds, facts,
        dropped, created_at) VALUES (?, 'local', 1, 2, 3, 0.5, 1, 0, '2025-01-01 00:00:00')""",
        (message,),
    )
    graph.conn.commit()
    graph.conn.close()
    async with Memory.open(path, background=False) as memory:
        assert [f.fact for f in (await memory.facts("Ann"))[1]] == ["Ann knows Bob"]
        assert (await memory.admin.check())[1] == []
        [cost] = await memory.admin.costs("extractor")
        assert (cost.messages, cost.prompt_tokens) == (1, 2)
    assert [p.name for p in (tmp_path / "backups").iterdir()]


async def test_an_older_file_that_cannot_be_written_is_read_in_a_newer_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, path = tmp_path / "migrations", tmp_path / "zeph.db"
    folder.mkdir()
    for file in sorted(migrations_folder().glob("*.sql"))[:-1]:
        shutil.copy(file, folder)
    with closing(connect(path)) as connection:
        migrate(connection, path, NOW, folder)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    monkeypatch.setattr("zeph.storage.engine.file_access.os.access", lambda file, mode: mode != os.W_OK)
    database = await Database(path, SystemClock()).open()
    try:
        [count] = await database.snapshot(lambda c: c.execute("SELECT count(*) FROM schema_migrations").fetchone())
        assert count == len(load_migrations())
        with pytest.raises(DatabaseReadOnly):
            await database.write(lambda c: c.execute("DELETE FROM spaces"))
    finally:
        await database.close()
    assert path.read_bytes() == before and not (tmp_path / "backups").exists()
