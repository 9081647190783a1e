"""A folder of notes is watched: what a note says now is what it tells, whoever was killed or looked twice."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from zeph.clock import FixedClock
from zeph.errors import BadInput
from zeph.memory.exchange.watched_folder import NoteChange, WatchedFolder
from zeph.memory.facade import Memory
from zeph.records.message import GraphState

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """``write("a/b.md", "text", day=3)``: last changed on that day of January 2026."""

    def written(name: str, text: str, day: int = 1) -> Path:
        path = tmp_path / "vault" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        changed = 1767225600 + (day - 1) * 86_400
        os.utime(path, (changed, changed))
        return path

    return written


async def look(memory: Memory, room: WatchedFolder) -> tuple[list[NoteChange], list[str]]:
    async def read() -> None:
        _ = [step async for step in memory.backfill()]

    bad: list[str] = []
    return [change async for change in room.look(read, lambda _, why: bad.append(why))], bad


async def known(memory: Memory, name: str) -> dict[str, str | None]:
    """Facts about it, past ones too, and until when."""
    pages = [await memory.graph.page(found.id) for found in await memory.graph.entities_named(name)]
    facts = [fact for page in pages if page for fact in (*page.facts, *page.past)]
    return {fact.fact: fact.valid_until and fact.valid_until[:10] for fact in facts}


async def test_a_note_that_changes_replaces_what_it_said(memory: Memory, tmp_path: Path, write: Write) -> None:
    write("Atlas.md", "# Atlas\nNora leads Atlas.\n\n# Hosts\n- db1: Debian\n")
    room = memory.admin.watch(tmp_path / "vault")
    changes, bad = await look(memory, room)
    assert ([(c.note, c.added, c.withdrawn) for c in changes], bad) == ([("Atlas.md", 2, 0)], [])
    assert (await look(memory, room)) == ([], [])
    write("Atlas.md", "# Atlas\nIris leads Atlas.\n\n# Hosts\n- db1: Debian\n", day=9)
    changes, _ = await look(memory, room)
    assert [(c.note, c.added, c.withdrawn) for c in changes] == [("Atlas.md", 1, 1)]
    assert await known(memory, "Atlas") == {"Nora leads Atlas": "2026-01-09", "Iris leads Atlas": None}
    assert await known(memory, "Hosts") == {"Hosts's db1 is Debian": None}
    assert (await memory.admin.check())[1] == []


async def test_what_a_note_says_again_is_so_again(memory: Memory, tmp_path: Path, write: Write) -> None:
    room = memory.admin.watch(tmp_path / "vault")
    texts = ("Nora leads Atlas.", "Iris leads Atlas.", "Nora leads Atlas.")
    for day, text in enumerate(texts, start=1):
        write("a.md", text, day)
        await look(memory, room)
    _, now = await memory.facts("Atlas")
    assert [(fact.fact, (fact.valid_from or "")[:10]) for fact in now] == [("Nora leads Atlas", "2026-01-03")]
    assert (await known(memory, "Atlas"))["Iris leads Atlas"] == "2026-01-03"


async def test_of_a_note_that_is_deleted_what_it_alone_told_ends(memory: Memory, tmp_path: Path, write: Write) -> None:
    write("a.md", "Nora leads Atlas. Ben lives in Hull.")
    write("b.md", "# Team\nBen lives in Hull.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    (tmp_path / "vault" / "a.md").unlink()
    changes, _ = await look(memory, room)
    assert [(c.note, c.gone, c.ended) for c in changes] == [("a.md", True, ("Nora leads Atlas",))]
    assert await known(memory, "Ben") == {"Ben lives in Hull": None}
    assert await known(memory, "Atlas") == {"Nora leads Atlas": "2026-03-01"}


async def test_a_note_that_is_moved_changes_nothing(memory: Memory, tmp_path: Path, write: Write) -> None:
    path = write("a.md", "Nora leads Atlas.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    (tmp_path / "vault" / "old").mkdir()
    path.rename(tmp_path / "vault" / "old" / "b.md")
    await look(memory, room)
    assert await known(memory, "Atlas") == {"Nora leads Atlas": None}


async def test_what_changed_while_nobody_watched_is_found(memory: Memory, tmp_path: Path, write: Write) -> None:
    write("a.md", "Nora leads Atlas.")
    write("b.md", "Ben lives in Hull.")
    await look(memory, memory.admin.watch(tmp_path / "vault"))
    write("a.md", "Iris leads Atlas.", day=5)
    (tmp_path / "vault" / "b.md").unlink()
    changes, _ = await look(memory, memory.admin.watch(tmp_path / "vault"))
    assert [(c.note, c.gone) for c in changes] == [("a.md", False), ("", True)]
    assert await known(memory, "Ben") == {"Ben lives in Hull": "2026-03-01"}


async def test_two_processes_do_it_once(memory: Memory, tmp_path: Path, write: Write) -> None:
    write("a.md", "Nora leads Atlas.")
    async with Memory.open(memory.path, clock=FixedClock("2026-03-01 09:00:00"), background=False) as other:
        rooms = [(m, m.admin.watch(tmp_path / "vault")) for m in (memory, other)]
        for day, text in enumerate(("Nora leads Atlas.", "Iris leads Atlas."), start=2):
            write("a.md", text, day)
            for one, room in rooms:
                await look(one, room)
    talks = await memory.conversations.list()
    said = [m.text for talk in talks for m in await memory.conversations.history(talk.id)]
    assert sorted(said) == ["Iris leads Atlas.", "Nora leads Atlas."]
    assert await known(memory, "Atlas") == {"Nora leads Atlas": "2026-01-03", "Iris leads Atlas": None}


async def test_what_was_kept_and_not_read_is_read_at_the_next_start(
    memory: Memory, tmp_path: Path, write: Write
) -> None:
    path = write("a.md", "Nora leads Atlas.")
    async for _ in memory.admin.import_file(path, lambda *_: None):
        pass
    await look(memory, memory.admin.watch(tmp_path / "vault"))
    assert await known(memory, "Atlas") == {"Nora leads Atlas": None}


async def test_a_folder_that_is_not_there_any_more_takes_nothing_along(
    memory: Memory, tmp_path: Path, write: Write
) -> None:
    write("a.md", "Nora leads Atlas.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    (tmp_path / "vault").rename(tmp_path / "elsewhere")
    changes, bad = await look(memory, room)
    assert (changes, len(bad)) == ([], 1)
    assert await look(memory, room) == ([], [])
    assert await known(memory, "Atlas") == {"Nora leads Atlas": None}
    with pytest.raises(BadInput, match="cannot be read"):
        await look(memory, memory.admin.watch(tmp_path / "nowhere"))


async def test_what_the_person_pinned_stays(memory: Memory, tmp_path: Path, write: Write) -> None:
    path = write("a.md", "Nora leads Atlas.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    _, facts = await memory.facts("Atlas")
    await memory.edits.pin(facts[0].id)
    path.unlink()
    write("c.md", "Ben lives in Hull.")
    await look(memory, room)
    assert await known(memory, "Atlas") == {"Nora leads Atlas": None}


async def test_ending_them_can_be_undone(memory: Memory, tmp_path: Path, write: Write) -> None:
    path = write("a.md", "Nora leads Atlas.")
    write("b.md", "Ben lives in Hull.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    path.unlink()
    await look(memory, room)
    await memory.edits.undo()
    assert await known(memory, "Atlas") == {"Nora leads Atlas": None}


async def test_properties_links_and_days(memory: Memory, tmp_path: Path, write: Write) -> None:
    front = '---\naliases: [Noor]\ntags:\n  - person\ncompany: "[[Globex]]"\ncreated: 2025-04-01\n---\n'
    write("people/Nora Holm.md", f"{front}[[Nora Holm]] lives in Hull. ![[img/nora.png]]\n")
    write("2025-05-06.md", "Met [[Nora Holm|Nora]]. [[folder/Ben Aarts#Work|Ben]] works at Kestrel.\n")
    write(".trash/x.md", "Ben lives in Hull.")
    write(".obsidian/y.md", "Ben lives in Hull.")
    write("z.canvas", "{}")
    await look(memory, memory.admin.watch(tmp_path / "vault"))
    talks = await memory.conversations.list()
    said = {m.text: m for talk in talks for m in await memory.conversations.history(talk.id)}
    assert said["Nora Holm lives in Hull."].sent_at == "2025-04-01 00:00:00"
    day = said["Met Nora Holm. Ben Aarts works at Kestrel."]
    assert (day.sent_at, day.speaker) == ("2025-05-06 00:00:00", "Author of 2025-05-06.md")
    assert "# Nora Holm\n- company: Globex\n- tags: person" in said
    assert "Nora Holm's company is Globex" in await known(memory, "Nora Holm")
    assert "Ben Aarts works at Kestrel" in await known(memory, "Ben Aarts")
    (nora,) = [e for e in await memory.graph.entities_named("Nora Holm") if e.name == "Nora Holm"]
    assert {"Noor", "Nora"} <= set(nora.aliases)
    assert not any("Hull" in fact for fact in await known(memory, "Ben"))


async def test_a_passage_that_went_before_it_was_read_brings_nothing(
    memory: Memory, tmp_path: Path, write: Write
) -> None:
    room = memory.admin.watch(tmp_path / "vault")
    write("a.md", "Nora leads Atlas.")

    async def reads_nothing() -> None:
        return

    _ = [change async for change in room.look(reads_nothing, lambda *_: None)]
    write("a.md", "Ben lives in Hull.", day=2)
    _ = [change async for change in room.look(reads_nothing, lambda *_: None)]
    talk = (await memory.conversations.list())[0]
    states = [m.graph_processed for m in await memory.conversations.history(talk.id)]
    assert states == [GraphState.NEVER, GraphState.PENDING]


async def test_what_was_withdrawn_is_not_quoted(memory: Memory, tmp_path: Path, write: Write) -> None:
    room = memory.admin.watch(tmp_path / "vault")
    for day, text in enumerate(("The boiler code is 4711.", "The boiler code is 5822."), start=1):
        write("a.md", text, day)
        await look(memory, room)
    said = [hit.message.text for hit in (await memory.recall("What is the boiler code?")).messages]
    assert said == ["The boiler code is 5822."]
    write("a.md", "The boiler code is 4711.", day=3)
    await look(memory, room)
    said = [hit.message.text for hit in (await memory.recall("What is the boiler code?")).messages]
    assert said == ["The boiler code is 4711."]
    assert (await memory.admin.check())[1] == []


async def test_pages_of_the_memory_are_no_notes(memory: Memory, tmp_path: Path, write: Write) -> None:
    write("a.md", "Nora leads Atlas.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    await memory.admin.export_pages(tmp_path / "vault" / "memory")
    for page in (tmp_path / "vault" / "memory").glob("*.md"):
        os.utime(page, (1, 1))
    assert await look(memory, room) == ([], [])
    steps = [step async for step in memory.admin.import_file(tmp_path / "vault", lambda *_: None)]
    assert (steps[-1].done, steps[-1].facts) == (1, 0)


async def test_what_a_killed_process_kept_is_withdrawn_with_its_note(
    memory: Memory, tmp_path: Path, write: Write
) -> None:
    async def dies() -> None:
        raise KeyboardInterrupt

    write("a.md", "Nora leads Atlas.")
    await look(memory, memory.admin.watch(tmp_path / "vault"))
    write("a.md", "Iris leads Atlas.", day=2)
    with pytest.raises(KeyboardInterrupt):
        _ = [change async for change in memory.admin.watch(tmp_path / "vault").look(dies, lambda *_: None)]
    write("a.md", "Ben leads Atlas.", day=3)
    await look(memory, memory.admin.watch(tmp_path / "vault"))
    _, now = await memory.facts("Atlas")
    assert [fact.fact for fact in now] == ["Ben leads Atlas"]


async def test_what_a_passage_replaced_is_so_again_once_that_passage_goes(
    memory: Memory, tmp_path: Path, write: Write
) -> None:
    room = memory.admin.watch(tmp_path / "vault")
    write("a.md", "# One\nNora leads Atlas.\n")
    await look(memory, room)
    write("a.md", "# One\nNora leads Atlas.\n\n# Two\nIris replaced Nora as the lead of Atlas.\n", day=2)
    await look(memory, room)
    write("a.md", "# One\nNora leads Atlas.\n", day=3)
    await look(memory, room)
    await look(memory, room)
    _, now = await memory.facts("Atlas")
    assert [fact.fact for fact in now] == ["Nora leads Atlas"]
    assert await look(memory, room) == ([], [])


async def test_a_folder_is_the_same_however_it_is_spelled(
    memory: Memory, tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.md", "Nora leads Atlas.")
    write("b.md", "Ben lives in Hull.")
    (tmp_path / "link").symlink_to("vault")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    await look(memory, memory.admin.watch(tmp_path / "vault"))
    path.unlink()
    for spelled in (tmp_path / "link", Path("../vault"), tmp_path / "other" / ".." / "vault"):
        changes, bad = await look(memory, memory.admin.watch(spelled))
        assert bad == []
        assert [change.gone for change in changes] == ([True] if spelled.name == "link" else [])
    assert await known(memory, "Atlas") == {"Nora leads Atlas": "2026-03-01"}


async def test_a_fact_whose_end_is_still_to_come_ends_with_its_note(
    memory: Memory, tmp_path: Path, write: Write
) -> None:
    text = "Nora works at Atlas until May 2027."
    write("a.md", text)
    write("b.md", "Ben lives in Hull.")
    room = memory.admin.watch(tmp_path / "vault")
    await look(memory, room)
    assert await known(memory, "Atlas") == {"Nora works at Atlas": "2027-05-01"}
    (tmp_path / "vault" / "a.md").unlink()
    changes, _ = await look(memory, room)
    assert changes[0].ended == ("Nora works at Atlas",)
    assert await known(memory, "Atlas") == {"Nora works at Atlas": "2026-03-01"}
    await memory.edits.undo()
    assert await known(memory, "Atlas") == {"Nora works at Atlas": "2027-05-01"}
