"""Markdown that grows without flicker, and code that is copied by a click.

In: pieces of text as they stream, or a whole text. Out: a column of passages and blocks of code. While it streams only
the last piece is parsed again; a widget is laid out anew only where its height changes.
"""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Static

from zeph.tui.markdown.blocks import block_end, pieces
from zeph.tui.markdown.growing import settled
from zeph.tui.markdown.layout import Code, Passage, parts
from zeph.tui.terminal.clipboard import copy_text
from zeph.tui.text.screen_text import LONGEST_SHOWN, cut, is_prose, shown
from zeph.tui.widgets.code import CodeBlock
from zeph.tui.widgets.fitted_text import FittedText


class Paragraphs(FittedText):
    """One passage; a click on a link copies it."""

    DEFAULT_CSS = """
    Paragraphs { margin: 1 0 0 0; }
    """

    def __init__(self, passage: Passage) -> None:
        super().__init__(passage.lines)
        self._passage = passage

    def show(self, passage: Passage) -> None:
        if passage != self._passage:
            self._passage = passage
            self.lay_out(passage.lines)

    def on_click(self, event: Click) -> None:
        href = event.style.meta.get("href")
        if href:
            event.stop()
            copy_text(self.app, str(href), "The link")


class Prose(Vertical):
    """A text of any length; what is no prose (a line of thousands of characters) stands as it is."""

    DEFAULT_CSS = """
    Prose { height: auto; padding: 0 2; }
    Prose > .first { margin-top: 0; }
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._text = text
        self._tail = ""
        """The last piece, which may grow."""
        self._of_tail: list[Paragraphs | CodeBlock] = []
        """The widgets that show it."""
        self._line = 0
        """Length of the line that is being written."""
        self._plain: Static | None = None
        self._begun = False

    def compose(self) -> ComposeResult:
        text = cut(shown(self._text))
        if is_prose(text):
            for piece in pieces(text) if text else ():
                self._tail, self._of_tail = piece, [_widget(part) for part in parts(piece)]
                self._mark_first(self._of_tail)
                yield from self._of_tail
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
        self._tail += new
        while end := block_end(self._tail):
            await self._show_tail(self._tail[:end])
            self._tail, self._of_tail = self._tail[end:], []
        await self._show_tail(settled(self._tail))

    async def _show_tail(self, text: str) -> None:
        """The widgets of the last piece show ``text``; those that fit stay."""
        found, kept = parts(text), 0
        for widget, part in zip(self._of_tail, found, strict=False):
            if not _takes(widget, part):
                break
            kept += 1
        gone, self._of_tail = self._of_tail[kept:], self._of_tail[:kept]
        self._begun = self._begun and not any(widget.has_class("first") for widget in gone)
        new = [_widget(part) for part in found[kept:]]
        if gone:
            await self.remove_children(gone)
        if new:
            self._mark_first(new)
            await self._put(*new)
            self._of_tail += new

    def _mark_first(self, new: Sequence[Widget]) -> None:
        """Nothing stands above the first one."""
        if new and not self._begun:
            new[0].add_class("first")
            self._begun = True

    async def _become_plain(self) -> None:
        await self.remove_children()
        self._plain = Static(Content(cut(shown(self._text))), markup=False)
        await self._put(self._plain)

    async def close(self) -> None:
        """There is no more: the last piece as a whole, and how much is not shown."""
        if self._plain is not None:
            self._plain.update(Content(cut(shown(self._text))))
        elif self.is_attached:
            await self._show_tail(self._tail + cut(self._text)[LONGEST_SHOWN:])

    async def _put(self, *widgets: Widget) -> None:
        """Nothing where the screen is closed already."""
        if self.is_attached and self.is_running:
            await self.mount_all(widgets)


def _widget(part: Code | Passage) -> Paragraphs | CodeBlock:
    return CodeBlock(part) if isinstance(part, Code) else Paragraphs(part)


def _takes(widget: Paragraphs | CodeBlock, part: Code | Passage) -> bool:
    """Whether it shows that from now on."""
    match widget, part:
        case CodeBlock(), Code():
            widget.show(part)
        case Paragraphs(), Passage():
            widget.show(part)
        case _:
            return False
    return True


def code_of(widgets: Sequence[Widget]) -> list[Code]:
    """The code in these, in order."""
    return [block.code for widget in widgets for block in widget.query(CodeBlock)]
