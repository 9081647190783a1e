"""What a terminal shows, given what a program wrote to it: text, and the sequences by which prompts are drawn.

In: characters as they come. Out: lines, from the first that was ever written to the last.
"""

import re

_PIECE = re.compile(
    r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b\][^\x07]*\x07|\x1b[=>78()][0B]?|[\r\n\b]|[^\x1b\r\n\b\x00-\x1f]|[\x00-\x1f]"
)


class ShownScreen:
    """A terminal that is so many columns wide, and keeps what scrolls out of its rows."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self._columns, self._rows = columns, rows
        self._cells: list[list[str]] = [[]]
        self._row = self._column = 0
        self._wraps = True

    @property
    def lines(self) -> list[str]:
        return ["".join(cells).rstrip() for cells in self._cells]

    @property
    def place(self) -> str:
        """Where the cursor is, as a terminal reports it."""
        row = self._row - max(0, len(self._cells) - self._rows) + 1
        return f"\x1b[{row};{min(self._column, self._columns - 1) + 1}R"

    def feed(self, text: str) -> None:
        for piece in _PIECE.finditer(text):
            if piece[2]:
                self._steer(piece[2], piece[1])
            elif piece[0] == "\r":
                self._column = 0
            elif piece[0] == "\n":
                self._down(1)
            elif piece[0] == "\b":
                self._column = max(0, self._column - 1)
            elif piece[0] >= " ":
                self._put(piece[0])

    def _put(self, char: str) -> None:
        if self._column >= self._columns:
            if self._wraps:
                self._column = 0
                self._down(1)
            else:
                self._column = self._columns - 1
        cells = self._cells[self._row]
        cells.extend(" " * (self._column + 1 - len(cells)))
        cells[self._column] = char
        self._column += 1

    def _down(self, rows: int) -> None:
        self._row += rows
        while self._row >= len(self._cells):
            self._cells.append([])

    def _steer(self, what: str, values: str) -> None:
        if values.startswith("?"):
            if values == "?7":
                self._wraps = what == "h"
        elif what in "JK":
            self._erase(what, int(values or 0))
        elif what in "ABCDGH":
            self._move(what, int(values.split(";")[0] or 1) or 1)
        else:
            assert what in "mnhlq", (what, values)

    def _move(self, where: str, steps: int) -> None:
        top = max(0, len(self._cells) - self._rows)
        row = {"A": self._row - steps, "B": self._row + steps, "H": top + steps - 1}.get(where, self._row)
        column = min(self._column, self._columns - 1)
        column = {"C": column + steps, "D": column - steps, "G": steps - 1, "H": 0}.get(where, column)
        self._row = min(max(row, top), len(self._cells) - 1)
        self._column = min(max(column, 0), self._columns - 1)

    def _erase(self, what: str, which: int) -> None:
        """To the end of the line, or of the screen; or the whole line."""
        del self._cells[self._row][0 if which else self._column :]
        if what == "J":
            for below in self._cells[self._row + 1 :]:
                below.clear()
