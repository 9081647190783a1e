"""What a picture of the graph shows: the best connected things, or what is around one of them.

In: the store, a limit, perhaps an entity. Out: a :class:`~zeph.records.graph_page.Picture`, read in one snapshot.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from zeph.clock import Moment
from zeph.records.graph_page import Picture
from zeph.storage.graph.page_rows import PictureReader

MOST_ENTITIES = 5_000
MOST_FACTS = 30_000
MOST_SOURCES = 3
"""Messages of one fact."""
AROUND = 2
"""Hops from the entity that the picture is about."""
Ends = Sequence[tuple[int, int, int]]
"""(fact, source, target), newest fact first."""


def select_picture(
    reader: PictureReader, now: Moment, around: Collection[int] = (), most: int = MOST_ENTITIES
) -> Picture:
    """At most ``most`` entities; with ``around`` only those within two hops of these."""
    ends = reader.ends()
    reached = _within(ends, around) if around else None
    degree = Counter(node for _, *both in ends for node in both)
    ranked = sorted(
        (i for i in reader.entity_ids() if reached is None or i in reached),
        key=lambda i: (i not in around, -degree[i]),
    )
    kept = set(ranked[:most])
    inside = [edge for edge, source, target in ends if source in kept and target in kept]
    facts = reader.facts(inside[:MOST_FACTS])
    found, communities = reader.entities(ranked[:most]), reader.communities()
    sources = sorted({i for fact in facts for i in fact.sources[:MOST_SOURCES]})
    return Picture(
        now,
        tuple(found[i] for i in ranked[:most] if i in found),
        tuple(facts),
        {i: communities[i] for i in ranked[:most] if i in communities},
        reader.messages(sources),
        next(iter(around), None),
        len(ranked) - len(kept),
        len(inside) - len(facts),
    )


def _within(ends: Ends, starts: Collection[int]) -> set[int]:
    """Breadth first over facts of all times, in both directions."""
    near: defaultdict[int, set[int]] = defaultdict(set)
    for _, source, target in ends:
        near[source].add(target)
        near[target].add(source)
    reached = set(starts)
    edge = set(starts)
    for _ in range(AROUND):
        edge = {other for node in edge for other in near[node]} - reached
        reached |= edge
    return reached
