"""A question over the screen, answered by a letter or its word; what was meant for the input below goes there.

In: keys while the question stands. Out: an answer, or text for the screen below. A letter answers when it stands alone:
not in the first moment, not in a row with others. People type ahead, and a "running" must not say no by its "n".
"""

import time
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Static

from zeph.tui.terminal.keyboard import TYPING_SECS

T = TypeVar("T")
DEAF_SECS = 0.5
"""Keys that were meant for what was there before are not taken for an answer."""
SENTENCE_SECS = 1.0
"""So soon after a letter that was no answer, the next one belongs to it."""
GONE_BELOW = "What you typed stands in the input below, not sent."


@runtime_checkable
class TakesTyped(Protocol):
    """A screen with an input."""

    def take_typed(self, text: str) -> None: ...


class AnsweredByKey(ModalScreen[T]):
    """A dialog with a :class:`TypedAhead` in it. Its class says what each letter and word answers."""

    ANSWERS: ClassVar[Mapping[str, Any]]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("up", "scroll(-3)", show=False),
        Binding("down", "scroll(3)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._since = float("inf")
        self._letters = ""
        """Typed in a row, and not yet known what for."""
        self._pause: Timer | None = None
        self._told_at = float("-inf")
        """When letters last went below."""

    def on_mount(self) -> None:
        self._since = time.monotonic()

    def answer(self, answer: T) -> None:
        """What is chosen; in the first moment nothing is."""
        if not self._deaf:
            self.dismiss(answer)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    @property
    def _deaf(self) -> bool:
        return time.monotonic() - self._since < DEAF_SECS

    @property
    def _in_a_sentence(self) -> bool:
        return time.monotonic() - self._told_at < SENTENCE_SECS

    def on_key(self, event: events.Key) -> None:
        if event.character is not None and event.is_printable:
            event.stop()
            self._typed(event.character)
        elif event.key == "enter" and (self._letters or self._in_a_sentence or self._deaf):
            event.stop()
            self._paused()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._below(event.text)

    def _typed(self, letter: str) -> None:
        if self._deaf or self._in_a_sentence:
            self._below(letter)
            return
        self._letters += letter
        if not any(answer.startswith(self._letters.casefold()) for answer in self.ANSWERS):
            self._below("")
            return
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(TYPING_SECS, self._paused)

    def _paused(self) -> None:
        """What stands alone is an answer, if it is one."""
        if self._pause is not None:
            self._pause.stop()
        if not self._letters:
            return
        if self._letters.casefold() in self.ANSWERS:
            self.answer(self.ANSWERS[self._letters.casefold()])
        else:
            self._below("")

    def _below(self, more: str) -> None:
        text, self._letters = self._letters + more, ""
        self._told_at = time.monotonic()
        stack = self.app.screen_stack
        if len(stack) > 1 and isinstance(below := stack[-2], TakesTyped):
            below.take_typed(text)
            self.query_one(TypedAhead).display = True


class TypedAhead(Static):
    """Tells where letters went."""

    DEFAULT_CSS = "TypedAhead { color: $quiet; margin: 1 0 0 0; display: none; }"

    def __init__(self) -> None:
        super().__init__(GONE_BELOW, markup=False)
