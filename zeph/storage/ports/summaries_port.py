"""What conversations said before their latest part, as a model summed it up."""

from typing import Protocol

from zeph.records.message import Message
from zeph.records.summary import Summary


class Summaries(Protocol):
    """At most one summary a conversation; it goes with the message that it ends with."""

    async def of_conversation(self, conversation_id: int) -> Summary | None: ...
    async def put(self, new: Summary) -> None:
        """Unless the message it ends with was forgotten meanwhile."""
        ...

    async def messages_after(self, conversation_id: int, after_id: int, until_id: int, limit: int) -> list[Message]:
        """What people and the assistant said after one message up to another, oldest first."""
        ...
