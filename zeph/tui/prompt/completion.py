"""What can be completed at the cursor: slash commands from the one table, files after an ``@``.

In: the text before the cursor and the working folder. Out: suggestions, best first.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from zeph.commands.handlers.help import usage
from zeph.commands.registry import slash_commands
from zeph.commands.types import Command

MOST = 50


@dataclass(frozen=True, slots=True)
class Suggestion:
    text: str
    """What stands in place of the last ``replaces`` characters when it is taken."""
    replaces: int
    label: str
    about: str = ""
    more: bool = False
    """Something may follow: a folder's files, a command's arguments."""


def suggestions(before: str, folder: Path) -> list[Suggestion]:
    """For the text before the cursor; [] where nothing is to be completed."""
    if before.startswith("/") and "\n" not in before:
        return _commands(before)
    start = before.rfind("@")
    word = before[start + 1 :]
    if start < 0 or any(c.isspace() for c in word) or (start and not before[start - 1].isspace()):
        return []
    return _files(word, folder)


def _commands(before: str) -> list[Suggestion]:
    typed = " ".join(before[1:].split()).casefold() + (" " if before[1:] and before[-1].isspace() else "")
    beginning = [c for c in slash_commands() if c.name.startswith(typed)]
    inside = [c for c in slash_commands() if typed.strip() and typed.strip() in c.name and c not in beginning]
    return [
        Suggestion(
            f"/{c.name}{' ' if c.arguments else ''}", len(before), usage(c), c.help, more=_needs_more(c)
        )
        for c in [*beginning, *inside]
        if f"/{c.name}" != before or _needs_more(c)
    ]  # fmt: skip


def _needs_more(command: Command) -> bool:
    return any(argument.required for argument in command.arguments)


def _files(word: str, folder: Path) -> list[Suggestion]:
    """Files and folders of the folder that ``word`` names, those that begin like its last part first."""
    place, _, name = word.rpartition("/")
    home = word.startswith("~")
    root = (
        Path(place).expanduser() if home and place else folder / (f"{place}/" if place or word.startswith("/") else "")
    )
    try:
        with os.scandir(root) as entries:
            found = [(e.name, e.is_dir()) for _, e in zip(range(5_000), entries, strict=False)]
    except OSError:
        return []
    low = name.casefold()
    fits = [
        (not entry.casefold().startswith(low), entry.startswith("."), entry.casefold(), entry, is_folder)
        for entry, is_folder in found
        if low in entry.casefold() and (low.startswith(".") or not entry.startswith("."))
    ]
    return [
        Suggestion(entry + ("/" if is_folder else " "), len(name), entry + ("/" if is_folder else ""), more=is_folder)
        for _, _, _, entry, is_folder in sorted(fits)[:MOST]
    ]
