"""The main states, in every theme and at two sizes, as they were looked at."""

from pathlib import Path

import pytest

from tests.fakes.ollama_server import FakeOllama
from tests.tui.screen import a_life, opened
from tests.tui.snapshots import compare
from zeph.clock import FixedClock
from zeph.tui.browser.browser_screen import BrowserScreen

ANSWER = (
    "# Title\n\nSome **bold** text with `code` and [a "
    "link](http://x).\n\n```python\nprint('[hi]')\n```\n\n- one\n- two\n\n| a | b "
    "|\n|---|---|\n| 1 | 2 |\n"
)
SMALL, WIDE = (80, 24), (130, 36)
THEMES = ["dark", "light", "ansi"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "wide"])
async def test_conversation(tmp_path: Path, theme: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    with FakeOllama(reply=ANSWER) as server:
        async with opened(
            tmp_path,
            server,
            size=size,
            clock=FixedClock("2025-11-20 10:00:00"),
            background=False,
            interface__theme=theme,
            interface__memory_panel=size == WIDE,
            notes=["Using qwen3:4b."],
            model__provider="ollama",
            model__name="qwen3:4b",
            tools__enabled=False,  # the model is told which folder they work in
        ) as screen:
            screen.prompt.cursor_blink = False
            await screen.say("Show me everything.")
            await screen.until(lambda: not list(screen.chat.workers))
            await screen.shows("print('[hi]')")
            await screen.pilot.pause(0.3)
            compare(f"conversation-{theme}-{size[0]}", screen.app.screen)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "wide"])
async def test_browser(tmp_path: Path, theme: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with opened(
        tmp_path,
        prepare=a_life,
        clock=FixedClock("2023-04-02 09:00:00"),
        background=False,
        size=size,
        interface__theme=theme,
    ) as screen:
        await screen.press("ctrl+g")
        browser = screen.app.screen
        assert isinstance(browser, BrowserScreen)
        await screen.type("nora")
        await screen.until(lambda: browser._typed == "nora" and not list(browser.workers))
        await screen.press("enter")
        await screen.until(lambda: "Nora  person" in screen.text() and not list(browser.workers))
        await screen.pilot.pause(0.2)
        compare(f"browser-{theme}-{size[0]}", browser)


async def test_palette(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with opened(tmp_path, size=SMALL, background=False) as screen:
        await screen.press("ctrl+p")
        await screen.type("memory br")
        await screen.pilot.pause(0.2)
        assert "Memory browser" in screen.text()
        compare("palette-80", screen.app.screen)


async def test_no_color_takes_all_colours_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal's own are left, and what is marked is still seen."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(tmp_path, size=SMALL, background=False) as screen:
        await screen.press("ctrl+p", "down")
        segments = [s for strip in screen.app.screen._compositor.render_strips() for s in strip]
        styles = {str(s.style) for s in segments if s.style is not None}
        assert not [s for s in styles if "#" in s or "rgb" in s or "blue" in s or "cyan" in s], styles
        [marked] = [s for s in segments if s.text.startswith("Memory panel")]
        assert marked.style is not None and marked.style.bold and marked.style.underline


async def test_what_is_marked_is_seen_in_the_terminals_own_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with opened(tmp_path, size=SMALL, background=False, interface__theme="ansi") as screen:
        await screen.press("ctrl+p", "down")
        segments = [s for strip in screen.app.screen._compositor.render_strips() for s in strip]
        backs = {s.text[:12]: s.style.bgcolor for s in segments if s.style is not None}
        assert backs["Memory panel"] != backs["Sessions    "]


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_what_opens_over_the_screens(tmp_path: Path, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys, the sessions, what two dates differ in, what can be set right, a date asked for, and a change
    confirmed.
    """
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("zeph.tui.screens.answered_by_key.DEAF_SECS", 0.0)
    async with opened(
        tmp_path,
        prepare=a_life,
        clock=FixedClock("2023-04-02 09:00:00"),
        background=False,
        size=SMALL,
        interface__theme=theme,
    ) as screen:

        async def seen(name: str) -> None:
            await screen.until(lambda: not list(screen.app.screen.workers))
            await screen.pilot.pause(0.2)
            compare(f"{name}-{theme}-80", screen.app.screen)

        screen.prompt.cursor_blink = False
        await screen.press("f1")
        await seen("keys")
        await screen.press("escape", "ctrl+b")
        await screen.shows("You person", "things")
        await seen("panel")
        await screen.press("ctrl+b", "ctrl+g")
        browser = screen.app.screen
        assert isinstance(browser, BrowserScreen)
        await screen.type("user")
        await screen.until(lambda: browser._typed == "user" and not list(browser.workers))
        await screen.press("enter")
        await screen.until(lambda: "You  person" in screen.text() and not list(browser.workers))
        await screen.press("d")
        await seen("form")
        await screen.press("enter", "enter")
        await screen.until(lambda: "No longer true" in screen.text())
        await seen("difference")
        await screen.press("backspace")
        await screen.until(lambda: "Facts now" in screen.text())
        await screen.press("a")
        await seen("actions")
        await screen.press("escape", "r")
        await seen("review")
        await screen.press("escape", "u")
        await screen.until(lambda: "Yes, do it" in screen.text())
        await screen.pilot.pause(0.3)  # what asks still works: it waits for the answer
        compare(f"confirm-{theme}-80", screen.app.screen)
