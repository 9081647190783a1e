"""Where Zeph keeps things: settings, the database, logs and history.

In: the environment. Out: paths; nothing is created until somebody asks for a folder.
The folders are the platform's own (platformdirs); ``ZEPH_HOME`` moves all three.
"""

import errno
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from zeph.errors import ConfigError, DatabaseFull, DatabaseReadOnly, StorageError

APP = "zeph"


@dataclass(frozen=True, slots=True)
class Paths:
    config_file: Path
    data_dir: Path
    db: Path
    state_dir: Path
    log_file: Path
    history_file: Path


def resolve_paths(env: Mapping[str, str]) -> Paths:
    """The paths for ``env``: below ``ZEPH_HOME`` where it is set, else the platform's folders.

    Raises ConfigError where no home folder can be found.
    """
    home = env.get("ZEPH_HOME", "").strip()
    try:
        if home:
            root = Path(home).expanduser().absolute()
            return _paths(root / "config", root / "data", root / "state")
        places = platformdirs.PlatformDirs(APP, appauthor=False)
        return _paths(places.user_config_path, places.user_data_path, places.user_state_path)
    except RuntimeError as error:
        raise ConfigError("Your home folder cannot be found: set HOME, or ZEPH_HOME to a folder for Zeph.") from error


def crash_folder() -> Path:
    """Where a crash report goes that finds no room in the state folder."""
    return Path(tempfile.gettempdir())


def private_dir(path: Path) -> Path:
    """``path`` as a folder that only its owner can enter (0700), made with its parents where missing.

    Raises DatabaseReadOnly, DatabaseFull or StorageError with a sentence for the person.
    """
    try:
        for folder in reversed([path, *path.parents]):
            if not folder.is_dir():
                folder.mkdir(mode=0o700, exist_ok=True)
        _close_to_others(path)
    except OSError as error:
        raise _as_storage_error(path, error) from error
    return path


def _paths(config: Path, data: Path, state: Path) -> Paths:
    return Paths(
        config_file=config / "config.toml",
        data_dir=data,
        db=data / "zeph.db",
        state_dir=state,
        log_file=state / "zeph.log",
        history_file=state / "history",
    )


def _close_to_others(path: Path) -> None:
    """Take the folder's permissions from everybody else; somebody else's folder is left as it is."""
    found = path.stat()
    owner = getattr(os, "geteuid", lambda: found.st_uid)()
    loose = os.name == "posix" and found.st_uid == owner and stat.S_IMODE(found.st_mode) & 0o077
    if loose and os.access(path, os.W_OK):  # nobody writes on read-only media
        path.chmod(0o700)


def _as_storage_error(path: Path, error: OSError) -> StorageError:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return DatabaseReadOnly(f"The folder {path} cannot be written: make it yours, or set ZEPH_HOME to another.")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DatabaseFull(f"The disk is full: the folder {path} cannot be made.")
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return StorageError(f"{path} cannot be a folder: there is a file of that name, or above it.")
    return StorageError(f"The folder {path} cannot be made: {error.strerror or error}.")
