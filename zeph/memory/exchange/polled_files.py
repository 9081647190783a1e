"""Files of a folder that are looked at again and again: which are there, and which have changed since.

In: a folder, what its files are called. Out: paths. Nothing is asked of the system but what stands in its folders, so
that it works on network folders and in containers too; ten thousand files take some tens of milliseconds a look.
"""

import contextlib
import os
import stat
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from zeph.memory.exchange.page_folder import LIST, own_pages


class Signature(NamedTuple):
    """What tells that a file is the one that was read."""

    changed_ns: int
    size: int
    inode: int


def found_in(root: Path, endings: Collection[str]) -> dict[Path, Signature]:
    """Files at or below ``root`` by path, in the order of their names, without what is hidden, without what is no
    ordinary file (whoever opens a pipe waits), without links to folders and without pages that we wrote. Raises OSError
    where ``root`` itself cannot be read."""
    if root.is_file():
        return {root: _signature(root.stat())}
    os.scandir(root).close()
    found: dict[Path, Signature] = {}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        ours = own_pages(Path(folder)) if LIST in files else frozenset()
        for name in sorted(set(files) - ours):
            path = Path(folder, name)
            if not name.startswith(".") and path.suffix.lower() in endings:
                with contextlib.suppress(OSError):  # gone meanwhile
                    if stat.S_ISREG((now := path.stat()).st_mode):
                        found[path] = _signature(now)
    return found


def _signature(now: os.stat_result) -> Signature:
    return Signature(now.st_mtime_ns, now.st_size, now.st_ino)
