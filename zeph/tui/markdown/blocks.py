"""Where a long markdown text can be cut in two without changing how it looks.

In: markdown, perhaps still growing. Out: a position, or pieces. A screen lays out what changed: of a long answer that
is its last piece.
"""

import re

LEAST = 1_000
"""Characters of a piece before its end is looked for."""
FENCE = re.compile(r" {0,3}(```|~~~)")
BEGINS = re.compile(r"#{1,6} |\*\*|```|~~~|[^\W\d]|[\"'“(\[`]")
"""How a block begins that cannot belong to the list, quote or table before it."""


def block_end(text: str) -> int:
    """The first position after ``LEAST`` where a block ends and another begins; 0 where there is none yet."""
    position, blank, fence = 0, False, ""
    for line in text.splitlines(keepends=True):
        mark = FENCE.match(line)
        if not fence and blank and position >= LEAST and BEGINS.match(line):
            return position
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        blank = not fence and not line.strip()
        position += len(line)
    return 0


def pieces(text: str) -> list[str]:
    """``text`` as pieces that are laid out one below the other."""
    found = []
    while end := block_end(text):
        found.append(text[:end])
        text = text[end:]
    return [*found, text] if text or not found else found
