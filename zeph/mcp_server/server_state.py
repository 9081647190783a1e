"""What all tools share: the memory, the visits, and what this server allows.

In: the context of a request. Out: the visit and the session of its space; refused while the person has switched the
memory off.
"""

from typing import Any

from mcp.server.mcpserver import Context

from zeph.agent.session import Session
from zeph.errors import UsageError
from zeph.mcp_server.served_memory import ServedMemory
from zeph.mcp_server.visits import PAUSED, Visit, Visits
from zeph.records.message import Conversation


class ServerState:
    def __init__(self, memory: ServedMemory, visits: Visits) -> None:
        self.memory = memory
        self.visits = visits

    async def enter(self, context: Context[Any, Any]) -> tuple[Visit, Session]:
        """Raises ZephError: UsageError while the memory is off for this session."""
        visit = await self.visits.of(context)
        if visit.paused:
            raise UsageError(PAUSED)
        return visit, await self.memory.session(visit.space)

    async def conversation(self, visit: Visit, session: Session) -> Conversation:
        """Where this visit says what is to be kept, made when it first does."""
        async with visit.at_work:
            if visit.conversation is None:
                client = visit.client or "agent"
                name = f"{client}-{visit.number}"
                visit.conversation = await session.memory.conversations.of_agent(name, f"Told by {client}")
            return visit.conversation
