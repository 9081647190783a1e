"""What stands in the transcript: what the person said, notices, receipts, results of commands.

In: plain text. Out: widgets; nothing is read as markup.
"""

from collections.abc import Mapping

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from zeph.agent.answers.second_person import to_you
from zeph.agent.tools.call_groups import result_of
from zeph.commands.outputs import Advance, Output, Rows, Text, Warn
from zeph.commands.receipts import receipt_rows
from zeph.records.message import Message
from zeph.records.revision import Receipt
from zeph.tui.text.screen_text import cut, line, shown, styled
from zeph.tui.text.text_table import table_lines
from zeph.tui.widgets.folded import Called
from zeph.tui.widgets.message_widget import MessageWidget

MOST_LINES = 30
MOST_CHARACTERS = 4_000
"""From which a text of the person is folded."""
FOLDED_LINES = 6
FOLDED_CHARACTERS = 480


class Said(Static, MessageWidget):
    """What the person said."""

    DEFAULT_CSS = """
    Said { background: $surface; color: $foreground; padding: 0 2; margin: 1 0 0 0; border-left: outer $primary; }
    Said:ansi { border-left: outer ansi_blue; }
    """
    role = "user"

    def __init__(self, text: str, message_id: int | None = None, who: str = "") -> None:
        self._head = [(f"{line(who)}: ", "bold")] if who else []
        self._text = text
        self.is_long = text.count("\n") >= MOST_LINES or len(text) >= MOST_CHARACTERS
        self.is_open = not self.is_long
        super().__init__(self._content(), markup=False)
        self.message_id = message_id

    def fold(self, folded: bool) -> None:
        """A long text shows its beginning, or all of it."""
        self.is_open = not (folded and self.is_long)
        self.update(self._content())

    def on_click(self) -> None:
        if self.is_long:
            self.fold(self.is_open)

    def _content(self) -> Content:
        if self.is_open:
            return styled(*self._head, cut(shown(self._text)))
        first = "\n".join(self._text[:FOLDED_CHARACTERS].split("\n")[:FOLDED_LINES])
        left = len(self._text) - len(first)
        return styled(*self._head, shown(first), (f" … {left:,} more characters; Ctrl+T unfolds", "$quiet"))

    @property
    def text(self) -> str:
        return self._text


class Welcome(Static):
    """What a new conversation begins with."""

    DEFAULT_CSS = """
    Welcome { color: $quiet; padding: 0 3; margin: 1 0; }
    """

    def __init__(self) -> None:
        name = ("Zeph", "bold $primary")
        keys = (("/help", "commands"), ("Ctrl+G", "what is remembered"), ("F1", "all keys"))
        hints = [part for key, what in keys for part in ((key, "$text-accent"), f" {what}   ")]
        said = " remembers: tell it something today, ask about it tomorrow."
        super().__init__(styled(name, said, "\n", *hints), markup=False)


class Notice(Static):
    """A sentence of Zeph's own; ``classes`` may say warning or error."""

    DEFAULT_CSS = """
    Notice { color: $quiet; padding: 0 3; margin: 1 0 0 0; }
    Notice.warning { color: $text-warning; }
    Notice.error { color: $text-error; }
    """

    def __init__(self, text: str, kind: str = "") -> None:
        super().__init__(Content(cut(shown(text))), markup=False, classes=kind or None)


class ReceiptLine(Static):
    """What a message changed in the memory; a click on an undo takes it back."""

    DEFAULT_CSS = """
    ReceiptLine { color: $text-success; padding: 0 3; }
    """

    def __init__(self, receipt: Receipt, *, answered: bool = False) -> None:
        """``answered``: the answer itself has told what was noted."""
        self.receipt = receipt
        self._answered = answered
        self._facts: Mapping[str, int] = {}
        self._rows = [row for row in receipt_rows(receipt) if not (answered and row.fact)]
        super().__init__(self._content({}), markup=False)

    @property
    def orders(self) -> list[tuple[str, str]]:
        """What was learned, and the slash line that takes it back; the newest first."""
        undo = [
            (row.text, f"/graph undo {number}")
            for number, row in zip(sorted(self.receipt.revision_ids, reverse=True), reversed(self._rows), strict=False)
        ]
        return [*undo, *((to_you(sentence), f"/forget #{number}") for sentence, number in self._facts.items())]

    def number(self, facts: Mapping[str, int]) -> None:
        """Sentence to fact: what was noted can be forgotten by its number."""
        self._facts = facts
        self.update(self._content(facts))

    def _content(self, facts: Mapping[str, int]) -> Content:
        parts: list[str | tuple[str, str]] = []
        if self._answered and facts:
            parts.append("· noted")
            for number in dict.fromkeys(facts[fact] for fact in self.receipt.learned if fact in facts):
                parts += ["  ", _forget(number)]
        for row in self._rows:
            parts.append(("\n" if parts else "") + f"· {shown(row.text)}")
            if row.fact in facts:
                parts += ["  ", _forget(facts[row.fact])]
        for number in sorted(self.receipt.revision_ids, reverse=True):
            parts += ["  ", (f"undo #{number}", f"@click=app.slash('/graph undo {int(number)}') underline")]
        return styled(*parts)


def _forget(fact: int) -> tuple[str, str]:
    return f"forget #{fact}", f"@click=app.slash('/forget #{int(fact)}') underline"


class Result(Static):
    """One output of a command."""

    DEFAULT_CSS = """
    Result { padding: 0 3; color: $foreground; }
    Result.warning { color: $text-warning; }
    """

    def __init__(self, output: Output) -> None:
        super().__init__(markup=False)
        self.output = output
        if isinstance(output, Warn):
            self.add_class("warning")

    def show(self, output: Output) -> None:
        """In place of what it was."""
        self.output = output
        self.refresh(layout=True)

    def render(self) -> Content:
        return _rendered(self.output, max(20, self.size.width))


def _rendered(output: Output, width: int) -> Content:
    match output:
        case Rows():
            return table(output, width)
        case Text(text):
            return Content(cut(shown(text)))
        case Warn(text, _):
            return Content(cut(shown(text)))
        case Advance(done, total, text):
            filled = 20 * done // max(1, total)
            return styled(("█" * filled + "░" * (20 - filled), "$primary"), f" {done}/{total} {line(text)}")
        case _:
            return Content("")


def table(rows: Rows, width: int) -> Content:
    """Aligned columns; the widest is wrapped so that the whole fits."""
    if not rows.rows:
        return Content(shown(rows.empty))
    heads = [rows.columns] if any(rows.columns) else []
    cells = [[Content(line(cell)) for cell in row] for row in [*heads, *rows.rows]]
    return Content("\n").join(table_lines(cells, width, heads=bool(heads)))


def from_history(message: Message) -> Widget | None:
    """The widget of a stored message; None for what is not shown."""
    from zeph.tui.widgets.answer import Answer

    if message.role == "user":
        return Said(message.text, message.id, message.speaker)
    if message.tool_calls and message.role == "tool":
        name, _, failed = result_of(message)
        return Called(name, "{}").done(message.text, failed=failed)
    if message.role == "assistant" and (message.text.strip() or not message.tool_calls):
        return Answer(message.text, message.id, interrupted=message.interrupted)
    return Notice(f"{message.speaker} was attached.") if message.is_attachment else None
