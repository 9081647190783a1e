"""Settings from ``ZEPH_…__…`` variables."""

import tomllib
from collections.abc import Mapping
from typing import Any

from zeph.config.keys import Key, all_keys, all_sections, find_key, nearest
from zeph.config.layers import Path_, put
from zeph.errors import ConfigError
from zeph.safety.text import clean_text


def from_environment(env: Mapping[str, str]) -> dict[str, Any]:
    """Nested as TOML is. Raises ConfigError, one line for each variable that names no key."""
    values: dict[str, Any] = {}
    problems = []
    for variable in sorted(env):
        if not variable.startswith("ZEPH_") or "__" not in variable:
            continue
        path = tuple(variable.removeprefix("ZEPH_").lower().split("__"))
        key = find_key(path)
        if key:
            put(values, path, _scalar(key, env[variable]))
        else:
            problems.append(_unknown_variable(variable, path))
    if problems:
        raise ConfigError("\n".join(problems))
    return values


def _unknown_variable(variable: str, path: Path_) -> str:
    if path in all_sections():
        return f"{variable}: this names a section; one of its keys is needed, such as {variable}__…"
    meant = nearest(path)
    dotted = meant if meant is None or "." in meant else ".".join((*path[:-1], meant))
    hint = next((key.variable for key in all_keys() if key.dotted == dotted), None)
    return f"{variable}: unknown variable" + (f"; did you mean {hint}?" if hint else "")


def _scalar(key: Key, text: str) -> Any:
    """A variable's text as the key's type: text as it stands, everything else as TOML writes it."""
    text = clean_text(text)
    if key.kind in ("text", "secret", "choice"):
        return text
    typed = text.strip() if key.kind == "list" else text.strip().lower()
    try:
        values = tomllib.loads(f"value = {typed}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return text
    return values["value"] if len(values) == 1 else text
