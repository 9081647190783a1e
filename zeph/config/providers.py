"""Who can answer, and who can make vectors: one row for each name of ``model.provider`` and ``embedding.provider``.

In: nothing. Out: the rows, in the order in which they are listed. The schema checks a name against them, `zeph init`
asks what a row needs, the reference lists them, and ``zeph.agent.session_models`` loads what makes a row's models. To
add a provider, add a row and the class that it names.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider. ``chats``: it may be ``model.provider``; ``embeds``: it may be ``embedding.provider``."""

    name: str
    chats: bool = False
    embeds: bool = False
    about: str = ""
    """What it is, as the sentence about ``model.provider`` says it."""
    factory: str = ""
    """``module:class`` of its :class:`~zeph.models.provider_port.ModelFactory`, imported once it is chosen; empty: it
    has no model."""
    no_model: str = ""
    """What the person reads where it has no model."""
    asks: tuple[tuple[str, str], ...] = ()
    """Settings that `zeph init` asks for where it is to answer, each with its question."""


CHAT_MODEL = ("model.name", "Chat model (empty = the first one installed)")

PROVIDERS: tuple[Provider, ...] = (
    Provider("auto", chats=True, embeds=True, factory="zeph.models.auto.auto_factory:AutoFactory", asks=(CHAT_MODEL,)),
    Provider("embedded", embeds=True, factory="zeph.models.local.local_factories:EmbeddedFactory"),
    Provider(
        "ollama",
        chats=True,
        embeds=True,
        about="an Ollama server",
        factory="zeph.models.ollama.ollama_factory:OllamaFactory",
        asks=(CHAT_MODEL,),
    ),
    Provider(
        "openai",
        chats=True,
        embeds=True,
        about="an OpenAI-compatible endpoint",
        factory="zeph.models.openai.openai_factory:OpenAIFactory",
        asks=(("model.base_url", "Address of the endpoint"), CHAT_MODEL),
    ),
    Provider(
        "gguf",
        chats=True,
        about="a GGUF file",
        factory="zeph.models.local.local_factories:GGUFFactory",
        asks=(("model.path", "Path of the GGUF file, or smollm2"),),
    ),
    Provider(
        "memory", chats=True, about="the memory by itself", no_model="Answering from memory alone, as configured."
    ),
    Provider("none", embeds=True, no_model="No embeddings: text search alone."),
)


def chat_providers() -> tuple[str, ...]:
    """The names that ``model.provider`` takes."""
    return tuple(provider.name for provider in PROVIDERS if provider.chats)


def embedding_providers() -> tuple[str, ...]:
    """The names that ``embedding.provider`` takes."""
    return tuple(provider.name for provider in PROVIDERS if provider.embeds)


def provider_named(name: str) -> Provider:
    """The row of a name that the settings have let pass. Raises KeyError."""
    return {provider.name: provider for provider in PROVIDERS}[name]


def who_answers() -> str:
    """What can answer, in a list for a sentence: "an Ollama server, a GGUF file, or the memory by itself"."""
    *others, last = (provider.about for provider in PROVIDERS if provider.chats and provider.about)
    return f"{', '.join(others)}, or {last}"
