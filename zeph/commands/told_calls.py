"""Calls of tools in a line each, for any door.

In: a call's name and arguments, a result's text. Out: one line, cut.
"""

from zeph.models.toolcalls import loads_object
from zeph.safety.text import one_line

LONGEST = 100
"""Characters of a line."""
LONGEST_VALUE = 60


def called_line(name: str, arguments: str) -> str:
    """``read_file(path=notes.md)``"""
    values = [f"{key}={_cut(one_line(str(value)), LONGEST_VALUE)}" for key, value in loads_object(arguments).items()]
    return _cut(f"{one_line(name)}({', '.join(values)})", LONGEST)


def done_line(text: str, failed: bool) -> str:
    """The one line there is, or how many there are; what failed says why."""
    lines = text.strip().splitlines() or [""]
    if len(lines) == 1 or failed:
        return _cut(one_line(lines[0]), LONGEST)
    return f"{len(lines):,} lines"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
