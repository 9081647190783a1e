"""Long texts and long talks: folded, found, taken back, written in an editor."""

import contextlib
from pathlib import Path

import pytest

from tests.fakes.ollama_server import FakeOllama
from tests.tui.screen import opened
from zeph.memory.facade import Memory
from zeph.records.message import Conversation, NewMessage
from zeph.tui.app import ZephApp
from zeph.tui.screens.picker import Picker
from zeph.tui.widgets.memory_panel import MemoryPanel
from zeph.tui.widgets.transcript import Transcript
from zeph.tui.widgets.transcript_items import Said


async def test_a_backslash_before_enter_is_a_new_line(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.type("one\\")
        await screen.press("enter")
        await screen.type("two")
        assert screen.prompt.text == "one\ntwo"
        await screen.press("ctrl+z")
        assert screen.prompt.text != "one\ntwo"


async def test_a_long_text_is_folded_and_unfolds(tmp_path: Path) -> None:
    with FakeOllama(reply="Read.") as server:
        async with opened(tmp_path, server, memory__graph__enabled=False) as screen:
            screen.chat.put("\n".join(f"line {n}" for n in range(2_000)))
            await screen.press("enter")
            await screen.shows("Read.")
            assert screen.prompt.text == ""
            await screen.shows("line 5", "more characters; Ctrl+T unfolds")
            said = screen.chat.query_one(Said)
            assert said.size.height < 12
            await screen.press("ctrl+t")
            await screen.until(lambda: said.size.height >= 2_000)


async def test_a_message_of_long_ago_is_found(tmp_path: Path) -> None:
    async def prepare(memory: Memory, conversation: Conversation) -> None:
        for number in range(90):
            text = "The key is under the fern." if number == 3 else f"Nothing new, number {number}."
            await memory.observe(NewMessage(conversation.id, "user", text))

    async with opened(tmp_path, prepare=prepare) as screen:
        await screen.shows("number 89")
        await screen.press("f3")
        await screen.until(lambda: screen.on_top(Picker))
        await screen.type("fern")
        await screen.press("enter")
        await screen.shows("The key is under the fern.", "number 4")


async def test_what_was_learned_is_taken_back_by_keys(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.press("f4")
        await screen.shows("Nothing was learned in this talk yet.")
        await screen.type("I live in Porto.")
        await screen.press("enter")
        await screen.shows("forget #")
        await screen.press("f4")
        await screen.until(lambda: screen.on_top(Picker))
        await screen.shows("You live in Porto", "/forget #")
        await screen.press("enter")
        await screen.shows("Forget")


async def test_another_space_is_told_of_and_shown(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.session.memory.admin.spaces.make("work")
        await screen.say("/space work")
        await screen.shows("You are in the space work now", "space work ·")
        await screen.say("/space personal")
        await screen.shows("You are in the space personal now")
        await screen.until(lambda: "space work ·" not in screen.flat())


async def test_colours_change_in_the_talk(tmp_path: Path) -> None:
    async with opened(tmp_path) as screen:
        await screen.say("/theme light")
        await screen.until(lambda: screen.app.theme == "zeph-light")
        await screen.say("/theme")
        await screen.until(lambda: screen.app.theme != "zeph-light")


async def test_the_text_goes_through_the_person_s_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nprintf ' and more' >> $1\n")
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    monkeypatch.setattr(ZephApp, "suspend", lambda _: contextlib.nullcontext())
    async with opened(tmp_path) as screen:
        await screen.type("some")
        await screen.press("ctrl+x", "ctrl+e")
        await screen.until(lambda: screen.prompt.text == "some and more")
        monkeypatch.setenv("VISUAL", "/no/such/editor")
        await screen.press("ctrl+x", "ctrl+e")
        await screen.shows("cannot be started")
        assert screen.prompt.text == "some and more"


async def test_the_panel_stands_beside_the_talk_at_eighty_columns(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 24)) as screen:
        await screen.press("ctrl+b")
        panel, talk = screen.chat.query_one(MemoryPanel), screen.chat.query_one(Transcript)
        await screen.until(lambda: panel.size.width > 0)
        assert talk.region.right <= panel.region.x
        assert talk.size.width >= 45
