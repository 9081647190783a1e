"""The time slider: a line from the first moment to now, and what is looked at.

In: :class:`~zeph.tui.browser.moments.Moments`. Out: a message when a key moves it.
"""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from zeph.tui.browser.moments import Moments
from zeph.tui.text.screen_text import styled


class TimeSlider(Static, can_focus=True):
    DEFAULT_CSS = """
    TimeSlider { height: 2; padding: 0 1; background: $surface; color: $quiet; }
    TimeSlider:focus { background: $panel; color: $foreground; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("shift+left", "day(-1)", show=False),
        Binding("shift+right", "day(1)", show=False),
        Binding("home", "first", show=False),
        Binding("end", "now", show=False),
        Binding("space,k", "axis", show=False),
    ]

    class Moved(Message):
        def __init__(self, moments: Moments) -> None:
            super().__init__()
            self.moments = moments

    def __init__(self, moments: Moments) -> None:
        super().__init__(id="slider", markup=False)
        self.moments = moments

    def show(self, moments: Moments) -> None:
        self.moments = moments
        self.refresh()

    def render(self) -> Content:
        return render(self.moments, max(30, self.size.width), focused=self.has_focus)

    def action_step(self, count: int) -> None:
        self._move(self.moments.step(count))

    def action_day(self, count: int) -> None:
        self._move(self.moments.day(count))

    def action_first(self) -> None:
        self._move(self.moments.to(self.moments.first))

    def action_now(self) -> None:
        self._move(self.moments.to(None))

    def action_axis(self) -> None:
        self._move(self.moments.other_axis())

    def _move(self, moments: Moments) -> None:
        if moments != self.moments:
            self.show(moments)
            self.post_message(self.Moved(moments))


def render(moments: Moments, width: int, *, focused: bool = False) -> Content:
    """Two lines: the rail, and the two axes in words."""
    rail = width - 24
    at = round(moments.share(moments.at) * (rail - 1))
    other = moments.known_at if moments.axis == "as_of" else moments.as_of
    cells = ["─"] * rail
    if other is not None:
        cells[round(moments.share(other) * (rail - 1))] = "○"
    words = []
    for axis, name, moment in (("as_of", "true", moments.as_of), ("known_at", "known", moments.known_at)):
        chosen = axis == moments.axis
        words += [
            (
                f"{'▸' if chosen else ' '} {name} {f'on {moment[:10]}' if moment else 'now'}   ",
                "bold $primary" if chosen else "",
            )
        ]
    hint = "←→ move · Shift by a day · Space other axis" if focused else ""
    return styled(
        f"{moments.first[:10]} ", "".join(cells[:at]), ("●", "bold $primary"), "".join(cells[at + 1 :]),
        f" {moments.now[:10]}\n",
        *words, (hint, "$quiet"),
    )  # fmt: skip
