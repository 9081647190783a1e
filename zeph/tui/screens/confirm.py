"""A question before something is changed: what it will do, then yes or no. Nothing is done by a key pressed too early.

In: what will be done, and behind an empty line the question. Out: True for yes.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from zeph.tui.screens.answered_by_key import AnsweredByKey, TypedAhead
from zeph.tui.text.screen_text import cut, shown, styled


class Confirm(AnsweredByKey[bool]):
    DEFAULT_CSS = """
    Confirm { align: center middle; background: $background 60%; }
    Confirm > Vertical {
        width: 76; max-width: 95%; height: auto; max-height: 90%; padding: 1 2; border: round $warning;
        background: $surface;
    }
    Confirm VerticalScroll { height: auto; max-height: 50vh; margin: 0 0 1 0; }
    Confirm Horizontal { height: auto; margin: 1 0 0 0; align-horizontal: right; }
    Confirm Button { margin: 0 0 0 2; min-width: 12; height: 1; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    ANSWERS: ClassVar[Mapping[str, Any]] = {"n": False, "no": False, "y": True, "yes": True}

    def __init__(self, question: str) -> None:
        super().__init__()
        self._told, _, self._question = question.rpartition("\n\n")

    def compose(self) -> ComposeResult:
        with Vertical():
            told = VerticalScroll(Static(Content(cut(shown(self._told))), markup=False), can_focus=False)
            told.display = bool(self._told)
            yield told
            yield Static(styled((cut(shown(self._question)), "bold")), markup=False)
            yield TypedAhead()
            with Horizontal():
                yield Button("No (n)", id="no", compact=True)
                yield Button("Yes, do it (y)", id="yes", variant="warning", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def action_leave(self) -> None:
        self.dismiss(False)

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        self.answer(event.button.id == "yes")


async def asked(app: App[Any], question: str) -> bool:
    """Whether the person says yes."""
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    app.push_screen(Confirm(question), lambda yes: None if answer.done() else answer.set_result(bool(yes)))
    return await answer
