"""What every provider's own class implements; its row in ``zeph.config.providers`` names that class.

In: the settings and the environment. Out: a :class:`Choice`. Making a model connects to nothing and loads nothing
heavy: an endpoint that was named but does not answer is an error of its first use, so that Zeph starts without it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

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


@dataclass(frozen=True, slots=True)
class Offered:
    """A chat model that a person can choose."""

    name: str
    size: int = 0
    """Bytes; 0 where the endpoint does not say."""
    sees: bool = False
    """It is known to take pictures."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """How far a model has come that is brought."""

    done: int
    total: int
    """Bytes; both 0 until they are known."""
    word: str = ""
    """What the server does."""


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

    async def offered(self, timeout_secs: float) -> tuple[Offered, ...]:
        """The same with their sizes, where the endpoint says them."""
        return tuple(Offered(name) for name in await self.chat_models(timeout_secs))

    async def problem(self, timeout_secs: float) -> str:
        """What is wrong with its endpoint now, as a sentence with what mends it; empty where nothing is, or where an
        endpoint that is not there is no fault."""
        return ""
