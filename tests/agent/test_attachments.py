"""Files, folders and piped text beside what the person says: read or refused before anything is sent, kept as data."""

from pathlib import Path
from typing import IO, Any

import pytest

from tests.agent.scripted_turn import Scripted, opened
from zeph.agent.attachments import MOST_BYTES, Attachment, as_data, attachments_of, piped
from zeph.errors import UsageError
from zeph.records.events import Notice
from zeph.records.message import GraphState


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    (place / "src" / ".git").mkdir(parents=True)
    (place / "note.md").write_text("Bread\nMilk\n")
    (place / "my note.md").write_text("one")
    (place / "src" / "a.py").write_text("print(1)")
    (place / "src" / "b.bin").write_bytes(b"\x00\x01")
    (place / "src" / ".git" / "config").write_text("secret")
    (place / "src" / "outside.txt").symlink_to(tmp_path / "elsewhere.txt")
    (tmp_path / "elsewhere.txt").write_text("elsewhere")
    return place


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Summarise @note.md", ["note.md"]),
        ("Summarise @note.md, please", ["note.md"]),
        ("(see @note.md)", ["note.md"]),
        ('What is in @"my note.md"?', ["my note.md"]),
        ("@note.md and again @note.md", ["note.md"]),
        ("@./note.md", ["./note.md"]),
        ("ask @anna about it", []),
        ("write to jo@note.md", []),
        ("meet me @ noon", []),
    ],
)
def test_what_a_text_names(folder: Path, text: str, names: list[str]) -> None:
    assert [one.name for one in attachments_of(text, folder)] == names


def test_a_folder_is_its_text_files_without_hidden_ones_and_links(folder: Path) -> None:
    (found,) = attachments_of("Review @src/", folder)
    assert found.text == "--- a.py\nprint(1)"
    assert found.left_out == "1 file of it left out: no text, or too much."


def test_of_a_folder_without_end_little_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = folder / "many"
    many.mkdir()
    for number in range(150):
        (many / f"{number:03}.txt").write_text("x")
    (many / "huge.txt").write_text("y" * (MOST_BYTES + 1))
    read: list[Path] = []
    before = Path.open

    def counted(path: Path, mode: str) -> IO[Any]:
        read.append(path)
        return before(path, mode)

    monkeypatch.setattr(Path, "open", counted)
    (found,) = attachments_of("@many/", folder)
    assert found.left_out == "51 files of it left out: no text, or too much."
    assert len(read) == 100


@pytest.mark.parametrize("text", ["Read @missing.md", "Read @src/missing", "Read @src/b.bin", "@src/.git/none.txt"])
def test_what_cannot_be_read_is_refused(folder: Path, text: str) -> None:
    with pytest.raises(UsageError, match=r"othing was sent"):
        attachments_of(text, folder)


def test_what_is_too_long_is_cut_and_said(folder: Path) -> None:
    (folder / "long.txt").write_text("é" * MOST_BYTES)
    (found,) = attachments_of("@long.txt", folder)
    assert found.text == "é" * (MOST_BYTES // 2)
    assert found.told(sent_whole=True) == "long.txt is attached, 1 line. Only its first 256 KB are."


def test_no_escape_sequence_comes_in(folder: Path) -> None:
    assert piped("a\x1b[31mb\x07").text == "ab"


async def test_it_is_kept_beside_the_message_and_no_fact_is_read_from_it(tmp_path: Path) -> None:
    attached = Attachment("diary.md", "I live in Turku.")
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, conversation):
        async with agent.turn("Summarise @diary.md", conversation, attached=[attached]) as events:
            told = [event.text async for event in events if isinstance(event, Notice)]
        assert told == ["diary.md is attached, 1 line."]
        sent = [message.content for message in chat.sent[-1][-2:]]
        assert sent == [as_data("diary.md", attached.text), "Summarise @diary.md"]
        await agent.memory.wait_idle(20)
        beside, *_ = await agent.memory.conversations.history(conversation.id, 10)
        assert (beside.is_attachment, beside.speaker, beside.text) == (True, "diary.md", attached.text)
        assert beside.graph_processed is GraphState.NEVER
        assert not (await agent.memory.recall("Where do I live?")).facts
        async with agent.turn("And what is its first word?", conversation) as events:
            assert [event async for event in events]
        assert any(as_data("diary.md", attached.text) in message.content for message in chat.sent[-1])


async def test_what_does_not_fit_the_window_is_said(tmp_path: Path) -> None:
    chat = Scripted(context_window=2048)
    async with opened(tmp_path, chat) as (agent, conversation):
        async with agent.turn("Summarise it", conversation, attached=[piped("word " * 10_000)]) as events:
            told = [event.text async for event in events if isinstance(event, Notice)]
    assert told == ["the piped text is attached, 1 line. Not all of it fits the model's window."]
    assert "word word" in chat.sent[-1][-2].content


async def test_a_key_in_it_is_hidden_and_that_is_said(tmp_path: Path) -> None:
    key = "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    chat = Scripted()
    async with opened(tmp_path, chat) as (agent, conversation):
        async with agent.turn("Why?", conversation, attached=[Attachment("log", f"token {key}")]) as events:
            told = [event.text async for event in events if isinstance(event, Notice)]
        beside, *_ = await agent.memory.conversations.history(conversation.id, 10)
    assert [line.partition(":")[0] for line in told] == ["Not kept", "log is attached, 1 line."]
    assert key not in beside.text
    assert not any(key in message.content for message in chat.sent[-1])
