"""Moments as a person types them: "2023-05-07", "2023-05", "2023", "yesterday", "last summer".

In: a text and the present. Out: the last second of what it names, so that "as of May" knows all of May; or the first.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from zeph.clock import Moment, parse_moment, to_moment
from zeph.errors import UsageError

if TYPE_CHECKING:
    from zeph.memory.language.times.date_resolution import ResolvedDate


def start_of(text: str | None, now: Moment) -> Moment | None:
    """The first second of what it names; None for no text. Raises UsageError for a text that names no time."""
    return resolved(text, now).moment if text else None


def end_of(text: str | None, now: Moment) -> Moment | None:
    """None for no text. Raises UsageError for a text that names no time."""
    if not text:
        return None
    found = resolved(text, now)
    start = parse_moment(found.moment)
    if found.precision == "instant":
        return found.moment
    if found.precision == "day":
        after = start + timedelta(days=1)
    elif found.precision == "month":
        after = start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
    else:
        after = start.replace(year=start.year + 1)
    return to_moment(after - timedelta(seconds=1))


def resolved(text: str, now: Moment) -> "ResolvedDate":
    """Raises UsageError for a text that names no time."""
    from zeph.memory.language.times.date_resolution import resolve_date

    found = resolve_date(text, now) if any(map(str.isalpha, text)) or _is_written_out(text) else None
    if found is None:
        raise UsageError(f"“{text}” is no date: write 2023-05-07, 2023-05 or 2023.")
    return found


def _is_written_out(text: str) -> bool:
    """Whether figures alone are a year, a month, a day of the calendar or a moment."""
    parts = text.strip().split("-")
    try:
        parse_moment("-".join([*parts, *("01", "01")[len(parts) - 1 :]]))
    except ValueError:
        return False
    return True
