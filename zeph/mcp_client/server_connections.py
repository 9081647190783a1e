"""All programs that speak MCP, for as long as a chat lasts.

In: the settings. Out: their tools in the session's toolbox, as they come; nobody waits for them, and nothing is
imported where there are none.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager

from zeph.agent.tools.tool import Tool
from zeph.agent.tools.toolbox import Toolbox
from zeph.config.mcp_settings import McpServer
from zeph.mcp_client.connection import Connection


@asynccontextmanager
async def connected(toolbox: Toolbox, servers: Mapping[str, McpServer], *, waits: bool = False) -> AsyncIterator[None]:
    """While it lasts ``toolbox`` has their tools and states. ``waits``: until each is ready or has failed, which takes
    at most its ``timeout_secs``."""
    connections = [Connection(name, server) for name, server in servers.items()]
    toolbox.more = lambda: named_once(tool for one in connections for tool in one.tools)
    toolbox.servers = lambda: [one.status for one in connections]
    for one in connections:
        one.start()
    try:
        if waits:
            await asyncio.gather(*(one.settled() for one in connections))
        yield
    finally:
        await asyncio.gather(*(one.close() for one in connections))


def named_once(tools: Iterable[Tool]) -> list[Tool]:
    """Of one name the first: two programs must not take each other's calls."""
    named: dict[str, Tool] = {}
    for tool in tools:
        named.setdefault(tool.name, tool)
    return [*named.values()]
