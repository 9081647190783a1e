"""What a tool wants to do: seen before it is done, and allowed once, for this session, for good, or not.

In: the request. Out: the answer. Keys that were meant for what was there before count for nothing.
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

from zeph.commands.told_calls import asked_text, wanted_line
from zeph.records.tool_request import Permit, ToolRequest
from zeph.tui.screens.answered_by_key import AnsweredByKey, TypedAhead
from zeph.tui.text.screen_text import line, shown, styled

BUTTONS: tuple[tuple[str, Permit, str], ...] = (
    ("n", "deny", "No (n)"), ("o", "once", "Once (o)"), ("s", "session", "This session (s)"),
    ("a", "always", "Always (a)"),
)  # fmt: skip
COLOURS = {"+": "$text-success", "-": "$text-error", "@": "$quiet"}


class PermissionDialog(AnsweredByKey[Permit]):
    DEFAULT_CSS = """
    PermissionDialog { align: center bottom; background: $background 40%; }
    PermissionDialog > Vertical {
        width: 100%; max-width: 110; height: auto; max-height: 90%; padding: 0 2; border: round $warning;
        background: $surface;
    }
    PermissionDialog VerticalScroll { height: auto; max-height: 14; margin: 1 0 0 0; }
    PermissionDialog Horizontal { height: auto; margin: 1 0 0 0; align-horizontal: right; }
    PermissionDialog Button { margin: 0 0 0 1; min-width: 8; height: 1; border: none; }
    PermissionDialog .rule { color: $quiet; }
    """
    AUTO_FOCUS = "#deny"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    ANSWERS: ClassVar[Mapping[str, Any]] = {
        "n": "deny", "d": "deny", "no": "deny", "o": "once", "once": "once", "y": "once", "yes": "once",
        "s": "session", "session": "session", "a": "always", "always": "always",
    }  # fmt: skip

    def __init__(self, request: ToolRequest) -> None:
        super().__init__()
        self._request = request

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(styled((line(wanted_line(self._request)), "bold")), markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(_preview(self._request), markup=False)
            yield Static(Content(line(f"Session and always allow: {self._request.rule}")), classes="rule", markup=False)
            yield TypedAhead()
            with Horizontal():
                for _, answer, label in BUTTONS:
                    if answer != "always" or self._request.keeps:
                        yield Button(
                            label, id=answer, variant="default" if answer == "deny" else "warning", compact=True
                        )

    def answer(self, answer: Permit) -> None:
        if answer != "always" or self._request.keeps:
            super().answer(answer)

    def action_leave(self) -> None:
        self.answer("deny")

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        self.answer(next(answer for _, answer, _ in BUTTONS if answer == event.button.id))


def _preview(request: ToolRequest) -> Content:
    """All of it: the difference in colours, else what is touched."""
    if not request.preview:
        return Content(shown(asked_text(request)))
    lines = [styled((shown(text), COLOURS.get(text[:1], ""))) for text in asked_text(request).split("\n")]
    return Content("\n").join(lines)


async def permitted(app: App[Any], request: ToolRequest) -> Permit:
    """What the person says; a screen that goes without an answer means no."""
    answer: asyncio.Future[Permit] = asyncio.get_running_loop().create_future()
    dialog = PermissionDialog(request)
    app.push_screen(dialog, lambda said: None if answer.done() else answer.set_result(said or "deny"))
    try:
        return await answer
    finally:
        if dialog.is_current:
            dialog.dismiss("deny")
