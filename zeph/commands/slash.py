"""The line that a slash command is: `/graph facts Ann --as-of 2023`.

In: a line. Out: its command and the values of its arguments and options, or UsageError.
"""

import shlex
from difflib import SequenceMatcher
from typing import Any

from zeph.commands.given import given, whole_number
from zeph.commands.program_line import PROGRAM, program_line
from zeph.commands.registry import COMMANDS, slash_commands
from zeph.commands.types import MOST_NUMBER, Argument, Command, Option
from zeph.errors import UsageError

LONGEST_LINE = 40_000
"""Characters after a command: two of the longest texts that one takes."""
NEAR = 0.7
"""How alike (difflib's ratio) a mistyped word is to the one that was meant."""


def slash_line(text: str) -> str | None:
    """The slash line that a typed text is, also one that means a command without a slash; None for what is said.

    A path at the beginning of a sentence ("/etc/hosts is wrong") is said.
    """
    line = text.strip()
    if line.startswith("/"):
        first = line.split(maxsplit=1)[0]
        return line if "/" not in first[1:] else None
    if (words := line.split())[:1] == [PROGRAM] and "\n" not in line and _is_named(words[1:]):
        return f"/{line.removeprefix(PROGRAM).strip()}"
    meant = next((c for c in slash_commands() if line.casefold() in c.typed), None)
    return f"/{meant.name}" if meant else None


def _is_named(words: list[str]) -> bool:
    """Whether a command of the shell or of a talk is called so."""
    return any(words and tuple(words[: len(name)]) == name for c in COMMANDS for name in names(c))


def is_command(text: str) -> bool:
    """Whether a text that nobody typed at a prompt is a slash command, known or not: one line."""
    line = slash_line(text)
    return line is not None and "\n" not in line


def names(command: Command) -> list[tuple[str, ...]]:
    """Words by which a command is called in a chat: its own, then its aliases."""
    return [command.path, *((alias,) for alias in command.aliases)]


def parse_slash(line: str) -> tuple[Command, dict[str, Any]]:
    """``/graph facts Ann`` to its command and values. Raises UsageError, with the nearest command for none."""
    words = tuple(line.lstrip("/").split())
    if not words:
        raise UsageError("A command follows the slash; /help lists them.")
    called = [(c, name) for c in slash_commands() for name in names(c) if words[: len(name)] == name]
    called = called or _of_the_talk(words)
    if not called and words[0] in {command.path[0] for command in COMMANDS if command.cli}:
        line = f"{program_line()} {line.lstrip('/')}"
        raise UsageError(f"`{line}` is typed in the shell: /exit leaves this talk.")
    if not called:
        raise UsageError(f"There is no command {line.split()[0]}{nearest(words)}; /help lists them.")
    command, name = max(called, key=lambda pair: len(pair[1]))
    rest = line.lstrip("/").split(maxsplit=len(name))[len(name) :]
    if rest and not (command.arguments or command.options):
        meant = nearest((*name, *rest[0].split()))
        if meant:
            raise UsageError(f"/{command.name} does not take “{rest[0]}”{meant}.")
    takes: tuple[Argument | Option, ...] = (*command.arguments, *command.options)
    if rest and len(rest[0]) > LONGEST_LINE and not any(item.said for item in takes):
        raise UsageError(f"/{command.name} takes no more than {LONGEST_LINE:,} characters.")
    return command, given(command, _values(command, rest[0] if rest else ""))


def _of_the_talk(words: tuple[str, ...]) -> list[tuple[Command, tuple[str, ...]]]:
    """The command of the talk that does what one of the shell does: /memory forget is /forget."""
    shell = [c for c in COMMANDS if c.cli and len(c.path) > 1 and words[: len(c.path)] == c.path]
    return [(talk, c.path) for c in shell for talk in slash_commands() if talk.path == c.path[-1:] and _alike(talk, c)]


def _alike(one: Command, other: Command) -> bool:
    """Whether one file handles both."""
    return one.handler.split(":")[0] == other.handler.split(":")[0]


def nearest(words: tuple[str, ...]) -> str:
    """`` (did you mean /graph facts Jo?)``, or nothing where no command is near."""
    called = [name for c in slash_commands() for name in names(c)]
    group = [name for name in called if name[0] == words[0] and len(name) > 1] if len(words) > 1 else []
    found = [(*_likeness(words, name), -len(name), name) for name in group or called]
    alike, taken, _, name = max(found)
    if group and alike < NEAR:  # what follows is no command: it is asked about
        asking = [c for c in slash_commands() if c.path in group and c.arguments]
        alike, taken, name = 1.0, 1, asking[0].path if asking else group[0]
    return f" (did you mean /{' '.join([*name, *words[taken:]])}?)" if alike >= NEAR else ""


def _likeness(words: tuple[str, ...], name: tuple[str, ...]) -> tuple[float, int]:
    """How alike, 0 to 1, the first words are to a command's, and how many of them: its last word alone will do."""
    alone = _ratio(words[0], name[-1]), 1
    return alone if len(name) == 1 or len(words) == 1 else max(alone, (min(map(_ratio, words, name)), len(name)))


def _ratio(word: str, other: str) -> float:
    return SequenceMatcher(None, word.casefold(), other).ratio()


def _values(command: Command, rest: str) -> dict[str, Any]:
    values = command.defaults
    if command.options and any(word.startswith("-") for word in rest.split()):
        rest = _take_options(command, rest, values)
    rest = rest.strip()
    for argument in command.arguments:
        if rest:
            values[argument.name], rest = (_unquoted(rest), "") if argument.rest else _first(rest)
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


def _unquoted(rest: str) -> str:
    """What a shell would take for one word in quotes, without them."""
    word, more = _first(rest)
    return word if not more and rest[0] in "\"'" and rest[-1] == rest[0] and len(rest) > 2 else rest


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
