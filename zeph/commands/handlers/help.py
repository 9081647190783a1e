"""`/help`: what can be typed in a chat, and how a command is written in a line."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands.outputs import Output, Rows, Text
from zeph.commands.registry import slash_commands
from zeph.commands.slash import names, nearest
from zeph.commands.types import Command, CommandContext, Option
from zeph.errors import UsageError

MOST_OPTIONS = 3
"""Options that the line of a command names; `/help COMMAND` names all."""


async def help_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    if values["command"]:
        command = named(values["command"])
        rows = [(a.name.upper(), a.help) for a in command.arguments] + [(flags(o), o.help) for o in command.options]
        yield Text(f"{usage(command)}: {command.help}")
        yield Rows(("", ""), rows, "It takes nothing.")
        return
    yield Rows(("command", "what it does"), [(_called_with(c), c.help) for c in slash_commands()], "")
    yield Text("`/help COMMAND` names what else one takes.")


def named(text: str) -> Command:
    """Raises UsageError for what is no command."""
    path = tuple(text.lstrip("/").split())
    command = next((c for c in slash_commands() if path in names(c)), None)
    if command is None:
        raise UsageError(f"There is no command /{' '.join(path)}{nearest(path)}; /help lists them.")
    return command


def flags(option: Option) -> str:
    value = {"flag": "", "number": " N"}.get(option.kind, " " + ("|".join(option.choices) or "TEXT"))
    return ", ".join(option.flags) + value


def _called_with(command: Command) -> str:
    """``/graph facts NAME``."""
    arguments = (a.name.upper() if a.required else f"[{a.name.upper()}]" for a in command.arguments)
    return " ".join((f"/{command.name}", *arguments))


def usage(command: Command) -> str:
    """``/graph backfill [--limit N]``."""
    words = [_called_with(command)]
    if len(command.options) > MOST_OPTIONS:
        return " ".join([*words, "[OPTIONS]"])
    words += [
        f"[{o.flags[0]}{'' if o.kind == 'flag' else ' N' if o.kind == 'number' else ' TEXT'}]" for o in command.options
    ]
    return " ".join(words)
