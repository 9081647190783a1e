"""A few lines to fill in: the dates of a difference, the arguments of a correction.

In: fields, each with what it means and what stands in it. Out: name to text, or None.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from zeph.tui.text.screen_text import shown

LONGEST = 2_000
"""Characters of a field."""


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    about: str
    text: str = ""


class Form(ModalScreen[Mapping[str, str] | None]):
    DEFAULT_CSS = """
    Form { align: center middle; background: $background 60%; }
    Form > Vertical {
        width: 76; max-width: 95%; height: auto; padding: 1 2; border: round $primary; background: $surface;
    }
    Form Input { border: none; height: 1; padding: 0 1; margin: 0 0 1 0; background: $panel; }
    Form .hint { color: $quiet; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, title: str, fields: Sequence[Field]) -> None:
        super().__init__()
        self._title = title
        self._fields = fields

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._title.replace("[", "(")
            for field in self._fields:
                yield Static(Content(shown(field.about)), markup=False)
                yield Input(
                    field.text,
                    id=field.name,
                    compact=True,
                    max_length=max(LONGEST, len(field.text)),
                    select_on_focus=False,
                )
            yield Static(Content("Enter goes on · Esc leaves"), classes="hint", markup=False)

    def on_mount(self) -> None:
        self.query(Input).first().focus()

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the next field, from the last one on."""
        inputs = list(self.query(Input))
        at = inputs.index(event.input)
        if at + 1 < len(inputs):
            inputs[at + 1].focus()
        else:
            self.dismiss({str(found.id): found.value for found in inputs})

    def action_leave(self) -> None:
        self.dismiss(None)
