"""Notes that are watched: what each says now, and what becomes of what it says no more."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Protocol

from zeph.clock import Moment


class Withdrawn(NamedTuple):
    """What a note no longer says."""

    passages: int
    facts: tuple[str, ...]
    """Sentences that nothing else tells; they have ended."""
    again: int = 0
    """Passages that it says and that do not stand: another process has withdrawn them, or what is withdrawn now had
    replaced them. They are to be kept again."""


class WatchedNotes(Protocol):
    """A folder and its notes are known by keys, passages by the ids of their messages."""

    async def notes(self, space_id: int, folder: str) -> Mapping[str, frozenset[str]]:
        """Note to its passages, as they were put last."""
        ...

    async def ids(self, space_id: int, prefix: str, passages: Collection[str]) -> Mapping[str, str]:
        """Under which id each of these passages is to be kept: its own, or where that was withdrawn the next one
        (``…~2``), so that what is said again is said then."""
        ...

    async def put(
        self, space_id: int, folder: str, prefix: str, notes: Mapping[str, tuple[Collection[str], Moment]]
    ) -> Mapping[str, Withdrawn]:
        """What notes say from now on, each since when; nothing: it is gone. In one transaction.

        Messages in conversations whose names begin with ``prefix`` that such a note said before, and no watched note
        says any more, bring no facts from now on, and current facts that only such messages tell end at that time; a
        person's own stay.
        """
        ...
