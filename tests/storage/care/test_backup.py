"""Copies are whole, private, made beside running writers, and only sound ones are put back."""

import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.graph_rows import Graph
from zeph.errors import BadInput
from zeph.file_writing import part_beside
from zeph.storage.care.restore import damage, restore
from zeph.storage.engine.driver import connect
from zeph.storage.engine.file_copies import FOLDER, KEPT, automatic, automatic_copies, backup, broken_copies
from zeph.storage.engine.memory_identity import Identity, identity
from zeph.storage.engine.migrations import migrate

NOW = "2025-01-01 00:00:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "data" / "zeph.db"
    file.parent.mkdir()
    conn = connect(file)
    migrate(conn, file, NOW)
    conn.close()
    say(file, "first")
    return file


def say(path: Path, text: str) -> None:
    graph = Graph(path, make=False) if not said(path) else None
    if graph:
        graph.conn.commit()
        graph.conn.close()
    conn = connect(path)
    conn.execute(
        """INSERT INTO messages (space_id, conversation_id, external_id, role, text, sent_at, created_at, content_hash,
        indexed_text) VALUES (1, 1, hex(randomblob(8)), 'user', ?, ?, ?, 'h', ?)""",
        (text, NOW, NOW, text),
    )
    conn.commit()
    conn.close()


def said(path: Path) -> list[str]:
    with closing(connect(path)) as conn:  # one SQLite in one process: two undo each other's locks
        return [row[0] for row in conn.execute("SELECT text FROM messages ORDER BY id")]


