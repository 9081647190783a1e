"""Conversations from a file: one JSON object a line, ``id, conversation, speaker, role, text, sent_at``.

In: a path. Out: batches of messages with their line numbers, and a sentence for each line that cannot be
used. Reading is lazy: a file of any length needs the memory of one batch.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from zeph.clock import Moment, parse_moment, to_moment
from zeph.errors import BadInput
from zeph.records.message import Role
from zeph.safety.text import clean_text

OnBadLine = Callable[[int, str], None]
"""Called with the line's number, counted from 1, and a sentence."""


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a file."""

    number: int
    """Of the line, or of the conversation in a file that is one JSON value; counted from 1."""
    id: str
    conversation: str
    speaker: str
    role: Role
    text: str
    sent_at: Moment
    title: str = ""
    """Of its conversation."""
    by_content: bool = False
    """A passage of a document: what any document holds already is not new."""


def count_lines(path: Path) -> int:
    """Lines of the file, for a progress bar. Raises BadInput where it cannot be read."""
    try:
        with path.open("rb") as file:
            return sum(1 for _ in file)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error


def messages(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[int, list[Line]]]:
    """(number of the line, its message or nothing) for every line that is not empty."""
    for number, raw in raw_lines(path):
        found: list[Line] = []
        try:
            found.append(read_line(raw, number))
        except BadInput as error:
            on_bad_line(number, str(error))
        yield number, found


def raw_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that are not empty, with their numbers. Raises BadInput where the file cannot be read."""
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                if raw.strip():
                    yield number, raw
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error


def read_line(raw: bytes, number: int) -> Line:
    """Raises BadInput with what is wrong with the line."""
    values = read_object(raw, number)
    role: Any = values.get("role")
    if role not in get_args(Role):
        raise BadInput(f"role must be one of {', '.join(get_args(Role))}")
    return Line(
        number, _text(values, "id"), _text(values, "conversation"), _text(values, "speaker", optional=True),
        role, _text(values, "text"), _time(values),
    )  # fmt: skip


def read_object(raw: bytes, number: int) -> dict[str, Any]:
    """The JSON object that a line is. Raises BadInput with what is wrong with it."""
    try:
        values = json.loads(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput("not UTF-8 text") from error
    except (json.JSONDecodeError, RecursionError, ValueError) as error:
        raise BadInput("not valid JSON") from error
    if not isinstance(values, dict):
        raise BadInput("not a JSON object")
    return values


def _text(values: dict[str, Any], name: str, *, optional: bool = False) -> str:
    value = values.get(name)
    if value is None and optional:
        return ""
    if isinstance(value, int) and name == "id" and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise BadInput(f"{name} must be a text")
    cleaned = clean_text(value)
    if not cleaned.strip() and not optional:
        raise BadInput(f"{name} is empty")
    return cleaned


def _time(values: dict[str, Any]) -> Moment:
    try:
        return to_moment(parse_moment(_text(values, "sent_at")))
    except (ValueError, OverflowError) as error:
        raise BadInput("sent_at must be an ISO 8601 time, 2024-05-08T13:56:00Z") from error
