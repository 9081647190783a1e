"""What a tool may touch, and what the person is asked before it does."""

from dataclasses import dataclass
from typing import Literal

Effect = Literal["read", "recall", "memory", "write", "run", "fetch", "foreign"]
"""What a call may touch: files of the workspace (``read``), what is remembered (``recall``), what will be remembered
(``memory``), files (``write``), this machine (``run``), the web (``fetch``), what nobody here knows (``foreign``)."""

Permit = Literal["once", "session", "always", "deny"]
"""The person's answer."""


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """What the person is asked."""

    tool: str
    effect: Effect
    subject: str
    """A path, a command, an address."""
    preview: str
    """What would be done, such as a diff; empty where the subject says it."""
    rule: str
    """What "session" and "always" allow from then on."""
    keeps: bool = True
    """Whether "always" can be answered: nothing is written of a private turn."""
