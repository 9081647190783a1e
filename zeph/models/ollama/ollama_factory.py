"""The models of an Ollama server: the ones that are named, or the first ones that it has installed."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from zeph.models.endpoints import is_loopback
from zeph.models.ollama.hosts import (
    PROBE_SECS,
    InstalledModel,
    first_chat_model,
    is_ollama_com,
    ollama_host,
    probe,
)
from zeph.models.ports import ChatModel, Embedder
from zeph.models.provider_port import Choice, ModelFactory, Offered, Pulled

DEFAULT_EMBEDDING = "nomic-embed-text"


class OllamaFactory(ModelFactory):
    """Probes the server at most once, and only where a model is left to us to find."""

    _looked = False
    _installed: tuple[InstalledModel, ...] | None = None

    async def chat(self) -> Choice[ChatModel]:
        """The named model, there or not; without a name the first that is installed."""
        name = self.settings.model.name or first_chat_model(await self._look() or ())
        return Choice(self._chat(name), f"Using {name or 'the first installed model'} at {self._host()}.")

    async def chat_if_there(self) -> Choice[ChatModel]:
        """The same where a server answers and has a chat model; None where not."""
        host, installed = self._host(), await self._look()
        if installed is None:
            line = f"No model server found at {host} — answering from memory alone (zeph init connects one)."
            return Choice(None, line)
        name = self.settings.model.name or first_chat_model(installed)
        if not name:
            advice = f"zeph model pull {self.first()} brings one"
            return Choice(None, f"Ollama at {host} has no chat model yet — answering from memory alone ({advice}).")
        return Choice(self._chat(name), f"Using {name} at {host}.", _missing(name, installed))

    async def embedder(self) -> Choice[Embedder]:
        name = self.settings.embedding.model or await self._installed_embedder() or DEFAULT_EMBEDDING
        return Choice(self._embedder(name))

    async def embedder_if_there(self) -> Embedder | None:
        """The first embedding model that is installed."""
        name = await self._installed_embedder()
        return self._embedder(name) if name else None

    async def chat_models(self, timeout_secs: float) -> tuple[str, ...]:
        found = await probe(self._host(), timeout_secs)
        return tuple(model.name for model in found or () if not model.embeds)

    async def offered(self, timeout_secs: float) -> tuple[Offered, ...]:
        found = await probe(self._host(), timeout_secs)
        return tuple(Offered(model.name, model.size) for model in found or () if not model.embeds)

    def advised(self) -> tuple[Offered, ...]:
        """What fits this machine; nothing where the server is another one."""
        from zeph.models.ollama.catalogue import fitting, machine_memory

        if not is_loopback(self._host()):
            return ()
        return tuple(Offered(model.name, model.size, model.sees) for model in fitting(machine_memory()))

    def first(self) -> str:
        """The model to begin with on this machine."""
        from zeph.models.ollama.catalogue import first_model

        return first_model()

    def first_steps(self) -> list[str]:
        """For somebody new who has no model: what works without one, and what brings one."""
        return [
            "Tell me things and ask for them: I keep what you say, read facts from it, and answer from those.",
            "For talk about anything else: install Ollama (https://ollama.com/download), then"
            f" `/model pull {self.first()}`.",
        ]

    async def pull(self, name: str) -> AsyncGenerator[Pulled, None]:
        """Brings a model; steps until it is there. Raises ModelError's leaves."""
        from zeph.models.ollama.pulling import pull

        async with aclosing(pull(self._host(), self._key(), name)) as steps:
            async for step in steps:
                yield step

    async def problem(self, timeout_secs: float) -> str:
        host = self._host()
        installed = await probe(host, timeout_secs)
        if installed is None:
            return f"No Ollama answers at {host}. Start it (ollama serve), or set model.host."
        name = self.settings.model.name
        return "".join(_missing(name, installed)) if name else ""

    def _chat(self, name: str) -> ChatModel:
        from zeph.models.ollama.client import OllamaChat

        model = self.settings.model
        return OllamaChat(
            name, self._host(), model.context_window, request_timeout_secs=model.request_timeout_secs,
            temperature=model.warmth,            api_key=self._key(),
        )  # fmt: skip

    def _embedder(self, name: str) -> Embedder:
        from zeph.models.ollama.client import OllamaEmbedder

        return OllamaEmbedder(name, self._host(), api_key=self._key())

    async def _installed_embedder(self) -> str:
        return next((model.name for model in await self._look() or () if model.embeds), "")

    def _host(self) -> str:
        return ollama_host(self.settings.model.host, self.env)

    def _key(self) -> str:
        """The environment's key goes to the address beside it, and to Ollama itself."""
        named = not self.settings.model.host and bool(self.env.get("OLLAMA_HOST", "").strip())
        return self.env.get("OLLAMA_API_KEY", "") if named or is_ollama_com(self._host()) else ""

    async def _look(self) -> tuple[InstalledModel, ...] | None:
        if not self._looked:
            self._looked, self._installed = True, await probe(self._host(), connect_secs=PROBE_SECS)
        return self._installed


def _missing(name: str, installed: tuple[InstalledModel, ...]) -> tuple[str, ...]:
    names = {model.name for model in installed}
    if {name, f"{name}:latest"} & names:
        return ()
    return (f'Ollama does not have the model "{name}". Get it with: zeph model pull {name}',)
