"""What a person put into the standing profile, or took out of it."""

from collections.abc import Sequence
from typing import Protocol

from zeph.records.profile import ProfileChoice


class ProfileReads(Protocol):
    """The choices of one snapshot."""

    def choices(self, space_id: int) -> list[ProfileChoice]:
        """Of a space, oldest first."""
        ...


class ProfileChoices(Protocol):
    """Changes to them; each is one transaction."""

    async def write(self, space_id: int, text: str) -> None:
        """A line of the person's own; one that is there already stays as it is."""
        ...

    async def put_file(self, space_id: int, file: str, texts: Sequence[str]) -> tuple[int, int]:
        """The lines that a file gives from now on, in place of those that it gave: (new ones, gone ones). ``file``: a
        key. A line that the person wrote themselves is theirs and stays."""
        ...

    async def choose(self, space_id: int, fact_ids: tuple[int, ...], *, pinned: bool) -> None:
        """These facts come first, or stay away; what was chosen of them before no longer counts."""
        ...

    async def remove(self, space_id: int, choice_id: int) -> None: ...
