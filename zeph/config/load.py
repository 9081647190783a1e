"""Settings from everywhere they can be written.

In: the settings files, ``ZEPH_…__…`` variables and a command's own choices. Out: checked
:class:`~zeph.config.schema.Settings`. Later layers win: defaults, the person's config.toml, the space that they chose
for the project (:mod:`zeph.config.project_spaces`), ``./zeph.toml``, the ``--config`` file, variables, overrides. A
file that others made may set little until it is trusted (:mod:`zeph.config.trusted_files`). Everything that is wrong is
told at once.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from zeph.config.environment import from_environment
from zeph.config.files import parse_bytes, read_bytes
from zeph.config.key_addresses import stray_keys
from zeph.config.keys import all_keys
from zeph.config.layers import Layer, Path_, Place, drop, leaves, merged, nested, put
from zeph.config.problems import describe
from zeph.config.project_spaces import ProjectSpaces
from zeph.config.schema import Settings
from zeph.config.trusted_files import Offer, TrustedFiles, judged, others_can_write, without_personal
from zeph.errors import ConfigError
from zeph.paths import resolve_paths

PROJECT_FILE = "zeph.toml"
PACKAGED = "smollm2"
"""In place of a file's name: the one that comes in a package."""


@dataclass(frozen=True, slots=True)
class Loaded:
    settings: Settings
    files: tuple[Path, ...]
    """The files that were read, weakest first."""
    warnings: tuple[str, ...]
    """Sentences for the person; nothing that keeps Zeph from working."""
    origins: Mapping[str, str]
    """Each key that is set, dotted, with the file or other place its value comes from."""
    offers: tuple[Offer, ...] = ()
    """What files would set that are not trusted."""


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
    paths, cwd = resolve_paths(env), cwd or Path.cwd()
    answers = TrustedFiles(paths.state_dir).answers()
    layers, offers, left_out = [], [], []
    for path, place in _files(paths.config_file, config_path, cwd):
        data = read_bytes(path, waits=place == "given")
        values = parse_bytes(data, path)
        if place == "folder" or (place == "given" and others_can_write(path)):
            left_out.append(without_personal(path, values))
            values, offer = judged(path, data, values, answers)
            place = "folder"
            offers += [replace(offer, named=path == config_path)] if offer else []
        layers.append(Layer(str(path), values, place, path))
    if chosen := ProjectSpaces(paths.state_dir).chosen(cwd):
        # Beside the person's own file: it is their choice, and a file of the folder that they trust says more.
        root, space = chosen
        layers.insert(_own_files(layers), Layer(f"your choice for {root}", {"memory": {"space": space}}, "person"))
    layers.append(Layer("the environment", from_environment(env), "environment"))
    layers.append(Layer("the command line", nested(overrides or {}), "command"))
    return _loaded(layers, tuple(offers), tuple(filter(None, left_out)))


def _own_files(layers: Sequence[Layer]) -> int:
    return sum(layer.place == "person" for layer in layers)


def settings_of(path: Path) -> Settings:
    """What one file says, and the defaults; nothing of the folder or the environment. Raises ConfigError."""
    values = parse_bytes(read_bytes(path, waits=True), path) if _present(path) else {}
    return _loaded([Layer(str(path), values, "person", path)], ()).settings


def _loaded(layers: Sequence[Layer], offers: tuple[Offer, ...], left_out: tuple[str, ...] = ()) -> Loaded:
    together, origins = merged(layers)
    strays = list(stray_keys(layers))
    for stray in strays:
        drop(together, stray.path)
        origins.pop(stray.path, None)
    _from_their_folders(together, origins)
    settings = _checked(together, origins)
    warnings = (
        *_warnings(layers),
        *left_out,
        *(offer.sentence() for offer in offers),
        *(stray.sentence for stray in strays),
    )
    known = {".".join(path): layer.origin for path, layer in origins.items()}
    files = tuple(layer.file for layer in layers if layer.file)
    return Loaded(settings, files, warnings, known, offers)


def _files(usual: Path, given: Path | None, cwd: Path) -> Iterator[tuple[Path, Place]]:
    if _present(usual):
        yield usual, "person"
    project = cwd / PROJECT_FILE
    if _present(project) and not (given and given.exists() and project.exists() and project.samefile(given)):
        yield project, "folder"
    if given:
        yield given, "given"


def _present(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be read: {error.strerror or error}.") from error
    return True


def _from_their_folders(together: dict[str, Any], origins: Mapping[Path_, Layer]) -> None:
    """A file that a settings file names is looked for beside it, whatever folder Zeph was started in."""
    found = dict(leaves(together))
    for key in all_keys():
        name, layer = found.get(key.path), origins.get(key.path)
        if not (key.names_file and layer and layer.file and isinstance(name, str) and name):
            continue
        if name.lower() != PACKAGED and not name.startswith("~"):
            put(together, key.path, str(layer.file.parent.absolute() / name))


def _checked(together: dict[str, Any], origins: Mapping[Path_, Layer]) -> Settings:
    try:
        return Settings.model_validate(together)
    except ValidationError as error:
        problems = [f"{line}{_origin(path, origins)}" for path, line in map(describe, error.errors())]
        raise ConfigError("\n".join(problems)) from error


def _origin(path: Path_, origins: Mapping[Path_, Layer]) -> str:
    """Where the key, something below it or, for a clash of two keys, its section was set."""
    for above in (path, path[:-1]):
        found = next((o.origin for p, o in origins.items() if above and p[: len(above)] == above), None)
        if found:
            return f" (in {found})"
    return ""


def _warnings(layers: Sequence[Layer]) -> Iterator[str]:
    keys = [key.path for key in all_keys() if key.kind == "secret"]
    for layer in layers:
        found = dict(leaves(layer.values))
        if layer.file and any(found.get(path) for path in keys) and _open_to_others(layer.file):
            yield f"{layer.file} holds an API key and others can read it; run: chmod 600 {layer.file}"


def _open_to_others(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & 0o077)
