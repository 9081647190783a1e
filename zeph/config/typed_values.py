"""A value as a person types it on a command line, as the setting's own kind.

In: the key and the text. Out: text, number, truth or a list; ConfigError where it cannot be one.
"""

import tomllib

from zeph.config.keys import Key
from zeph.errors import ConfigError

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def typed_value(key: Key, text: str) -> str | float | bool | list[str]:
    """Range and choices are looked at when it is written."""
    if key.kind == "true or false":
        word = text.strip().casefold()
        if word not in (*TRUE, *FALSE):
            raise ConfigError(f"{key.dotted} is true or false, not {text}.")
        return word in TRUE
    if key.kind == "list":
        return _list(key, text)
    if key.kind not in ("whole number", "number"):
        return text
    try:
        return int(text) if key.kind == "whole number" else float(text)
    except ValueError:
        raise ConfigError(f"{key.dotted} is a {key.kind}, not {text}.") from None


def _list(key: Key, text: str) -> list[str]:
    """As TOML writes it, ``["a", "b"]``, or the one thing that is in it; an empty text is an empty list."""
    if not text.strip().startswith("["):
        return [text.strip()] if text.strip() else []
    try:
        found = tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        found = None
    if not isinstance(found, list):
        raise ConfigError(f'{key.dotted} is a list, such as ["one", "two"], not {text}.')
    return found
