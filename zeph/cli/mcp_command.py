"""`zeph mcp`: the memory for other agents, over stdio or HTTP, until the client or the person ends it.

In: the command's values, the global options. Out: the exit code. Nothing but the protocol goes to stdout; the memory is
opened at the first call, so that the client need not wait for it.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from zeph.cli.console import note
from zeph.cli.interrupt import run_interruptible
from zeph.cli.options import GlobalOptions, started
from zeph.cli.trusting import settings_for
from zeph.config.project_spaces import ProjectSpaces
from zeph.errors import UsageError
from zeph.paths import resolve_paths

if TYPE_CHECKING:
    from zeph.agent.session import Session

MISSING = "`zeph mcp` needs the MCP library: pip install 'zeph[mcp]'"
ON_TERMINAL = (
    "Zeph speaks MCP on this terminal now, which is for programs: `zeph mcp install` tells them. Ctrl+D ends it."
)
PORT = 8733


def run_mcp(values: Mapping[str, Any], options: GlobalOptions) -> int:
    """Raises ZephError; KeyboardInterrupt passes through."""
    if options.space is not None and values["project"]:
        raise UsageError("Give either --space or --project.")
    if values["port"] is not None and not values["http"]:
        raise UsageError("--port is for --http.")
    if (values["port"] or PORT) > 65_535:
        raise UsageError("A port is a number from 1 to 65535.")
    try:
        import_module("mcp.server.mcpserver")
    except ModuleNotFoundError:  # it is not there, or from before 2.0
        raise UsageError(MISSING) from None
    return run_interruptible(_serve(values, options))


async def _serve(values: Mapping[str, Any], options: GlobalOptions) -> int:
    from zeph.mcp_server.build_server import Allowed, build_server
    from zeph.mcp_server.served_memory import ServedMemory

    paths = resolve_paths(os.environ)
    loaded = settings_for(options.config, options.overrides())
    for warning in loaded.warnings:
        note(f"warning: {warning}")
    settings = loaded.settings

    def opening(space: str) -> "AbstractAsyncContextManager[Session]":
        from zeph.agent.session import open_session

        memory = settings.memory.model_copy(update={"space": space})
        chosen, db = settings.model_copy(update={"memory": memory}), options.db or paths.db
        return open_session(chosen, paths, db, os.environ, makes_space=options.space is None)

    writes = not values["read_only"]
    allowed = Allowed(
        space=settings.memory.space, projects=ProjectSpaces(paths.state_dir) if values["project"] else None,
        tools=values["tools"], compatible=values["compatible"], writes=writes, forgets=writes and
    settings.mcp.allow_forget, )  # fmt: skip
    async with ServedMemory(opening) as served:
        server = build_server(served, allowed, paths, options.db or paths.db)
        started()
        if values["http"]:
            from zeph.mcp_server.over_http import serve_http, token_in

            token, file = token_in(paths.state_dir, os.environ.get("ZEPH_MCP_TOKEN", ""))
            told = f"the token is in {file}" if file else "the token is that of ZEPH_MCP_TOKEN"
            port = values["port"] or PORT
            await serve_http(server, port, token, lambda at: note(f"Zeph speaks MCP at {at}; {told}."))
        else:
            if sys.stdin.isatty():
                note(ON_TERMINAL)
            await server.run_stdio_async()
    return 0
