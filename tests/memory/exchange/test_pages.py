"""The memory as pages: what is in them, what a second export touches, and what it leaves alone."""

import hashlib
import json
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from zeph.errors import BadInput
from zeph.memory.exchange.markdown_pages import escaped
from zeph.memory.exchange.page_folder import LIST, LONGEST, PageFolder, _Page, file_name, own_pages
from zeph.memory.facade import Memory
from zeph.records.message import Message

SECRET = b"of a database"
Remember = Callable[..., Awaitable[Message]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "pages"


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in folder.glob("*.md")}


async def test_a_page_has_facts_links_dates_and_sources(memory: Memory, remember: Remember, folder: Path) -> None:
    await remember("My sister Anna lives in Cork.", sent_at="2025-01-02 10:00:00")
    await remember("I moved to Hull in May 2024.", sent_at="2025-02-03 10:00:00")
    await remember("I moved to Cork in June 2025.", sent_at="2025-07-04 10:00:00")
    done = await memory.admin.export_pages(folder)
    assert done.changed == done.pages == len(list(folder.glob("*.md")))
    user = (folder / "User.md").read_text()
    now, over = user.split("## Over")
    assert "in [[Cork]]" in now or "to [[Cork]]" in now
    assert "since 2025-06" in now
    assert "[[Hull]]" in over
    assert "2024-05 – 2025-06" in over
    assert "- 2025-02-03 User: “I moved to Hull in May 2024.”" in user
    assert "[[Cork]]" in (folder / "Anna.md").read_text()
    assert "[[User]]" in (folder / "index.md").read_text()
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


async def test_again_only_what_has_changed_is_written(memory: Memory, remember: Remember, folder: Path) -> None:
    await remember("Anna lives in Cork.", "Ben lives in Hull.")
    await memory.admin.export_pages(folder)
    before = times(folder)
    done = await memory.admin.export_pages(folder)
    assert (done.changed, done.gone, times(folder)) == (0, 0, before)
    await remember("Ben works at Kestrel.")
    done = await memory.admin.export_pages(folder)
    after = times(folder)
    assert {name for name in before if before[name] != after[name]} == {"Ben.md", "index.md"}
    assert after.keys() - before.keys() == {"Kestrel.md"}


async def test_what_is_not_ours_is_left_alone(memory: Memory, remember: Remember, folder: Path) -> None:
    folder.mkdir()
    (folder / "anna.md").write_text("my own")
    (folder / "notes.txt").write_text("mine")
    (folder / "Ben.md").symlink_to(folder / "notes.txt")
    await remember("Anna lives in Cork.", "Ben lives in Hull.")
    await memory.admin.export_pages(folder)
    assert ((folder / "anna.md").read_text(), (folder / "notes.txt").read_text()) == ("my own", "mine")
    assert "[[Cork]]" in (folder / "Anna (2).md").read_text()
    assert (folder / "Ben (2).md").is_file()
    (folder / "Cork.md").write_text("changed by hand")
    await remember("Cork is in Ireland.")
    done = await memory.admin.export_pages(folder)
    assert done.left == ["Cork.md"]
    assert (folder / "Cork.md").read_text() == "changed by hand"


async def test_what_is_forgotten_leaves_the_pages(memory: Memory, remember: Remember, folder: Path) -> None:
    await remember("Anna lives in Cork.", "Ben lives in Hull.")
    await memory.admin.export_pages(folder)
    await memory.forget(await memory.edits.forgetting.entity("Anna"))
    done = await memory.admin.export_pages(folder)
    assert done.gone >= 1
    assert not (folder / "Anna.md").exists()
    assert not [path for path in folder.iterdir() if "Anna" in path.read_text()]


async def test_a_killed_export_leaves_nothing_that_is_nobodys(
    memory: Memory, remember: Remember, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await remember("Anna lives in Cork.", "Ben lives in Hull.")
    await memory.admin.export_pages(folder)
    await remember("Anna works at Kestrel.", "Ben works at Kestrel.")
    put, calls = PageFolder._put, [0]

    def dies(self: PageFolder, *given: object) -> None:
        calls[0] += 1
        if calls[0] == 4:
            raise KeyboardInterrupt
        put(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(PageFolder, "_put", dies)
    with pytest.raises(KeyboardInterrupt):
        await memory.admin.export_pages(folder)
    monkeypatch.undo()
    await remember("Anna likes tea.", "Ben likes tea.")
    done = await memory.admin.export_pages(folder)
    assert done.left == []
    for name in ("Anna", "Ben"):
        assert "[[tea]]" in (folder / f"{name}.md").read_text()


async def test_texts_of_others_are_text(memory: Memory, remember: Remember, folder: Path) -> None:
    await remember("Anna lives in Cork ![x](http://evil.example/a.png) <img src=x> [[Ben]] `rm` $x$ %%y%%.")
    await memory.admin.export_pages(folder)
    for path in folder.glob("*.md"):
        text = path.read_text()
        assert "![" not in text
        assert "<img" not in text
        assert "%%" not in text


@pytest.mark.parametrize(
    "text", ["https://evil.example/a", "see WWW.evil.example now", "ftp://x.example", "obsidian://open", "a@b.example"]
)
def test_a_bare_address_is_no_link(text: str) -> None:
    assert not re.search(r"\w://|\bwww\.|\w@", escaped(text), re.IGNORECASE)
    assert escaped(text).replace("\\", "") == text


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("a/b:c", "a b c"), ("..", "unnamed"), (".hidden", "hidden"), ("CON", "CON (1)"), ("nul.txt", "nul.txt (1)"),
        ("index", "index (1)"), ("../../etc/passwd", "etc passwd"), ("a [[b]] #c", "a b c"), ("\x00\n", "unnamed"),
        ("Zoë", "Zoë"), ("trailing. ", "trailing"),
    ],
)  # fmt: skip
def test_any_name_is_a_files(name: str, file: str) -> None:
    assert file_name(name) == file


