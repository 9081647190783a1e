"""What a provider's row (``zeph.config.providers``) names: the class that makes its chat models and embedders.

In: the settings and the environment; the class is imported when it is needed. Out: a :class:`Choice`. Making a model
connects to nothing and loads nothing heavy: an endpoint that was named but does not answer is an error of its first
use, so that Zeph starts without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, Protocol, TypeVar

from zeph.config.providers import Provider
from zeph.config.schema import Settings
from zeph.models.ports import ChatModel, Embedder

T = TypeVar("T")
F = TypeVar("F", bound="ModelFactory")


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A model, or None with a line that says why."""

    model: T | None
    line: str = ""
    """For the person: what is used, or what is missing."""
    warnings: tuple[str, ...] = ()
    """Sentences that `zeph doctor` counts as problems."""


class FactoryOf(Protocol):
    def __call__(self, kind: type[F], /) -> F: ...


class ModelFactory:
    """Makes the models of one provider; one object serves one choice of models, so that it looks at its endpoint once.

    Raises ConfigError or ModelMissing for settings that can never work; an absent server is no error.
    """

    def __init__(self, settings: Settings, env: Mapping[str, str], factory_of: FactoryOf) -> None:
        """``factory_of`` gives the one object of another class, for a provider that stands in for several."""
        self.settings, self.env, self.factory_of = settings, env, factory_of

    async def chat(self) -> Choice[ChatModel]:
        """The chat model that ``[model]`` describes."""
        raise NotImplementedError

    async def embedder(self) -> Choice[Embedder]:
        """The embedder that ``[embedding]`` describes."""
        raise NotImplementedError

    async def chat_models(self, timeout_secs: float) -> tuple[str, ...]:
        """The names a person can choose from; none where the endpoint does not list them in time."""
        return ()


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
