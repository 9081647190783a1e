"""The tools that write files of the workspace: a whole one, or one exact piece of it. The person sees the difference
before they are asked."""

import asyncio
import difflib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import Tool, ToolContext, ToolResult, tool
from zeph.agent.tools.workspace import located, shown_path, text_of
from zeph.errors import BadInput, UsageError
from zeph.file_writing import replace_text
from zeph.safety.secrets import REDACTED
from zeph.safety.text import shown_text

LONGEST = 1_000_000
"""Characters of a file that is written."""
CLOSED = frozenset((".git", ".hg", ".svn"))
"""Folders in which a file is a command for a program that the person runs later."""


class Writing(BaseModel):
    path: str = Field(description="Relative to the workspace.")
    content: str = Field(max_length=LONGEST, description="All of it; what the file had goes.")


class Editing(BaseModel):
    path: str = Field(description="Relative to the workspace.")
    old: str = Field(min_length=1, max_length=LONGEST, description="As it stands in the file, without line numbers.")
    new: str = Field(max_length=LONGEST)
    everywhere: bool = Field(False, description="Replace each place; else old must stand there once.")


def place_of(path: str, context: ToolContext) -> Path:
    """Where it may be written. Raises UsageError."""
    real = located(path, context)
    if not CLOSED.isdisjoint(real.relative_to(context.workspace).parts):
        raise UsageError(f"{path} is in a folder of version control, which tools do not write in.")
    if os.path.isdir(real):  # noqa: PTH112  # a name that is too long is none
        raise UsageError(f"{path} is a folder.")
    return real


def written(asked: Writing, real: Path) -> tuple[str, str]:
    """The text before and after."""
    return (text_of(real) if real.exists() else ""), asked.content


def edited(asked: Editing, real: Path) -> tuple[str, str]:
    """Raises UsageError where the place is not clear."""
    if not real.exists():
        raise UsageError(f"{asked.path} is not there; write_file makes a file.")
    before = text_of(real)
    if "\ufffd" in before:
        raise UsageError(f"{asked.path} is not UTF-8 text, so that an edit would damage it.")
    old, new = asked.old, asked.new
    if "\r\n" in before and old not in before:
        old, new = (text.replace("\r\n", "\n").replace("\n", "\r\n") for text in (old, new))
    times = before.count(old)
    if times == 0:
        raise UsageError(f"old does not stand in {asked.path} like this; read_file shows how it does.")
    if times > 1 and not asked.everywhere:
        raise UsageError(f"old stands {times} times in {asked.path}; take more of the lines around it.")
    return before, before.replace(old, new)


def _changed(asked: Any, real: Path, change: "Change") -> tuple[str, str]:
    """Raises UsageError, also where a key would be lost that the model cannot see."""
    before, after = change(asked, real)
    if after.count(REDACTED) > before.count(REDACTED):
        raise UsageError(f"{REDACTED} stands for a key that you are not shown; edit_file changes the other lines.")
    return before, after


Change = Callable[[Any, Path], tuple[str, str]]


def difference(asked: Any, context: ToolContext, change: Change) -> str:
    """As a unified diff. Raises UsageError."""
    real = place_of(asked.path, context)
    before, after = _changed(asked, real, change)
    name = shown_path(real, context)
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), f"{name} now", f"{name} then", lineterm="")
    shown = "\n".join(lines)
    if shown_text(shown) != shown:
        raise UsageError(f"{asked.path} has characters at this place that cannot be shown, such as escape codes.")
    return shown or "(no line changes)"


def carry_out(asked: Any, context: ToolContext, change: Change) -> ToolResult:
    """The whole file or none of it; what it may do stays as it was."""
    real = place_of(asked.path, context)
    before, after = _changed(asked, real, change)
    if not real.parent.is_dir():
        real.parent.mkdir(parents=True)
        place_of(asked.path, context)
    mode = real.stat().st_mode & 0o777 if real.exists() else 0o644
    try:
        replace_text(real, after)
        real.chmod(mode)
    except (OSError, BadInput) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{asked.path} cannot be written: {reason}.") from None
    done = "is written" if change is written else "is changed"
    return ToolResult(f"{shown_path(real, context)} {done}: {len(before):,} characters before, {len(after):,} now.")


def _tool(name: str, description: str, arguments: type[BaseModel], change: Change) -> Tool:
    async def run(asked: Any, context: ToolContext) -> ToolResult:
        return await asyncio.to_thread(carry_out, asked, context, change)

    async def preview(asked: Any, context: ToolContext) -> str:
        return await asyncio.to_thread(difference, asked, context, change)

    def subject(asked: Any, context: ToolContext) -> str:
        return shown_path(place_of(asked.path, context), context)

    return tool(name, description, "write", arguments, run, subject=subject, preview=preview)


TOOLS = (
    _tool("write_file", "Write a whole file, new or in place of what it had.", Writing, written),
    _tool("edit_file", "Replace one exact piece of a file.", Editing, edited),
)
