"""Labelled texts that stand in every request, with all their earlier forms."""

from collections.abc import Callable
from typing import Protocol

from zeph.records.block import Author, Block, BlockForm, BlockHistory

BlockChange = Callable[[BlockHistory], BlockForm]
"""From what a block is and was to its next form (its id and moment do not count). Raises UsageError or NotFound."""


class BlockReads(Protocol):
    """The blocks of one snapshot."""

    def all(self, space_id: int) -> list[Block]:
        """As they are now, oldest first; those that were removed too."""
        ...

    def history(self, space_id: int, label: str) -> BlockHistory:
        """Without forms where there is no block of that label."""
        ...

    def texts(self, space_id: int) -> list[tuple[str, Author]]:
        """Each text and description that a block has or had, with who wrote that form."""
        ...

    def outside(self, space_id: int, before_id: int | None = None) -> tuple[int, int, int]:
        """Messages (before that one), facts that are so with no end in sight, passages."""
        ...


class Blocks(Protocol):
    """Changes to them; each is one transaction."""

    async def change(self, space_id: int, label: str, change: BlockChange) -> Block:
        """The block as it is then; made where there is none. ``change`` is asked in the transaction, so that what
        another process wrote just before is not lost. Of very many forms the oldest go."""
        ...
