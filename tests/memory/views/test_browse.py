"""Looking through the memory by hand."""

from pathlib import Path

from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage


async def told(memory: Memory, *texts: str) -> int:
    chat = await memory.start_conversation()
    for text in texts:
        await memory.ingest_now(await memory.observe(NewMessage(chat.id, "user", text)))
    return chat.id


async def test_search_finds_by_the_beginnings_of_words(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "zeph.db", background=False) as memory:
        await told(memory, "I live in Bergen.", "My dog is called Biscuit.")
        found = await memory.graph.search("berg")
        assert [e.name for e in found.entities] == ["Bergen"]
        assert [e.fact for e in found.facts] == ["User lives in Bergen"]
        assert [m.text for m in found.messages] == ["I live in Bergen."]
        assert (await memory.graph.search("nothing of the kind")).entities == ()
        assert {e.name for e in (await memory.graph.search("")).entities} >= {"Bergen", "Biscuit"}
        assert (await memory.graph.search('"[ OR ( NEAR *')).facts == ()


async def test_a_page_has_the_past_its_sources_and_every_date(tmp_path: Path) -> None:
    clock = FixedClock("2024-01-10 09:00:00")
    async with Memory.open(tmp_path / "zeph.db", background=False, clock=clock) as memory:
        chat = await told(memory, "I live in Oslo.")
        clock.at = FixedClock("2025-03-01 09:00:00").at
        await memory.ingest_now(await memory.observe(NewMessage(chat, "user", "I moved to Bergen.")))
        user = next(e for e in await memory.graph.entities() if e.name == "User")
        page = await memory.graph.page(user.id)
        assert page is not None
        assert [e.target for e in page.facts if e.canonical_relation == "lives_in"] == ["Bergen"]
        assert [e.target for e in page.past] == ["Oslo"]
        assert {m.text for m in page.sources.values()} == {"I live in Oslo.", "I moved to Bergen."}
        then = await memory.graph.page(user.id, as_of="2024-06-01 00:00:00")
        assert then is not None and [e.target for e in then.facts] == ["Oslo"]
        oslo = next(e for e in await memory.graph.entities() if e.name == "Oslo")
        there = await memory.graph.page(oslo.id)
        assert there is not None and not there.facts and [e.target for e in there.past] == ["Oslo"]
        changed = await memory.graph.difference(user.id, memory.now, "2024-06-01 00:00:00")
        assert [e.target for e in changed.gone] == ["Oslo"] and [e.target for e in changed.new] == ["Bergen"]
        assert {e.name for e in await memory.graph.entities_of_conversation(chat)} >= {"Oslo", "Bergen", "User"}
        assert await memory.graph.page(10**9) is None


async def test_history_is_read_in_both_directions(tmp_path: Path) -> None:
    async with Memory.open(tmp_path / "zeph.db", background=False) as memory:
        chat = await memory.start_conversation()
        ids = [(await memory.observe(NewMessage(chat.id, "user", f"message {n}"))).id for n in range(10)]
        assert [m.id for m in await memory.conversations.history(chat.id, 3, before_id=ids[5])] == ids[2:5]
        assert [m.id for m in await memory.conversations.history(chat.id, 3, after_id=ids[5])] == ids[6:9]
        assert [m.id for m in await memory.conversations.history(chat.id, 3)] == ids[7:]
