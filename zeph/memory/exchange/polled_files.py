"""Files of a folder that are looked at again and again: which are there, and which have changed since.

In: a folder, what its files are called. Out: paths. Nothing is asked of the system but what stands in its folders, so
that it works on network folders and in containers too; ten thousand files take some tens of milliseconds a look.
"""

import os
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
    """Files at or below ``root`` by path, in the order of their names, without what is hidden, without links to
    folders and without pages that we wrote. Raises OSError where ``root`` itself cannot be read."""
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
                try:
                    found[path] = _signature(path.stat())
                except OSError:
                    continue  # gone meanwhile
    return found


def _signature(stat: os.stat_result) -> Signature:
    return Signature(stat.st_mtime_ns, stat.st_size, stat.st_ino)
