"""A tool of another program, made one of ours: its name under the program's, its words those of a stranger.

In: what the program says of it, and a way to call it. Out: a :class:`Tool`, or why it is left out. Its description and
schema stand before the model, so they are cut, cleaned, and left out where they read like an order to it.
"""

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from zeph.agent.tools.tool import Tool, ToolContext, ToolResult
from zeph.safety.injection import is_planted
from zeph.safety.text import clean_text, one_line

LONGEST_DESCRIPTION = 240
LONGEST_HINT = 120
LONGEST_SCHEMA = 3_000
"""Characters of a schema as JSON; a longer one is not shown to the model, which then has to guess."""
DEEPEST = 8
LONGEST_NAME = 64
PROPERTY = re.compile(r"[A-Za-z0-9_.$-]{1,64}")
ANYTHING: dict[str, Any] = {"type": "object"}
NO_WORDS = "(what it says of itself reads like an order, and is left out)"

Caller = Callable[[str, dict[str, Any]], Awaitable[ToolResult]]


def foreign_tool(server: str, name: str, description: str, schema: Any, call: Caller) -> Tool:
    """``SERVER__NAME``, which no built-in tool is called."""

    async def run(arguments: dict[str, Any], _: ToolContext) -> ToolResult:
        return await call(name, arguments)

    async def preview(arguments: dict[str, Any], _: ToolContext) -> str:
        return json.dumps(arguments, indent=1, ensure_ascii=False)

    shown = re.sub(r"[^A-Za-z0-9_-]+", "_", f"{server}__{name}")[:LONGEST_NAME]
    return Tool(shown, described(description), "foreign", run, usable_schema(schema), dict, preview=preview)


def described(text: str) -> str:
    """What a model may read of it."""
    plain = one_line(clean_text(text[: 20 * LONGEST_DESCRIPTION]))
    return NO_WORDS if is_planted(text) else plain[:LONGEST_DESCRIPTION]


def usable_schema(schema: Any) -> dict[str, Any]:
    """The schema without what could not be one, and without orders; any object where it is too large or too deep."""
    found = _plain(schema, 0)
    fits = isinstance(found, dict) and found.get("type", "object") == "object"
    if not fits or len(json.dumps(found)) > LONGEST_SCHEMA:
        return ANYTHING
    return {"type": "object", **found}


def _plain(node: Any, depth: int) -> Any:
    if depth > DEEPEST:
        return {}
    if isinstance(node, list):
        return [_plain(one, depth + 1) for one in node[:100]]
    if isinstance(node, str):
        return "" if is_planted(node) else one_line(clean_text(node))[:LONGEST_HINT]
    if not isinstance(node, dict):
        return node if isinstance(node, (int, float, bool)) or node is None else ""
    return {
        key: _plain(value, depth + 1)
        for key, value in node.items()
        if isinstance(key, str) and PROPERTY.fullmatch(key) and not is_planted(key.replace("_", " "))
    }
