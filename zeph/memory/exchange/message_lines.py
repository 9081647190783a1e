"""Conversations from a file: one JSON object a line, ``id, conversation, speaker, role, text, sent_at``.

In: a path. Out: batches of messages with their line numbers, and a sentence for each line that cannot be
used. Reading is lazy: a file of any length needs the memory of one batch.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from zeph.clock import Moment
from zeph.errors import BadInput
from zeph.memory.exchange.foreign_json import Tell, read_json
from zeph.memory.exchange.shapes import Ident, Name, Shape, Text, When, fitted
from zeph.records.message import Role

OnBadLine = Callable[[int, str], None]
"""Called with the number of the line or item, counted from 1, and a sentence that begins with the place."""
LONGEST_LINE = 64 << 20
"""Bytes."""
CHUNK = 1 << 20


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
    """Its id is made of what it says: what any conversation of its kind (``document/…``, ``mem0/…``) holds already is
    not new."""
    brings_facts: bool = True
    """False: what it tells comes in another way."""
    is_triple: bool = False
    """Its text is a fact written out with its ends, as JSON."""
    user: str = ""
    """What it calls the one whom its file calls “User”; empty where nobody is called so."""


class SaidLine(Shape):
    """A line of the format; a speaker may be missing."""

    id: Ident
    conversation: Ident
    role: Role
    text: Text
    sent_at: When
    speaker: Name | None = None


def count_lines(path: Path) -> int:
    """Lines of the file, for a progress bar. Raises BadInput where it cannot be read."""
    try:
        with path.open("rb") as file:
            count, last = 0, b"\n"
            while chunk := file.read(CHUNK):
                count, last = count + chunk.count(b"\n"), chunk[-1:]
            return count + (last != b"\n")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error


def messages(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[int, list[Line]]]:
    """(number of the line, its message or nothing) for every line that is not empty."""
    for number, raw in raw_lines(path, on_bad_line):
        found: list[Line] = []
        try:
            found.append(read_line(raw, number, partial(on_bad_line, number)))
        except BadInput as error:
            on_bad_line(number, f"line {number}: {error}")
        yield number, found


def raw_lines(path: Path, on_bad_line: OnBadLine = lambda *_: None) -> Iterator[tuple[int, bytes]]:
    """Lines that are not empty, with their numbers. Raises BadInput where the file cannot be read."""
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(LONGEST_LINE):
                number += 1
                if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
                    on_bad_line(number, f"line {number}: longer than {LONGEST_LINE >> 20} MB")
                    while (rest := file.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                        pass
                elif raw.strip():
                    yield number, raw
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error


def read_line(raw: bytes, number: int, tell: Tell = lambda _: None) -> Line:
    """Tells what is wrong with fields that may be missing; raises BadInput with what is wrong with the line."""
    told: list[str] = []
    line = fitted(SaidLine, read_object(raw, number), "", told.append)
    if line is None:
        raise BadInput("; ".join(told))
    if not line.text.strip() or line.sent_at is None:
        raise BadInput("text is empty" if line.sent_at else "sent_at is missing")
    for sentence in told:
        tell(f"line {number}: {sentence}")
    return Line(number, line.id, line.conversation, line.speaker or "", line.role, line.text, line.sent_at)


def read_object(raw: bytes, number: int) -> dict[str, Any]:
    """The JSON object that a line is. Raises BadInput with what is wrong with it."""
    try:
        values = read_json(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput("not UTF-8 text") from error
    if not isinstance(values, dict):
        raise BadInput("not a JSON object")
    return values
