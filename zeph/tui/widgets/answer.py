"""An answer: markdown that grows without flicker, what the model thought and called folded away.

In: pieces of text as they stream, or a whole answer. Out: a widget. While it streams only the last block is parsed
again (Textual's ``Markdown.append``), at a pace that leaves the keyboard its time; at the end the whole is rendered once
more, as a code fence that came in pieces leaves the appended state wrong. Links do nothing but be copied.
"""

import asyncio
import time

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Collapsible, Label, Markdown, Static
from textual.widgets.markdown import MarkdownFence

from zeph.tui.clipboard import copy_text
from zeph.tui.text import LONGEST_SHOWN, cut, is_prose, line, shown
from zeph.tui.widgets.spoken import Spoken

PACE_SECS = 0.05
"""Least time between two renderings of a stream."""
SHARE = 3
"""A rendering is followed by so many times its duration without one,"""
LONGEST_PAUSE_SECS = 0.2
"""but no longer than this: what has gathered meanwhile is laid out at once, and the keyboard waits for that."""


class CopyCode(Static):
    DEFAULT_CSS = """
    CopyCode { width: 1fr; height: 1; text-align: right; color: $quiet; padding: 0 1; }
    CopyCode:hover { color: $text-primary; text-style: underline; }
    """


class CodeBlock(MarkdownFence):
    """A fence whose code is copied by a click on its first line."""

    DEFAULT_CSS = """
    CodeBlock { layout: vertical; overflow: auto hidden; }
    CodeBlock > Label { padding: 0 2 1 2; }
    """

    def compose(self) -> ComposeResult:
        yield CopyCode(Content(f"{shown(self.lexer)[:20]}  copy".strip()), markup=False)
        yield Label(self._highlighted_code, id="code-content", expand=True)

    @on(Click, "CopyCode")
    def copy(self, event: Click) -> None:
        event.stop()
        copy_text(self.app, self.code, "The code")


class Prose(Markdown):
    DEFAULT_CSS = """
    Prose { padding: 0 2; margin: 0; }
    Prose > MarkdownParagraph:last-child { margin: 0; }
    """
    BLOCKS = {  # noqa: RUF012  # as Textual declares it
        **Markdown.BLOCKS,
        "fence": CodeBlock,
        "code_block": CodeBlock,
    }


class Answer(Vertical, Spoken):
    DEFAULT_CSS = """
    Answer { height: auto; margin: 1 0 0 0; padding: 0 1; }
    Answer > Static { padding: 0 2; }
    Answer > .cut { color: $text-warning; }
    Answer Collapsible { border: none; padding: 0 0 0 1; background: transparent; }
    Answer Collapsible Static { color: $quiet; }
    """

    role = "assistant"

    def __init__(self, text: str = "", message_id: int | None = None, *, interrupted: bool = False) -> None:
        super().__init__()
        self.message_id = message_id
        self.text = text
        self._first = text
        self._ready = asyncio.Event()
        self._interrupted = interrupted
        self._prose: Prose | None = None
        self._plain: Static | None = None
        self._pending: list[str] = []
        self._shown = 0
        self._streaming: asyncio.Task[None] | None = None
        self._thought: list[str] = []
        self._thought_shown = 0
        self._calls: list[Collapsible] = []
        self._thinking: Static | None = None

    def compose(self) -> ComposeResult:
        if self._first:
            yield self._body(cut(shown(self._first)))
        if self._interrupted:
            yield Static(Content("(interrupted)"), classes="cut", markup=False)

    def on_mount(self) -> None:
        self._ready.set()

    def _body(self, text: str) -> Prose | Static:
        if is_prose(text):
            self._prose = Prose(text, open_links=False)
            return self._prose
        self._plain = Static(Content(text), markup=False)
        return self._plain

    # ------------------------------------------------------------ streaming

    def feed(self, delta: str) -> None:
        """The next piece; it appears within a few hundredths of a second."""
        self.text += delta
        self._pending.append(delta)
        self._go_on()

    def think(self, delta: str) -> None:
        """What the model thinks aloud, folded."""
        self._thought.append(delta)
        self._go_on()

    def called(self, name: str, arguments: str) -> None:
        """A tool call, folded."""
        body = Static(Content(cut(shown(arguments))), markup=False)
        self._calls.append(Collapsible(body, title=line(name)[:60].replace("[", "("), collapsed=True))
        self._go_on()

    def _go_on(self) -> None:
        if self._streaming is None:
            self._streaming = asyncio.create_task(self._stream())

    async def _stream(self) -> None:
        await self._ready.wait()
        while self._pending or self._calls or len(self._thought) > self._thought_shown:
            began = time.monotonic()
            await self._show_folded()
            piece, self._pending = "".join(self._pending), []
            if piece and self._shown < LONGEST_SHOWN:
                await self._append(shown(piece))
            await asyncio.sleep(min(LONGEST_PAUSE_SECS, max(PACE_SECS, SHARE * (time.monotonic() - began))))
        self._streaming = None

    async def _show_folded(self) -> None:
        if len(self._thought) > self._thought_shown:
            self._thought_shown = len(self._thought)
            if self._thinking is None:
                self._thinking = Static(markup=False)
                await self._put(Collapsible(self._thinking, title="thinking", collapsed=True), before=0)
            self._thinking.update(Content(cut(shown("".join(self._thought)))))
        calls, self._calls = self._calls, []
        await self._put(*calls)

    async def _append(self, piece: str) -> None:
        self._shown += len(piece)
        if self._plain is None and not is_prose(self.text):
            await self._to_plain()
        elif self._plain is not None:
            self._plain.update(Content(cut(shown(self.text))))
        elif self._prose is None:
            self._prose = Prose(piece, open_links=False)
            await self._put(self._prose)
        else:
            await self._prose.append(piece)

    async def _to_plain(self) -> None:
        if self._prose is not None:
            await self._prose.remove()
            self._prose = None
        self._plain = Static(Content(cut(shown(self.text))), markup=False)
        await self._put(self._plain)

    async def finish(self, *, interrupted: bool = False) -> None:
        """The stream is over: the whole once more."""
        await self._ready.wait()
        if self._streaming is not None:
            self._streaming.cancel()
            await asyncio.gather(self._streaming, return_exceptions=True)
            self._streaming = None
        self._pending = []
        await self._show_folded()
        text = cut(shown(self.text))
        if self._prose is not None and is_prose(text):
            await self._prose.update(text)
        elif text and self._plain is None:
            if self._prose is not None:
                await self._prose.remove()
                self._prose = None
            await self._put(self._body(text))
        elif self._plain is not None:
            self._plain.update(Content(text))
        if interrupted:
            await self._put(Static(Content("(interrupted; what was said so far is kept)"), classes="cut", markup=False))

    async def _put(self, *widgets: Widget, before: int | None = None) -> None:
        """Nothing where the screen is closed already."""
        if self.is_attached and self.is_running:
            await self.mount_all(widgets, before=before)

    @on(Markdown.LinkClicked)
    def link(self, event: Markdown.LinkClicked) -> None:
        event.stop()
        copy_text(self.app, event.href, "The link")
