"""What was said: conversations and their messages."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

from zeph.clock import Moment

Role = Literal["user", "assistant", "system", "tool"]
ConversationKind = Literal["chat", "import", "agent"]
"""A talk with the person, a file, or what another program says is to be kept."""

PERSON = "User"
"""Who speaks where no speaker is named."""


WITHDRAWN = "withdrawn"
"""In place of an error: the document that a message is a passage of does not say it any more."""


class GraphState(IntEnum):
    """``messages.graph_processed``, which is the ingest queue."""

    PENDING = 0
    DONE = 1
    GATED = 2
    NEVER = 3


@dataclass(frozen=True, slots=True)
class Conversation:
    id: int
    space_id: int
    external_id: str
    """What a person names it by: a chat's short id, or the name an import gave it."""
    kind: ConversationKind
    title: str
    created_at: Moment
    updated_at: Moment
    messages: int = 0


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message before it is stored."""

    conversation_id: int
    role: Role
    text: str
    speaker: str = ""
    """Who said it, where that is more than the role: a named person of an import."""
    external_id: str = ""
    """Unique in its conversation; empty: one is made."""
    sent_at: Moment | None = None
    """None: now."""
    tool_calls: str = ""
    """The provider's tool calls as JSON, or empty."""
    interrupted: bool = False
    strange: bool = False
    """Whether words of strangers may stand in it although it is said here: an answer with such before the model."""


class Message(NamedTuple):
    """A named tuple: recall reads hundreds a question, and a frozen dataclass takes ten times as long to make."""

    id: int
    space_id: int
    conversation_id: int
    external_id: str
    role: Role
    speaker: str
    text: str
    sent_at: Moment
    injection_flags: tuple[str, ...]
    graph_processed: GraphState
    interrupted: bool = False
    tool_calls: str = ""
    attempts: int = 0
    error: str = ""
    imported: bool = False
    """Whether it was said elsewhere and came in from a file."""
    noted: bool = False
    """Whether another program says it of the person: "The user lives in Oslo"."""
    strange: bool = False
    """Whether words of strangers may stand in it although it was said here: an answer that was given with such before
    the model, or a row of a memory for which nobody has vouched."""
    was: str = ""
    """Words that stood in its text, where it is told as a later message puts it right; of a stored row none."""

    @property
    def withdrawn(self) -> bool:
        """Whether its document does not say it any more."""
        return self.graph_processed == GraphState.NEVER and self.error == WITHDRAWN

    @property
    def person(self) -> str:
        """The display name of the one who says "I" in it: the named speaker, else ``User`` or ``Assistant``."""
        return self.speaker or ("Assistant" if self.role == "assistant" else PERSON)

    @property
    def is_attachment(self) -> bool:
        """Whether it is a file or a piped text that stands beside what the person said; its speaker is its name."""
        return self.role == "tool" and bool(self.speaker) and not self.tool_calls
