"""Settings as they come from one place, put over one another.

In: nested dicts as TOML gives them, weakest first. Out: one dict, and for each key the place its value came from.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from zeph.config.keys import all_sections

Path_ = tuple[str, ...]
Place = Literal["person", "given", "folder", "environment", "command"]
"""Whose word it is: the person's config.toml, the ``--config`` file, the current folder's zeph.toml, ``ZEPH_…__…``
variables, the command's own options."""


@dataclass(frozen=True, slots=True)
class Layer:
    origin: str
    """As named in messages: a file, "the environment", "the command line"."""
    values: dict[str, Any]
    place: Place
    file: Path | None = None


def merged(layers: Sequence[Layer]) -> tuple[dict[str, Any], dict[Path_, Layer]]:
    """All layers in one, and for each key the layer it came from."""
    together: dict[str, Any] = {}
    origins: dict[Path_, Layer] = {}
    for layer in layers:
        for path, value in leaves(layer.values):
            if value == {} and path in all_sections():
                continue
            put(together, path, value)
            origins[path] = layer
    return together, origins


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted keys (``{"memory.graph.enabled": False}``) as TOML nests them."""
    result: dict[str, Any] = {}
    for path, value in leaves(values):
        put(result, tuple(part for name in path for part in name.split(".")), value)
    return result


def leaves(values: Mapping[str, Any], above: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every key with its value, an empty section as a key of its own."""
    for name, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from leaves(value, (*above, name))
        else:
            yield (*above, name), value


def put(values: dict[str, Any], path: Path_, value: Any) -> None:
    """Set one key; what stands in its way gives way."""
    for name in path[:-1]:
        below = values.setdefault(name, {})
        if not isinstance(below, dict):
            below = values[name] = {}
        values = below
    values[path[-1]] = value


def drop(values: dict[str, Any], path: Path_) -> None:
    """Take one key away; nothing where it is not set."""
    for name in path[:-1]:
        below = values.get(name)
        if not isinstance(below, dict):
            return
        values = below
    values.pop(path[-1], None)
