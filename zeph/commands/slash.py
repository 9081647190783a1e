"""The line that a slash command is: `/graph facts Ann --as-of 2023`.

In: a line. Out: its command and the values of its arguments and options, or UsageError.
"""

import shlex
from typing import Any

from zeph.commands.given import given
from zeph.commands.registry import slash_commands
from zeph.commands.types import MOST_NUMBER, Command, Option
from zeph.errors import UsageError


def is_command(text: str) -> bool:
    """Whether a text that nobody typed at a prompt is a slash command: one line that begins with a known one."""
    line = text.strip()
    first = line.lstrip("/").split(maxsplit=1)[:1]
    return line.startswith("/") and "\n" not in line and any(list(c.path[:1]) == first for c in slash_commands())


def parse_slash(line: str) -> tuple[Command, dict[str, Any]]:
    """``/graph facts Ann`` to its command and values. Raises UsageError."""
    words = line.lstrip("/").split()
    matching = [c for c in slash_commands() if tuple(words[: len(c.path)]) == c.path]
    if not matching:
        raise UsageError(f"There is no command {line.split()[0]}; /help lists them.")
    command = max(matching, key=lambda c: len(c.path))
    rest = line.lstrip("/").split(maxsplit=len(command.path))
    return command, given(command, _values(command, rest[len(command.path)] if len(rest) > len(command.path) else ""))


def _values(command: Command, rest: str) -> dict[str, Any]:
    values: dict[str, Any] = {o.name: o.default for o in command.options}
    values |= {a.name: None for a in command.arguments}
    if command.options and any(word.startswith("-") for word in rest.split()):
        rest = _take_options(command, rest, values)
    rest = rest.strip()
    for argument in command.arguments:
        if rest:
            values[argument.name], rest = (rest, "") if argument.rest else _first(rest)
        elif argument.required:
            raise UsageError(f"/{command.name} needs {argument.name.upper()}: {argument.help}")
    if rest:
        raise UsageError(f"/{command.name} does not take “{rest}”.")
    return values


def _first(rest: str) -> tuple[str, str]:
    """The first word, or what stands in quotes, and what follows."""
    quote = rest[0] if rest[0] in "\"'" else ""
    word, found, more = (rest[1:] if quote else rest).partition(quote or " ")
    return (word, more.strip()) if found or not quote else (rest, "")


def _take_options(command: Command, rest: str, values: dict[str, Any]) -> str:
    try:
        words = shlex.split(rest)
    except ValueError:
        words = rest.split()
    left: list[str] = []
    while words:
        word, _, inline = words.pop(0).partition("=")
        option = next((o for o in command.options if word in o.flags), None)
        if option is None:
            left.append(word)
        elif option.kind == "flag":
            values[option.name] = True
        else:
            values[option.name] = _value(option, inline or (words.pop(0) if words else ""))
    return " ".join(left)


def _value(option: Option, text: str) -> Any:
    if option.choices and text not in option.choices:
        raise UsageError(f"{option.flags[0]} is one of {', '.join(option.choices)}.")
    if not text:
        raise UsageError(f"{option.flags[0]} needs a value.")
    if option.kind != "number":
        return text
    number = whole_number(text)
    if number is None:
        raise UsageError(f"{option.flags[0]} needs a number from 1 to {MOST_NUMBER:,}.")
    return number


def whole_number(text: str) -> int | None:
    """1 to a thousand million, in plain digits; None for anything else."""
    plain = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_NUMBER))
    return int(text) if plain and 1 <= int(text) <= MOST_NUMBER else None
