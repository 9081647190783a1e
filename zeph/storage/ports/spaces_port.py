"""The spaces of one file."""

from typing import Protocol

from zeph.records.space import Space


class Spaces(Protocol):
    """Every space is apart from the others; see ``Store.space`` for one by its name."""

    async def all(self) -> list[Space]:
        """Each with what it holds, by name."""
        ...

    async def remove(self, space_id: int) -> str:
        """The space goes with all that is in it, and its bytes; why they are there for a while yet, or nothing."""
        ...
