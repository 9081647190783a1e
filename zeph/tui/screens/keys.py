"""What each key does, on one page."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from zeph.tui.text import styled

KEYS = (
    ("Enter", "send"),
    ("Ctrl+J, Shift+Enter", "new line"),
    ("Tab", "complete a command or @file"),
    ("Up, Down", "what was typed before"),
    ("Ctrl+R", "search what was typed"),
    ("Esc", "stop the turn, close a dialog; never quits"),
    ("Ctrl+C", "clear the input, stop the turn, then twice to quit"),
    ("Ctrl+D", "leave, with an empty input"),
    ("Ctrl+Y", "copy the selection, or the last answer"),
    ("PageUp, PageDown", "scroll"),
    ("Ctrl+Home, Ctrl+End", "scroll to the beginning of what is loaded, to the end"),
    ("Ctrl+P", "everything that can be done"),
    ("Ctrl+B", "memory panel"),
    ("Ctrl+G", "memory browser"),
    ("Ctrl+S", "sessions"),
    ("Ctrl+O", "models"),
)


class Keys(ModalScreen[None]):
    DEFAULT_CSS = """
    Keys { align: center middle; background: $background 60%; }
    Keys VerticalScroll { width: 72; max-width: 95%; height: auto; max-height: 90%; padding: 1 2; border: round $primary; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f1,q", "leave", show=False)]

    def compose(self) -> ComposeResult:
        rows = [styled((f"{key:<22}", "bold $primary"), what) for key, what in KEYS]
        with VerticalScroll():
            yield Static(Content("\n").join(rows), markup=False)

    def action_leave(self) -> None:
        self.dismiss(None)
