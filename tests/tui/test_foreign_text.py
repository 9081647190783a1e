"""Text from anywhere is text: no markup, no escape sequences, no crash, no waiting for a line of a megabyte."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.ollama_server import FakeOllama, Reply
from tests.tui.screen import opened
from zeph.records.message import NewMessage
from zeph.tui.terminal.pastes import BEGIN, END, Pastes
from zeph.tui.text.screen_text import cut, line, short, shown
from zeph.tui.widgets.answer import Answer

HOSTILE = [
    "[red]x[/red] [/] [@click=app.exit()]leave[/] [[[ ]]] $text {x}",
    "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x9b1mbold\x00",
    "שלום עולם \u202egnirts desrever\u202c مرحبا",
    "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\u0302\u0303 \u200b\u200d 한국어 漢字",
    "# [a](javascript:alert(1)) ![b](http://x) <script>\n\n| a | b |\n|--|\n|[x]|\n\n```[no]lang[/]\n[code]\n",
    "\ud800 lone \udfff",
    "[" * 3000,
    "- " * 500 + "x",
    "> " * 200 + "deep",
    "*" * 2000 + "_" * 2000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_is_shown_and_harmless(tmp_path: Path, text: str) -> None:
    sent = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    with FakeOllama(reply=Reply(sent, chunk_delay=0.001)) as server:

        async def said(memory, conversation):  # type: ignore[no-untyped-def]
            await memory.observe(NewMessage(conversation.id, "user", sent))
            await memory.observe(NewMessage(conversation.id, "assistant", sent))

        async with opened(tmp_path, server, prepare=said, memory__graph__enabled=False, background=False) as screen:
            screen.prompt.put(sent)
            await screen.press("enter")
            await screen.until(lambda: len(list(screen.chat.query(Answer))) == 2 and not screen.chat.talk.busy)
            assert "\x1b" not in screen.text() and "\u202e" not in screen.text()
            if text.startswith("[red]"):
                assert "[red]x[/red]" in screen.flat()
            await screen.press("ctrl+r", "escape", "ctrl+s", "escape", "ctrl+b", "ctrl+g", "escape")
            assert screen.app.is_running


async def test_names_with_brackets_in_pickers_panels_and_browser(tmp_path: Path) -> None:
    async def said(memory, conversation):  # type: ignore[no-untyped-def]
        message = await memory.observe(
            NewMessage(conversation.id, "user", "My dog is called [bold]Rex[/bold]. I work at Acme [/x].")
        )
        await memory.ingest_now(message)

    async with opened(tmp_path, prepare=said, size=(120, 40), interface__memory_panel=True) as screen:
        await screen.say("What is my dog called [/b]?")
        await screen.press("ctrl+g")
        await screen.type("rex")
        await screen.press("enter", "a", "escape", "r", "escape", "escape")
        await screen.say("/graph facts [bold]")
        assert screen.app.is_running


async def test_a_line_of_a_megabyte_is_cut_and_stops_nothing(tmp_path: Path) -> None:
    huge = "word " * 200_000

    async def said(memory, conversation):  # type: ignore[no-untyped-def]
        await memory.observe(NewMessage(conversation.id, "user", huge))
        await memory.observe(NewMessage(conversation.id, "assistant", huge))

    started = time.monotonic()
    async with opened(tmp_path, prepare=said, memory__graph__enabled=False, background=False) as screen:
        await screen.shows("more characters")
        assert time.monotonic() - started < 15
        screen.prompt.put(huge)
        assert screen.prompt.text == "[pasted #1: 1,000,000 characters]"
        await screen.press("enter")
        await screen.until(lambda: not screen.chat.talk.busy and not screen.chat.talk.queue)
        said_again = [m for m in await screen.session.memory.conversations.history(1) if m.role == "user"]
        assert said_again[-1].text.strip() == huge.strip()


@given(st.text(max_size=300))
def test_what_is_shown_has_nothing_that_steers(text: str) -> None:
    cleaned = shown(text)
    assert not any(c < " " and c != "\n" for c in cleaned)
    assert "\x1b" not in cleaned and "\u202e" not in cleaned
    cleaned.encode("utf-8")
    assert "\n" not in line(text) and len(short(text, 10)) <= 10


def test_what_is_too_long_says_how_much_is_missing() -> None:
    assert cut("x" * 70_000).endswith("… and 10,000 more characters, which /copy and `zeph sessions show` give.")


ESCAPES = "a\x1b]0;owned\x07b\x1b[201c\x1b\x1b[31mred\x1b"


@given(st.lists(st.integers(1, 40), max_size=30), st.text(alphabet="ab\x1b[20~1", max_size=40))
def test_what_is_pasted_presses_no_keys(cuts: list[int], inside: str) -> None:
    """However the bytes arrive: between the marks of a paste no escape character is left, outside nothing changes."""
    inside = inside.replace(END, "")
    whole, pastes, got = f"\x1b[A{BEGIN}{ESCAPES}{inside}{END}\x1b[Bx", Pastes(), ""
    for cut_at in cuts:
        got, whole = got + pastes.clean(whole[:cut_at]), whole[cut_at:]
    got += pastes.clean(whole)
    before, _, rest = got.partition(BEGIN)
    assert before == "\x1b[A" and rest.endswith(f"{END}\x1b[Bx")
    assert "\x1b" not in rest.partition(END)[0] and "owned\x07b" in rest
