"""Answers of bounded size: so many items, so many bytes, and where to go on.

In: everything that was found, a cursor. Out: one page, and the cursor of the next. A cursor is a place in the list as
it is asked for: what comes in between may shift it.
"""

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from zeph.errors import UsageError

MOST_BYTES = 16_000
"""Of the items of one answer, as JSON. Clients of the server hand the lines and the fields on; both together stay below
40 KB."""
MOST_ITEMS = 100
FARTHEST = 1_000
"""The place up to which one can page: who wants more asks more narrowly, or exports."""

Shown = TypeVar("Shown", bound=BaseModel)


def place_of(cursor: str | None) -> int:
    """Raises UsageError for what no answer gave as a cursor."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) <= 4 and int(cursor) <= FARTHEST):
        raise UsageError("No answer gave this cursor: leave it out, or give next_cursor as it came.")
    return int(cursor)


def page(found: Sequence[Shown], start: int, limit: int, room: int = MOST_BYTES) -> tuple[list[Shown], str | None]:
    """The items from ``start`` on that fit, at least one of them; and the cursor of the first that does not."""
    shown: list[Shown] = []
    for item in found[start : start + limit]:
        room -= len(item.model_dump_json().encode())
        if shown and room < 0:
            break
        shown.append(item)
    after = start + len(shown)
    return shown, str(after) if len(found) > after and after <= FARTHEST else None
