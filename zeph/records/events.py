"""What an agent turn and the background tell the doors; the doors only render these."""

from dataclasses import dataclass

from zeph.records.recalled import Recalled
from zeph.records.revision import Receipt


@dataclass(frozen=True, slots=True)
class TextDelta:
    text: str


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    name: str
    arguments: str
    """JSON."""
    call_id: int = 0
    """Counts the turn's calls."""


@dataclass(frozen=True, slots=True)
class ToolDone:
    """What a call gave, as the model gets it."""

    call_id: int
    name: str
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class FactsRecalled:
    recalled: Recalled
    tokens: dict[str, int]
    """Tokens per part of the context that goes to the model."""
    window: int = 0
    """Tokens that the context was made for; 0 where no model is asked."""
    reserve: int = 0
    """Tokens of the window that are left for the answer."""


@dataclass(frozen=True, slots=True)
class MemoryChanged:
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person that is not part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    answer: str
    model: str
    interrupted: bool = False
    prompt_tokens: int | None = None
    """As the provider reports; None where it does not."""
    answer_tokens: int | None = None
    error: str = ""
    """Why the answer is not whole, as a sentence; empty: it is."""


Event = TextDelta | ThinkingDelta | ToolCall | ToolDone | FactsRecalled | MemoryChanged | Notice | TurnEnded
