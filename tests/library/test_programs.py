"""The memory in a program: what goes in and out of `zeph.Memory`, and of its twin that blocks."""

import threading
from pathlib import Path

import pytest

from zeph import Memory, NewMessage, NotFound, StorageError, SyncMemory, UsageError
from zeph.agent.session import open_session
from zeph.config.schema import Settings
from zeph.paths import resolve_paths


async def test_what_is_added_is_read_at_once(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", embedder=None, background=False) as memory:
        added = await memory.add("Mirela works at Tandoor Labs.", sent_at="2025-02-01T10:00:00+01:00")
        assert added.message.sent_at == "2025-02-01 09:00:00"
        assert [fact.fact for fact in added.facts] == ["Mirela works at Tandoor Labs"]
        changed = await memory.add("Mirela works at Brightwater now.")
        assert changed.receipt.superseded == ("Mirela works at Tandoor Labs",)
        said = await memory.add("I live in Porto.", speaker="Ferran")
        assert [fact.source for fact in said.facts] == ["Ferran"]
        targets = [fact.target for fact in await memory.history("Mirela")]
        assert targets == ["Brightwater", "Tandoor Labs"]
        (talk,) = await memory.conversations.list()
        assert talk.kind == "agent" and talk.messages == 3


async def test_what_cannot_be_added_is_told(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", embedder=None, background=False) as memory:
        with pytest.raises(UsageError, match="empty"):
            await memory.add("  \n")
        with pytest.raises(UsageError, match="is no time"):
            await memory.add("I live in Oslo.", sent_at="soon")
        with pytest.raises(NotFound):
            await memory.history("Mirela")
        with pytest.raises(NotFound):
            await memory.forget("Mirela")
        assert await memory.conversations.list() == []


async def test_what_is_remembered_stands_first(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", embedder=None, background=False) as memory:
        await memory.add("I live in Oslo.")
        await memory.remember("I am allergic to peanuts.")
        await memory.remember("Tuesdays are sacred.")
        lines = [(line.kind, line.text) for line in (await memory.profile.view()).lines]
        assert lines[0] == ("written", "Tuesdays are sacred.")
        assert lines[1][0] == "pinned" and "peanuts" in lines[1][1]


async def test_a_context_is_what_a_chat_would_send(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", embedder=None, background=False) as memory:
        await memory.add("My sister Mirela works at Tandoor Labs.")
        context = await memory.context("Where does Mirela work?")
        before = await memory.stats()
    env = {"ZEPH_HOME": str(tmp_path / "home")}
    settings = Settings.model_validate({"model": {"provider": "memory"}, "embedding": {"provider": "none"}})
    async with open_session(settings, resolve_paths(env), tmp_path / "m.db", env, background=False) as session:
        sent = (await session.agent.plan("Where does Mirela work?")).messages
        assert all(block in "\n\n".join(part.content for part in sent) for block in context.blocks)
        assert (await session.memory.stats()) == before
    assert context.recalled.facts[0].edge.fact == "Mirela works at Tandoor Labs"
    assert "Today is " in context.text and 0 < context.tokens < 500


async def test_spaces_know_nothing_of_one_another(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", space="work", embedder=None) as memory:
        await memory.add("Mirela works at Tandoor Labs.")
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        assert not (await memory.recall("Where does Mirela work?")).facts


def test_the_persons_own_memory_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEPH_HOME", str(tmp_path))
    with SyncMemory.open(embedder=None) as memory:
        memory.add("I live in Oslo.")
    assert (tmp_path / "data" / "zeph.db").exists()


def test_the_twin_does_the_same(tmp_path: Path) -> None:
    with SyncMemory.open(tmp_path / "m.db", embedder=None) as memory:
        memory.add("I live in Oslo.", sent_at="2025-01-01")
        memory.add("I moved to Bergen.", sent_at="2026-01-01")
        memory.remember("I am allergic to peanuts.")
        assert memory.recall("Where do I live?").facts[0].edge.target == "Bergen"
        assert "peanuts" in memory.context("What may I eat?").text
        assert memory.profile().lines[0].kind == "pinned"
        _, then = memory.facts("me", as_of="2025-06-01 00:00:00")
        assert "Oslo" in {fact.target for fact in then}
        assert len(memory.history("me", limit=1)) == 1
        assert memory.forget("peanuts").facts
        talk = memory.run(lambda m: m.start_conversation())
        assert memory.observe(NewMessage(talk.id, "user", "Hello.")).text == "Hello."
    memory.close()
    with pytest.raises(UsageError, match="closed"):
        memory.add("Too late.")


async def test_the_twin_works_where_a_loop_runs(tmp_path: Path) -> None:
    with SyncMemory.open(tmp_path / "m.db", embedder=None) as memory:
        assert memory.add("Mirela works at Tandoor Labs.").facts


def test_several_threads_may_use_it(tmp_path: Path) -> None:
    with SyncMemory.open(tmp_path / "m.db", embedder=None) as memory:
        threads = [threading.Thread(target=memory.add, args=(f"Tarik{n} works at Mill{n}.",)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert memory.run(lambda m: m.stats()).messages == 6


def test_a_file_that_is_none_of_ours_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.db").write_text("no database at all, but a text that is long enough to be looked at")
    with pytest.raises(StorageError):
        SyncMemory.open(tmp_path / "m.db", embedder=None)
    assert "zeph-memory" not in {thread.name for thread in threading.enumerate()}
