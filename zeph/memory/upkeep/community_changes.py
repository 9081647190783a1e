"""What differs between the communities that were found and those that are stored.

In: groups, rows. Out: :class:`CommunityChanges`, what has to be written. A group goes on the community that most of it
came from, where that community gave it more than half of its members: so a community keeps its id and its age while it
grows, and only what changed is written and described.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zeph.memory.upkeep.community_detection import DetectedGroups
from zeph.memory.upkeep.link_network import Ints
from zeph.storage.ports import Stored

NEW = -1


@dataclass(frozen=True, slots=True)
class CommunityChanges:
    community: Ints
    """The id of each group's community; :data:`NEW` where it has none yet."""
    changed: Ints
    """Groups whose members or facts changed."""
    gone: tuple[int, ...]
    """Communities that no group goes on."""
    moved: NDArray[np.bool_]
    """Which of the found members are not stored where they belong."""
    left: tuple[tuple[int, int], ...]
    """(entity, community) of those that are in no group any more."""


def compare(found: DetectedGroups, stored: Stored) -> CommunityChanges:
    """Deterministic: of two that fit as well the smaller id goes on."""
    ids = np.asarray(stored.ids, np.int64)
    entities, was_in = stored.members[:, 0], stored.members[:, 1]
    present = _lookup(entities, was_in, found.members)
    community = _successors(found, ids, was_in, present)
    prints = dict(zip(stored.ids, stored.fingerprints, strict=True))
    same = [c != NEW and prints[int(c)] == p for c, p in zip(community, found.fingerprints, strict=True)]
    absent = np.isin(entities, found.members, invert=True)
    return CommunityChanges(
        community,
        np.flatnonzero(~np.asarray(same, np.bool_)),
        tuple(int(i) for i in ids[np.isin(ids, community, invert=True)]),
        (present != community[found.groups]) | (present == NEW),
        tuple((int(e), int(c)) for e, c in stored.members[absent]),
    )


def _lookup(entities: Ints, communities: Ints, wanted: Ints) -> Ints:
    """The community of each wanted entity; :data:`NEW` where it is in none."""
    if not len(entities):
        return np.full(len(wanted), NEW)
    order = np.argsort(entities)
    at = np.minimum(np.searchsorted(entities, wanted, sorter=order), len(entities) - 1)
    hit = order[at]
    return np.where(entities[hit] == wanted, communities[hit], NEW)


def _successors(found: DetectedGroups, ids: Ints, was_in: Ints, present: Ints) -> Ints:
    """Each group's community: the one with the most members in it, of those that gave more than half of theirs."""
    community = np.full(len(found), NEW)
    known = present != NEW
    if not known.any():
        return community
    # Places instead of ids keep the packed pairs small.
    place = np.searchsorted(ids, present[known])
    pairs, shared = np.unique(found.groups[known] * len(ids) + place, return_counts=True)
    group, old = pairs // len(ids), pairs % len(ids)
    size = np.bincount(np.searchsorted(ids, was_in), minlength=len(ids))
    most = 2 * shared > size[old]
    group, old, shared = group[most], old[most], shared[most]
    order = np.lexsort((old, -shared, group))
    group, old = group[order], old[order]
    first = np.flatnonzero(np.diff(group, prepend=-1))
    community[group[first]] = ids[old[first]]
    return community
