"""A settings file with every key explained; what is not set stands as a comment with its default."""

import textwrap
from collections.abc import Mapping
from typing import Any

import tomli_w

from zeph.config.keys import Key, all_keys, all_sections

HEADER = """\
# Zeph's settings. Every key is here; a line that begins with "#" shows its default.
# `zeph config check` checks this file, `zeph config show` prints what is in force.
"""


def render_template(values: Mapping[tuple[str, ...], Any]) -> str:
    """The whole file, with ``values`` (by key path) set and all other keys commented out."""
    parts = [HEADER]
    for section in all_sections():
        keys = [key for key in all_keys() if key.path[:-1] == section]
        if keys:
            about = (all_sections()[section].__doc__ or "").splitlines()[0]
            parts.append(f"{_comment(about)}\n[{'.'.join(section)}]\n" + "".join(_entry(key, values) for key in keys))
    return "\n".join(parts)


def value_as_toml(value: Any) -> str:
    """One value as TOML writes it, on one line."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(value_as_toml, value))}]"
    return tomli_w.dumps({"v": value}).removeprefix("v = ").rstrip("\n")


def default_as_toml(key: Key) -> str:
    return '""' if key.default is None else value_as_toml(key.default)


def _comment(text: str) -> str:
    return textwrap.fill(text, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _entry(key: Key, values: Mapping[tuple[str, ...], Any]) -> str:
    about = _comment(key.description + (f" ({key.allowed})" if key.allowed else ""))
    if key.path in values:
        return f"{about}\n{key.path[-1]} = {value_as_toml(values[key.path])}\n"
    return f"{about}\n# {key.path[-1]} = {default_as_toml(key)}\n"
