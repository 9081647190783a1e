"""Care of what is stored: forgetting, and whether the file is sound."""

from typing import Protocol

from zeph.records.forgetting import Forgotten, Target


class Care(Protocol):
    """What is forgotten leaves the file byte for byte; what is derived can be made anew."""

    async def forget(self, space_id: int, target: Target, *, dry: bool = False, scrub: bool = True) -> Forgotten:
        """Removes the target with all that has no other source, and (with ``scrub``) its bytes; ``dry`` only tells
        what."""
        ...

    async def scrub_left(self) -> None:
        """Bytes that a removal left, because it was killed or hindered, leave the file now."""
        ...

    async def health(self, *, thorough: bool = False) -> list[str]:
        """What is wrong with the file, a sentence each; [] where nothing is. ``thorough``: every page and index is held
        against its table."""
        ...

    async def repair(self) -> list[str]:
        """Mends what follows from something else; what was mended, a sentence each."""
        ...

    async def vacuum(self) -> None:
        """Writes the file anew without its holes."""
        ...

    async def sizes(self) -> list[tuple[str, int, int]]:
        """(table or index, rows or -1, bytes), largest first."""
        ...
