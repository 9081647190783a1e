"""One detection of communities, from the rows of the graph to the rows of its communities.

In: the stored communities, the graph's settings. Out: the space's communities as they are now. Links are loaded in
chunks, what takes the processor runs in a thread, and what is written goes in slices, so that no turn waits for any of
it.
"""

import asyncio
from collections.abc import Awaitable, Callable

import numpy as np

from zeph.clock import Moment
from zeph.config.schema import GraphSettings
from zeph.memory.upkeep.community_changes import NEW, CommunityChanges, compare
from zeph.memory.upkeep.community_description import describe
from zeph.memory.upkeep.community_detection import DetectedGroups, detect
from zeph.memory.upkeep.link_network import Links
from zeph.records.upkeep import UpkeepState
from zeph.storage.ports import Communities

Renew = Callable[[], Awaitable[None]]
"""Called between the steps; raises LeaseLost where another process has taken over."""


async def find(
    communities: Communities, space_id: int, settings: GraphSettings, state: UpkeepState, now: Moment, renew: Renew
) -> int:
    """How many communities there are now. ``state`` is from before: what changes meanwhile counts for the next time."""
    links = await load(communities, space_id, settings.lpa_edge_chunk_size)
    found = await asyncio.to_thread(detect, links, settings.community_algorithm)
    del links
    await renew()
    stored = await communities.stored(space_id)
    difference = await asyncio.to_thread(compare, found, stored)
    total = await _write(communities, space_id, found, difference, now, renew)
    run = {
        "changes": state.changes, "found_at": now, "algorithm": settings.community_algorithm,
        "modularity": round(found.modularity, 6), "hubs": list(found.hubs),
    }  # fmt: skip
    await communities.finish(space_id, run, state.messages)
    return total


async def load(communities: Communities, space_id: int, chunk: int) -> Links:
    """All current links of a space, ``chunk`` at a time (0: at once)."""
    parts, after = [], 0
    while True:
        part = await communities.links(space_id, after, chunk)
        parts.append(part)
        if not chunk or len(part) < chunk:
            break
        after = int(part[-1, 0])
    return await asyncio.to_thread(Links.of, parts)


async def _write(
    communities: Communities,
    space_id: int,
    found: DetectedGroups,
    difference: CommunityChanges,
    now: Moment,
    renew: Renew,
) -> int:
    """A fingerprint is written last, so that what a killed process left half done is seen as changed."""
    community = difference.community.copy()
    fresh = community == NEW
    community[fresh] = await communities.open(space_id, int(fresh.sum()), now)
    moved = difference.moved
    await renew()
    await communities.join(space_id, np.stack([found.members[moved], community[found.groups[moved]]], 1))
    await communities.leave(difference.left)
    await renew()
    changed = [(int(community[g]), found.fingerprints[g]) for g in difference.changed]
    await communities.describe(changed, found.hubs, describe, now)
    return await communities.close(space_id, difference.gone)