def test_a_copy_is_one_private_file(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    assert backup(path, target) == target.stat().st_size
    assert said(target) == ["first"]
    assert target.stat().st_mode & 0o077 == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["copy.db", "data"]


def test_a_copy_beside_a_writer_is_one_consistent_state(path: Path, tmp_path: Path) -> None:
    stop = threading.Event()
    failed: list[Exception] = []

    def write() -> None:
        n = 0
        while not stop.is_set():
            try:
                say(path, f"more {n}")
            except Exception as error:  # noqa: BLE001
                failed.append(error)
            n += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for n in range(5):
            backup(path, tmp_path / f"{n}.db")
    finally:
        stop.set()
        writer.join()
    assert not failed
    for n in range(5):
        with closing(connect(tmp_path / f"{n}.db")) as conn:
            assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        texts = said(tmp_path / f"{n}.db")
        assert texts == ["first", *(f"more {i}" for i in range(len(texts) - 1))]


def test_a_copy_comes_to_its_end_while_others_write_all_the_time(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Page by page, with a write after each: SQLite alone would begin anew for ever."""
    monkeypatch.setattr("zeph.storage.engine.file_copies.PAGES", 1)
    stop = threading.Event()

    def write() -> None:
        with closing(connect(path)) as conn:
            while not stop.is_set():
                conn.execute("INSERT INTO spaces (name, created_at) VALUES (hex(randomblob(8)), '')")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(3):
            backup(path, tmp_path / "copy.db")
    finally:
        stop.set()
        writer.join()
    assert said(tmp_path / "copy.db") == ["first"]


def test_what_a_killed_copy_left_goes_with_the_next_one(path: Path) -> None:
    automatic(path, "test", NOW)
    folder = path.parent / FOLDER
    left = folder / ".zeph-2024-01-01-000000-test.db.0123abcd.part"
    beside = left.with_name(left.name + "-wal")
    for part in (left, beside):
        part.write_bytes(b"half")
    with part_beside(folder / "zeph-2025-01-01-000000-test.db") as new:
        assert broken_copies(path) == [left, beside, new]
        automatic(path, "test", NOW)
        assert broken_copies(path) == [new], "another is at work on it"


def test_a_copy_says_that_it_is_one_and_of_which_memory(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(path, copy)
    own = identity(path)
    assert own is not None and not own.copy and identity(copy) == Identity(own.id, True)
    backup(path, copy)  # a newer copy may take its place
    with pytest.raises(BadInput, match="is a memory"):
        backup(copy, path)
    fresh = tmp_path / "fresh.db"
    restore(copy, fresh, NOW)
    assert identity(fresh) == own
    with pytest.raises(BadInput, match="is a memory"):
        backup(path, fresh)


def test_a_memory_stays_itself_whatever_is_put_back(path: Path, tmp_path: Path) -> None:
    own = identity(path)
    stranger = tmp_path / "stranger.db"
    with closing(connect(stranger)) as conn:
        migrate(conn, stranger, NOW)
    before = restore(stranger, path, NOW)
    assert identity(path) == own and identity(stranger) != own
    assert automatic_copies(path) == [before]
    with pytest.raises(BadInput, match="the memory itself"):
        restore(path, path, NOW)


def test_a_copy_without_an_id_is_known_by_its_name_alone(path: Path) -> None:
    folder = path.parent / FOLDER
    folder.mkdir()
    names = ("zeph-2024-01-01-000000-schema-9.db", "zeph-2-2024-01-01-000000-schema-9.db", "zeph-2024-notes.db")
    for name in names:
        (folder / name).write_bytes(b"damaged")
    (folder / "zeph-2024-01-02-000000-restore.db").symlink_to(path)
    assert [copy.name for copy in automatic_copies(path)] == list(names[:1])


def test_putting_back_keeps_what_was_there(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(path, copy)
    say(path, "second")
    before = restore(copy, path, NOW)
    assert said(path) == ["first"]
    assert before is not None
    assert said(before) == ["first", "second"]


def test_putting_back_where_nothing_was(path: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "new" / "zeph.db"
    assert restore(path, fresh, NOW) is None
    assert said(fresh) == ["first"]


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\x00" + b"\x00" * 4000])
def test_what_is_no_memory_is_not_put_back(path: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "wrong.db").write_bytes(content)
    with pytest.raises(BadInput):
        restore(tmp_path / "wrong.db", path, NOW)
    with pytest.raises(BadInput):
        restore(tmp_path / "absent.db", path, NOW)
    assert said(path) == ["first"]


def test_a_damaged_copy_is_not_put_back(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(path, copy)
    whole = bytearray(copy.read_bytes())
    whole[8192:40000] = b"\xaa" * (40000 - 8192)
    copy.write_bytes(whole)
    assert damage(path) == ""
    assert "copy.db" in damage(copy)
    with pytest.raises(BadInput):
        restore(copy, path, NOW)
    assert said(path) == ["first"]


def test_only_the_latest_automatic_copies_stay(path: Path) -> None:
    for day in range(1, KEPT + 4):
        automatic(path, "test", f"2025-01-{day:02d} 00:00:00")
    names = [p.name for p in automatic_copies(path)]
    assert len(names) == KEPT
    assert names[-1] == f"zeph-2025-01-{KEPT + 3:02d}-000000-test.db"


def test_a_migration_copies_the_file_first(path: Path, tmp_path: Path) -> None:
    from zeph.storage.engine.migrations import migrations_folder

    folder = tmp_path / "migrations"
    folder.mkdir()
    shipped = sorted(migrations_folder().glob("[0-9]*.sql"))
    for file in shipped:
        (folder / file.name).write_text(file.read_text())
    more = f"{len(shipped) + 1:03}_more"
    (folder / f"{more}.sql").write_text("CREATE TABLE more (id INTEGER PRIMARY KEY);")
    conn = connect(path)
    assert migrate(conn, path, NOW, folder) == [more]
    conn.close()
    [copy] = automatic_copies(path)
    assert copy.parent.name == FOLDER
    assert said(copy) == ["first"]
    with closing(connect(copy)) as conn:
        assert conn.execute("SELECT max(version) FROM schema_migrations").fetchone() == (len(shipped),)


def test_a_place_that_cannot_be_written(path: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        backup(path, tmp_path / "no" / "folder" / "copy.db")
