"""What a command gives to whichever door runs it; the door decides how that looks.

Text is plain text from anywhere: a door never reads markup in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from zeph.errors import UsageError
from zeph.records.message import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Status:
    """What is being done, before the results."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Rows:
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    empty: str
    """The sentence in place of a table without rows."""


@dataclass(frozen=True, slots=True)
class Advance:
    done: int
    total: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Warn:
    """A problem that does not end the command; with ``fails`` the exit code says so."""

    text: str
    fails: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """A text for the clipboard, and what it is."""

    text: str
    what: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A text for the person to go on with, in the input."""

    text: str


@dataclass(frozen=True, slots=True)
class Themed:
    """The colours that the person wants: a setting of ``interface.theme``, or empty for the next ones."""

    theme: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What was said is no longer what it was: a screen shows it anew, with this sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Again:
    """A message that the agent is to answer once more."""

    message: Message


@dataclass(frozen=True, slots=True)
class Data:
    """What ``--json`` prints under ``data``."""

    value: Any


def counted(number: int, noun: str) -> str:
    """ "1 entity", "2 entities"; the noun's last word is the one that changes."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def used(facts: int, messages: int) -> str:
    """What an answer stands on: "1 fact and 2 messages used"; of neither "0 facts used"."""
    parts = [counted(facts, "fact")] if facts or not messages else []
    return " and ".join([*parts, *([counted(messages, "message")] if messages else [])]) + " used"


def cut_off(shown: int, total: int) -> "list[Output]":
    """That a list ends before all of it is shown, and how to see more; nothing where it does not."""
    if shown >= total:
        return []
    return [Text(f"{shown:,} of {total:,} are shown; --limit N shows more.")]


def first_of(found: Sequence[T], limit: int) -> "tuple[Sequence[T], list[Output]]":
    """Of what was asked for with one more than ``limit``: what is shown, and where there is more how to see it."""
    more: list[Output] = [Text(f"There are more than these {limit:,}; --limit N shows more.")]
    return found[:limit], more if len(found) > limit else []


Output = Status | Text | Rows | Advance | Warn | Copy | Draft | Themed | Rewritten | Again | Data


def after_no(refused: UsageError) -> str:
    """What is told of a command whose question was answered with no: that nothing was done, not how not to be asked."""
    return f"{str(refused).partition(';')[0].rstrip('.')}."
