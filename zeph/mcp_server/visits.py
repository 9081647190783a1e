"""One client's visit: the space it works in, where it says things, what it was shown.

In: the context of a request. Out: a :class:`Visit`, the same for all requests of one connection. Over stdio there is
one; over HTTP one a session, and all clients without sessions (protocol 2026-07-28) share one.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import mcp_types as types
from blake3 import blake3
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

from zeph.config.project_spaces import ProjectSpaces, project_of
from zeph.errors import UsageError
from zeph.records.message import Conversation
from zeph.safety.text import clean_text, one_line

MOST_VISITS = 256
"""The one that has been silent longest is forgotten."""
LONGEST_NAME = 40
ROOTS_WITHIN_SECS = 5.0
PAUSED = "Zeph's memory is off for this session: the person switched it off. Go on without it, and do not ask again."


@dataclass
class Visit:
    space: str = ""
    """Empty until it is known."""
    client: str = ""
    """What the client calls itself."""
    paused: bool = False
    conversation: Conversation | None = None
    """Where it says what is to be kept, once it has."""
    facts: set[int] = field(default_factory=set)
    """Ids that answers gave: only these can be forgotten."""
    messages: set[int] = field(default_factory=set)
    revisions: set[int] = field(default_factory=set)
    """Of what it said: only these it can take back."""
    told: set[str] = field(default_factory=set)
    """Lines of context that it was given already."""
    at_work: asyncio.Lock = field(default_factory=asyncio.Lock)
    number: str = field(default_factory=lambda: secrets.token_hex(4))


class Visits:
    """The visits to one server."""

    def __init__(self, space: str, projects: ProjectSpaces | None) -> None:
        """``space``: the one that all work in, unless each works in that of its project."""
        self._space = space
        self._projects = projects
        self._visits: dict[str, Visit] = {}

    async def of(self, context: Context[Any, Any]) -> Visit:
        """Raises UsageError where a space a project is wanted and the client's root is not known."""
        key = (context.headers or {}).get("mcp-session-id", "")
        visit = self._visits.pop(key, None) or Visit(client=_client_of(context))
        self._visits[key] = visit
        if len(self._visits) > MOST_VISITS:
            self._visits.pop(next(iter(self._visits)))
        async with visit.at_work:
            if not visit.space:
                visit.space = await self._space_for(context)
        return visit

    def end(self, session: str) -> None:
        """The client has ended it: nobody comes back to it."""
        self._visits.pop(session, None)

    async def _space_for(self, context: Context[Any, Any]) -> str:
        """That of the client's project: the one that the person chose for it, else one named after it."""
        if self._projects is None:
            return self._space
        folder = await _root(context)
        chosen = self._projects.chosen(folder)
        return chosen[1] if chosen else project_space(project_of(folder) or folder)


def project_space(root: Path) -> str:
    """``orion-3f2a91``: the folder's name, and what tells it from others of that name."""
    real = root.resolve()
    name = "-".join(one_line(real.name).split())[:LONGEST_NAME] or "root"
    return f"{name}-{blake3(str(real).encode()).hexdigest(length=3)}"


async def _root(context: Context[Any, Any]) -> Path:
    """The first folder that the client has open, where it tells; over stdio else the folder it started the server
    in."""
    capabilities = context.client_capabilities
    if capabilities is not None and capabilities.roots is not None:
        try:
            async with asyncio.timeout(ROOTS_WITHIN_SECS):
                asked_for = ServerMessageMetadata(related_request_id=context.request_id)
                found = await context.session.send_request(
                    types.ListRootsRequest(), types.ListRootsResult, metadata=asked_for
                )
        except (MCPError, TimeoutError):
            found = types.ListRootsResult(roots=[])
        folders = [path for root in found.roots if (path := _folder(str(root.uri))) is not None]
        if folders:
            return folders[0]
    if context.headers is None:
        return Path.cwd()
    raise UsageError(
        "This client tells no folder, so it has no project: start the server as zeph --space NAME mcp instead."
    )


def _folder(uri: str) -> Path | None:
    parts = urlsplit(uri)
    path = unquote(parts.path)
    return Path(path) if parts.scheme == "file" and path.startswith("/") and "\0" not in path else None


def _client_of(context: Context[Any, Any]) -> str:
    params = context.session.client_params
    name = params.client_info.name if params is not None else ""
    return one_line(clean_text(name))[:LONGEST_NAME]
