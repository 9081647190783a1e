"""Rows of the registry: what the model may do besides talking."""

from zeph.commands.arguments import LATEST
from zeph.commands.types import Command

TOOLS_ARE = """\
A rule is a tool's name, with a pattern of what it touches in brackets: `zeph config set tools.permissions.deny
'["run_command(rm *)"]'`. docs/tools.md has them all."""

TOOLS: tuple[Command, ...] = (
    Command(
        ("tools", "list"), "What the model may do besides talking: its tools, what they are allowed, the rules.",
        "tools:list_", slash=True, aliases=("tools", "permissions"), details=TOOLS_ARE,
    ),
    Command(
        ("tools", "log"), "What tools did: when, which, what it touched, who allowed it, how it ended.", "tools:log",
        options=(LATEST,), opens="nothing", slash=True,
    ),
)  # fmt: skip
