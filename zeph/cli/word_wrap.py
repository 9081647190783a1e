"""Lines that end between words, as a terminal breaks them anywhere.

In: pieces of text as they come, the width of the terminal. Out: the same with a newline where the next word would not
fit; the lines of a list go on below their text. A word that is longer than a line is left as it is.
"""

import re
import shutil

_PIECES = re.compile(r"\n|[^\S\n]+|\S+")
_ITEM = "- "


class WordWrap:
    """Text that is written to one terminal from the beginning of a line on."""

    def __init__(self, width: int | None = None) -> None:
        from rich.cells import cell_len  # where nothing is shown on a terminal nobody needs it

        self._cells = cell_len
        self._width = width
        self._held = ""
        """What may not be the whole of a word yet."""
        self._line = ""
        """What stands on the present line."""
        self._spaces = ""

    def feed(self, text: str) -> str:
        """What may be written now."""
        text = self._held + text
        whole = re.search(r"\S*\Z", text)
        cut = whole.start() if whole else len(text)
        self._held = text[cut:]
        return self._wrapped(text[:cut])

    def finish(self) -> str:
        """What is left."""
        held, self._held = self._held, ""
        return self._wrapped(held)

    def _wrapped(self, text: str) -> str:
        width = self._width or shutil.get_terminal_size().columns
        out = []
        for piece in _PIECES.findall(text):
            if piece == "\n":
                self._line, self._spaces = "", ""
                out.append(piece)
            elif piece.isspace():
                self._spaces = piece
            else:
                out.append(self._put(piece, width))
        return "".join(out)

    def _put(self, word: str, width: int) -> str:
        """A word with the spaces before it, or on a line of its own."""
        longer = self._line + self._spaces + word
        if self._line.strip() and self._cells(longer) > width:
            below = " " * len(_ITEM) if self._line.startswith((_ITEM, " " * len(_ITEM))) else ""
            self._line, put = below + word, f"\n{below}{word}"
        else:
            put, self._line = self._spaces + word, longer
        self._spaces = ""
        return put


def wrapped(text: str, width: int | None = None) -> str:
    """A whole text."""
    wrap = WordWrap(width)
    return wrap.feed(text) + wrap.finish()
