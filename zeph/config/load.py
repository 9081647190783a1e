"""Settings from everywhere they can be written.

In: the settings files, ``ZEPH_…__…`` variables and a command's own choices. Out: checked
:class:`~zeph.config.schema.Settings`. Later layers win: defaults, the person's config.toml,
``./zeph.toml``, the ``--config`` file, variables, overrides. Everything that is wrong is told at once.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from zeph.config.files import read_toml
from zeph.config.keys import Key, all_keys, all_sections, find_key, nearest
from zeph.config.problems import describe
from zeph.config.schema import Settings
from zeph.errors import ConfigError
from zeph.paths import resolve_paths
from zeph.safety.secrets import redact
from zeph.safety.text import clean_text

PROJECT_FILE = "zeph.toml"
Path_ = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    settings: Settings
    files: tuple[Path, ...]
    """The files that were read, weakest first."""
    warnings: tuple[str, ...]
    """Sentences for the person; nothing that keeps Zeph from working."""


@dataclass(frozen=True, slots=True)
class Layer:
    origin: str
    """As named in messages: a file, "the environment", "the command line"."""
    values: dict[str, Any]


def load_settings(
    config_path: Path | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Loaded:
    """The settings in force.

    ``overrides`` is nested as TOML is, or has dotted keys (``{"memory.graph.enabled": False}``).
    Raises ConfigError, one line for each problem.
    """
    env = os.environ if env is None else env
    files = _files(config_path, env, cwd or Path.cwd())
    layers = [Layer(str(path), read_toml(path)) for path in files]
    layers.append(Layer("the environment", _from_environment(env)))
    layers.append(Layer("the command line", _nested(overrides or {})))
    merged, origins = _merge(layers)
    settings = _checked(merged, origins)
    return Loaded(settings, tuple(files), tuple(_warnings(files, layers, origins, settings, cwd or Path.cwd())))


def _files(config_path: Path | None, env: Mapping[str, str], cwd: Path) -> list[Path]:
    usual = [resolve_paths(env).config_file, cwd / PROJECT_FILE]
    return [path for path in usual if _present(path)] + ([config_path] if config_path else [])


def _present(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be read: {error.strerror or error}.") from error
    return True


def _from_environment(env: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    problems = []
    for variable in sorted(env):
        if not variable.startswith("ZEPH_") or "__" not in variable:
            continue
        path = tuple(variable.removeprefix("ZEPH_").lower().split("__"))
        key = find_key(path)
        if key:
            _put(values, path, _scalar(key, env[variable]))
        else:
            problems.append(_unknown_variable(variable, path))
    if problems:
        raise ConfigError(_listed(problems))
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
    try:
        values = tomllib.loads(f"value = {text.strip().lower()}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return text
    return values["value"] if len(values) == 1 else text


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for path, value in _leaves(values):
        _put(result, tuple(part for name in path for part in name.split(".")), value)
    return result


def _leaves(values: Mapping[str, Any], above: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), value


def _put(values: dict[str, Any], path: Path_, value: Any) -> None:
    for name in path[:-1]:
        below = values.setdefault(name, {})
        if not isinstance(below, dict):
            below = values[name] = {}
        values = below
    values[path[-1]] = value


def _merge(layers: list[Layer]) -> tuple[dict[str, Any], dict[Path_, str]]:
    """All layers in one, and for each key the layer it came from."""
    merged: dict[str, Any] = {}
    origins: dict[Path_, str] = {}
    for layer in layers:
        for path, value in _leaves(layer.values):
            if value == {} and path in all_sections():
                continue
            _put(merged, path, value)
            origins[path] = layer.origin
    return merged, origins


def _checked(merged: dict[str, Any], origins: dict[Path_, str]) -> Settings:
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        problems = [f"{line}{_origin(path, origins)}" for path, line in map(describe, error.errors())]
        raise ConfigError(_listed(problems)) from error


def _origin(path: Path_, origins: dict[Path_, str]) -> str:
    """Where the key, something below it or, for a clash of two keys, its section was set."""
    for above in (path, path[:-1]):
        found = next((o for p, o in origins.items() if above and p[: len(above)] == above), None)
        if found:
            return f" (in {found})"
    return ""


def _listed(problems: list[str]) -> str:
    return "\n".join(problems)


def _warnings(
    files: list[Path], layers: list[Layer], origins: dict[Path_, str], settings: Settings, cwd: Path
) -> Iterator[str]:
    for file, layer in zip(files, layers, strict=False):
        if layer.values.get("model", {}).get("api_key") and _open_to_others(file):
            yield f"{file} holds an API key and others can read it; run: chmod 600 {file}"
    project = str(cwd / PROJECT_FILE)
    for name in ("host", "base_url"):
        if origins.get(("model", name)) == project:
            yield f"{project} sends your conversation to {redact(getattr(settings.model, name))}."


def _open_to_others(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & 0o077)
