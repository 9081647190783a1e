"""The status line: model, context, facts used, what is being done, what waits, and the one hint that is true now.

In: a :class:`Status`. Out: one row.
"""

from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from zeph.commands.outputs import counted
from zeph.tui.talk import Working
from zeph.tui.text.screen_text import short


@dataclass(frozen=True, slots=True)
class Status:
    model: str = ""
    used: int = 0
    """Tokens of the last context."""
    window: int = 0
    recalled: str = ""
    """What the last answer stands on."""
    working: str = ""
    background: str = ""
    queued: int = 0
    space: str = ""
    """Where it is not the one that a memory begins with."""
    to_review: int = 0
    """Changes of facts that nobody has looked at."""
    private: str = ""
    """What is to be told of a private chat."""
    hint: str = ""


def spinner(work: Working) -> str:
    """``Answering… 3s``."""
    if not work:
        return ""
    return f"{work.word} {work.seconds}s" if work.seconds else work.word


def thousands(count: int) -> str:
    return str(count) if count < 1000 else f"{count / 1000:.1f}k" if count < 10_000 else f"{count // 1000}k"


class StatusLine(Static):
    DEFAULT_CSS = """
    StatusLine { height: 1; padding: 0 1; background: $panel; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)
        self._status = Status()

    def show(self, status: Status) -> None:
        if status != self._status:
            self._status = status
            self.refresh()

    def render(self) -> Content:
        return render(self._status, self.size.width)


def render(status: Status, width: int) -> Content:
    """What fits, the hint at the right end; what is being done is never left out."""
    doing = [(text, "bold $text-primary") for text in (status.working, status.background) if text]
    context = f"{thousands(status.used)}/{thousands(status.window)} tokens" if status.window else ""
    to_review = f"{counted(status.to_review, 'change')} to /review" if status.to_review else ""
    queued = f"{status.queued} queued" if status.queued else ""
    parts = [
        (status.private, "bold $text-warning"),
        (f"space {short(status.space, 24)}" if status.space else "", "bold"),
        (short(status.model, 32), ""),
        *doing,
        (queued, "bold"),
        (status.recalled, ""),
        (context, ""),
        (to_review, ""),
    ]
    parts = [part for part in parts if part[0]]
    while len(parts) > 1 and _width(parts) + cell_len(status.hint) + 2 > width:
        parts.remove(next((part for part in reversed(parts) if not part[1]), parts[-1]))
    pieces: list[tuple[str, str]] = []
    for text, style in parts:
        pieces += [(" · ", ""), (short(text, width), style)] if pieces else [(short(text, width), style)]
    gap = width - _width(parts) - cell_len(status.hint)
    if gap >= 2 or not pieces:
        pieces += [(" " * max(0, gap), ""), (status.hint, "$text-accent")]
    return Content.assemble(*pieces)


def _width(parts: list[tuple[str, str]]) -> int:
    return sum(cell_len(text) for text, _ in parts) + 3 * max(0, len(parts) - 1)
