"""A list to choose from by typing: sessions, models, commands, what was typed before.

In: choices, given or awaited. Out: the one that was chosen, or None. Every word that is typed must be in a choice;
those that begin so come first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from zeph.errors import ZephError
from zeph.tui.terminal.keyboard import TYPING_SECS
from zeph.tui.text.screen_text import line, short, styled

T = TypeVar("T")
MOST = 200
MOST_WIDE = 100
FRAME = 6
"""Cells of a list's border, padding and scroll bar."""
LONGEST = 400
"""Characters of a title, or of what is sought, that are looked at."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    value: T
    title: str
    about: str = ""
    key: str = ""
    """The key that does the same."""


def matching(choices: Sequence[Choice[T]], typed: str) -> list[Choice[T]]:
    """Those that have every word of ``typed``, best first, in their order otherwise."""
    words = typed.casefold().split()
    if not words:
        return list(choices[:MOST])
    found: list[tuple[bool, int, int]] = []
    for number, choice in enumerate(choices):
        title = choice.title.casefold()
        if all(word in title or word in choice.about.casefold() for word in words):
            begins = title.lstrip("/").startswith(words[0])
            found.append((not begins, sum(word not in title for word in words), number))
    return [choices[number] for _, _, number in sorted(found)[:MOST]]


class Picker(ModalScreen[T | None]):
    DEFAULT_CSS = """
    Picker { align: center top; background: $background 60%; }
    Picker > Vertical {
        width: 90%; max-width: 100; height: auto; max-height: 90%; margin: 1 0; padding: 0 1;
        border: round $primary; background: $surface;
    }
    Picker Input { border: none; height: 1; padding: 0; background: $surface; margin: 0 0 1 0; }
    Picker OptionList {
        height: auto; max-height: 16; border: none; padding: 0; background: $surface; text-wrap: nowrap;
        text-overflow: ellipsis; scrollbar-size-vertical: 1;
    }
    Picker Static { color: $quiet; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("down,ctrl+n", "walk(1)", show=False, priority=True),
        Binding("up", "walk(-1)", show=False, priority=True),
        Binding("pagedown", "walk(10)", show=False, priority=True),
        Binding("pageup", "walk(-10)", show=False, priority=True),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice[T]] | Awaitable[Sequence[Choice[T]]],
        *,
        empty: str = "Nothing to choose from.",
        typed: str = "",
        more: Callable[[str], Awaitable[Sequence[Choice[T]]]] | None = None,
    ) -> None:
        """``more``: further choices for what is typed, which their titles do not tell."""
        super().__init__()
        self._more = more
        self._title = title
        self._given = choices
        self._choices: Sequence[Choice[T]] = ()
        self._shown: list[Choice[T]] = []
        self._empty = empty
        self._typed = typed

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._title.replace("[", "(")
            yield Input(self._typed[:LONGEST], placeholder="type to search", compact=True, max_length=LONGEST)
            yield OptionList(markup=False)
            yield Static("…", id="none", markup=False)

    async def on_mount(self) -> None:
        self.query_one(Input).focus()
        if isinstance(self._given, Sequence):
            self._loaded(self._given)
        else:
            self.run_worker(self._load(self._given))

    async def _load(self, waiting: Awaitable[Sequence[Choice[T]]]) -> None:
        try:
            self._loaded(await waiting)
        except ZephError as error:
            self._empty = str(error)
            self._loaded(())

    def _loaded(self, choices: Iterable[Choice[T]]) -> None:
        self._choices = list(choices)
        self._show(self.query_one(Input).value)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        self._show(event.value)
        if self._more is not None and event.value.strip():
            find: Any = partial(self._find_more, self._more, event.value)  # begun only if no other letter comes first
            self.run_worker(find, group="more", exclusive=True)

    async def _find_more(self, more: Callable[[str], Awaitable[Sequence[Choice[T]]]], typed: str) -> None:
        """What is marked already stays so."""
        with suppress(ZephError):
            await asyncio.sleep(TYPING_SECS)
            found = await more(typed)
            known = {choice.value for choice in self._shown}
            self._show(typed, [choice for choice in found if choice.value not in known])

    def _show(self, typed: str, more: Sequence[Choice[T]] = ()) -> None:
        marked = self.query_one(OptionList).highlighted if more else None
        self._shown = [*matching(self._choices, typed), *more]
        options = self.query_one(OptionList)
        options.clear_options()
        width = min(MOST_WIDE, self.app.size.width * 9 // 10) - FRAME
        options.add_options([Option(row) for row in rows(self._shown, width)])
        options.highlighted = marked or 0 if self._shown else None
        options.display = bool(self._shown)
        none = self.query_one("#none", Static)
        none.update(line(self._empty) if not self._choices else "Nothing has these words.")
        none.display = not self._shown

    def action_walk(self, step: int) -> None:
        options = self.query_one(OptionList)
        if self._shown:
            now = options.highlighted or 0
            wraps = abs(step) == 1
            options.highlighted = (
                (now + step) % len(self._shown) if wraps else max(0, min(len(self._shown) - 1, now + step))
            )

    def action_leave(self) -> None:
        self.dismiss(None)

    @on(Input.Submitted)
    def chosen(self) -> None:
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None and self._shown:
            self.dismiss(self._shown[highlighted].value)

    @on(OptionList.OptionSelected)
    def clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._shown[event.option_index].value)


def rows(choices: Sequence[Choice[T]], width: int) -> list[Content]:
    """What each is, what it is about, its key: three columns."""
    keys = max((cell_len(choice.key) for choice in choices), default=0)
    abouts = max((cell_len(choice.about) for choice in choices), default=0)
    titles = max((cell_len(short(choice.title, LONGEST)) for choice in choices), default=0)
    room = width - (keys + 2 if keys else 0)
    left = min(titles, max(room * 2 // 5, room - abouts - 2)) if abouts else room
    return [_row(choice, left, room - left - 2) for choice in choices]


def _row(choice: Choice[T], left: int, middle: int) -> Content:
    about = (f"  {_cell(choice.about, middle)}", "$quiet") if middle > 0 else ""
    return styled(_cell(choice.title, left), about, (f"  {choice.key}", "$text-accent") if choice.key else "")


def _cell(text: str, width: int) -> str:
    """Exactly so wide."""
    content = Content(short(text, LONGEST)).truncate(width, ellipsis=True)
    return content.plain + " " * (width - content.cell_length)
