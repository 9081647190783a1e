"""Notes, records and tables come in as documents: their passages are kept once, whatever becomes of the file."""

import json
from pathlib import Path

import pytest

from zeph.errors import BadInput
from zeph.memory.exchange.document_files import LONGEST_RECORD, PASSAGE
from zeph.memory.facade import Memory

NOTE = """---
title: x
date: 2026-02-03
---
# Atlas
Nora leads it.

- deadline: 2026-12-09

## Hosts
| host | os |
|---|---|
| db1 | Debian |

```
# no heading
```
"""


async def bring(memory: Memory, path: Path, format: str | None = None) -> tuple[int, list[str]]:
    bad: list[str] = []
    steps = [s async for s in memory.admin.import_file(path, lambda n, why: bad.append(f"{n}: {why}"), format)]
    return (steps[-1].facts if steps else 0), bad


async def texts(memory: Memory) -> list[str]:
    talks = await memory.conversations.list()
    return [m.text for talk in talks for m in await memory.conversations.history(talk.id)]


async def facts(memory: Memory, name: str) -> list[str]:
    _, edges = await memory.facts(name)
    return sorted(edge.fact for edge in edges)


async def test_a_note_is_kept_by_sections_and_becomes_facts(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text(NOTE)
    assert await bring(memory, tmp_path / "plan.md") == (2, [])
    talk = (await memory.conversations.list())[0]
    first, second = await memory.conversations.history(talk.id)
    assert (talk.title, first.sent_at, first.role) == ("Atlas", "2026-02-03 00:00:00", "user")
    assert first.text == "# Atlas\nNora leads it.\n\n- deadline: 2026-12-09"
    assert second.text.startswith("# Atlas\n## Hosts\n| host")
    assert second.text.endswith("# no heading\n```")
    _ = [step async for step in memory.backfill()]
    assert "Atlas's deadline is 2026-12-09" in await facts(memory, "Atlas")
    assert await facts(memory, "db1") == ["db1's os is Debian"]


async def test_again_moved_or_edited_only_what_is_new_is_added(memory: Memory, tmp_path: Path) -> None:
    note, moved = tmp_path / "plan.md", tmp_path / "old" / "2024-05-01 renamed.md"
    note.write_text("# A\nfirst\n# B\nsecond\n")
    assert (await bring(memory, note))[0] == 2
    moved.parent.mkdir()
    moved.write_text(note.read_text())
    assert (await bring(memory, note))[0] == (await bring(memory, moved))[0] == 0
    note.write_text("# A\nfirst\n# B\nsecond, changed\n")
    assert (await bring(memory, note))[0] == 1


async def test_a_long_section_is_cut_between_paragraphs(memory: Memory, tmp_path: Path) -> None:
    paragraphs = [f"Paragraph {n} " + "word " * 60 for n in range(20)]
    (tmp_path / "long.md").write_text("# Long\n" + "\n\n".join(paragraphs))
    added, _ = await bring(memory, tmp_path / "long.md")
    said = await texts(memory)
    assert added == len(said) > 4
    assert all(text.startswith("# Long\n") and len(text) < PASSAGE + 400 for text in said)
    assert all(any(f"Paragraph {n} " in text for text in said) for n in range(20))


async def test_records_and_tables(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "rec.json").write_text(json.dumps({"people": [{"name": "Lee", "city": "Hull"}, {"name": "Ada"}]}))
    (tmp_path / "list.json").write_text('[{"name": "Orion", "owner": "Sam"}]')
    (tmp_path / "data.csv").write_text('name;city\nMia;"Leeds"\nBo;York;x\n')
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "no.md").write_text("# no")
    added, bad = await bring(memory, tmp_path)
    assert added == 5
    assert len(bad) == 1
    assert "3 cells under 2 headings" in bad[0]
    _ = [step async for step in memory.backfill()]
    assert await facts(memory, "Mia") == ["Mia's city is Leeds"]
    assert await facts(memory, "Orion") == ["Orion's owner is Sam"]
    assert (await bring(memory, tmp_path))[0] == 0


async def test_another_number_later_changes_the_fact(memory: Memory, tmp_path: Path) -> None:
    for ram in (32, 64):
        (tmp_path / "hosts.json").write_text(json.dumps([{"host": "db1", "ram": ram}]))
        await bring(memory, tmp_path / "hosts.json")
        _ = [step async for step in memory.backfill()]
    assert await facts(memory, "db1") == ["db1's ram is 64"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.json", b'{"a": ', "not valid JSON"),
        ("a.json", b'{"a": ' * 100_000, "nested too deeply|not valid JSON"),
        ("a.md", b"\xff\xfe\x00", "not UTF-8 text"),
    ],
)
async def test_what_cannot_be_read_is_said(
    memory: Memory, tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=sentence):
        await bring(memory, tmp_path / name, "records" if name.endswith("json") else None)


async def test_a_record_that_is_too_long_is_left_out(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([{"name": "x", "a": "y" * LONGEST_RECORD}, {"name": "z"}]))
    added, bad = await bring(memory, tmp_path / "a.json")
    assert added == 1
    assert "characters" in bad[0]


async def test_in_a_folder_a_broken_file_takes_no_other_along(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\x00\xff\xfe")
    (tmp_path / "b.json").write_text("[1, 2")
    (tmp_path / "c.md").write_text("# C\n\nkept\n\n# D\n\ntoo\n")
    bad: list[str] = []
    steps = [s async for s in memory.admin.import_file(tmp_path, lambda n, why: bad.append(why))]
    assert (steps[-1].done, steps[-1].total, steps[-1].facts) == (2, 2, 2)
    assert ["a.md" in bad[0] or "a.md" in bad[1], "b.json" in bad[0] or "b.json" in bad[1]] == [True, True]


@pytest.mark.parametrize(("format", "whose"), [(None, "Author of flat.md"), ("my-notes", "User")])
async def test_who_says_i_in_a_note_is_the_person_only_where_the_person_says_so(
    memory: Memory, tmp_path: Path, format: str | None, whose: str
) -> None:
    (tmp_path / "flat.md").write_text("# The flat\nI live in Hull.\n\n# Work\nStarted at Kestrel in May.\n")
    await bring(memory, tmp_path / "flat.md", format)
    _ = [step async for step in memory.backfill()]
    assert f"{whose} lives in Hull" in await facts(memory, whose)
    profile = await memory.profile.view()
    assert any("Hull" in line.text for line in profile.lines) is (whose == "User")


async def test_a_note_in_which_nobody_speaks_has_no_author(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text(NOTE)
    await bring(memory, tmp_path / "plan.md")
    talk = (await memory.conversations.list())[0]
    assert {m.speaker for m in await memory.conversations.history(talk.id)} == {""}
