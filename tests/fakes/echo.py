"""A provider that says again what it was told: what a new one needs besides its row in the table."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from tests.fakes.embedder import FakeEmbedder
from zeph.models.ports import ChatChunk, ChatMessage, ChatModel, Embedder, ToolSpec, Usage
from zeph.models.provider_port import Choice, ModelFactory


class EchoChat:
    name = "echo/parrot"
    context_window = 4096

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[ChatChunk]:
        yield ChatChunk(messages[-1].content)
        yield ChatChunk(done=True)

    async def complete(
        self, messages: Sequence[ChatMessage], *, schema: dict[str, Any] | None = None, model: str = "",
        max_tokens: int | None = None, timeout_secs: float | None = None,
    ) -> tuple[str, Usage]:  # fmt: skip
        return messages[-1].content, Usage()

    async def close(self) -> None:
        pass


class EchoFactory(ModelFactory):
    async def chat(self) -> Choice[ChatModel]:
        url = self.settings.model.base_url
        return Choice(EchoChat(), f"Echoing from {url}.", () if url else ("The echo needs model.base_url.",))

    async def embedder(self) -> Choice[Embedder]:
        return Choice(FakeEmbedder())

    async def chat_models(self, timeout_secs: float) -> tuple[str, ...]:
        return ("parrot",)
