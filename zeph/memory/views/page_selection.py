"""What a picture of the graph shows: the best connected things, or what is around one of them.

In: a snapshot, a limit, perhaps an entity. Out: a :class:`~zeph.records.graph_page.Picture`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from zeph.clock import Moment
from zeph.records.graph_page import Picture
from zeph.storage.ports import Reader

MOST_ENTITIES = 5_000
MOST_FACTS = 30_000
MOST_SOURCES = 3
"""Messages of one fact."""
AROUND = 2
"""Hops from the entity that the picture is about."""
Ends = Sequence[tuple[int, int, int]]
"""(fact, source, target), newest fact first."""


def select_picture(
    reader: Reader, space_id: int, now: Moment, around: Collection[int] = (), most: int = MOST_ENTITIES
) -> Picture:
    """At most ``most`` entities; with ``around`` only those within two hops of these."""
    ends = reader.picture.ends(space_id)
    ranked = _ranked(reader.picture.entity_ids(space_id), ends, around)
    shown = ranked[:most]
    inside = _inside(ends, shown)
    facts = reader.picture.facts(inside[:MOST_FACTS])
    entities, communities = reader.entities.by_id(shown), reader.picture.communities(space_id)
    sources = sorted({i for fact in facts for i in fact.sources[:MOST_SOURCES]})
    return Picture(
        now,
        tuple(entities[i] for i in shown if i in entities),
        tuple(facts),
        {i: communities[i] for i in shown if i in communities},
        reader.messages.by_id(sources),
        next(iter(around), None),
        len(ranked) - len(shown),
        len(inside) - len(facts),
    )


def _ranked(entities: Iterable[int], ends: Ends, around: Collection[int]) -> list[int]:
    """Those of ``around`` first, then the best connected; where there are such, only what is near them."""
    reached = _within(ends, around) if around else None
    degree = Counter(node for _, *both in ends for node in both)
    return sorted(
        (i for i in entities if reached is None or i in reached),
        key=lambda i: (i not in around, -degree[i]),
    )


def _inside(ends: Ends, entities: Iterable[int]) -> list[int]:
    """The facts with both ends among these entities."""
    among = set(entities)
    return [edge for edge, source, target in ends if source in among and target in among]


def _within(ends: Ends, starts: Collection[int]) -> set[int]:
    """Breadth first over facts of all times, in both directions."""
    neighbours: defaultdict[int, set[int]] = defaultdict(set)
    for _, source, target in ends:
        neighbours[source].add(target)
        neighbours[target].add(source)
    reached = set(starts)
    frontier = set(starts)
    for _ in range(AROUND):
        frontier = {other for node in frontier for other in neighbours[node]} - reached
        reached |= frontier
    return reached
