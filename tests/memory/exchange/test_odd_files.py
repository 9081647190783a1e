"""Files that are odd in name, kind or make: one of them ends no import, no watching and no following."""

import asyncio
import contextlib
import os
import time
from pathlib import Path

import pytest

from zeph.errors import BadInput
from zeph.memory.exchange.import_formats import READERS
from zeph.memory.exchange.note_properties import linked, properties_of
from zeph.memory.exchange.page_folder import LIST, PageFolder, own_pages
from zeph.memory.exchange.polled_files import found_in
from zeph.memory.facade import Memory

NAMES = (b"\xff\xfename", b"caf\xe9 Nora", b"\xed\xa0\x80 day 2025-05-06", b"tab\tand\x1b[2J")
SESSION = (
    '{"type":"user","sessionId":"s","uuid":"u1","timestamp":"2026-01-01T00:00:00Z",'
    '"message":{"role":"user","content":"We use Docker."}}\n'
)
NOTE = "---\naliases: [Nor]\nteam: blue\n---\n# T\n\nI met [[Nora Holm|Nora]] today.\n"
KINDS = {
    "md": NOTE, "txt": NOTE, "jsonl": SESSION, "csv": "name,age\nNora,41\n", "json": '[{"name": "Nora"}]',
    "af": '{"agents": [{"agent_type": "a", "messages": []}], "blocks": []}',
}  # fmt: skip


def vault(tmp_path: Path, name: bytes) -> Path:
    """A folder that is called so, with a file of each kind that is, and a note that is as others."""
    folder = tmp_path / os.fsdecode(name)
    folder.mkdir()
    for ending, text in KINDS.items():
        (folder / os.fsdecode(name + b"." + ending.encode())).write_text(text)
    (folder / "plain.md").write_text("# Plain\n\nThe kettle is red.\n")
    for path in folder.iterdir():
        os.utime(path, (1767225600, 1767225600))
    return folder


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_is_no_text(memory: Memory, tmp_path: Path, name: bytes) -> None:
    folder, bad = vault(tmp_path, name), list[str]()

    async def read() -> None:
        pass

    assert len([one async for one in memory.admin.watch(folder).look(read, lambda _, why: bad.append(why))]) == 2
    async for step in memory.admin.import_file(folder, lambda n, why: bad.append(why)):
        assert step.failed == 0
    assert (await memory.stats()).messages >= 5 and bad == []
    async for _ in memory.admin.import_file(folder, lambda n, why: bad.append(why), me="nora"):
        pass
    _ = [one async for one in memory.admin.follow(folder).look(lambda _, why: bad.append(why))]
    for path in folder.glob("*.json*"):
        for reader in ("mem0", "claude-code", "codex", "letta", "graphiti", "records"):
            with contextlib.suppress(BadInput):
                _ = list(READERS[reader](path, lambda *_: None))


@pytest.mark.parametrize("made", ["[" * 5_000 + "]" * 5_000, "[" * 5_000, "[a, " * 3_000 + "]" * 3_000, "[]," * 5_000])
def test_values_that_are_nested_without_end(made: str) -> None:
    for text in (f"---\naliases: {made}\n---\n# T\n", f"---\naliases:\n  - {made}\n---\n# T\n"):
        assert properties_of(text).body == "# T\n"


def test_a_list_of_values_is_its_items() -> None:
    found = properties_of('---\naliases: ["Nor", \'N H\', "[[people/Holm]]"]\n---\n').values
    assert found == {"aliases": ["Nor", "N H", "Holm"]}


@pytest.mark.parametrize("part", ["![", "![](", "![[", "[[", "[[a|", "![x](a(b", "![](a)(", "![a]", "(", "![](()"])
def test_links_that_do_not_end_take_no_time(part: str) -> None:
    """Squared, 200,000 characters would take minutes."""
    before = time.process_time()
    linked(part * (200_000 // len(part)))
    assert time.process_time() - before < 5


def test_what_is_embedded_is_left_out() -> None:
    text = 'a ![x](b.png) c ![[d.pdf]] e ![f g](<h i> "j") k ![l](m_(n).png) o [p](q)'
    assert linked(text) == "a  c  e  k  o [p](q)"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    folder = tmp_path / "odd"
    folder.mkdir()
    for name in ("x.md", "x.jsonl", LIST, "Anna.md"):
        os.mkfifo(folder / name)
    (folder / "zero.md").symlink_to("/dev/zero")
    (folder / "good.md").write_text("# Good\n\nTea.\n")
    (folder / "linked.md").symlink_to(folder / "good.md")
    return folder


async def test_what_is_no_ordinary_file_is_never_opened(odd: Path) -> None:
    async with asyncio.timeout(20):
        found = await asyncio.to_thread(found_in, odd, (".md", ".jsonl"))
        assert [path.name for path in found] == ["good.md", "linked.md"]
        assert await asyncio.to_thread(own_pages, odd) == frozenset()
        (odd / LIST).unlink()
        done = await asyncio.to_thread(PageFolder(odd, b"x").write, {"Anna": ("1", "text")})
        assert done.left == ["Anna.md"] and (odd / "Anna.md").is_fifo()
