"""What is typed behind `zeph`, as a command of the table: `zeph "question"`, `zeph -p …`, `zeph -c` are `zeph chat …`.

In: the words of a command line. Out: the words that the parser gets; UsageError for a word that may be a mistyped
command. Read from the table alone.
"""

from difflib import get_close_matches

from zeph.commands.registry import COMMANDS, GROUPS, command_named
from zeph.commands.slash import NEAR
from zeph.commands.types import CHOOSE
from zeph.errors import UsageError

BEFORE = ("--config", "--db", "--space")
"""Options that stand before a command, with a value."""
HELP_FLAGS = ("--help", "-h")
SURELY = 0.8
"""How alike (difflib's ratio) the first of several words is to a command that was meant: "what" is .75 of "chat"."""


def as_command(words: list[str]) -> list[str]:
    """Raises UsageError, with the nearest command."""
    start = _after_options(words)
    before, rest = words[:start], words[start:]
    if not rest:
        return words
    first, _, _ = rest[0].partition("=")
    if first == "--init":
        return [*before, "init", *rest[1:]]
    if first in _chat_flags():
        return [*before, "chat", *_with_choice(rest)]
    if first in _commands():
        return [*before, *(_group_alone(rest) if first in GROUPS else _with_choice(rest))]
    if first.startswith("-"):
        return words
    return [*before, "chat", *_as_text(rest)]


def _after_options(words: list[str]) -> int:
    place = 0
    while place < len(words) and words[place].partition("=")[0] in BEFORE:
        place += 1 if "=" in words[place] else 2
    return place


def _chat_flags() -> set[str]:
    return {name for option in command_named("chat").options for flag in option.flags for name in flag.split("/")}


def _commands() -> set[str]:
    return {command.path[0] for command in COMMANDS if command.cli}


def _group_alone(rest: list[str]) -> list[str]:
    """Bare `zeph graph` is what bare `/graph` is; of other groups it lists the commands."""
    meant = next((c for c in COMMANDS if c.alone and c.path[0] == rest[0]), None)
    if meant and (len(rest) == 1 or (rest[1].startswith("-") and rest[1] not in HELP_FLAGS)):
        return [*meant.path, *rest[1:]]
    if len(rest) > 1:
        return rest
    alone = next((c for c in COMMANDS if c.path == (rest[0],) and c.handler), None)
    shown = next((c for c in COMMANDS if c.cli and alone and c.handler == alone.handler), None)
    return list(shown.path) if shown else [*rest, "--help"]


def _as_text(rest: list[str]) -> list[str]:
    """A text to answer; one word alone, or a first word that is nearly a command, is taken for a command."""
    alone = len(rest) == 1
    if any(map(str.isspace, rest[0])):
        return rest
    near = get_close_matches(rest[0], _commands(), 1, NEAR if alone else SURELY)
    if alone or near:
        meant = f" Did you mean `zeph {near[0]}`?" if near else " `zeph --help` lists them."
        raise UsageError(f"There is no command {rest[0]}.{meant} To say it to Zeph: zeph -p …")
    return rest


def _with_choice(words: list[str]) -> list[str]:
    """``--resume`` without an id lets the person choose; Typer has no options whose value may be left out."""
    after = [*words[1:], "-"]
    return [
        f"{word}={CHOOSE}" if word == "--resume" and after[n].startswith("-") else word for n, word in enumerate(words)
    ]
