"""Markdown that grows without flicker, and code that is copied by a click.

In: pieces of text as they stream, or a whole text. Out: a column of Markdown widgets. While it streams only the last
block is parsed again (Textual's ``Markdown.append``), and only the last piece laid out; a piece that is complete is
rendered once more as a whole, as a code fence that came in parts leaves the appended state wrong.
"""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Label, Markdown, Static
from textual.widgets.markdown import MarkdownFence

from zeph.tui.blocks import block_end, pieces
from zeph.tui.clipboard import copy_text
from zeph.tui.text import LONGEST_SHOWN, cut, is_prose, shown

KEPT = 4
"""Pieces that are laid out while a text grows and its end is followed: more than a screen."""


class CopyCode(Static):
    DEFAULT_CSS = """
    CopyCode { width: 1fr; height: 1; text-align: right; color: $quiet; padding: 0 1; }
    CopyCode:hover { color: $text-primary; text-style: underline; }
    """


class CodeBlock(MarkdownFence):
    """A fence whose code is copied by a click on its first line."""

    DEFAULT_CSS = """
    CodeBlock { layout: vertical; overflow: auto hidden; }
    CodeBlock > Label { padding: 0 2 1 2; }
    """

    def compose(self) -> ComposeResult:
        yield CopyCode(Content(f"{shown(self.lexer)[:20]}  copy".strip()), markup=False)
        yield Label(self._highlighted_code, id="code-content", expand=True)

    @on(Click, "CopyCode")
    def copy(self, event: Click) -> None:
        event.stop()
        copy_text(self.app, self.code, "The code")


class Piece(Markdown):
    DEFAULT_CSS = """
    Piece { padding: 0 2; margin: 0; }
    """
    BLOCKS = {  # noqa: RUF012  # as Textual declares it
        **Markdown.BLOCKS,
        "fence": CodeBlock,
        "code_block": CodeBlock,
    }


class Prose(Vertical):
    """A text of any length; what is no prose (a line of thousands of characters) stands as it is."""

    DEFAULT_CSS = """
    Prose { height: auto; }
    Prose > Static { padding: 0 2; }
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._text = text
        self._tail = ""
        """What the last piece shows."""
        self._line = 0
        """Length of the line that is being written."""
        self._plain: Static | None = None

    def compose(self) -> ComposeResult:
        text = cut(shown(self._text))
        if is_prose(text):
            for piece in pieces(text) if text else ():
                self._tail = piece
                yield Piece(piece, open_links=False)
        else:
            self._plain = Static(Content(text), markup=False)
            yield self._plain

    # ------------------------------------------------------------ growing

    async def write(self, new: str) -> None:
        """More text; nothing more is shown of what is too long."""
        room = LONGEST_SHOWN - len(self._text)
        self._text += new
        if room <= 0:
            return
        if self._plain is None and not self._stays_prose(new):
            await self._become_plain()
        if self._plain is not None:
            self._plain.update(Content(cut(shown(self._text))))
        else:
            await self._grow(shown(new[:room]))

    def _stays_prose(self, new: str) -> bool:
        first, _, rest = new.rpartition("\n")
        longest = max(map(len, f"{'x' * self._line}{new}".splitlines() or [""]))
        self._line = len(rest) if first or new.startswith("\n") else self._line + len(new)
        return is_prose("x" * longest)

    async def _grow(self, new: str) -> None:
        piece = self._last
        self._tail += new
        if piece is None:
            await self._put(Piece(self._tail, open_links=False))
            return
        end = block_end(self._tail)
        if not end:
            await piece.append(new)
            return
        whole, self._tail = self._tail[:end], self._tail[end:]
        await piece.update(whole)
        await self._put(Piece(self._tail, open_links=False))

    def leave_out(self) -> None:
        """Pieces far above the end are not laid out while more comes."""
        for piece in list(self.children)[:-KEPT]:
            piece.display = False

    def reveal(self) -> bool:
        hidden = [piece for piece in self.children if not piece.display]
        for piece in hidden:
            piece.display = True
        return bool(hidden)

    async def _become_plain(self) -> None:
        await self.remove_children()
        self._plain = Static(Content(cut(shown(self._text))), markup=False)
        await self._put(self._plain)

    async def close(self) -> None:
        """There is no more: the last piece as a whole, and how much is not shown."""
        piece = self._last
        if piece is not None and piece.is_attached:
            await piece.update(self._tail + cut(self._text)[LONGEST_SHOWN:])
        elif self._plain is not None:
            self._plain.update(Content(cut(shown(self._text))))

    @property
    def _last(self) -> Piece | None:
        return next((child for child in reversed(self.children) if isinstance(child, Piece)), None)

    async def _put(self, widget: Widget) -> None:
        """Nothing where the screen is closed already."""
        if self.is_attached and self.is_running:
            await self.mount(widget)

    @on(Markdown.LinkClicked)
    def link(self, event: Markdown.LinkClicked) -> None:
        """Links do nothing but be copied."""
        event.stop()
        copy_text(self.app, event.href, "The link")
