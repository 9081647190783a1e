"""The models of an OpenAI-compatible endpoint, as they are named in the settings."""

from difflib import get_close_matches

from zeph.errors import ModelError, ModelGarbage, ModelMissing
from zeph.models.endpoints import embeds_only
from zeph.models.openai.client import DEFAULT_URL, OpenAIChat, OpenAIEmbedder, is_openai, listed_models
from zeph.models.ports import ChatModel, Embedder
from zeph.models.provider_port import Choice, ModelFactory
from zeph.safety.secrets import shown_address

DEFAULT_EMBEDDING = "text-embedding-3-small"
MOST_NAMED = 8
"""Models that are named where none is like the one that is missing."""


class OpenAIFactory(ModelFactory):
    """The environment's key goes to OpenAI alone, for which it was made."""

    async def chat(self) -> Choice[ChatModel]:
        model = self.settings.model
        url = model.base_url or DEFAULT_URL
        chat = OpenAIChat(
            model.name,
            url,
            self._key(),
            model.context_window,
            request_timeout_secs=model.request_timeout_secs,
            temperature=model.warmth,
        )
        return Choice(chat, f"Using {model.name or 'the first offered model'} at {shown_address(url)}.")

    async def embedder(self) -> Choice[Embedder]:
        name = self.settings.embedding.model or DEFAULT_EMBEDDING
        return Choice(OpenAIEmbedder(name, self.settings.model.base_url, self._key()))

    async def chat_models(self, timeout_secs: float) -> tuple[str, ...]:
        try:
            offered = await listed_models(self.settings.model.base_url or DEFAULT_URL, self._key(), timeout_secs)
        except ModelError:
            return ()
        return tuple(name for name in offered if not embeds_only(name))

    async def problem(self, timeout_secs: float) -> str:
        """An endpoint that has no list of models is taken at its word."""
        model = self.settings.model
        try:
            offered = await listed_models(model.base_url or DEFAULT_URL, self._key(), timeout_secs)
        except ModelError as error:
            return "" if isinstance(error, (ModelMissing, ModelGarbage)) else str(error)
        if not offered or not model.name or model.name in offered:
            return ""
        near = get_close_matches(model.name, offered, 1) or offered[:MOST_NAMED]
        return f"{model.base_url or DEFAULT_URL} lists no model {model.name}. It lists: {', '.join(near)}"

    def _key(self) -> str:
        key, url = self.settings.model.api_key, self.settings.model.base_url
        if key is not None:
            return key.get_secret_value()
        return self.env.get("OPENAI_API_KEY", "") if is_openai(url or DEFAULT_URL) else ""
