"""An answer: its prose, what the model thought folded away, and whether it was interrupted.

In: pieces as they stream, or a whole answer. Out: a widget that shows them at a pace that leaves the keyboard its time.
"""

import asyncio
import contextlib
import time

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from zeph.tui.terminal.keyboard import Keyboard
from zeph.tui.widgets.folded import Folded
from zeph.tui.widgets.message_widget import MessageWidget
from zeph.tui.widgets.prose import Prose

PACE_SECS = 0.05
"""Least time between two renderings of a stream."""
SHARE = 3
"""A rendering is followed by so many times its duration without one,"""
LONGEST_PAUSE_SECS = 0.5
"""but no longer than this: what has gathered meanwhile is laid out at once, and the keyboard waits for that."""


class Answer(Vertical, MessageWidget):
    DEFAULT_CSS = """
    Answer { height: auto; margin: 1 0 0 0; padding: 0 1; }
    Answer > Static { padding: 0 2; }
    Answer > .thought { margin: 0 0 1 0; }
    Answer > .cut { color: $text-warning; }
    """

    role = "assistant"

    def __init__(self, text: str = "", message_id: int | None = None, *, interrupted: bool = False) -> None:
        super().__init__()
        self.message_id = message_id
        self._said = [text]
        self._prose = Prose(text)
        self._ready = asyncio.Event()
        self._interrupted = interrupted
        self._pending: list[str] = []
        self._streaming: asyncio.Task[None] | None = None
        self._thought: list[str] = []
        self._thought_shown = 0
        self._thinking: Folded | None = None

    @property
    def text(self) -> str:
        return "".join(self._said)

    def compose(self) -> ComposeResult:
        yield self._prose
        if self._interrupted:
            yield Static(Content("(interrupted)"), classes="cut", markup=False)

    def on_mount(self) -> None:
        self._ready.set()

    # ------------------------------------------------------------ streaming

    def feed(self, delta: str) -> None:
        """The next piece; it appears within a few hundredths of a second."""
        self._said.append(delta)
        self._pending.append(delta)
        self._go_on()

    def think(self, delta: str) -> None:
        """What the model thinks aloud, folded."""
        self._thought.append(delta)
        self._go_on()

    def _go_on(self) -> None:
        if self._streaming is None:
            self._streaming = asyncio.create_task(self._stream())

    async def _stream(self) -> None:
        await self._ready.wait()
        while self._pending or len(self._thought) > self._thought_shown:
            if isinstance(self.app, Keyboard):
                await self.app.after_key(LONGEST_PAUSE_SECS)
            began = time.monotonic()
            await self._show_pending()
            await self._laid_out()
            await asyncio.sleep(min(LONGEST_PAUSE_SECS, max(PACE_SECS, SHARE * (time.monotonic() - began))))
        self._streaming = None

    async def _laid_out(self) -> None:
        """Returns when the screen shows what was put there, or after a moment where it is not shown."""
        done = asyncio.Event()
        self.call_after_refresh(done.set)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_PAUSE_SECS):
                await done.wait()

    async def _show_pending(self) -> None:
        await self._show_folded()
        piece, self._pending = "".join(self._pending), []
        if piece:
            await self._prose.write(piece)

    async def _show_folded(self) -> None:
        if len(self._thought) > self._thought_shown:
            self._thought_shown = len(self._thought)
            thought = "".join(self._thought)
            if self._thinking is None:
                self._thinking = Folded("thought", thought)
                self._thinking.add_class("thought")
                await self._put(self._thinking, before=0)
            self._thinking.tell(thought)

    async def finish(self, *, interrupted: bool = False) -> None:
        """The stream is over."""
        await self._ready.wait()
        if self._streaming is not None:
            await self._streaming
        await self._show_pending()
        await self._prose.close()
        if interrupted:
            await self._put(Static(Content("(interrupted; what was said so far is kept)"), classes="cut", markup=False))

    async def _put(self, *widgets: Widget, before: int | None = None) -> None:
        """Nothing where the screen is closed already."""
        if self.is_attached and self.is_running:
            await self.mount_all(widgets, before=before)
