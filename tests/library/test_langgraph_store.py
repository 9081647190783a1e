"""The memory as a LangGraph store, by the package's own class: what comes back, what is found, what is learned."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore, GetOp, Item, PutOp
from langgraph.store.memory import InMemoryStore

from zeph import Memory, SyncMemory, UsageError
from zeph.library.langgraph_store import PREFIX, ZephStore
from zeph.storage.engine.driver import connect

ANN, BO = ("users", "ann"), ("users", "bo")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[SyncMemory]:
    with SyncMemory.open(tmp_path / "m.db", embedder=None) as opened:
        yield opened


def _told(found: Any) -> Any:
    """Without times, which differ between two stores."""
    if isinstance(found, Item):
        return found.namespace, found.key, found.value
    return [_told(one) for one in found] if isinstance(found, list) else found


def test_it_answers_as_the_packages_own_store(memory: SyncMemory) -> None:
    stores: tuple[BaseStore, ...] = (InMemoryStore(), ZephStore(memory))
    for store in stores:
        store.put(ANN, "a", {"text": "Ann likes green tea.", "stars": 3, "tags": ["x", "y"], "in": {"deep": True}})
        store.put(ANN, "b", {"text": "Ann dislikes loud rooms.", "stars": 5})
        store.put(BO, "a", {"name": "Bo", "stars": 1, "none": None})
        store.put(("users", "ann", "old"), "a", {"n": 1, "stars": 2})
        store.put(ANN, "b", {"text": "Ann loves loud rooms.", "stars": 4})
        store.put(ANN, "c", {"gone": "soon enough"})
        store.delete(ANN, "c")
        store.delete(ANN, "never")
    asks: list[Callable[[BaseStore], Any]] = [
        lambda store: store.get(ANN, "a"),
        lambda store: store.get(ANN, "b"),
        lambda store: store.get(ANN, "c"),
        lambda store: store.search(ANN),
        lambda store: store.search(("users",), limit=2, offset=1),
        lambda store: store.search(("users",), filter={"stars": {"$gte": 3}}),
        lambda store: store.search(("users",), filter={"stars": {"$lt": 5, "$ne": 1}}),
        lambda store: store.search(("users",), filter={"stars": 4, "text": "Ann loves loud rooms."}),
        lambda store: store.search(("users",), filter={"tags": ["x", "y"], "in": {"deep": True}}),
        lambda store: store.search(("users",), filter={"missing": None}, limit=1),
        lambda store: store.list_namespaces(),
        lambda store: store.list_namespaces(prefix=("users", "*"), max_depth=2),
        lambda store: store.list_namespaces(suffix=("old",)),
        lambda store: store.list_namespaces(suffix=("a", "b", "c", "d")),
        lambda store: store.batch([PutOp(BO, "z", {"n": 2}), GetOp(BO, "z"), PutOp(BO, "z", {"n": 3})]),
        lambda store: store.get(BO, "z"),
        lambda store: store.get(("nobody",), "a"),
    ]
    for number, ask in enumerate(asks):
        theirs, ours = (_told(ask(store)) for store in stores)
        assert ours == theirs, number


def test_what_is_put_is_found_and_learned(memory: SyncMemory) -> None:
    store = ZephStore(memory)
    store.put(ANN, "job", {"text": "Mirela works at Tandoor Labs.", "from": "chat"})
    store.put(ANN, "pet", {"text": "I have a cat named Pixel."})
    store.put(BO, "job", {"text": "Ferran works at Brightwater."})
    (first, *_) = store.search(ANN, query="Where does Mirela work?")
    assert first.key == "job" and first.score
    assert [one.key for one in store.search(("users",), query="Ferran", filter={"from": None})] == ["job"]
    assert store.search(ANN, query="submarines") == []
    assert memory.run(lambda m: m.wait_idle(60))
    assert memory.recall("Where does Mirela work?").facts[0].edge.fact == "Mirela works at Tandoor Labs"


def test_what_is_put_again_ends_what_was_said(memory: SyncMemory) -> None:
    store = ZephStore(memory)
    store.put(ANN, "job", {"text": "Mirela works at Tandoor Labs."})
    created = store.get(ANN, "job")
    store.put(ANN, "job", {"text": "Mirela plays the cello."})
    store.put(ANN, "job", {"text": "Mirela plays the cello."})
    item = store.get(ANN, "job")
    assert created and item and item.created_at == created.created_at <= item.updated_at
    current = [fact.fact for fact in memory.facts("Mirela")[1]]
    assert "Mirela works at Tandoor Labs" not in current and any("cello" in fact for fact in current)
    assert "Mirela works at Tandoor Labs" in [fact.fact for fact in memory.history("Mirela")]


def test_what_is_deleted_is_forgotten(memory: SyncMemory, tmp_path: Path) -> None:
    store = ZephStore(memory)
    store.put(ANN, "job", {"text": "Mirela works at Tandoor Labs."})
    store.put(ANN, "job", {"text": "Mirela works at Brightwater now."})
    store.delete(ANN, "job")
    assert not memory.run(lambda m: m.graph.entities_named("Mirela"))
    memory.close()
    assert b"Tandoor" not in b"".join(one.read_bytes() for one in tmp_path.glob("m.db*"))


def test_what_the_person_forgets_leaves_the_store(memory: SyncMemory) -> None:
    store = ZephStore(memory)
    store.put(ANN, "notes", {"text": "Mirela works at Tandoor Labs. She has a red bicycle.", "n": 1})
    assert memory.run(lambda m: m.wait_idle(60))
    memory.forget("Tandoor Labs")
    left = store.get(ANN, "notes")
    assert left is None or "Tandoor" not in str(left.value)


def test_keys_are_not_kept(memory: SyncMemory) -> None:
    store = ZephStore(memory)
    value = {"password": "hunter2secret", "note": "token sk-proj-abcdefghijklmnopqrstuvwxyz0123456789", "n": 1.5}
    store.put(ANN, "login", value)
    item = store.get(ANN, "login")
    assert item and item.value == {"password": "[redacted]", "note": "token [redacted]", "n": 1.5}


def test_which_fields_are_said_is_the_programs_choice(memory: SyncMemory) -> None:
    store = ZephStore(memory)
    store.put(ANN, "a", {"title": "A walk in Oslo", "body": "Sunny all day long."}, index=["title"])
    store.put(ANN, "b", {"title": "A walk in Bergen"}, index=False)
    assert [one.key for one in store.search(ANN, query="walk")] == ["a"]
    assert store.search(ANN, query="sunny day") == []
    assert len(store.search(ANN)) == 2


async def test_the_awaited_calls(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "m.db", embedder=None) as memory:
        store = ZephStore(memory)
        await asyncio.gather(*(store.aput(ANN, f"k{n}", {"text": f"Tarik{n} works at Mill{n}."}) for n in range(5)))
        assert len(await store.asearch(ANN)) == 5
        found = await store.aget(ANN, "k3")
        assert found and found.value == {"text": "Tarik3 works at Mill3."}
        await store.adelete(ANN, "k3")
        assert await store.aget(ANN, "k3") is None
        assert await store.alist_namespaces() == [ANN]
        with pytest.raises(UsageError, match="SyncMemory"):
            store.get(ANN, "k1")
        with pytest.raises(UsageError, match="no JSON"):
            await store.aput(ANN, "odd", {"when": object()})
        with pytest.raises(UsageError, match="no comparison"):
            await store.asearch(ANN, filter={"n": {"$near": 1}})


async def test_a_store_of_the_twin_is_awaited_too(memory: SyncMemory) -> None:
    store = ZephStore(memory)
    await store.aput(ANN, "a", {"n": 1})
    found = await store.aget(ANN, "a")
    assert found and found.value == {"n": 1}


def test_another_process_sees_it(memory: SyncMemory, tmp_path: Path) -> None:
    ZephStore(memory).put(ANN, "a", {"n": 1})
    with SyncMemory.open(tmp_path / "m.db", embedder=None) as other:
        store = ZephStore(other)
        assert [one.value for one in store.search(())] == [{"n": 1}]
        store.put(ANN, "a", {"n": 2})
    found = ZephStore(memory).get(ANN, "a")
    assert found and found.value == {"n": 2}


def test_a_talk_whose_id_is_none_of_its_own_is_left_alone(memory: SyncMemory, tmp_path: Path) -> None:
    """A file that is imported may bring any."""
    store = ZephStore(memory)
    store.put(ANN, "a", {"n": 1})
    store.put(BO, "a", {"n": 2})
    with closing(connect(tmp_path / "m.db")) as conn:
        conn.execute("UPDATE conversations SET external_id = ? WHERE external_id LIKE '%bo%'", (f"{PREFIX}rubbish",))
    assert [one.value for one in store.search(())] == [{"n": 1}]
