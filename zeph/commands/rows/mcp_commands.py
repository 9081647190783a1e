"""Rows of the registry: the memory for other agents."""

from zeph.commands.types import Command, Option

SERVE = """\
Bare `zeph mcp` is `zeph mcp serve`. It needs `pip install 'zeph[mcp]'`; docs/mcp.md says how each client is told of
it."""

MCP: tuple[Command, ...] = (
    Command(
        ("mcp", "serve"), "Serve the memory to other agents by the Model Context Protocol, over stdin and stdout.",
        options=(
            Option(("--http",), "http", "Over HTTP on this machine instead, with a token.", "flag", False),
            Option(("--port",), "port", "The port for --http; 8733 without it.", "number"),
            Option(
                ("--tools",), "tools", "The six tools of daily use, or all.", default="usual", choices=("usual", "all"),
            ),
            Option(
                ("--project",), "project", "A space for each project: by the folder that the client has open.", "flag",
                False,
            ),
            Option(("--read-only",), "read_only", "Offer nothing that changes the memory.", "flag", False),
        ),
        opens="door", json=False, details=SERVE, alone=True,
    ),
)  # fmt: skip
