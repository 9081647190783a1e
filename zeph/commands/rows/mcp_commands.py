"""Rows of the registry: the memory for other agents."""

from zeph.commands.arguments import YES
from zeph.commands.types import Argument, Command, Option

CLIENTS = "claude-code, claude-desktop, codex, cursor, goose, opencode, vscode, zed"
TOOLS = Option(("--tools",), "tools", "The six tools of daily use, or all.", default="usual", choices=("usual", "all"))
READ_ONLY = Option(("--read-only",), "read_only", "Offer nothing that changes the memory.", "flag", False)

SERVE = """\
Bare `zeph mcp` is `zeph mcp serve`. It needs `pip install 'zeph[mcp]'`; docs/mcp.md says how each client is told of
it."""

INSTALL = """\
Every other character of the file stays, comments too; a copy of it as it was is put beside it."""

MCP: tuple[Command, ...] = (
    Command(
        ("mcp", "serve"), "Serve the memory to other agents by the Model Context Protocol, over stdin and stdout.",
        options=(
            Option(("--http",), "http", "Over HTTP on this machine instead, with a token.", "flag", False),
            Option(("--port",), "port", "The port for --http; 8733 without it.", "number"),
            TOOLS,
            Option(
                ("--project",), "project", "A space for each project: by the folder that the client has open.", "flag",
                False,
            ),
            READ_ONLY,
            Option(
                ("--compatible",), "compatible", "The nine tools of the reference `memory` server, for its clients.",
                "flag", False,
            ),
        ),
        opens="door", json=False, details=SERVE, alone=True,
    ),
    Command(
        ("mcp", "status"), "The MCP servers whose tools the model may call: how it stands with them, what they offer.",
        "mcp_servers_status:status", opens="nothing", cli=False, slash=True, aliases=("mcp",),
    ),
    Command(
        ("mcp", "install"), "Tell a client of the memory: an entry in its settings file, shown before it is written.",
        "mcp_install:install", (Argument("client", f"One of: {CLIENTS}."),),
        (
            Option(("--project",), "project", "In the file of this project, with a space for it.", "flag", False),
            TOOLS,
            READ_ONLY,
            YES,
        ),
        opens="nothing", details=INSTALL,
    ),
)  # fmt: skip
