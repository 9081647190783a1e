"""Settings back into a file, for ``zeph init``: what is not asked about stays as it is.

In: a settings file that may exist, and the keys to set. Out: the file with those keys. Lines are
changed in place, so that people's own comments stay; where that cannot be done safely (a value
over several lines, inline tables) the file is written anew, and the old one kept beside it.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import ValidationError

from zeph.config.files import parse_toml, read_toml
from zeph.config.keys import all_sections, find_key
from zeph.config.problems import describe
from zeph.config.schema import Settings
from zeph.config.template import render_template, value_as_toml
from zeph.errors import ConfigError
from zeph.file_writing import replace_text
from zeph.paths import private_dir

Changes = Mapping[tuple[str, ...], Any]


def write_config(path: Path, changes: Mapping[str, Any]) -> Path:
    """Set ``changes`` (``{"model.name": "qwen3:4b"}``) in the file at ``path``; it is made where missing.

    Gives the file that was written (0600; a symbolic link is followed). Raises ConfigError for a
    file that cannot be read or written, and for a key or value that the settings do not know.
    """
    target = Path(os.path.realpath(path))
    wanted = {tuple(dotted.split(".")): value for dotted, value in changes.items()}
    before = read_toml(target) if target.exists() else {}
    after = _with(before, wanted)
    _check(after, target)
    old = target.read_text("utf-8-sig") if target.exists() else render_template({})
    new = edited(old, wanted)
    if _parsed(new) != after:
        new = render_template(dict(_leaves(after))) + _tables(after)
        parse_toml(new, target)
        if target.exists():
            _write(target.with_name(target.name + ".bak"), old)
    _write(target, new)
    return target


def edited(text: str, changes: Changes) -> str:
    """``text`` with each key's line replaced, a commented-out default's line used, or a line added."""
    lines = text.splitlines()
    for path, value in changes.items():
        _set_line(lines, path, f"{path[-1]} = {value_as_toml(value)}")
    return "\n".join(lines) + "\n"


def _set_line(lines: list[str], path: tuple[str, ...], line: str) -> None:
    start, end = _section_span(lines, ".".join(path[:-1]))
    if start is None:
        lines += ["", f"[{'.'.join(path[:-1])}]", line]
        return
    for comment in ("", r"#\s*"):
        pattern = re.compile(rf"\s*{comment}{re.escape(path[-1])}\s*=")
        for at in range(start, end):
            if pattern.match(lines[at]):
                lines[at] = line
                return
    lines.insert(start, line)


def _section_span(lines: list[str], section: str) -> tuple[int | None, int]:
    """First line after the section's header, and the line its last one comes before."""
    start = None
    for at, line in enumerate(lines):
        header = re.match(r"\s*\[\s*([\w.\s-]+?)\s*\]\s*(#.*)?$", line)
        if start is not None and (header or line.lstrip().startswith("[")):
            return start, at
        if header and re.sub(r"\s", "", header[1]) == section:
            start = at + 1
    return start, len(lines)


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _with(before: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    after = {name: _with(value, {}) if isinstance(value, dict) else value for name, value in before.items()}
    for path, value in changes.items():
        below = after
        for name in path[:-1]:
            inner = below.setdefault(name, {})
            if not isinstance(inner, dict):
                raise ConfigError(f"{name}: must be a section of its own, not a value")
            below = inner
        below[path[-1]] = value
    return after


def _check(values: dict[str, Any], path: Path) -> None:
    try:
        Settings.model_validate(values)
    except ValidationError as error:
        lines = [f"{describe(detail)[1]} (in {path})" for detail in error.errors()]
        raise ConfigError("\n".join(lines)) from error


def _leaves(values: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in values.items():
        path = (*above, name)
        if find_key(path):
            yield path, value
        elif path in all_sections():
            yield from _leaves(value, path)


def _tables(after: Mapping[str, Any]) -> str:
    """What has names of the person's own, which no template knows."""
    servers = after.get("mcp", {}).get("servers")
    return f"\n{tomli_w.dumps({'mcp': {'servers': servers}})}" if servers else ""


def _write(path: Path, text: str) -> None:
    """The whole file or none of it."""
    try:
        replace_text(path if path.parent.exists() else private_dir(path.parent) / path.name, text)
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be written: {error.strerror or error}.") from error
