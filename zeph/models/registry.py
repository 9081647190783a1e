"""From a provider's row (``zeph.config.providers``) to the object that makes its models, imported when it is needed."""

from collections.abc import Mapping
from importlib import import_module

from zeph.config.providers import Provider
from zeph.config.schema import Settings
from zeph.models.factory import F, ModelFactory


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
