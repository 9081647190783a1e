"""The database as a file among others: which one it is, whether it can be written, and that nobody else reads it.

In: its path. Out: the same, made ready. Raises DatabaseReadOnly where no database can be.
"""

import os
from pathlib import Path

from zeph.errors import DatabaseReadOnly
from zeph.paths import private_dir


def file_identity(path: Path) -> tuple[int, int] | None:
    """The file that the path names now; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def is_read_only(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0 and not all(os.access(p, os.W_OK) for p in (path, path.parent))


def make_private(path: Path) -> None:
    if path.is_dir():
        raise DatabaseReadOnly(f"{path} is a folder; name a file with --db.")
    if path.exists() and not path.is_file():
        raise DatabaseReadOnly(f"{path} is no ordinary file; name another one with --db.")
    if not path.parent.exists():
        private_dir(path.parent)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def restrict_companions(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        if file.exists() and file.stat().st_mode & 0o077 and file.stat().st_uid == os.getuid():
            file.chmod(0o600)
