"""The tool that searches the files of the workspace for a text.

Regular expressions are left out: one that a model writes can hold up the whole program, and nothing can stop it.
"""

import asyncio
import time
from fnmatch import fnmatch
from typing import Any

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.agent.tools.workspace import files_below, located, shown_path, text_of
from zeph.errors import UsageError

MOST = 100
LONGEST_LINE = 240
MOST_SECS = 15.0


class Searching(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    folder: str = Field(".", description="Relative to the workspace.")
    pattern: str = Field("*", description="Of file names, such as *.py")


def found(asked: Searching, context: ToolContext) -> ToolResult:
    """``path:line: text`` of each line that has it."""
    folder = located(asked.folder, context)
    if not folder.is_dir():
        raise UsageError(f"{asked.folder} is no folder; read_file reads a file.")
    wanted = asked.text.casefold()
    lines: list[str] = []
    until = time.monotonic() + min(MOST_SECS, context.settings.tools.timeout_secs)
    for file in files_below(folder, context):
        path = shown_path(file, context)
        if not (fnmatch(file.name, asked.pattern) or fnmatch(path, asked.pattern)):
            continue
        try:
            text = text_of(file)
        except UsageError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if wanted in line.casefold():
                lines.append(f"{path}:{number}: {line.strip()[:LONGEST_LINE]}")
            if len(lines) >= MOST or time.monotonic() > until:
                return ToolResult("\n".join([*lines, "(there may be more; search more narrowly)"]))
    return ToolResult("\n".join(lines) or "Nothing was found.")


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
