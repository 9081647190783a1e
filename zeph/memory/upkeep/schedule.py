"""When upkeep runs: communities each so many messages, decay each so many seconds.

In: a store's upkeep methods and the graph's settings. Out: the number of communities. Detection
runs in a thread of its own, so that no answer waits for it.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from zeph.clock import Moment
from zeph.config.schema import GraphSettings
from zeph.memory.upkeep.communities import Group, Link, describe, detect

Describe = Callable[[Sequence[str], Sequence[str]], tuple[str, str]]
"""(names, facts), best first, to (name, summary); called inside the store's transaction, so it is pure and fast."""


class UpkeepStore(Protocol):
    """What upkeep needs of a store; each method is one transaction."""

    async def community_edges(self, space_id: int, after_id: int, limit: int) -> list[Link]:
        """Active live edges with an id above ``after_id``, in id order; ``limit`` 0: all of them."""
        ...

    async def replace_communities(self, space_id: int, groups: Sequence[Group], describe: Describe, now: Moment) -> int:
        """Makes ``groups`` the space's communities; unchanged ones keep id, name and summary. Their number."""
        ...

    async def communities_due(self, space_id: int, processed: int, interval: int) -> bool:
        """Counts ``processed`` messages; True, once, and the count begins anew where it reaches ``interval``."""
        ...

    async def flip_ended(self, now: Moment) -> int:
        """Takes edges whose stated end has passed out of walks over what is current."""
        ...

    async def decay_if_due(self, space_id: int, lambda_: float, interval_secs: int, now: Moment) -> int:
        """Multiplies the usage of facts unused since the last pass by ``lambda_``, if that pass is old enough."""
        ...


async def after_messages(
    store: UpkeepStore, space_id: int, settings: GraphSettings, now: Moment, processed: int = 1
) -> int:
    """To be called after messages were ingested: whatever is due. The number of communities, 0 if not due."""
    await store.flip_ended(now)
    await store.decay_if_due(space_id, settings.link_weight_decay_lambda, settings.link_weight_decay_interval_secs, now)
    if not await store.communities_due(space_id, processed, settings.community_refresh_interval):
        return 0
    return await refresh(store, space_id, settings, now)


async def refresh(store: UpkeepStore, space_id: int, settings: GraphSettings, now: Moment) -> int:
    """Finds the space's communities anew, due or not, and stores them."""
    links = await _load(store, space_id, settings.lpa_edge_chunk_size)
    groups = await asyncio.to_thread(detect, links)
    return await store.replace_communities(space_id, groups, describe, now)


async def _load(store: UpkeepStore, space_id: int, chunk: int) -> list[Link]:
    links: list[Link] = []
    while True:
        part = await store.community_edges(space_id, links[-1][0] if links else 0, chunk)
        links += part
        if not chunk or len(part) < chunk:
            return links
