"""The tool that lists the files of the workspace, or of a folder in it."""

import asyncio
from fnmatch import fnmatch
from itertools import islice

from pydantic import BaseModel, Field

from zeph.agent.tools.tool import ToolContext, ToolResult, tool
from zeph.agent.tools.workspace import EVERY_NAME, WORKSPACE, files_below, located, located_folder, shown_path

MOST = 300
MOST_LOOKED_AT = 20_000


class Listing(BaseModel):
    folder: str = Field(".", description=WORKSPACE)
    pattern: str = Field("*", description=EVERY_NAME)


def listed(asked: Listing, context: ToolContext) -> ToolResult:
    """Paths with their sizes."""
    folder = located_folder(asked.folder, context)
    seen = islice(files_below(folder, context, "list_files"), MOST_LOOKED_AT)
    paths = [(shown_path(file, context), file.stat().st_size) for file in seen]
    fitting = [
        (path, size)
        for path, size in paths
        if fnmatch(path.rpartition("/")[2], asked.pattern) or fnmatch(path, asked.pattern)
    ]
    lines = [f"{path}  {size:,} bytes" for path, size in fitting[:MOST]]
    more = [f"({len(fitting) - MOST:,} more; name a folder or a pattern)"] if len(fitting) > MOST else []
    return ToolResult("\n".join([*lines, *more]) or "There are no such files.")


async def _run(asked: Listing, context: ToolContext) -> ToolResult:
    return await asyncio.to_thread(listed, asked, context)


def _subject(asked: Listing, context: ToolContext) -> str:
    return shown_path(located(asked.folder, context), context)


TOOLS = (tool("list_files", "List files below a folder, in all its folders.", "read", Listing, _run, subject=_subject),)
