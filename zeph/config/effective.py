"""The settings in force as TOML, for ``zeph config show`` and ``zeph doctor``."""

from collections.abc import Mapping
from typing import Any

import tomli_w
from pydantic import SecretStr

from zeph.config.fields import Section
from zeph.config.keys import all_keys, value_of
from zeph.config.schema import Settings
from zeph.config.template import value_as_toml
from zeph.safety.secrets import REDACTED, redact, shown_address
from zeph.safety.text import one_line

ADDRESSES = ("host", "base_url", "url")
"""Names of keys that hold an address."""
SECRET_TABLES = ("env", "headers")
"""Names of tables whose values are mostly keys."""


def settings_as_toml(settings: Settings) -> str:
    """Every setting with its value; keys and passwords are replaced by ``[redacted]``."""
    return tomli_w.dumps(settings_as_dict(settings))


def settings_as_dict(settings: Section) -> dict[str, Any]:
    """Nested as TOML is, without secrets and without keys that have no value."""
    return {name: _shown(name, value) for name, value in settings if value is not None}


def values_with_origins(settings: Settings, origins: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Each key that is set somewhere, its value without secrets, and where that comes from."""
    return [
        (key.dotted, value_as_toml(_shown(key.path[-1], value_of(settings, key.dotted))), one_line(origins[key.dotted]))
        for key in all_keys()
        if key.dotted in origins
    ]


def _shown(name: str, value: Any) -> Any:
    if isinstance(value, Section):
        return settings_as_dict(value)
    if isinstance(value, SecretStr):
        return REDACTED
    if isinstance(value, Mapping):
        return {key: REDACTED if name in SECRET_TABLES else _shown(key, inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_shown(name, one) for one in value]
    if not isinstance(value, str):
        return value
    return shown_address(value) if name in ADDRESSES else redact(value)
