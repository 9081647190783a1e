"""Code in an answer, copied by a click on its first line.

In: a language and code. Out: a block that names the language and says how to copy; long lines are folded.
"""

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.events import Click

from zeph.tui.markdown.layout import Code
from zeph.tui.terminal.clipboard import copy_text
from zeph.tui.text.screen_text import styled
from zeph.tui.widgets.fitted_text import FittedText

LONGEST_COLOURED = 20_000
"""Characters; more is shown without colours, as finding them would take longer than reading."""


class CodeBlock(FittedText):
    DEFAULT_CSS = """
    CodeBlock { background: $surface; padding: 0 1; margin: 1 0; border-left: outer $faint; }
    CodeBlock:ansi { border-left: outer ansi_bright_black; }
    """

    def __init__(self, code: Code) -> None:
        super().__init__(_laid_out(code))
        self.code = code

    def show(self, code: Code) -> None:
        if code != self.code:
            self.code = code
            self.lay_out(_laid_out(code))

    def on_click(self, event: Click) -> None:
        if event.y == 0:
            event.stop()
            copy_text(self.app, self.code.text, "The code")


def _laid_out(code: Code) -> Callable[[int], Sequence[Content]]:
    def lay_out(width: int) -> list[Content]:
        head = styled((code.language or "code", "$quiet"), " " * max(1, width - len(code.language or "code") - 4))
        return [styled(head, ("copy", "$quiet underline")), *_coloured(code).wrap(max(1, width))]

    return lay_out


def _coloured(code: Code) -> Content:
    if not code.language or len(code.text) > LONGEST_COLOURED:
        return Content(code.text, strip_control_codes=False)
    from textual.highlight import highlight

    return highlight(code.text, language=code.language)
