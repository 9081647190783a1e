"""A tool of another program, made one of ours: its name under the program's, its words those of a stranger.

In: what the program says of it, and a way to call it. Out: a :class:`Tool`, or why it is left out. Its description and
schema stand before the model, so they are cut, cleaned, and left out where they read like an order to it.
"""

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from zeph.agent.tools.tool import Tool, ToolContext, ToolResult
from zeph.mcp_client.foreign_schema import usable_schema
from zeph.models.toolcalls import LONGEST_NAME, sent_name
from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line

LONGEST_DESCRIPTION = 240
LOOKED_AT = 20 * LONGEST_DESCRIPTION
"""Characters of a description that are looked at for orders: looking takes time."""
NO_WORDS = "(what it says of itself reads like an order, and is left out)"

Caller = Callable[[str, dict[str, Any]], Awaitable[ToolResult]]


def foreign_tool(server: str, name: str, description: str, schema: Any, call: Caller) -> Tool:
    """``SERVER__NAME``, which no built-in tool is called."""

    async def run(arguments: dict[str, Any], _: ToolContext) -> ToolResult:
        return await call(name, arguments)

    async def preview(arguments: dict[str, Any], _: ToolContext) -> str:
        return json.dumps(arguments, indent=1, ensure_ascii=False)

    def subject(arguments: dict[str, Any], _: ToolContext) -> str:
        return json.dumps(arguments, ensure_ascii=False)

    shown = sent_name(re.sub(r"[^A-Za-z0-9_-]+", "_", f"{server}__{name}"[: 4 * LONGEST_NAME]))
    words, schema = described(description), usable_schema(schema)
    return Tool(shown, words, "foreign", run, schema, dict, subject=subject, preview=preview)


def orders(name: str) -> bool:
    """Whether a tool's name reads like an order to a model."""
    return is_planted(re.sub(r"[\W_]+", " ", name[:LOOKED_AT]))


def described(text: str) -> str:
    """What a model may read of it."""
    start = text[:LOOKED_AT]
    return NO_WORDS if is_planted(start) else one_line(clean_text(start))[:LONGEST_DESCRIPTION]
