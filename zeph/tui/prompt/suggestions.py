"""What may be typed next, above the input.

In: suggestions. Out: a short list with one of them marked; it never has the focus.
"""

from collections.abc import Sequence

from textual.widgets import OptionList
from textual.widgets.option_list import Option

from zeph.tui.prompt.completion import Suggestion
from zeph.tui.text.screen_text import line, styled


class Suggestions(OptionList, can_focus=False):
    DEFAULT_CSS = """
    Suggestions {
        display: none; height: auto; max-height: 9; margin: 0 1; padding: 0 1; border: none;
        background: $panel; scrollbar-size-vertical: 1;
    }
    Suggestions.open { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(id="suggestions", markup=False)
        self._found: list[Suggestion] = []
        self.walked = False
        """Whether the person chose by going up and down."""

    def offer(self, found: Sequence[Suggestion]) -> None:
        self.walked = False
        if list(found) == self._found:
            return
        self._found = list(found)
        self.clear_options()
        width = max((len(s.label) for s in found), default=0)
        self.add_options(
            Option(styled(line(s.label).ljust(min(width, 44)), (f"  {line(s.about)}" if s.about else "", "$quiet")))
            for s in found
        )
        self.highlighted = 0 if found else None
        self.set_class(bool(found), "open")

    def close(self) -> None:
        self.offer(())

    @property
    def is_open(self) -> bool:
        return bool(self._found)

    @property
    def chosen(self) -> Suggestion | None:
        return self._found[self.highlighted or 0] if self._found else None

    def walk(self, step: int) -> None:
        self.walked = True
        self.highlighted = ((self.highlighted or 0) + step) % len(self._found)
