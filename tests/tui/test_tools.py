"""Tools on the full screen: asked about before they do anything, shown folded, there again after a restart."""

from pathlib import Path

import pytest

from tests.fakes.ollama_server import FakeOllama, Reply
from tests.tui.screen import opened
from zeph.tui.screens import answered_by_key
from zeph.tui.screens.permission_dialog import PermissionDialog
from zeph.tui.widgets.folded import Called

RUN = Reply("I run it.", tool_calls=(("run_command", {"command": "echo hi > made"}),))
EDIT = Reply("", tool_calls=(("edit_file", {"path": "notes.md", "old": "[b]one", "new": "two"}),))


def work(path: Path) -> Path:
    folder = path / "work"
    folder.mkdir(exist_ok=True)
    (folder / "notes.md").write_text("[b]one\n")
    return folder


async def test_a_call_waits_for_the_person_and_keys_too_early_count_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = work(tmp_path)
    monkeypatch.setattr(answered_by_key, "DEAF_SECS", 3600)
    with FakeOllama(reply=[RUN, "It is made."]) as server:
        async with opened(tmp_path, server, size=(80, 24), tools__workspace=str(folder)) as screen:
            await screen.type("Go")
            await screen.press("enter")
            await screen.until(lambda: screen.on_top(PermissionDialog))
            await screen.swiftly("o", "a", "enter", "escape", blindly=True)
            assert screen.on_top(PermissionDialog) and not (folder / "made").exists()
            await screen.shows("The model wants to run a command: run_command", "echo hi > made", "Always (a)")
            monkeypatch.setattr(answered_by_key, "DEAF_SECS", 0)
            monkeypatch.setattr(answered_by_key, "SENTENCE_SECS", 0)
            await screen.press("o")
            await screen.shows("It is made.", "▸ run_command(command=echo hi > made)")
            assert (folder / "made").read_text() == "hi\n"
    assert [body["messages"][-1]["role"] for body in server.chats()] == ["user", "tool"]


async def test_no_shows_the_model_a_sentence_and_a_difference_is_seen_first(tmp_path: Path) -> None:
    folder = work(tmp_path)
    with FakeOllama(reply=[EDIT, "Then not."]) as server:
        async with opened(tmp_path, server, size=(80, 24), tools__workspace=str(folder)) as screen:
            await screen.type("Go")
            await screen.press("enter")
            await screen.until(lambda: screen.on_top(PermissionDialog))
            await screen.shows("notes.md", "-[b]one", "+two")
            await screen.pilot.pause(0.6)
            await screen.press("escape")
            await screen.shows("Then not.", "✗ Not done: the person said no.")
            assert (folder / "notes.md").read_text() == "[b]one\n"


async def test_always_is_written_and_nobody_is_asked_again(tmp_path: Path) -> None:
    folder = work(tmp_path)
    with FakeOllama(reply=[RUN, "Once.", RUN, "Twice."]) as server:
        async with opened(tmp_path, server, tools__workspace=str(folder)) as screen:
            await screen.type("Go")
            await screen.press("enter")
            await screen.until(lambda: screen.on_top(PermissionDialog))
            await screen.pilot.pause(0.6)
            await screen.press("a")
            await screen.shows("Once.")
            await screen.say("Again")
            await screen.shows("Twice.")
            written = screen.context.paths.config_file.read_text()
            assert 'allow = ["run_command(echo hi > made)"]' in written


async def test_interrupted_while_it_asks_and_shown_again_later(tmp_path: Path) -> None:
    folder = work(tmp_path)
    with FakeOllama(reply=[RUN, "Fine."]) as server:
        async with opened(tmp_path, server, tools__workspace=str(folder)) as screen:
            await screen.type("Go")
            await screen.press("enter")
            await screen.until(lambda: screen.on_top(PermissionDialog))
            screen.chat.talk.interrupt()
            await screen.until(lambda: screen.in_chat and not screen.chat.talk.busy)
            assert not (folder / "made").exists()
            await screen.say("And now?")
            await screen.shows("Fine.")
            stored = await screen.chat.stored(None, None, 20)
            assert [m.role for m in stored] == ["user", "assistant", "tool", "user", "assistant"]
            assert any("(interrupted)" in str(child.render()) for child in screen.chat.query(Called))
