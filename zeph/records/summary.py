"""What a conversation said before the part of it that a model still sees."""

from dataclasses import dataclass

from zeph.clock import Moment


@dataclass(frozen=True, slots=True)
class Summary:
    conversation_id: int
    message_id: int
    """The last message that it tells of."""
    text: str
    """A line for each thing that was said."""
    model: str
    """Who wrote it; empty: it is sentences of the conversation itself."""
    updated_at: Moment
    compacted_until: int = 0
    """The last message that the person had summed up: it and those before it are not sent to a model again."""
