"""A community keeps its id while most of its members stay together; only what differs is written."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from zeph.memory.upkeep.community_changes import NEW, compare
from zeph.memory.upkeep.community_detection import DetectedGroups
from zeph.storage.ports import Stored


def found(**groups: tuple[int, ...]) -> DetectedGroups:
    """Fingerprint to members."""
    members = [i for group in groups.values() for i in group]
    bounds = np.concatenate([[0], np.cumsum([len(group) for group in groups.values()])]).astype(np.int64)
    return DetectedGroups(np.array(members, np.int64), bounds, tuple(groups), (), 0.0)


def stored(communities: dict[int, tuple[str, tuple[int, ...]]]) -> Stored:
    rows = [(entity, i) for i, (_, members) in communities.items() for entity in members]
    prints = tuple(print_ for print_, _ in communities.values())
    return Stored(tuple(communities), prints, np.array(rows, np.int64).reshape(-1, 2))


def test_nothing_stored_makes_everything_new() -> None:
    difference = compare(found(x=(1, 2), y=(3, 4)), stored({}))
    assert difference.community.tolist() == [NEW, NEW]
    assert difference.changed.tolist() == [0, 1]
    assert difference.moved.all()


def test_the_same_again_is_nothing_to_write() -> None:
    difference = compare(found(x=(1, 2), y=(3, 4)), stored({7: ("x", (1, 2)), 9: ("y", (3, 4))}))
    assert difference.community.tolist() == [7, 9]
    assert not len(difference.changed)
    assert not difference.moved.any()
    assert (difference.gone, difference.left) == ((), ())


def test_a_community_that_grows_keeps_its_id() -> None:
    difference = compare(found(z=(1, 2, 3, 8, 9)), stored({7: ("x", (1, 2, 3))}))
    assert (difference.community.tolist(), difference.changed.tolist()) == ([7], [0])
    assert difference.moved.tolist() == [False, False, False, True, True]


def test_of_two_that_merge_the_larger_goes_on_and_of_equals_the_first() -> None:
    old = {7: ("x", (1, 2)), 9: ("y", (3, 4, 5)), 11: ("z", (20, 21)), 12: ("w", (22, 23))}
    difference = compare(found(a=(1, 2, 3, 4, 5), b=(20, 21, 22, 23)), stored(old))
    assert difference.community.tolist() == [9, 11]
    assert difference.gone == (7, 12)


def test_a_community_that_falls_apart_goes_on_in_its_larger_half() -> None:
    difference = compare(found(a=(1, 2, 3), b=(4, 5)), stored({7: ("x", (1, 2, 3, 4, 5))}))
    assert difference.community.tolist() == [7, NEW]
    assert difference.moved.tolist() == [False, False, False, True, True]


def test_an_entity_that_joined_meanwhile_and_belongs_nowhere_leaves() -> None:
    difference = compare(found(x=(1, 2)), stored({7: ("x", (1, 2, 30))}))
    assert (difference.left, difference.changed.tolist()) == (((30, 7),), [])


ENTITIES = st.lists(st.integers(0, 6), min_size=1, max_size=30)


@settings(max_examples=150, deadline=None)
@given(ENTITIES, ENTITIES)
def test_writing_the_difference_gives_what_was_found(before: list[int], now: list[int]) -> None:
    def grouped(labels: list[int]) -> dict[int, tuple[int, ...]]:
        groups: dict[int, list[int]] = {}
        for entity, label in enumerate(labels, 1):
            groups.setdefault(label, []).append(entity)
        return {label: tuple(members) for label, members in groups.items() if len(members) > 1}

    old = {100 + label: (f"p{members}", members) for label, members in sorted(grouped(before).items())}
    new = found(**{f"p{members}": members for members in grouped(now).values()})
    difference = compare(new, stored(old))
    assert len(set(difference.community[difference.community != NEW].tolist())) == (difference.community != NEW).sum()
    table = {entity: i for i, (_, members) in old.items() for entity in members}
    for entity, _ in difference.left:
        del table[entity]
    ids = [int(c) if c != NEW else 1000 + g for g, c in enumerate(difference.community)]
    for member, group, moved in zip(new.members.tolist(), new.groups.tolist(), difference.moved, strict=True):
        if moved:
            table[member] = ids[group]
    assert table == {int(e): ids[g] for e, g in zip(new.members, new.groups, strict=True)}
    assert not set(difference.gone) & set(table.values())
    for group in set(range(len(new))) - set(difference.changed.tolist()):
        assert old[ids[group]][0] == new.fingerprints[group]
