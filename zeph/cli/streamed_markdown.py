"""A streamed answer on a terminal: finished blocks rendered once, the rest as it comes.

In: pieces of text. Out: rendered markdown. Only whole blocks (a paragraph, a closed code fence) are rendered,
so nothing flickers and nothing that was printed changes.
"""

import sys

from zeph.cli.word_wrap import WordWrap
from zeph.safety.text import shown_text

FENCES = ("```", "~~~")


class AnswerPrinter:
    def __init__(self, *, plain: bool) -> None:
        self._plain = plain
        self._wrap = WordWrap() if plain and sys.stdout.isatty() else None
        self._pending = ""
        self._ended = True

    def feed(self, delta: str) -> None:
        text = shown_text(delta)
        if self._plain:
            sys.stdout.write(self._wrap.feed(text) if self._wrap else text)
            sys.stdout.flush()
            self._ended = not text or text.endswith("\n")
            return
        self._pending += text
        cut = last_block_end(self._pending)
        if cut:
            self._render(self._pending[:cut])
            self._pending = self._pending[cut:]

    def finish(self) -> None:
        """Once or more; the second time there is nothing left."""
        if self._pending.strip():
            self._render(self._pending)
        self._pending = ""
        if self._wrap:
            sys.stdout.write(self._wrap.finish())
        if not self._ended:
            sys.stdout.write("\n")
            self._ended = True

    @staticmethod
    def _render(text: str) -> None:
        from rich.console import Console
        from rich.markdown import Markdown

        Console(file=sys.stdout, force_terminal=True).print(Markdown(text.strip("\n"), hyperlinks=False))


def last_block_end(text: str) -> int:
    """Where the last whole block ends: after a blank line outside a code fence; 0 where none has ended."""
    end = position = 0
    fenced = False
    for line in text.splitlines(keepends=True):
        position += len(line)
        if line.lstrip().startswith(FENCES):
            fenced = not fenced
            if not fenced and line.endswith("\n"):
                end = position
        elif not fenced and not line.strip() and line.endswith("\n"):
            end = position
    return end
