"""A whole memory, row by row: out of one file and into another."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from zeph.records.view import View

ROW_KINDS = (
    "conversation", "message", "entity", "alias", "episode", "fact", "usage", "version", "revision", "relation",
    "similar", "claim", "claim_fact", "profile", "block", "block_form", "cost",
)  # fmt: skip
"""The kinds of rows that a memory consists of, each after those it refers to."""
OnBadRow = Callable[[int, str], None]
"""Called with the line's number and a sentence."""


class Load(Protocol):
    """The rows of one file on their way into one space."""

    @property
    def added(self) -> Counter[str]:
        """How many rows of each kind were new so far."""
        ...

    async def add(self, rows: Sequence[tuple[int, str, dict[str, Any]]], on_bad_row: OnBadRow) -> None:
        """(line number, kind, row) of a batch, in one transaction; a row that cannot be used is told and left out."""
        ...

    async def finish(self) -> None:
        """Sets the references that pointed ahead."""
        ...


class Transfer(Protocol):
    """Dump and load."""

    async def dump(self, view: View, take: Callable[[str, dict[str, Any]], None]) -> None:
        """Gives ``take`` every row of the space (with ``as_of``: what was true then), kind by kind, from one
        snapshot."""
        ...

    async def secret(self) -> bytes:
        """Of the database, the same in all its spaces and its copies, and in no export: by it what was made of the
        database is known again."""
        ...

    def load(self, space_id: int, *, vouched: bool) -> Load:
        """For the rows of one file, batch by batch. Without ``vouched`` what is said in it counts as a stranger's."""
        ...
