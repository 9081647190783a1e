"""The programs that speak MCP, from the person's settings and from the JSON that everybody pastes.

In: settings, the folder of the person's settings file. Out: servers by name, and a sentence for each that cannot be
used. ``mcp.json`` there has them under ``mcpServers`` (or VS Code's ``servers``), as other programs' files do; keys
that Zeph does not know are left out there, and what the settings name wins.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from zeph.config.mcp_settings import McpServer
from zeph.config.problems import describe
from zeph.config.schema import Settings
from zeph.safety.text import one_line

NAME = "mcp.json"
MOST_BYTES = 1_000_000
ROOTS = ("mcpServers", "servers")


def mcp_servers(settings: Settings, folder: Path) -> tuple[dict[str, McpServer], list[str]]:
    """Those that are switched on; what is wrong with the others."""
    pasted, problems = _pasted(folder / NAME)
    servers = {**pasted, **settings.mcp.servers}
    return {name: server for name, server in servers.items() if server.enabled}, problems


def _pasted(path: Path) -> tuple[dict[str, McpServer], list[str]]:
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MOST_BYTES))
    except FileNotFoundError:
        return {}, []
    except (OSError, ValueError, RecursionError) as error:
        return {}, [f"{path}: it cannot be read: {one_line(str(error))[:200]}."]
    tables = [found[root] for root in ROOTS if isinstance(found, dict) and isinstance(found.get(root), dict)]
    if not tables:
        return {}, [f"{path}: it has no mcpServers."]
    servers: dict[str, McpServer] = {}
    problems: list[str] = []
    for name, entry in tables[0].items():
        try:
            servers[_name(str(name))] = McpServer.model_validate(_known(entry))
        except ValidationError as error:
            why = "; ".join(describe(detail)[1] for detail in error.errors()[:3])
            problems.append(f"{path}: {one_line(str(name))[:60]}: {why}")
    return servers, problems


def _name(pasted: str) -> str:
    """As a tool's name may begin."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", pasted).strip("-_")[:32] or "server"


def _known(entry: Any) -> Mapping[str, Any]:
    """Other programs' files have keys of their own beside these; ``disabled`` is the other ones' ``enabled``."""
    if not isinstance(entry, dict):
        return {}
    known = {key: value for key, value in entry.items() if key in McpServer.model_fields}
    if entry.get("disabled") is True:
        known["enabled"] = False
    return known
