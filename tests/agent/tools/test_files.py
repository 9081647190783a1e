"""Tools on files: what they do, and what they leave alone."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.agent.scripted_turn import events_of
from tests.agent.tools.calling_model import Caller, Person, at_work, results

OLD = "one\ntwo\nthree\n"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "a.py").write_text("def f():\n    return 'Kiln'\n")
    (folder / "notes.md").write_text(OLD)
    return folder


async def did(path: Path, *calls: tuple[str, dict[str, Any]], person: Person | None = None) -> list[str]:
    """What the model got for the calls, made one after the other."""
    chat = Caller(rounds=([*calls], "Done."))
    async with at_work(path, chat, person or Person()) as (agent, conversation):
        await events_of(agent, conversation, "Go")
    return results(chat.sent[1])


async def test_reading_lists_and_searches(tmp_path: Path, work: Path) -> None:
    assert await did(
        tmp_path,
        ("read_file", {"path": "notes.md", "first_line": 2, "lines": 1}),
        ("read_file", {"path": str(work / "notes.md"), "first_line": 9}),
        ("list_files", {}),
        ("list_files", {"folder": "src", "pattern": "*.md"}),
        ("search_files", {"text": "kiln"}),
        ("search_files", {"text": "nowhere"}),
        ("read_file", {"path": "src"}),
    ) == [
        "2\ttwo\n(1 more lines; first_line 3 goes on)",
        f"{work}/notes.md has 3 lines.",
        "notes.md  14 bytes\nsrc/a.py  27 bytes",
        "There are no such files.",
        "src/a.py:2: return 'Kiln'",
        "Nothing was found.",
        "src is a folder; list_files shows what is in it.",
    ]


KEYS = (".env", ".env.local", "prod.env", "server.pem", "id_rsa", ".netrc", ".npmrc", "credentials.json", "x.kdbx")


@pytest.mark.parametrize("name", [*KEYS, ".ssh/config", ".aws/credentials"])
async def test_files_of_keys_are_not_read_listed_searched_or_written(tmp_path: Path, work: Path, name: str) -> None:
    file = work / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("hunter two hunter\n")
    person = Person()
    read, listed, found, written, edited = await did(
        tmp_path,
        ("read_file", {"path": name}),
        ("list_files", {}),
        ("search_files", {"text": "hunter"}),
        ("write_file", {"path": name, "content": "x"}),
        ("edit_file", {"path": name, "old": "two", "new": "x"}),
        person=person,
    )
    assert "holds keys" in read and "holds keys" in written and "holds keys" in edited
    assert name not in listed and found == "Nothing was found."
    assert file.read_text() == "hunter two hunter\n" and not person.asked


async def test_nothing_outside_the_workspace_by_any_way(tmp_path: Path, work: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("private words\n")
    (work / "link.txt").symlink_to(outside)
    (work / "folder").symlink_to(tmp_path)
    (work / "deep").mkdir()
    (work / "deep" / "up").symlink_to("../..")
    ways = [
        "../outside.txt", str(outside), "link.txt", "folder/outside.txt", "deep/up/outside.txt",
        "src/../../outside.txt",
        "~/x", "/etc/passwd", "/dev/zero", "/proc/self/environ", "\0", "../work2/x", "x" * 5000,
    ]  # fmt: skip
    reads = [("read_file", {"path": way}) for way in ways]
    got = await did(tmp_path, *reads)
    assert not [text for text in got if "private" in text or "root:" in text]
    assert all("outside the workspace" in text for text in got[:10])
    got = await did(tmp_path, ("search_files", {"text": "private"}), ("list_files", {}))
    assert got[0] == "Nothing was found." and "outside" not in got[1]
    person = Person()
    got = await did(tmp_path, *[("write_file", {"path": way, "content": "x"}) for way in ways], person=person)
    assert outside.read_text() == "private words\n" and not person.asked


async def test_odd_files_are_a_sentence(tmp_path: Path, work: Path) -> None:
    (work / "binary").write_bytes(b"\0\1\2")
    (work / "huge").write_bytes(b"a" * (5 << 20))
    (work / "empty").write_text("")
    os.mkfifo(work / "pipe")
    names = ("binary", "huge", "empty", "pipe")
    binary, huge, empty, pipe = await did(tmp_path, *[("read_file", {"path": name}) for name in names])
    assert "no text" in binary and "too large" in huge and "is empty" in empty and "no regular file" in pipe


async def test_writing_shows_the_difference_first(tmp_path: Path, work: Path) -> None:
    person = Person()
    got = await did(
        tmp_path,
        ("edit_file", {"path": "notes.md", "old": "two", "new": "TWO"}),
        ("write_file", {"path": "new/deep.txt", "content": "hello\n"}),
        person=person,
    )
    assert (work / "notes.md").read_text() == "one\nTWO\nthree\n"
    assert (work / "new" / "deep.txt").read_text() == "hello\n"
    assert got[0].startswith("notes.md is changed")
    assert [one.subject for one in person.asked] == ["notes.md", "new/deep.txt"]
    assert "-two\n+TWO" in person.asked[0].preview and "+hello" in person.asked[1].preview


async def test_no_means_no(tmp_path: Path, work: Path) -> None:
    got = await did(tmp_path, ("edit_file", {"path": "notes.md", "old": "two", "new": "TWO"}), person=Person(("deny",)))
    assert "the person said no" in got[0] and (work / "notes.md").read_text() == OLD


async def test_an_edit_that_is_not_clear_is_not_even_asked_about(tmp_path: Path, work: Path) -> None:
    (work / "twice").write_text("a a")
    (work / "latin").write_bytes(b"caf\xe9 a")
    (work / "key").write_text("key = [redacted]\n")
    person = Person()
    got = await did(
        tmp_path,
        ("edit_file", {"path": "notes.md", "old": "four", "new": "x"}),
        ("edit_file", {"path": "twice", "old": "a", "new": "b"}),
        ("edit_file", {"path": "latin", "old": "a", "new": "b"}),
        ("edit_file", {"path": "none", "old": "a", "new": "b"}),
        ("write_file", {"path": "notes.md", "content": "password = [redacted]"}),
        ("write_file", {"path": ".git/hooks/pre-commit", "content": "rm -rf ~"}),
        ("write_file", {"path": "src", "content": "x"}),
        person=person,
    )
    assert not person.asked
    for text, why in zip(got, ("does not stand", "2 times", "not UTF-8", "not there", "not shown", "version control",
                               "is a folder"), strict=True):  # fmt: skip
        assert why in text
    got = await did(tmp_path, ("edit_file", {"path": "twice", "old": "a", "new": "b", "everywhere": True}))
    assert (work / "twice").read_text() == "b b"


async def test_what_a_file_is_otherwise_stays(tmp_path: Path, work: Path) -> None:
    file = work / "run.sh"
    file.write_bytes(b"#!/bin/sh\r\necho a\r\necho b\r\n")
    file.chmod(0o755)
    await did(tmp_path, ("edit_file", {"path": "run.sh", "old": "echo a\necho b", "new": "echo c"}))
    assert file.read_bytes() == b"#!/bin/sh\r\necho c\r\n" and file.stat().st_mode & 0o777 == 0o755


async def test_zephs_own_files_are_out_of_reach(tmp_path: Path) -> None:
    """Also where the workspace has them in it."""
    (tmp_path / "work").mkdir()
    chat = Caller(rounds=([("read_file", {"path": name}) for name in ("zeph.db", "zeph.db-wal")], "Done."))
    async with at_work(tmp_path, chat, Person(), workspace=str(tmp_path)) as (agent, conversation):
        await events_of(agent, conversation, "Go")
        assert all("Zeph's own files" in text for text in results(chat.sent[1]))
