"""Text that is laid out for whatever width it gets, as one widget.

In: a function from a width to lines. Out: a widget that is laid out anew only where its height has changed.
"""

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

LayOut = Callable[[int], Sequence[Content]]


class Lines(Visual):
    def __init__(self, lay_out: LayOut) -> None:
        self._lay_out = lay_out
        self._width = -1
        self._content = Content("")
        self._height = 0

    def at(self, width: int) -> Content:
        """All lines, as they stand at that width."""
        if width != self._width:
            lines = self._lay_out(width)
            self._width, self._content, self._height = width, Content("\n").join(lines), len(lines)
        return self._content

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return self.at(width).render_strips(width, height, style, options) if width > 0 else []

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def height_at(self, width: int) -> int:
        self.at(width)
        return self._height

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.height_at(width)


class FittedText(Widget):
    DEFAULT_CSS = """
    FittedText { height: auto; width: 1fr; text-wrap: nowrap; text-overflow: clip; }
    """

    def __init__(self, lay_out: LayOut, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._lines = Lines(lay_out)

    def lay_out(self, lay_out: LayOut) -> None:
        """Something else is shown from now on."""
        width, before = self.content_size.width, self._lines
        self._lines = Lines(lay_out)
        same = width > 0 and before.height_at(width) == self._lines.height_at(width)
        self.refresh(layout=not same)

    def render(self) -> Visual:
        return self._lines

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return selection.extract(self._lines.at(self.content_size.width).plain), "\n"

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width
