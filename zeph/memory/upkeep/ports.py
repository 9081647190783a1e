"""What upkeep needs of a store: each method is one transaction, or several that each leave the graph whole."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from zeph.clock import Moment
from zeph.records.eviction import Eviction
from zeph.records.upkeep import Task, UpkeepState
from zeph.storage.care.evict import Limits
from zeph.storage.graph.communities import Describe, Stored, Strongest

if TYPE_CHECKING:
    import numpy


class UpkeepStore(Protocol):
    async def state(self, space_id: int) -> UpkeepState:
        """What changed since the last detection, and how that went."""
        ...

    async def count_messages(self, space_id: int, processed: int) -> int:
        """Counts messages since the last detection; how many they are now."""
        ...

    async def claim(self, space_id: int, owner: str, task: Task, now: Moment, seconds: float) -> bool:
        """Takes or keeps the right to a task; False while another process has it."""
        ...

    async def release(self, space_id: int, owner: str, task: Task) -> None: ...
    async def flip_ended(self, now: Moment) -> int:
        """Takes edges whose stated end has passed out of walks over what is current."""
        ...

    async def decay(self, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
        """A decay pass, if one is due or was left half done; how many counts."""
        ...

    async def links(self, space_id: int, after_id: int, limit: int) -> "numpy.ndarray[Any, Any]":
        """Rows of (edge id, source, target) of live edges above ``after_id``; ``limit`` 0: all of them."""
        ...

    async def stored(self, space_id: int) -> Stored: ...
    async def open_communities(self, space_id: int, count: int, now: Moment) -> list[int]:
        """Ids of new communities, which nobody sees before they are described."""
        ...

    async def join(self, space_id: int, pairs: "numpy.ndarray[Any, Any]") -> None:
        """Puts rows of (entity, community) together; an entity leaves the one it was in."""
        ...

    async def leave(self, pairs: Sequence[tuple[int, int]]) -> None: ...
    async def describe(
        self, given: Sequence[tuple[int, str]], hubs: Iterable[int], describe: Describe, now: Moment
    ) -> None:
        """Gives (id, fingerprint) their names and summaries, from rows as they are."""
        ...

    async def close_communities(self, space_id: int, ids: Sequence[int]) -> int:
        """Removes them, and others that kept fewer than two members; how many there are then."""
        ...

    async def finish(self, space_id: int, found: dict[str, Any] | None, messages: int) -> None:
        """Keeps what was ``found`` (None: nothing has changed), and ``messages`` count as seen to."""
        ...

    async def unsummarised(self, space_id: int) -> list[tuple[int, str]]:
        """(id, fingerprint) of communities whose text no model wrote as they are now, the largest first."""
        ...

    async def strongest(self, space_id: int, community_id: int, names: int, facts: int) -> Strongest: ...
    async def put_summary(self, community_id: int, fingerprint: str, name: str, summary: str) -> bool:
        """False where the community was changed or removed while the model wrote."""
        ...

    async def evictable(self, space_id: int, limits: Limits, now: Moment, most: int) -> Eviction:
        """What would go; ``most`` items of each rule are listed."""
        ...

    async def evict(self, space_id: int, limits: Limits, now: Moment) -> Eviction:
        """Removes what may go, rule by rule."""
        ...
