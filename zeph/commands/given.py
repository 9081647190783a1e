"""What a person gave a command, before the command sees it.

In: the command's row and the values as they came, from a command line or a slash command. Out: the same without what no
command can use: empty texts (an empty id would begin every id), texts without end, bytes that are no UTF-8, names that
no file can have.
"""

import os
from pathlib import Path
from typing import Any

from zeph.commands.types import MOST_NUMBER, Argument, Command, Option
from zeph.errors import UsageError
from zeph.safety.text import clean_text, strip_format_characters

LONGEST = 20_000
"""Characters of a name, an id, a question; what is said to the agent may be longer."""
LONGEST_PATH = 4_096
LONGEST_NAME = 255
"""Bytes that file systems allow in a path, and in each part of it."""


def given(command: Command, values: dict[str, Any]) -> dict[str, Any]:
    """Raises UsageError."""
    found = dict(values)
    items: tuple[Argument | Option, ...] = (*command.arguments, *command.options)
    for item in items:
        value = found.get(item.name)
        if isinstance(value, str) and item.kind == "text":
            found[item.name] = _text(item, value)
        elif isinstance(value, str) and item.kind == "path":  # typed in a chat, where no shell has read it
            found[item.name] = file_named(value).expanduser()
        elif isinstance(value, str) and item.kind == "number" and isinstance(item, Argument):
            found[item.name] = _number(item, value)
    return found


def whole_number(text: str) -> int | None:
    """1 to a thousand million, in plain digits; None for anything else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_NUMBER))
    return int(text) if plain and 1 <= int(text) <= MOST_NUMBER else None


def _number(item: Argument, text: str) -> int:
    number = whole_number(text.strip().removeprefix("#"))
    if number is None:
        raise UsageError(f"{item.name.upper()} is a number from 1 to {MOST_NUMBER:,}: {item.help}")
    return number


def file_named(text: str) -> Path:
    """A file's name as it was typed. Raises UsageError."""
    if not strip_format_characters(text).strip():
        raise UsageError("The name of a file is empty.")
    try:
        data = os.fsencode(text) if "\0" not in text else b""
    except UnicodeEncodeError:  # half a character
        data = b""
    if not data or len(data) > LONGEST_PATH or any(len(part) > LONGEST_NAME for part in data.split(b"/")):
        raise UsageError(f"{clean_text(text[:40])}… cannot be the name of a file: it is too long, or no text.")
    return Path(text)


def _text(item: Argument | Option, value: str) -> str:
    if item.said:
        return value
    text = clean_text(value)
    name = item.flags[0] if isinstance(item, Option) else item.name.upper()
    if not strip_format_characters(text).strip():
        raise UsageError(f"{name} is empty: {item.help}")
    if len(text) > LONGEST:
        raise UsageError(f"{name} is longer than {LONGEST:,} characters: {item.help}")
    return text
