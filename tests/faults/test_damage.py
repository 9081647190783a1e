"""Damaged files: `python -m tests.faults.damage` spoils 220, this some; and each way of doing without, by itself."""

import asyncio
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.fakes.embedder import FakeEmbedder
from tests.faults import damage
from tests.faults.labour import SETTINGS
from zeph import Memory, NewMessage, RecallRequest
from zeph.clock import FixedClock
from zeph.errors import DatabaseReadOnly
from zeph.storage.care.derived_things import WORDS
from zeph.storage.engine.driver import connect
from zeph.storage.engine.newest_schema import forget_objects, newest_schema

TAKEN = "CAST(substr(validity, 1, 64) || x'ff' || substr(validity, 66) AS BLOB)"
"""Places that no row has are marked as taken."""


@pytest.mark.timeout(300)
def test_while_its_own_tables_are_whole_a_memory_works(tmp_path: Path) -> None:
    assert damage.run(6, 1_000, tmp_path) == []


@pytest.mark.campaign
@pytest.mark.timeout(1_200)
def test_while_its_own_tables_are_whole_a_memory_works_whatever_is_damaged(tmp_path: Path) -> None:
    assert damage.run(60, 2_000, tmp_path) == []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "zeph.db"
    asyncio.run(damage.build(path))
    return path


@pytest.fixture
def path(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(built, tmp_path / "zeph.db"))


async def test_without_any_index_everything_is_found_by_its_text(path: Path) -> None:
    told: list[str] = []
    async with damage.opened(path, told) as memory:
        with closing(connect(path)) as conn:
            for index in WORDS:
                forget_objects(conn, [index, *(name for name in newest_schema() if name.startswith(f"{index}_"))])
        for question, word in damage.QUESTIONS.items():
            found = await memory.recall(RecallRequest(question))
            assert word in " ".join([f.edge.fact for f in found.facts] + [m.message.text for m in found.messages])
        assert await memory.conversations.search("quinces", 5)
        assert [e.name for e in (await memory.facts("brightl"))[0]] == ["Brightloom"]
        chat = await memory.start_conversation()
        message = await memory.observe(NewMessage(chat.id, "user", "My aunt Zyxwv lives in Ghent."))
        assert await memory.conversations.search("Zyxwv", 5)
        await memory.forget(await memory.edits.forgetting.message(message.id))
        assert not await memory.conversations.search("Zyxwv", 5)
    async with damage.opened(path, told) as memory:
        assert (await memory.admin.check())[1] == []
        with closing(connect(path)) as conn:
            forget_objects(conn, ["graph_communities_fts_docsize"])
        await memory.recall(RecallRequest("Where do I live?"))
    async with damage.opened(path, told) as memory:
        [room] = (await memory.admin.check())[1]
        assert "db vacuum" in room
        await memory.admin.vacuum()
        assert (await memory.admin.check())[1] == []
    assert [sentence for sentence in told if "word index of messages" in sentence], told
    assert b"Zyxwv" not in path.read_bytes()


@pytest.mark.parametrize(
    ("statement", "told_of"),
    [
        ("UPDATE embeddings SET vector = x'0102' WHERE id IN (SELECT id FROM embeddings LIMIT 3)", "the vectors"),
        ("DELETE FROM embedding_models", "the vectors"),
        ("DELETE FROM messages_fts_data WHERE id > 10", "the word index of messages"),
        ("UPDATE graph_entities_fts_config SET v = 9 WHERE k = 'version'", "the word index of names"),
        ("DELETE FROM vec_message_1_vector_chunks00", "the likeness index of message vectors"),
        (f"UPDATE vec_community_1_chunks SET validity = {TAKEN}", "the likeness index of community vectors"),
        ("UPDATE vec_community_1_chunks SET validity = zeroblob(128)", "the likeness index of community vectors"),
        ("UPDATE vec_community_1_chunks SET rowids = zeroblob(8192)", "the likeness index of community vectors"),
        ("UPDATE vec_community_1_chunks SET size = 'x'", "the likeness index of community vectors"),
        ("UPDATE message_passages SET stop = 'x'", "the passages of long messages"),
        ("UPDATE graph_metadata SET value = 'rubbish' WHERE key = 'passages_until'", "what the background remembers"),
    ],
)
async def test_a_check_tells_what_is_damaged_and_a_repair_makes_it_again(
    path: Path, statement: str, told_of: str
) -> None:
    with closing(connect(path)) as conn:
        conn.execute("PRAGMA foreign_keys = OFF")
        conn.execute(statement)
    async with Memory.open(
        path, settings=SETTINGS, embedder=FakeEmbedder(), clock=FixedClock(damage.NOW), background=False
    ) as memory:
        _, wrong = await memory.admin.check()
        assert [sentence for sentence in wrong if told_of in sentence.lower()]
        mended, wrong = await memory.admin.check(repair=True)
        assert [sentence for sentence in mended if told_of in sentence.lower()]
        assert wrong == []


