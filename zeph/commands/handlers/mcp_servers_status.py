"""`/mcp`: the programs that speak MCP, and whose tools the model may call."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands.outputs import Data, Output, Rows, Text
from zeph.commands.types import CommandContext

NONE = "No MCP server is set: put it under [mcp.servers.NAME] in your settings, or its JSON into mcp.json beside them."


async def status(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    servers = context.session.agent.toolbox.servers()
    rows = [(one.name, one.state, str(len(one.tools)), one.detail) for one in servers]
    yield Rows(("server", "", "tools", ""), rows, NONE)
    for one in servers:
        if one.tools:
            yield Text(f"{one.name}: {', '.join(one.tools)}")
    yield Data([{"name": one.name, "state": one.state, "tools": [*one.tools], "detail": one.detail} for one in servers])
