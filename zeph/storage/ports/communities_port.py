"""Communities: what they are found in, their members and texts. Nothing here decides who belongs together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.records.upkeep import UpkeepState

if TYPE_CHECKING:
    import numpy

    Rows = numpy.ndarray[Any, Any]

Describe = Callable[[Sequence[str], Sequence[str]], tuple[str, str]]
"""(names, facts), best first, to (name, summary); called inside a transaction, so it is pure and fast."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The communities a space has."""

    ids: tuple[int, ...]
    fingerprints: tuple[str, ...]
    members: "Rows"
    """Rows of (entity id, community id)."""


@dataclass(frozen=True, slots=True)
class Strongest:
    """What best tells a community apart, best first."""

    names: tuple[str, ...]
    facts: tuple[str, ...]


class Communities(Protocol):
    """Each method is one transaction, or several that each leave the graph whole: upkeep can be killed anywhere."""

    async def largest(self, space_id: int, limit: int) -> list[Community]:
        """The largest first, each with the names of its best connected members."""
        ...

    # detection
    async def state(self, space_id: int) -> UpkeepState:
        """What changed since the last detection, and how that went."""
        ...

    async def count_messages(self, space_id: int, processed: int) -> int:
        """Counts messages since the last detection; how many they are now."""
        ...

    async def links(self, space_id: int, after_id: int, limit: int) -> "Rows":
        """Rows of (edge id, source, target) of live edges above ``after_id``; ``limit`` 0: all of them."""
        ...

    async def stored(self, space_id: int) -> Stored:
        """As they are now."""
        ...

    async def open(self, space_id: int, count: int, now: Moment) -> list[int]:
        """Ids of new communities, which nobody sees before they are described."""
        ...

    async def join(self, space_id: int, pairs: "Rows") -> None:
        """Puts rows of (entity, community) together; an entity leaves the one it was in. Of either, those that were
        removed meanwhile are left out."""
        ...

    async def leave(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Takes entities out of the communities they were seen in."""
        ...

    async def describe(
        self, given: Sequence[tuple[int, str]], hubs: Iterable[int], describe: Describe, now: Moment
    ) -> None:
        """Gives (id, fingerprint) their names and summaries, from rows as they are."""
        ...

    async def close(self, space_id: int, ids: Sequence[int]) -> int:
        """Removes them, and others that kept fewer than two members; how many there are then."""
        ...

    async def finish(self, space_id: int, found: dict[str, Any] | None, messages: int) -> None:
        """Keeps what was ``found`` (None: nothing has changed), and ``messages`` count as seen to."""
        ...

    # summaries
    async def unsummarised(self, space_id: int) -> list[tuple[int, str]]:
        """(id, fingerprint) of communities whose text no model wrote as they are now, the largest first."""
        ...

    async def strongest(self, space_id: int, community_id: int, names: int, facts: int) -> Strongest:
        """The members with the most facts inside, and the surest and most used facts among the best connected."""
        ...

    async def put_summary(self, community_id: int, fingerprint: str, name: str, summary: str) -> bool:
        """False where the community was changed or removed while the model wrote."""
        ...
