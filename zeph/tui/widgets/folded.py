"""Something long that is folded away: what the model thought, what it called.

In: a title and a text. Out: one line; a click, or the key for all of them, unfolds it.
"""

from textual.content import Content
from textual.widgets import Static

from zeph.tui.text.screen_text import cut, line, shown, styled


class Folded(Static):
    DEFAULT_CSS = """
    Folded { color: $quiet; padding: 0 2; }
    Folded:hover { color: $foreground; }
    """

    def __init__(self, title: str, text: str) -> None:
        super().__init__(markup=False)
        self._title, self._text = title, text
        self.is_open = False
        self._show()

    def tell(self, text: str) -> None:
        """The whole text, which has grown."""
        self._text = text
        self._show()

    def fold(self, folded: bool) -> None:
        self.is_open = not folded
        self._show()

    def on_click(self) -> None:
        self.fold(self.is_open)

    def _show(self) -> None:
        count = len(self._text.split())
        head = styled(("▾ " if self.is_open else "▸ "), line(self._title)[:60], (f"  {count:,} words", "$faint"))
        body = Content(cut(shown(self._text.strip())))
        self.update(Content("\n").join([head, body]) if self.is_open and body else head)
