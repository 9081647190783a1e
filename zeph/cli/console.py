"""How commands look on a terminal and in a pipe: plain columns, one JSON object, a progress line, a yes-or-no question.

In: the Output values of a running command. Out: text on stdout, everything that is not the result on
stderr, and the exit code. What is printed is never markup, and never steers the terminal.
"""

import base64
import shutil
import sys
import textwrap
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from zeph.cli.word_wrap import wrapped
from zeph.commands.outputs import Advance, Data, Output, Rewritten, Rows, Status, Text, Warn, after_no
from zeph.errors import UsageError
from zeph.safety.text import shown_json, shown_text

MOST_WIDTH = 200
LEAST_COLUMN, READABLE = 12, 30
"""Characters of the widest column: the fewest, and below which it stands under the others instead."""
INDENT = "    "


def say(text: str, stream: TextIO | None = None, end: str = "\n") -> None:
    """Prints text from anywhere, without control characters."""
    out = stream or sys.stdout
    out.write(shown_text(text) + end)
    out.flush()


def note(text: str) -> None:
    """For the person, on stderr."""
    say(wrapped(text) if sys.stderr.isatty() else text, sys.stderr)


def note_wait(text: str) -> None:
    """That something keeps the person waiting; its end, the empty text, shows by itself."""
    if text:
        note(text)


def confirm(question: str) -> bool:
    """Asks on a terminal; elsewhere the answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    note(f"{question} [y/N]")
    with _enter_ends_line():
        return sys.stdin.readline().strip().lower() in ("y", "yes")


class Asking:
    """Asks, for one command after the other, and knows whether the person said no: then nobody is told how not to be
    asked."""

    def __init__(self) -> None:
        self.declined = False
        self.unanswered = False
        """It asked, and nobody was there."""

    def confirm(self, question: str) -> bool:
        yes, there = confirm(question), sys.stdin.isatty() and sys.stderr.isatty()
        self.declined = not yes and there
        self.unanswered = not there
        return yes

    async def heeded(self, outputs: AsyncIterator[Output]) -> AsyncIterator[Output]:
        """Raises what the command raises; after a no the sentence that nothing was done, alone."""
        self.declined = False
        try:
            async for output in outputs:
                yield output
        except UsageError as refused:
            if not self.declined:
                raise
            raise UsageError(after_no(refused)) from None


@contextmanager
def _enter_ends_line() -> Iterator[None]:
    """Inside a chat the terminal hands keys on unseen, as the prompt is to have them; a line of input is shown, and
    ends with Enter."""
    try:
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    plain = [*before]
    plain[0] |= termios.ICRNL
    plain[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSANOW, plain)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def osc52(text: str) -> str:
    """The sequence by which a terminal takes ``text`` into its clipboard, over ssh too."""
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"


def as_json(data: Any, warnings: Sequence[str] = ()) -> str:
    return shown_json({"version": 1, "data": data, "warnings": list(warnings)})


async def print_text(outputs: AsyncIterator[Output]) -> int:
    """Shows each output as it comes; the exit code."""
    code = 0
    progress = Progress()
    async for output in outputs:
        if not isinstance(output, Advance):
            progress.end()
        match output:
            case Status(text):
                note(text)
            case Text(text) | Rewritten(text):
                say(text)
            case Rows():
                say(columns(output))
            case Advance():
                progress.show(output)
            case Warn(text, fails):
                note(f"warning: {text}")
                code = max(code, int(fails))
            case _:
                pass
    progress.end()
    return code


async def print_json(outputs: AsyncIterator[Output]) -> int:
    """One object at the end; progress and status on stderr."""
    code, data, warnings = 0, None, []
    progress = Progress()
    async for output in outputs:
        match output:
            case Status(text):
                note(text)
            case Advance():
                progress.show(output)
            case Warn(text, fails):
                warnings.append(text)
                code = max(code, int(fails))
            case Data(value):
                data = value
            case _:
                pass
    progress.end()
    sys.stdout.write(as_json(data, warnings) + "\n")
    return code


class Progress:
    """One line on stderr that is rewritten; nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._shown = False

    def show(self, step: Advance) -> None:
        if not sys.stderr.isatty():
            return
        filled = 20 * step.done // max(1, step.total)
        bar = "█" * filled + "░" * (20 - filled)
        sys.stderr.write(f"\r\x1b[K{bar} {step.done}/{step.total} {shown_text(step.text)}")
        sys.stderr.flush()
        self._shown = True

    def end(self) -> None:
        if self._shown:
            sys.stderr.write("\n")
            self._shown = False


def columns(table: Rows) -> str:
    """The rows as aligned columns; the widest column is wrapped to the terminal's width."""
    if not table.rows:
        return table.empty
    rows = [tuple(" ".join(shown_text(cell).split()) for cell in row) for row in table.rows]
    heads = [table.columns] if any(table.columns) else []
    widths = [max(len(row[i]) for row in [*heads, *rows]) for i in range(len(table.columns))]
    room = min(shutil.get_terminal_size().columns, MOST_WIDTH) if sys.stdout.isatty() else 10_000
    wide = widths.index(max(widths))
    left = room - sum(widths) + widths[wide] - 2 * (len(widths) - 1)
    if left < min(READABLE, widths[wide]):
        return "\n".join(line for row in rows for line in _below(row, wide, room))
    widths[wide] = max(LEAST_COLUMN, min(widths[wide], left))
    return "\n".join(line for row in [*heads, *rows] for line in _lines(row, widths, wide))


def _below(row: Sequence[str], wide: int, room: int) -> list[str]:
    """A row whose longest cell stands below the others, where beside them there is no room for it."""
    others = "  ".join(cell for i, cell in enumerate(row) if i != wide and cell)
    inner = max(LEAST_COLUMN, room - len(INDENT))
    return [*textwrap.wrap(others, room), *(f"{INDENT}{line}" for line in textwrap.wrap(row[wide], inner))]


def _lines(row: Sequence[str], widths: Sequence[int], wide: int) -> list[str]:
    wrapped = textwrap.wrap(row[wide], widths[wide]) or [""]
    lines = []
    for number, part in enumerate(wrapped):
        cells = [part if i == wide else (cell if number == 0 else "") for i, cell in enumerate(row)]
        lines.append("  ".join(cell.ljust(widths[i]) for i, cell in enumerate(cells)).rstrip())
    return lines
