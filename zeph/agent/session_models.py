"""Which models a session runs with: the providers that the settings name, each asked once.

In: settings and environment. Out: a chat model, an embedder (either may be None), and one line for the person.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from zeph.config.providers import Provider, chat_providers, provider_named
from zeph.config.schema import Settings
from zeph.errors import UsageError
from zeph.models.ports import ChatModel, Embedder
from zeph.models.provider_port import Choice, F, ModelFactory, Offered

if TYPE_CHECKING:
    from zeph.models.ollama.ollama_factory import OllamaFactory


@dataclass(frozen=True, slots=True)
class Chosen:
    chat: ChatModel | None
    embedder: Embedder | None
    line: str
    """One line for standard error: what answers, and what is missing."""
    warnings: tuple[str, ...] = ()


class Factories:
    """The factories that one choice of models needs, each made once."""

    def __init__(self, settings: Settings, env: Mapping[str, str]) -> None:
        self._settings, self._env = settings, env
        self._made: list[ModelFactory] = []

    def of(self, kind: type[F], /) -> F:
        """The one object of that class."""
        made = next((factory for factory in self._made if type(factory) is kind), None)
        if made is None:
            made = kind(self._settings, self._env, self.of)
            self._made.append(made)
        return made


def factory_class(provider: Provider) -> type[ModelFactory]:
    """What the row's ``factory`` names."""
    module, _, name = provider.factory.partition(":")
    found: type[ModelFactory] = getattr(import_module(module), name)
    return found


async def choose_models(settings: Settings, *, env: Mapping[str, str]) -> Chosen:
    """Raises ConfigError or ModelMissing for settings that can never work; an absent server is no error."""
    factories = Factories(settings, env)
    chat = await _chat(settings.model.provider, factories)
    embedder = await _embedder(settings.embedding.provider, factories)
    line = f"{chat.line} {embedder.line}".strip()
    return Chosen(chat.model, embedder.model, line, chat.warnings + embedder.warnings)


async def offered_models(settings: Settings, *, env: Mapping[str, str], timeout_secs: float) -> tuple[Offered, ...]:
    """The same with what is known of them."""
    provider = provider_named(settings.model.provider)
    if not provider.factory:
        return ()
    return await Factories(settings, env).of(factory_class(provider)).offered(timeout_secs)


def model_library(settings: Settings, env: Mapping[str, str]) -> "OllamaFactory":
    """Who brings models, and knows which fit this machine: Ollama, whoever answers."""
    from zeph.models.ollama.ollama_factory import OllamaFactory

    return Factories(settings, env).of(OllamaFactory)


def with_model(settings: Settings, name: str) -> Settings:
    """``openai:gpt-5``, ``gguf:FILE``, ``memory``: another provider, the rest as it was; ``qwen3:4b`` of the same one.

    Raises UsageError where a provider needs a name.
    """
    first, _, rest = name.partition(":")
    if first not in chat_providers():
        changed = {"name": name} | ({"provider": "auto"} if settings.model.provider in ("memory", "gguf") else {})
    elif first == "gguf":
        if not rest:
            raise UsageError("Say which file: /model gguf:FILE")
        changed = {"provider": first, "path": rest, "name": ""}
    else:
        changed = {"provider": first, "name": rest}
    return settings.model_copy(update={"model": settings.model.model_copy(update=changed)})


async def chat_models(settings: Settings, *, env: Mapping[str, str], timeout_secs: float) -> tuple[str, ...]:
    """The chat models among which a person can choose; none where the provider has no list, or not in time."""
    provider = provider_named(settings.model.provider)
    if not provider.factory:
        return ()
    return await Factories(settings, env).of(factory_class(provider)).chat_models(timeout_secs)


async def endpoint_problems(settings: Settings, *, env: Mapping[str, str], timeout_secs: float) -> list[str]:
    """What is wrong now with the providers that the settings name, a sentence each, told within ``timeout_secs``."""
    factories = Factories(settings, env)
    providers = [provider_named(name) for name in dict.fromkeys((settings.model.provider, settings.embedding.provider))]
    asked = [factories.of(factory_class(provider)).problem(timeout_secs) for provider in providers if provider.factory]
    return list(dict.fromkeys(filter(None, await asyncio.gather(*asked))))


async def _chat(name: str, factories: Factories) -> Choice[ChatModel]:
    provider = provider_named(name)
    if not provider.factory:
        return Choice(None, provider.no_model)
    return await factories.of(factory_class(provider)).chat()


async def _embedder(name: str, factories: Factories) -> Choice[Embedder]:
    provider = provider_named(name)
    if not provider.factory:
        return Choice(None, provider.no_model)
    return await factories.of(factory_class(provider)).embedder()
