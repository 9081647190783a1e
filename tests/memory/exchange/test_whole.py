"""A whole memory leaves and comes in again: nothing is lost, nothing is doubled, references follow."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.remembering import backfilled
from zeph.clock import FixedClock
from zeph.errors import BadInput
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage

TALK = (
    "My dog is called Biscuit.",
    "I live in Hamburg.",
    "I moved from Hamburg to Bergen.",
    "I use Docker and Python.",
    "My sister Ann works at Siemens.",
)


def clock() -> FixedClock:
    return FixedClock("2026-03-01 09:00:00")


async def talk(memory: Memory, *texts: str) -> None:
    chat = await memory.start_conversation()
    for text in texts:
        await memory.observe(NewMessage(chat.id, "user", text))
    await backfilled(memory)


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    async with Memory.open(tmp_path / "zeph.db", clock=clock(), background=False) as opened:
        await talk(opened, *TALK)
        await opened.edits.alias("Biscuit", "Bis")
        await opened.edits.alias("Ann", "Annie")
        await opened.edits.merge("Biscuit", "Python")
        await opened.edits.undo()
        yield opened


async def bring(path: Path, file: Path, format: str | None = None) -> tuple[int, list[str]]:
    """New rows and complaints."""
    bad: list[str] = []
    async with Memory.open(path, clock=clock(), background=False) as memory:
        steps = [
            s
            async for s in memory.admin.import_file(
                file, lambda n, why: bad.append(f"{n}: {why}"), format, standing=True
            )
        ]
    return steps[-1].facts, bad


def rows(file: Path, kind: str) -> list[dict[str, Any]]:
    return [row for row in map(json.loads, file.read_text().splitlines()) if row["type"] == kind]


async def test_out_and_in_again_is_the_same_text(memory: Memory, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    counts = await memory.admin.export(one)
    assert {"fact", "version", "revision", "alias", "message"} <= counts.keys()
    assert (await bring(tmp_path / "other.db", one))[1] == []
    async with Memory.open(tmp_path / "other.db", clock=clock(), background=False) as other:
        await other.admin.export(two)
        assert (await other.facts("Bis"))[1], "an alias came along"
    assert two.read_text() == one.read_text()
    assert one.stat().st_mode & 0o077 == 0


async def test_a_second_import_adds_nothing(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    await memory.admin.export(file)
    first, _ = await bring(tmp_path / "other.db", file)
    assert first > 20
    assert await bring(tmp_path / "other.db", file) == (0, [])
    assert await bring(memory.path, file) == (0, []), "its own export brings nothing new"


async def test_an_import_that_was_broken_off_goes_on(memory: Memory, tmp_path: Path) -> None:
    whole, half, end = tmp_path / "one.jsonl", tmp_path / "half.jsonl", tmp_path / "two.jsonl"
    await memory.admin.export(whole)
    lines = whole.read_text().splitlines(keepends=True)
    half.write_text("".join(lines[: len(lines) * 3 // 4]))
    await bring(tmp_path / "other.db", half)
    await bring(tmp_path / "other.db", whole)
    async with Memory.open(tmp_path / "other.db", clock=clock(), background=False) as other:
        await other.admin.export(end)
    assert end.read_text() == whole.read_text()


async def test_into_a_memory_that_knows_other_things(memory: Memory, tmp_path: Path) -> None:
    file, path = tmp_path / "one.jsonl", tmp_path / "other.db"
    await memory.admin.export(file)
    async with Memory.open(path, clock=clock(), background=False) as other:
        await talk(other, "I have a cat named Momo.", "I use Python.", "I play chess on Sundays.")
        before = await other.stats()
    added, bad = await bring(path, file)
    assert added
    assert bad == []
    async with Memory.open(path, clock=clock(), background=False) as other:
        _, facts = await other.facts("User")
        said = [f.fact for f in facts]
        assert len(said) == len(set(said)), "what both know stands once"
        assert any("Momo" in f for f in said)
        assert any("Biscuit" in f for f in said)
        places = {f.target for f in facts if f.canonical_relation == "lives_in"}
        assert places == {"Bergen"}, "the past stays past"
        after = await other.stats()
        assert after.entities > before.entities
        assert after.messages == before.messages + len(TALK)
        assert await other.admin.health() == []


async def test_what_was_imported_can_still_be_undone(memory: Memory, tmp_path: Path) -> None:
    file, path = tmp_path / "one.jsonl", tmp_path / "other.db"
    await memory.edits.merge("Ann", "Siemens")
    await memory.admin.export(file)
    async with Memory.open(path, clock=clock(), background=False) as other:
        await talk(other, "I have a cat named Momo.", "I like tea.", "My brother Tom lives in Oslo.")
    await bring(path, file)
    async with Memory.open(path, clock=clock(), background=False) as other:
        merged = next(r for r in await other.edits.revisions() if r.kind == "merge" and not r.undone)
        await other.edits.undo(merged.id)
        entities, facts = await other.facts("Siemens")
        assert [e.name for e in entities] == ["Siemens"]
        assert [(f.source, f.target) for f in facts] == [("Ann", "Siemens")]


async def test_as_of_leaves_out_what_came_later(tmp_path: Path) -> None:
    file = tmp_path / "then.jsonl"
    async with Memory.open(tmp_path / "zeph.db", clock=clock(), background=False) as memory:
        chat = await memory.start_conversation()
        for text, sent_at in (
            ("I live in Hamburg.", "2024-05-01 10:00:00"),
            ("I moved to Bergen.", "2025-05-01 10:00:00"),
        ):
            await memory.observe(NewMessage(chat.id, "user", text, sent_at=sent_at))
        await backfilled(memory)
        await memory.admin.export(file, as_of="2024-06-01 00:00:00")
    assert "Bergen" not in file.read_text()
    [fact] = rows(file, "fact")
    assert (fact["valid_until"], fact["expired_at"], fact["live"]) == (None, None, 1)
    assert (await bring(tmp_path / "other.db", file))[1] == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not valid JSON"),
        ('{"type": "planet", "id": 1}', "type must be one of"),
        ('{"type": "entity", "id": "x", "name": "A"}', "id must be a whole number"),
        ('{"type": "entity", "id": 1, "canonical_name": "a", "entity_type": "tool", "name": 7}', "name must be a text"),
        (
            '{"type": "entity", "id": 1, "canonical_name": "a", "entity_type": "tool", "moons": 7}',
            "moons is no part of",
        ),
        ('{"type": "entity", "id": 1, "name": "A"}', "canonical_name is missing"),
        (
            '{"type": "alias", "id": 1, "entity_id": 99, "alias": "A", "alias_name": "a", "entity_type": "tool"}',
            "names entity 99",
        ),
        ('{"type": "message", "id": 1, "conversation_id": 4, "external_id": "a"}', "names conversation 4"),
        (
            '{"type": "conversation", "id": 1, "external_id": "a", "kind": "chat", "created_at": "soon"}',
            "must be a time",
        ),
        (
            '{"type": "conversation", "id": 1, "external_id": "a", "kind": "war", "created_at": '
            '"2024-01-01", "updated_at": "2024-01-01"}',
            "no conversation can be so",
        ),
    ],
)
async def test_bad_lines_are_told_and_left_out(tmp_path: Path, line: str, complaint: str) -> None:
    file = tmp_path / "bad.jsonl"
    good = (
        '{"type": "conversation", "id": 2, "external_id": "b", "kind": "chat", "title": "", '
        '"created_at": "2024-01-01 00:00:00", "updated_at": "2024-01-01 00:00:00"}'
    )
    file.write_text('{"type": "zeph", "version": 1}\n' + line + "\n" + good + "\n")
    added, bad = await bring(tmp_path / "zeph.db", file)
    assert added == 1
    assert len(bad) == 1
    assert bad[0].startswith("2: ")
    assert complaint in bad[0]


async def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "later.jsonl"
    file.write_text('{"type": "zeph", "version": 2}\n')
    with pytest.raises(BadInput, match="later Zeph"):
        await bring(tmp_path / "zeph.db", file)


async def test_a_file_that_cannot_be_written_leaves_nothing_behind(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        await memory.admin.export(tmp_path / "no" / "folder.jsonl")
    (tmp_path / "taken").mkdir()
    with pytest.raises(BadInput, match="is a folder"):
        await memory.admin.export(tmp_path / "taken")
    assert not list(tmp_path.glob(".taken*"))


async def test_graphs_for_other_tools(memory: Memory, tmp_path: Path) -> None:
    import xml.etree.ElementTree as ET

    xml, lines = tmp_path / "graph.graphml", tmp_path / "memory.jsonl"
    counts = await memory.admin.export(xml, "graphml")
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ET.parse(xml).getroot().find(f"{space}graph")  # written just now
    assert graph is not None
    nodes = {n.get("id") for n in graph.iter(f"{space}node")}
    edges = list(graph.iter(f"{space}edge"))
    assert len(edges) == counts["fact"]
    assert all({e.get("source"), e.get("target")} <= nodes for e in edges)
    await memory.admin.export(lines, "mcp-memory")
    found = [json.loads(line) for line in lines.read_text().splitlines()]
    dog = next(x for x in found if x.get("name") == "User")
    assert any("Biscuit" in o for o in dog["observations"])
    assert any(x["type"] == "relation" and x["to"] == "Bergen" for x in found)
    assert not any(x.get("to") == "Hamburg" for x in found), "only what is true"


async def test_the_imported_file_passes_sqlites_own_check(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    await memory.admin.export(file)
    await bring(tmp_path / "other.db", file)
    with closing(sqlite3.connect(tmp_path / "other.db")) as conn, conn:
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
