"""Which files tools may touch: those below the workspace, none that hold keys, none of Zeph's own.

In: a path as a model wrote it. Out: the real one; UsageError, with a sentence for the model, where it may not be
touched. Links are followed before it is looked where a path leads; what is read is opened once, so that what was
looked at is what is read. Which names tell of keys, stands in ``key_files.toml``.
"""

import os
import re
import stat
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from zeph.agent.tools.tool import ToolContext
from zeph.errors import UsageError
from zeph.safety.text import clean_text, one_line
from zeph.safety.told_secrets import hide_secrets

WORKSPACE = 'Relative to the workspace; "." is all of it.'
EVERY_NAME = 'Of file names; "*" is all of them.'
"""A small model writes what stands in a description: that is what is meant most often."""
MOST_BYTES = 4 << 20
"""Of a file that is read or searched; a larger one is not."""
BINARY_LOOKED_AT = 8192
SKIPPED = frozenset((".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".mypy_cache", ".pytest_cache"))
"""Folders that nobody means when they search a project."""
_TABLE = tomllib.loads(Path(__file__).with_name("key_files.toml").read_text(encoding="utf-8"))
KEY_FOLDERS, KEPT_APART = frozenset(_TABLE["folders"]), frozenset(_TABLE["kept_apart"])
COPY = re.compile(rf"(?:~|[._-](?:{'|'.join(_TABLE['copies'])}|\d+))$")


def located(path: str, context: ToolContext) -> Path:
    """The real path of a file or folder in the workspace, which need not be there. Raises UsageError."""
    shown = one_line(clean_text(path))[:200]
    try:
        real = Path(os.path.realpath(context.workspace / Path(path or ".").expanduser()))
    except (ValueError, OSError, RuntimeError):
        raise UsageError(f"{shown} is no path.") from None
    if not real.is_relative_to(context.workspace):
        raise UsageError(f"{shown} is outside the workspace {context.workspace}, which tools stay in.")
    if any(_is_of(real, own) for own in context.protected):
        raise UsageError(f"{shown} is one of Zeph's own files, which no tool touches.")
    if holds_keys(real.relative_to(context.workspace)):
        raise UsageError(f"{shown} holds keys or passwords by its name; tools neither read nor write it.")
    return real


def located_folder(path: str, context: ToolContext) -> Path:
    """The same of a folder that is there. Raises UsageError."""
    real = located(path, context)
    if not real.is_dir():
        raise UsageError(f"{one_line(clean_text(path))[:200]} is no folder; read_file reads a file.")
    return real


def shown_path(real: Path, context: ToolContext) -> str:
    """As the model and the rules name it: relative to the workspace, with slashes."""
    return real.relative_to(context.workspace).as_posix()


def holds_keys(path: Path) -> bool:
    """Whether a file's name, or a folder's above it, tells that keys are in it."""
    names = [part.lower() for part in path.parts]
    if not KEY_FOLDERS.isdisjoint(names):
        return True
    name = names[-1] if names else ""
    if any(fnmatch(name, one) for one in _TABLE["examples"]):
        return False
    while (original := COPY.sub("", name)) != name and original:
        if any(fnmatch(name, one) for one in _TABLE["names"]):
            return True
        name = original
    return any(fnmatch(name, one) for one in _TABLE["names"]) or not KEPT_APART.isdisjoint(names[:-1])


def text_of(real: Path) -> str:
    """The whole text of a regular file. Raises UsageError for what is none, is too large or cannot be read."""
    content = bytes_of(real)
    if b"\0" in content[:BINARY_LOOKED_AT]:
        raise UsageError(f"{real.name} is no text.")
    return content.decode("utf-8", errors="replace")


def bytes_of(real: Path) -> bytes:
    """Raises UsageError. A link that took the file's place meanwhile is not followed, a pipe not waited for."""
    try:
        handle = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise UsageError(f"{real.name} cannot be read: {error.strerror or error}.") from None
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise UsageError(f"{real.name} is a folder; list_files shows what is in it.")
        if not stat.S_ISREG(found.st_mode):
            raise UsageError(f"{real.name} is no regular file.")
        if found.st_size > MOST_BYTES:
            raise UsageError(f"{real.name} is too large: {found.st_size:,} bytes, at most {MOST_BYTES:,}.")
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read(MOST_BYTES)
    finally:
        os.close(handle)


def hidden_text(text: str, context: ToolContext) -> str:
    """``text`` without its keys, on as many lines as before: what is cut out of it later shows no part of one."""
    return text if context.settings.memory.keep_secrets else hide_secrets(text, lines=True).text


def files_below(folder: Path, context: ToolContext, tool: str) -> Iterator[Path]:
    """Regular files below it, in order: no links, none that hold keys, none of folders that nobody means, and none that
    a rule of the person keeps from being read, or from this tool."""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(
            one for one in folders
            if one not in SKIPPED and not holds_keys(Path(one)) and not (here / one).is_symlink()
            and not any(_is_of(here / one, own) for own in context.protected)
        )  # fmt: skip
        for name in sorted(names):
            file = here / name
            inside = file.relative_to(context.workspace)
            if file.is_symlink() or holds_keys(inside) or any(_is_of(file, own) for own in context.protected):
                continue
            subject = shown_path(file, context)
            if file.is_file() and not any(
                context.ruled(one, subject) in ("deny", "ask") for one in ("read_file", tool)
            ):
                yield file


def _is_of(real: Path, own: Path) -> bool:
    """Whether it is that file or folder, in it, or lies beside it under its name, as a database's log does."""
    return real.is_relative_to(own) or (real.parent == own.parent and real.name.startswith(f"{own.name}-"))
