"""Where everything is kept. :func:`open_store` gives a :class:`zeph.storage.ports.Store`; nothing else is public."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeph.clock import Clock
    from zeph.storage.ports import Store


async def open_store(path: Path, clock: "Clock | None" = None, pool_size: int = 3) -> "Store":
    """The store in one file, which is created or migrated; close it. Raises StorageError's leaves."""
    from zeph.storage.sqlite_store import SqliteStore

    return await SqliteStore.open(path, clock, pool_size)
