"""How it stands with a program that speaks MCP."""

from dataclasses import dataclass
from typing import Literal

ServerState = Literal["connecting", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class ServerStatus:
    name: str
    state: ServerState
    detail: str
    """Why it failed, or what of it is left out; empty where there is nothing to say."""
    tools: tuple[str, ...] = ()
