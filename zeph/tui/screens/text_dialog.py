"""A text to be read, and nothing to be decided."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from zeph.tui.text.screen_text import cut, shown


class TextDialog(ModalScreen[None]):
    DEFAULT_CSS = """
    TextDialog { align: center middle; background: $background 60%; }
    TextDialog VerticalScroll {
        width: 90; max-width: 95%; height: auto; max-height: 90%; padding: 1 2; border: round $primary;
        background: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "leave", show=False)]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with VerticalScroll() as box:
            box.border_title = self._title.replace("[", "(")
            yield Static(Content(cut(shown(self._text))), markup=False)

    def action_leave(self) -> None:
        self.dismiss(None)
