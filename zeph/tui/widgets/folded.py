"""Something long that is folded away: what the model thought, what it called.

In: a title and a text. Out: one line; a click, or the key for all of them, unfolds it.
"""

from textual.content import Content
from textual.widgets import Static

from zeph.commands.told_calls import called_line, done_line
from zeph.tui.text.screen_text import cut, line, shown, styled

MOST_TITLE = 100
CALL_WIDTH = 44
"""Characters of a call: what came of it stands on the same line, on most screens."""


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

    def retitle(self, title: str) -> None:
        self._title = title
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
        head = styled(
            ("▾ " if self.is_open else "▸ "), line(self._title)[:MOST_TITLE], (f"  {count:,} words", "$faint")
        )
        body = Content(cut(shown(self._text.strip())))
        self.update(Content("\n").join([head, body]) if self.is_open and body else head)


class Called(Folded):
    """A call of a tool, and what it gave."""

    def __init__(self, name: str, arguments: str) -> None:
        self._call = called_line(name, arguments, CALL_WIDTH)
        self._arguments = arguments if arguments != "{}" else ""
        super().__init__(f"{self._call} …", self._arguments)

    def done(self, text: str, *, failed: bool) -> "Called":
        """Over; the same widget."""
        self.retitle(f"{self._call} {'✗' if failed else '→'} {done_line(text, failed)}")
        self.tell("\n".join(filter(None, (self._arguments, text))))
        return self
