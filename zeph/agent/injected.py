"""What goes before a model for one question, without the model: for those who bring their own.

In: an agent and a question. Out: the blocks that would stand before it, as the agent's own request has them: today's
date and who the person is, the graph, earlier messages.
"""

from dataclasses import dataclass

from zeph.agent.turn import Agent
from zeph.models.tokens import count_tokens
from zeph.records.recalled import Recalled


@dataclass(frozen=True, slots=True)
class Injected:
    blocks: tuple[str, ...]
    """Each a header and lines that begin with "- ", but for the date."""
    recalled: Recalled

    @property
    def text(self) -> str:
        return "\n\n".join(self.blocks)

    @property
    def tokens(self) -> int:
        return count_tokens(self.text)


async def injected(agent: Agent, question: str) -> Injected:
    """Nothing is written of it."""
    plan = await agent.plan(question, kept=False)
    system, *parts, _ = plan.messages
    standing = system.content.removeprefix(agent.settings.agent.system_prompt.strip()).strip()
    return Injected((*filter(None, standing.split("\n\n")), *(part.content for part in parts)), plan.recalled)
