"""What Zeph needs of models: three small protocols, and the values that cross them.

Each kind of endpoint has a room beside this file, the registry knows them; the layers above know only this page.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: str = ""
    """JSON as the provider gave it, for assistant messages that called tools."""
    tool_name: str = ""
    pictures: tuple[bytes, ...] = ()
    """Files of pictures that the person shows with it."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool offered to the model: its name, what it does, and the JSON schema of its arguments."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    cached_tokens: int | None = None
    """Of the prompt's tokens, those that the model still knew from before."""


@dataclass(frozen=True, slots=True)
class ChatChunk:
    """One piece of a streamed answer; the last piece has ``done`` and, where known, the usage."""

    text: str = ""
    thinking: str = ""
    tool_calls: tuple[tuple[str, str], ...] = ()
    """(name, arguments as JSON)."""
    done: bool = False
    usage: Usage = field(default_factory=Usage)


class ChatModel(Protocol):
    name: str
    """As shown to the person, ``ollama/qwen3:4b``."""
    context_window: int
    """Tokens of prompt and answer together."""

    def stream(self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()) -> AsyncIterator[ChatChunk]:
        """The answer, piece by piece. Raises ModelError's leaves; ModelStreamCut where it ends without ``done``."""
        ...

    async def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: dict[str, Any] | None = None,
        model: str = "",
        max_tokens: int | None = None,
        timeout_secs: float | None = None,
    ) -> tuple[str, Usage]:
        """The whole answer at once.

        With ``schema`` the decoding is constrained to that JSON schema where the endpoint can. ``model`` names
        another model of the same endpoint; empty: this one. Raises ModelError's leaves.
        """
        ...

    async def close(self) -> None: ...


@runtime_checkable
class KnowsSight(Protocol):
    """A ChatModel that can say whether it takes pictures; of others nothing is known."""

    async def sees(self) -> bool | None:
        """None where the endpoint does not tell. Raises ModelError's leaves."""
        ...


@runtime_checkable
class KnowsTools(Protocol):
    """A ChatModel that can say whether it calls tools; others are offered them."""

    async def takes_tools(self) -> bool | None:
        """None where the endpoint does not tell. Raises ModelError's leaves."""
        ...


@runtime_checkable
class KnowsSize(Protocol):
    """A ChatModel that can say how big it is."""

    weights: int
    """How many it has; 0 where that is not known, or not yet."""


class Embedder(Protocol):
    model_id: str
    """Names model and weights; vectors of another id are never compared with its own."""
    dimension: int
    """Length of its vectors; 0 until the first call where only the endpoint knows."""
    in_process: bool
    """True where a text takes milliseconds here and no network: then a snapshot may wait for it."""

    async def embed(self, texts: Sequence[str]) -> "Vectors":
        """One unit-length float32 row for each text, shape (len(texts), dimension). Raises ModelError's leaves."""
        ...

    async def close(self) -> None: ...


class Reranker(Protocol):
    model_id: str

    async def rerank(self, question: str, texts: Sequence[str]) -> list[float]:
        """A relevance for each text, higher is better. Raises ModelError's leaves."""
        ...

    async def close(self) -> None: ...


Vectors = Any
"""A numpy float32 array; named here so that the port does not import numpy."""
