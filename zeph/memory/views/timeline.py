"""The graph at other times: what was true then, what was reachable then, how a fact changed, where it came up.

In: entity ids and moments. Out: records. Names and semantics are those of Zeph's graph memory page
("Temporal queries"); a moment is event time, and a start that is unknown matches every moment before its end. Of a date
as a person writes it ("2024-05", "yesterday") it is the last second: what began in the course of it counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zeph.clock import Moment
from zeph.memory.views.dates_asked import end_of
from zeph.records.edge import CANDIDATE_BELOW, Edge, Form
from zeph.records.entity import Entity
from zeph.records.message import Conversation
from zeph.records.view import View
from zeph.storage.ports import Hop, Reader, Store

ALL = 1_000_000_000
"""Facts around an entity, and in a graph: nothing is left out."""


@dataclass(frozen=True, slots=True)
class Reachable:
    """What a walk over one moment's graph met."""

    entities: dict[int, Entity]
    edges: tuple[Edge, ...]
    depth: dict[int, int]
    """Entity id to hops from the start."""


class Timeline:
    """Looks at one space's graph at any time."""

    def __init__(self, store: Store, space_id: int, now: Callable[[], Moment], limit: int) -> None:
        """``limit``: most forms that :meth:`edge_history` gives, unless it is asked for fewer."""
        self._store = store
        self._space_id = space_id
        self._now = now
        self._limit = limit

    def _view(self, timestamp: str) -> View:
        return View(self._space_id, self._now(), as_of=end_of(timestamp, self._now()))

    async def edges_at_timestamp(self, entity_id: int, timestamp: str) -> list[Edge]:
        """All facts around an entity, in both directions, that held at that moment, superseded ones
        too. Raises UsageError where ``timestamp`` names no time."""
        return await self._store.graph.edges_of([entity_id], self._view(timestamp), ALL)

    async def bfs_at_timestamp(self, start_entity_id: int, max_hops: int, timestamp: str) -> Reachable:
        """All that ``max_hops`` facts which held at that moment lead to from an entity, breadth first. Raises
        UsageError where ``timestamp`` names no time."""
        view = self._view(timestamp)
        return await self._store.read(lambda reader: _walk(reader, view, start_entity_id, max_hops))

    async def path(self, starts: Sequence[int], goals: Sequence[int]) -> list[Edge] | None:
        """The facts on the shortest way from one entity to another through what is true now; None where there is none.

        Each end may be several entities of one name.
        """
        view = View(self._space_id, self._now())
        return await self._store.read(lambda reader: _path(reader, view, starts, goals))

    async def edge_history(
        self, source_entity_id: int, predicate: str = "", relation: str | None = None, limit: int | None = None
    ) -> list[Edge]:
        """Every fact of the source, expired ones too, whose sentence or relation contains ``predicate``; newest first.

        ``%`` and ``_`` in it are plain letters. ``relation`` is a canonical one.
        """
        most = min(limit or self._limit, self._limit)
        return await self._store.graph.edge_history(self._space_id, source_entity_id, predicate, relation, most)

    async def facts_around(self, entity_id: int, limit: int | None = None) -> list[Edge]:
        """Facts of all times with the entity at either end, newest first."""
        return await self._store.graph.facts_around(self._space_id, entity_id, limit or self._limit)

    async def forms(self, edge_id: int) -> list[Form]:
        """What was believed of one fact, and when; the latest first."""
        return await self._store.graph.forms(edge_id)

    async def episodes_for_entity(self, entity_id: int) -> list[Conversation]:
        """The conversations in which it was spoken of, latest first."""
        return await self._store.graph.episodes_for_entity(self._space_id, entity_id)


def _walk(reader: Reader, view: View, start: int, max_hops: int) -> Reachable:
    depth, edges, frontier = {start: 0}, dict[int, None](), [start]
    for hop in range(1, max_hops + 1):
        met = reader.walk.hop(frontier, view, cap=ALL, budget=ALL)
        edges.update((edge.edge_id, None) for edge in met)
        reached = {end for edge in met for end in (edge.source_id, edge.target_id) if end not in depth}
        depth.update(dict.fromkeys(sorted(reached), hop))
        frontier = sorted(reached)
        if not frontier:
            break
    return Reachable(reader.entities.by_id(sorted(depth)), tuple(reader.edges.by_id(sorted(edges), view)), depth)


def _path(reader: Reader, view: View, starts: Sequence[int], goals: Sequence[int]) -> list[Edge] | None:
    from zeph.memory.recall.gather.shortest_path import shortest

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return [
            edge for edge in reader.walk.hop(nodes, view, cap=cap, budget=budget) if edge.confidence >= CANDIDATE_BELOW
        ]

    found = shortest(starts, goals, read_hop)
    return reader.edges.by_id(found, view) if found is not None else None