async def test_a_repair_frees_the_room_of_what_it_takes_away(path: Path) -> None:
    """Its bytes, too: they may be of what was forgotten."""
    async with damage.opened(path, []) as memory:
        await memory.observe(NewMessage((await memory.start_conversation()).id, "user", "The zyxwv sings."))
    with closing(connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        conn.execute("UPDATE message_passages_fts_config SET v = 9 WHERE k = 'version'")
        conn.execute("UPDATE message_dates SET start = 'zyxwv'")
        conn.execute("INSERT INTO message_dates SELECT id, space_id, 'zyxwv', 'zyxwv' FROM messages WHERE true")
    async with damage.opened(path, []) as memory:
        assert (await memory.admin.check(repair=True))[1] == []
    with closing(connect(path)) as conn:
        assert conn.execute("SELECT count(*) FROM graph_metadata WHERE key = 'scrub_due'").fetchone() == (0,)
        assert conn.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert [row[0] for row in conn.execute("PRAGMA integrity_check")] == ["ok"]


async def test_room_that_is_written_anew_holds_what_the_pages_held(path: Path) -> None:
    before = damage.held(path)
    with closing(connect(path)) as conn:
        root = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'messages_in_order'").fetchone()[0]
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * damage.PAGE : root * damage.PAGE] = bytes(damage.PAGE)
    path.write_bytes(raw)
    told: list[str] = []
    async with damage.opened(path, told) as memory:
        [newest, *_] = await memory.conversations.list(1)
        assert await memory.conversations.history(newest.id)
        assert (await memory.admin.check())[1] == []
    assert [sentence for sentence in told if "written anew" in sentence]
    assert damage.held(path) == before
    assert not list((path.parent / "backups").glob(".*"))


@pytest.mark.parametrize(
    ("statement", "told_of"),
    [
        ("DELETE FROM messages_fts_data WHERE id > 10", "the word index of messages"),
        ("UPDATE graph_entities_fts_config SET v = 9 WHERE k = 'version'", "the word index of names"),
        ("DELETE FROM vec_message_1_vector_chunks00", "the likeness index of message vectors"),
    ],
)
async def test_on_media_that_cannot_be_written_it_is_found_and_exported(
    path: Path, statement: str, told_of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a copy in which what is damaged is made again; the file stays as it is."""
    with closing(connect(path)) as conn:
        conn.execute(statement)
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before, told = path.read_bytes(), list[str]()
    monkeypatch.setattr("zeph.storage.engine.file_access.os.access", lambda file, mode: mode != os.W_OK)
    async with damage.opened(path, told) as memory:
        for question, word in damage.QUESTIONS.items():
            found = await memory.recall(RecallRequest(question))
            assert word in " ".join([f.edge.fact for f in found.facts] + [m.message.text for m in found.messages])
        assert await memory.conversations.search("oboe", 5)
        assert (await memory.facts("Tom"))[1]
        await memory.admin.export(path.parent / "out.jsonl")
        with pytest.raises(DatabaseReadOnly):
            await memory.start_conversation()
    assert len([sentence for sentence in told if told_of in sentence and "cannot be written" in sentence]) == 1, told
    assert path.read_bytes() == before
    assert "oboe" in (path.parent / "out.jsonl").read_text()
