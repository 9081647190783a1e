"""What all tools share: the memory, the visits, and what this server allows.

In: the context of a request. Out: the visit and the session of its space; refused while the person has switched the
memory off.
"""

from pathlib import Path
from typing import Any

from mcp.server.mcpserver import Context

from zeph.agent.session import Session
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.mcp_server.served_memory import ServedMemory
from zeph.mcp_server.visits import PAUSED, Visit, Visits
from zeph.paths import Paths
from zeph.records.forgetting import Forgotten, Target
from zeph.records.message import Conversation


class ServerState:
    def __init__(self, memory: ServedMemory, visits: Visits, paths: Paths, db: Path) -> None:
        self.memory = memory
        self.visits = visits
        self._paths = paths
        self._db = db

    async def enter(self, context: Context[Any, Any]) -> tuple[Visit, Session]:
        """Raises ZephError: UsageError while the memory is off for this session."""
        visit = await self.visits.of(context)
        if visit.paused:
            raise UsageError(PAUSED)
        return visit, await self.memory.session(visit.space)

    async def forget(self, session: Session, target: Target) -> Forgotten:
        """For good, with its traces in files, as `zeph memory forget` does; what went."""
        from zeph.commands.handlers.forget import remove

        would = await session.memory.edits.forgetting.preview(target)
        gone, _ = await remove(CommandContext({}, self._paths, self._db, session=session), target, would)
        return gone

    async def conversation(self, visit: Visit, session: Session) -> Conversation:
        """Where this visit says what is to be kept, made when it first does."""
        async with visit.at_work:
            if visit.conversation is None:
                client = visit.client or "agent"
                name = f"{client}-{visit.number}"
                visit.conversation = await session.memory.conversations.of_agent(name, f"Told by {client}")
            return visit.conversation
