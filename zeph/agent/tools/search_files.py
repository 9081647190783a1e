"""The tool that searches the files of the workspace for a text.

Regular expressions are left out: one that a model writes can hold up the whole program, and nothing can stop it.
"""

import asyncio
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.agent.tools.workspace import (
    EVERY_NAME,
    WORKSPACE,
    files_below,
    hidden_text,
    located,
    located_folder,
    shown_path,
    text_of,
)
from zeph.errors import UsageError

MOST = 100
LONGEST_LINE = 240
MOST_SECS = 15.0


class Searching(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    folder: str = Field(".", description=WORKSPACE)
    pattern: str = Field("*", description=EVERY_NAME)


def found(asked: Searching, context: ToolContext) -> ToolResult:
    """``path:line: text`` of each line that has it."""
    folder = located_folder(asked.folder, context)
    wanted = asked.text.casefold()
    lines: list[str] = []
    until = time.monotonic() + min(MOST_SECS, context.settings.tools.timeout_secs)
    for file in files_below(folder, context, "search_files"):
        if len(lines) >= MOST or time.monotonic() > until:
            return ToolResult("\n".join([*lines, "(there may be more; search more narrowly)"]))
        path = shown_path(file, context)
        if fnmatch(file.name, asked.pattern) or fnmatch(path, asked.pattern):
            lines += [f"{path}:{number}: {line[:LONGEST_LINE]}" for number, line in _lines(file, wanted, context)]
    return ToolResult("\n".join(lines[:MOST]) or "Nothing was found.")


def _lines(file: Path, wanted: str, context: ToolContext) -> Iterator[tuple[int, str]]:
    """Those of one file that have it, with their numbers; a key is found by nobody."""
    try:
        text = text_of(file)
    except UsageError:
        return
    if wanted not in text.casefold():
        return
    every = enumerate(hidden_text(text, context).splitlines(), 1)
    yield from islice(((number, line.strip()) for number, line in every if wanted in line.casefold()), MOST)


async def _run(asked: Searching, context: ToolContext) -> ToolResult:
    return await asyncio.to_thread(found, asked, context)


def _subject(asked: Any, context: ToolContext) -> str:
    return shown_path(located(asked.folder, context), context)


TOOLS = (
    tool(
        "search_files",
        "Find lines that have a text, in any case; gives path and line.",
        "read",
        Searching,
        _run,
        subject=_subject,
    ),
)
