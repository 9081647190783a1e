"""A question before something is changed: what it will do, then yes or no. Nothing is done by a key pressed too early.

In: the question. Out: True for yes.
"""

import asyncio
import time
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from zeph.tui.text.screen_text import cut, shown

DEAF_SECS = 0.5
"""Keys that were meant for what was there before are not taken for an answer."""


class Confirm(ModalScreen[bool]):
    DEFAULT_CSS = """
    Confirm { align: center middle; background: $background 60%; }
    Confirm > Vertical {
        width: 76; max-width: 95%; height: auto; max-height: 90%; padding: 1 2; border: round $warning;
        background: $surface;
    }
    Confirm VerticalScroll { height: auto; max-height: 14; }
    Confirm Horizontal { height: auto; margin: 1 0 0 0; align-horizontal: right; }
    Confirm Button { margin: 0 0 0 2; min-width: 12; height: 1; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("y", "answer(True)", show=False),
        Binding("left,right", "app.focus_next", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        with Vertical():
            with VerticalScroll(can_focus=False):
                yield Static(Content(cut(shown(self._question))), markup=False)
            with Horizontal():
                yield Button("No (n)", id="no", compact=True)
                yield Button("Yes, do it (y)", id="yes", variant="warning", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def action_answer(self, yes: bool) -> None:
        if not yes or time.monotonic() - self._since >= DEAF_SECS:
            self.dismiss(yes)

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id == "yes")


async def asked(app: App[Any], question: str) -> bool:
    """Whether the person says yes."""
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    app.push_screen(Confirm(question), lambda yes: None if answer.done() else answer.set_result(bool(yes)))
    return await answer
