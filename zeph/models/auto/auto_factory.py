"""What is used where nothing is configured: Ollama answers where it is found, the embedded model makes the vectors."""

from zeph.models.local.local_factories import INSTALL_EMBEDDED, EmbeddedFactory
from zeph.models.ollama.ollama_factory import OllamaFactory
from zeph.models.ports import ChatModel, Embedder
from zeph.models.provider_port import Choice, ModelFactory, Offered


class AutoFactory(ModelFactory):
    async def chat(self) -> Choice[ChatModel]:
        return await self.factory_of(OllamaFactory).chat_if_there()

    async def embedder(self) -> Choice[Embedder]:
        """The embedded model; without its packages Ollama's, but no server is looked for where another one answers."""
        found = self.factory_of(EmbeddedFactory).embedder_if_there()
        if found is None and self.settings.model.provider in ("auto", "ollama"):
            found = await self.factory_of(OllamaFactory).embedder_if_there()
        return Choice(found, "" if found else f"No embedding model: text search alone ({INSTALL_EMBEDDED}).")

    async def chat_models(self, timeout_secs: float) -> tuple[str, ...]:
        return await self.factory_of(OllamaFactory).chat_models(timeout_secs)

    async def offered(self, timeout_secs: float) -> tuple[Offered, ...]:
        return await self.factory_of(OllamaFactory).offered(timeout_secs)
