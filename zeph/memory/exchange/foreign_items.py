"""The items of a JSON file of another memory, however its program or its owner put them together.

In: a file: one list, one object with lists, or an object a line. Out: (place, item), and in which list each stood.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zeph.errors import BadInput
from zeph.memory.exchange.foreign_json import encoding_of, list_items, read_json
from zeph.memory.exchange.message_lines import OnBadLine, raw_lines, read_object
from zeph.memory.exchange.shapes import path_of

LARGEST = 256 << 20
"""Bytes of a file that is one object: it has to be read at once."""
DEEPEST = 3
"""How deep a list of items may stand in objects."""
HEAD = 4_096


def items_of(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[str, str, Any]]:
    """(name of the list or empty, place, item). Raises BadInput where the file cannot be read."""
    begins = head_of(path)
    if begins.startswith("["):
        at = [0]
        for place, item in list_items(path, lambda said: on_bad_line(at[0] + 1, said)):
            at[0] += 1
            yield "", place, item
        return
    if path.suffix.lower() == ".jsonl":
        yield from _of_lines(path, on_bad_line)
        return
    try:
        yield from _within(whole(path), (), 0)
    except BadInput:
        if not _is_lines(path):
            raise
        yield from _of_lines(path, on_bad_line)


def whole(path: Path) -> Any:
    """The value that the file is. Raises BadInput."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{path} is larger than {LARGEST >> 20} MB: split it.")
        text = path.read_text(encoding=encoding_of(path), errors="replace")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeError as error:
        raise BadInput(f"{path} is damaged: it is no text.") from error
    try:
        return read_json(text.replace("\0", ""))
    except BadInput as error:
        raise BadInput(f"{path}: {error}.") from error


def head_of(path: Path) -> str:
    """How the file begins. Raises BadInput where it cannot be read."""
    try:
        with path.open(encoding=encoding_of(path), errors="replace") as file:
            return file.read(HEAD).replace("\0", "").lstrip()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeError as error:
        raise BadInput(f"{path} is damaged: it is no text.") from error


def _within(value: Any, above: tuple[str, ...], depth: int) -> Iterator[tuple[str, str, Any]]:
    if not isinstance(value, dict):
        return
    lists = {key: one for key, one in value.items() if isinstance(one, list)}
    if depth == 0 and not lists and not any(isinstance(one, dict) for one in value.values()):
        yield "", "", value  # one item alone
    for key, one in value.items():
        if isinstance(one, list):
            place = path_of((*above, key))
            yield from ((key, f"{place}[{number}]", item) for number, item in enumerate(one))
        elif isinstance(one, dict) and depth < DEEPEST:
            yield from _within(one, (*above, key), depth + 1)


def _is_lines(path: Path) -> bool:
    """Whether its first line that is not empty is an object by itself."""
    for number, raw in raw_lines(path):
        try:
            read_object(raw, number)
        except BadInput:
            return False
        return True
    return False


def _of_lines(path: Path, on_bad_line: OnBadLine) -> Iterator[tuple[str, str, Any]]:
    for number, raw in raw_lines(path, on_bad_line):
        try:
            yield "", f"line {number}", read_object(raw, number)
        except BadInput as error:
            on_bad_line(number, f"line {number}: {error}")
