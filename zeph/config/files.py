"""One settings file: read, with every way it can be wrong said in a sentence."""

import tomllib
from pathlib import Path
from typing import Any

from zeph.errors import ConfigError

MAX_BYTES = 1_000_000


def read_toml(path: Path) -> dict[str, Any]:
    """What is in ``path``. Raises ConfigError with the file's name, and the line where there is one."""
    return parse_toml(_text(path), path)


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """``text`` as TOML; ``path`` is only named in errors. Raises ConfigError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_syntax_message(path, text, str(error))) from error
    except RecursionError as error:
        raise ConfigError(f"{path}: it is nested too deeply.") from error


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: there is no such file.") from error
    except IsADirectoryError as error:
        raise ConfigError(f"{path}: this is a folder, not a settings file.") from error
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be read: {error.strerror or error}.") from error
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{path}: it is larger than {MAX_BYTES:,} bytes; this cannot be a settings file.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: this is not UTF-8 text; save the file as UTF-8.") from error


def _syntax_message(path: Path, text: str, problem: str) -> str:
    """``path:line: problem`` from tomllib's ``problem (at line 3, column 7)``."""
    reason, _, place = problem.rpartition(" (at ")
    last = str(text.count("\n") + 1)
    line = place.removeprefix("line ").split(",")[0] if place.startswith("line ") else last
    return f"{path}:{line}: this is not TOML: {reason or problem}."
