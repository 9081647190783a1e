"""The one table of commands: slash commands, command line, completion, palette and docs/cli.md all read it.

In: nothing. Out: :data:`COMMANDS`, in the order in which they are listed. A new command is one row in
its noun's file in ``rows/`` and its handler in its noun's file in ``handlers/``. Handlers are named, not imported, so
that reading the table is cheap (``zeph --help`` loads nothing of the engine); :func:`handler_of` imports one when it is
about to run.
"""

import importlib

from zeph.commands.rows.block_commands import BLOCKS
from zeph.commands.rows.care_commands import CARE
from zeph.commands.rows.chat_commands import CHAT, IN_CHAT
from zeph.commands.rows.file_commands import FILES
from zeph.commands.rows.graph_commands import GRAPH
from zeph.commands.rows.mcp_commands import MCP
from zeph.commands.rows.memory_commands import MEMORY
from zeph.commands.rows.session_commands import SESSIONS
from zeph.commands.rows.space_commands import SPACES
from zeph.commands.rows.tool_commands import TOOLS
from zeph.commands.types import Command, Handler

COMMANDS: tuple[Command, ...] = (
    *CHAT, *GRAPH, *MEMORY, *BLOCKS, *FILES, *SESSIONS, *SPACES, *CARE, *TOOLS, *MCP, *IN_CHAT,
)  # fmt: skip

HELP = "An agent for the terminal that remembers, on your own machine."

GROUPS = {
    "graph": "The knowledge graph: what is known.",
    "model": "Who answers.",
    "memory": "Search what is remembered.",
    "blocks": "Core memory: what is always in view.",
    "sessions": "Your conversations.",
    "spaces": "Parts of the memory that know nothing of one another.",
    "db": "The file that everything is in.",
    "config": "Settings.",
    "tools": "What the model may do besides talking.",
    "mcp": "The memory for other agents.",
    "bench": "Measure the memory.",
}


def handler_of(command: Command) -> Handler:
    module, _, function = command.handler.partition(":")
    found: Handler = getattr(importlib.import_module(f"zeph.commands.handlers.{module}"), function)
    return found


def command_named(name: str) -> Command:
    """``graph facts``; there is one."""
    return next(command for command in COMMANDS if command.name == name)


def slash_commands() -> tuple[Command, ...]:
    return tuple(c for c in COMMANDS if c.slash)
