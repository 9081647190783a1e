"""What is said in private: it lives as long as it is talked about, in this process, and is written nowhere.

In: texts. Out: messages as a turn takes them, with numbers that no stored message has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zeph.agent.attachments import Attachment
from zeph.clock import Moment
from zeph.records.message import Conversation, GraphState, Message, Role
from zeph.records.order import Order

FIRST_UNKEPT = 2**62
"""Numbers from here on are of messages that are not stored: they come after all that are."""
NOWHERE = Conversation(0, 0, "", "chat", "", "", "")
"""A conversation that is kept nowhere."""


@dataclass
class Unkept:
    """The private stretch of a conversation."""

    messages: list[Message] = field(default_factory=list)

    def say(
        self, conversation: Conversation, role: Role, text: str, now: Moment, speaker: str = "", tool_calls: str = ""
    ) -> Message:
        """Takes it in; the message."""
        number = FIRST_UNKEPT + len(self.messages)
        said = Message(
            number, conversation.space_id, conversation.id, "", role, speaker, text, now, (), GraphState.NEVER,
            tool_calls=tool_calls,
        )  # fmt: skip
        self.messages.append(said)
        return said


def but_last_bit(text: str, order: Order, attached: Sequence[Attachment]) -> tuple[str, list[Attachment]]:
    """What is left of a message that orders not to keep the last bit of it, and what is attached to that."""
    kept = text[: order.start].rstrip()
    return kept, [one for one in attached if one.name in kept]
