"""What is typed: sent, broken into lines, walked through, searched and completed."""

from pathlib import Path

import pytest

from tests.fakes.ollama_server import Reply
from tests.tui.screen import opened
from zeph.tui.screens.picker import Picker

LONG = Reply("Once upon a time " * 60, chunk_delay=0.05)


async def test_enter_sends_and_what_was_learned_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("I live in Bergen.")
        await screen.shows("I live in Bergen.", "Noted: You live in Bergen.")
        await screen.say("Where do I live?")
        await screen.shows("You live in Bergen.", "1 fact and 1 message used")
        assert [m.role for m in await screen.session.memory.conversations.history(1)] == ["user", "assistant"] * 2


async def test_letters_typed_just_before_enter_are_sent(tmp_path: Path) -> None:
    """A terminal hands over a whole line at once."""
    from textual import events

    async with opened(tmp_path) as screen:
        for key in [*"hello", "enter", *"again"]:
            screen.app.post_message(events.Key(key, key if len(key) == 1 else "\r"))
        await screen.until(lambda: screen.prompt.text == "again")
        await screen.shows("Hello!")
        assert (await screen.session.memory.conversations.history(1))[0].text == "hello"


@pytest.mark.parametrize("key", ["ctrl+j", "shift+enter", "alt+enter"])
async def test_a_new_line(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as screen:
        await screen.type("one")
        await screen.press(key)
        await screen.type("two")
        assert screen.prompt.text == "one\ntwo"


async def test_up_and_down_walk_what_was_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("first")
        await screen.say("second")
        await screen.type("half")
        await screen.press("up")
        assert screen.prompt.text == "second"
        await screen.press("up", "up")
        assert screen.prompt.text == "first"
        await screen.press("down", "down")
        assert screen.prompt.text == "half"
    async with opened(tmp_path) as later:
        await later.press("up")
        assert later.prompt.text == "second", "the history outlives the chat"


async def test_up_moves_inside_a_text_of_several_lines_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("before")
        await screen.type("one\ntwo")
        await screen.press("up")
        assert screen.prompt.text == "one\ntwo" and screen.prompt.cursor_location[0] == 0
        await screen.press("up")
        assert screen.prompt.text == "before"


async def test_ctrl_r_searches_what_was_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        for text in ("alpha one", "beta two", "alpha three"):
            await screen.say(text)
        await screen.press("ctrl+r")
        assert screen.on_top(Picker)
        await screen.type("one")
        await screen.press("enter")
        assert screen.prompt.text == "alpha one"


async def test_a_slash_completes_from_the_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.type("/gr")
        await screen.shows("/graph entities", "The entities seen last")
        await screen.type("aph b")
        await screen.press("tab")
        assert screen.prompt.text == "/graph backfill"
        await screen.press("enter")
        await screen.shows("Nothing waits.")
        await screen.type("/graph enti")
        await screen.press("enter")
        await screen.shows("No entities yet")
        await screen.type("/graph fac")
        await screen.press("enter")
        assert screen.prompt.text == "/graph facts ", "a command that needs a name waits for it"
        await screen.press("escape")
        assert screen.prompt.text == "/graph facts "


async def test_an_at_sign_completes_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "work"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes" / "plan [1].md").touch()
    (folder / "novel.txt").touch()
    monkeypatch.chdir(folder)
    async with opened(tmp_path) as screen:
        await screen.type("see @no")
        await screen.shows("notes/", "novel.txt")
        await screen.press("tab")
        assert screen.prompt.text == "see @notes/"
        await screen.press("tab")
        assert screen.prompt.text == "see @notes/plan [1].md "