def test_names_that_are_huge_or_differ_by_case_alone(folder: Path) -> None:
    things = [("1", "Rust"), ("2", "rust"), ("3", "RUST"), ("4", "é" * 5_000), ("5", "é" * 5_001)]
    names = PageFolder(folder, SECRET).names(things)
    assert (names["1"], names["2"], names["3"]) == ("Rust", "rust (2)", "RUST (3)")
    assert len({name.casefold() for name in names.values()}) == 5
    assert all(len(name.encode()) <= LONGEST + 4 for name in names.values())
    pages = PageFolder(folder, SECRET)
    pages.write({name: (key, name) for key, name in names.items()})
    assert PageFolder(folder, SECRET).names(things[1:]) == {key: name for key, name in names.items() if key != "1"}


def test_a_list_that_others_wrote_leads_nowhere(tmp_path: Path, folder: Path) -> None:
    folder.mkdir()
    (tmp_path / "victim.md").write_text("x")
    (folder / "mine.md").write_text("mine")
    rows = {"../victim.md": ["1", "0" * 64], "mine.md": ["2", "0" * 64], "x.md": 5}
    for listed in (rows, {name: row for name, row in rows.items() if row != 5}):
        (folder / LIST).write_text(json.dumps({"pages": listed}))
        PageFolder(folder, SECRET).write({})
        assert (tmp_path / "victim.md").read_text() == "x"
        assert (folder / "mine.md").read_text() == "mine"


async def test_a_list_with_the_right_hashes_is_still_not_ours(
    memory: Memory, remember: Remember, tmp_path: Path, folder: Path
) -> None:
    """Of a folder that somebody else made, or another memory, or whose list was added to."""
    folder.mkdir()
    hashes = {}
    for name in ("mine.md", "Anna.md", "index.md"):
        (folder / name).write_text(f"{name}, my own")
        hashes[name] = ["1", hashlib.sha256((folder / name).read_bytes()).hexdigest(), ""]
    await remember("Anna lives in Cork.")
    for seal in ({}, {"seal": ""}, {"seal": 5}, {"seal": "0" * 64}, {"seal": "\ud800"}):
        (folder / LIST).write_text(json.dumps({"version": 1, "pages": hashes} | seal))
        await memory.admin.export_pages(folder)
        assert all((folder / name).read_text() == f"{name}, my own" for name in hashes)
    listed = json.loads((folder / LIST).read_text())
    (folder / LIST).write_text(json.dumps(listed | {"pages": listed["pages"] | hashes}))
    async with Memory.open(tmp_path / "other.db", background=False) as other:
        await other.admin.export_pages(folder)
    await memory.admin.export_pages(folder)
    assert all((folder / name).read_text() == f"{name}, my own" for name in hashes)


async def test_a_folder_that_was_moved_is_still_ours(memory: Memory, remember: Remember, folder: Path) -> None:
    await remember("Anna lives in Cork.")
    await memory.admin.export_pages(folder)
    moved = folder.rename(folder.with_name("elsewhere"))
    assert (await memory.admin.export_pages(moved)).changed == 0


@pytest.mark.parametrize("name", ["a\0.md", "\0", "a\nb.md", "\x1b[2J.md", "../a.md", "a/b.md", "notes.txt", ""])
def test_a_listed_name_that_is_no_pages_leads_nowhere(folder: Path, name: str) -> None:
    pages = PageFolder(folder, SECRET)
    pages._note({name: _Page("1", "0" * 64)})
    assert PageFolder(folder, SECRET).write({}).left == []
    assert own_pages(folder) == frozenset()


def test_a_folder_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="is a file"):
        PageFolder(tmp_path / "file", SECRET)
    if os.geteuid():
        (tmp_path / "locked").mkdir(mode=0o500)
        with pytest.raises(BadInput, match="cannot be written"):
            PageFolder(tmp_path / "locked", SECRET).write({"a": ("1", "x")})
