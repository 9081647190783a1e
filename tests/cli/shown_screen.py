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
            return
        number = int(values.split(";")[0] or 0)
        top = max(0, len(self._cells) - self._rows)
        match what:
            case "A":
                self._row = max(top, self._row - (number or 1))
            case "B":
                self._row = min(len(self._cells) - 1, self._row + (number or 1))
            case "C":
                self._column = min(self._columns - 1, self._column + (number or 1))
            case "D":
                self._column = max(0, min(self._column, self._columns - 1) - (number or 1))
            case "G":
                self._column = (number or 1) - 1
            case "H":
                self._row, self._column = top + (number or 1) - 1, 0
            case "K" if number == 0:
                del self._cells[self._row][self._column :]
            case "K":
                self._cells[self._row] = []
            case "J" if number == 0:
                del self._cells[self._row][self._column :]
                for below in self._cells[self._row + 1 :]:
                    below.clear()
            case _:
                assert what in "mnhlJq", (what, values)
