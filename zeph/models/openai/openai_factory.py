"""The models of an OpenAI-compatible endpoint, as they are named in the settings."""

from zeph.models.openai.client import DEFAULT_URL, OpenAIChat, OpenAIEmbedder
from zeph.models.ports import ChatModel, Embedder
from zeph.models.provider_port import Choice, ModelFactory

DEFAULT_EMBEDDING = "text-embedding-3-small"


class OpenAIFactory(ModelFactory):
    """The environment's key belongs to whom it was made for: no other class reads it."""

    async def chat(self) -> Choice[ChatModel]:
        model = self.settings.model
        url = model.base_url or DEFAULT_URL
        chat = OpenAIChat(
            model.name, url, self._key(), model.context_window, request_timeout_secs=model.request_timeout_secs
        )
        return Choice(chat, f"Using {model.name or 'the first offered model'} at {url}.")

    async def embedder(self) -> Choice[Embedder]:
        name = self.settings.embedding.model or DEFAULT_EMBEDDING
        return Choice(OpenAIEmbedder(name, self.settings.model.base_url, self._key()))

    def _key(self) -> str:
        key = self.settings.model.api_key
        return self.env.get("OPENAI_API_KEY", "") if key is None else key.get_secret_value()
