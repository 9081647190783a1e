"""The tool that reads a text file of the workspace, or a part of it, with its lines numbered."""

import asyncio

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.agent.tools.workspace import hidden_text, located, shown_path, text_of

LINES = 400
"""At once, where nothing is said."""


class Reading(BaseModel):
    path: str = Field(description="Relative to the workspace.")
    first_line: int = Field(1, ge=1)
    lines: int = Field(LINES, ge=1, le=5000)


def read(asked: Reading, context: ToolContext) -> ToolResult:
    """The lines as they stand in the file, and where there are more."""
    text = hidden_text(text_of(located(asked.path, context)), context)
    every = text.splitlines()
    first = asked.first_line - 1
    part = every[first : first + asked.lines]
    if not part:
        return ToolResult(f"{asked.path} has {len(every):,} lines." if every else f"{asked.path} is empty.")
    numbered = [f"{number}\t{line}" for number, line in enumerate(part, asked.first_line)]
    after = len(every) - first - len(part)
    more = [f"({after:,} more lines; first_line {first + len(part) + 1} goes on)"] if after > 0 else []
    return ToolResult("\n".join([*numbered, *more]))


async def _run(asked: Reading, context: ToolContext) -> ToolResult:
    return await asyncio.to_thread(read, asked, context)


def _subject(asked: Reading, context: ToolContext) -> str:
    return shown_path(located(asked.path, context), context)


TOOLS = (
    tool(
        "read_file", "Read a text file. Each line begins with its number and a tab, which are not in the file.",
        "read", Reading, _run, subject=_subject,
    ),
)  # fmt: skip
