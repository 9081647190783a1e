"""One settings file: read, with every way it can be wrong said in a sentence."""

import os
import stat
import tomllib
from pathlib import Path
from typing import Any

from zeph.errors import ConfigError

MAX_BYTES = 1_000_000


def read_toml(path: Path) -> dict[str, Any]:
    """What is in ``path``. Raises ConfigError with the file's name, and the line where there is one."""
    return parse_bytes(read_bytes(path), path)


def parse_bytes(data: bytes, path: Path) -> dict[str, Any]:
    """``data`` as TOML in UTF-8; ``path`` is only named in errors. Raises ConfigError."""
    try:
        return parse_toml(data.decode("utf-8-sig"), path)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: this is not UTF-8 text; save the file as UTF-8.") from error


def read_bytes(path: Path, *, waits: bool = False) -> bytes:
    """All of a settings file. ``waits``: it may be a pipe. Raises ConfigError."""
    try:
        with open(path, "rb", opener=None if waits else _regular) as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: there is no such file.") from error
    except IsADirectoryError as error:
        raise ConfigError(f"{path}: this is a folder, not a settings file.") from error
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise ConfigError(f"{path!r}: this cannot be a file's name.") from error
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{path}: it is larger than {MAX_BYTES:,} bytes; this cannot be a settings file.")
    return data


def _regular(name: str, flags: int) -> int:
    """Opens without waiting for whoever would write into a pipe of that name."""
    handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode) and not stat.S_ISDIR(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(0, "it is no ordinary file")
    return handle


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """``text`` as TOML; ``path`` is only named in errors. Raises ConfigError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_syntax_message(path, text, str(error))) from error
    except RecursionError as error:
        raise ConfigError(f"{path}: it is nested too deeply.") from error


def _syntax_message(path: Path, text: str, problem: str) -> str:
    """``path:line: problem`` from tomllib's ``problem (at line 3, column 7)``."""
    reason, _, place = problem.rpartition(" (at ")
    last = str(text.count("\n") + 1)
    line = place.removeprefix("line ").split(",")[0] if place.startswith("line ") else last
    return f"{path}:{line}: this is not TOML: {reason or problem}."
