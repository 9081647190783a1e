"""The reads of one snapshot: the port ``Reader``, each method joined to its SQL.

In: a connection that holds a transaction open. Out: records.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.engine.driver import Connection
from zeph.storage.graph import communities
from zeph.storage.graph import read as graph_read
from zeph.storage.graph import walk as graph_walk
from zeph.storage.messages import messages
from zeph.storage.ports import Degree, Hop, Kind
from zeph.storage.search import full_text as search
from zeph.storage.vectors import embeddings as vectors
from zeph.storage.vectors.bits import BitIndex

if TYPE_CHECKING:
    import numpy


class SnapshotReader:
    """The reads of one snapshot, or of the write transaction that is open."""

    def __init__(self, conn: Connection, bits: BitIndex) -> None:
        self._conn = conn
        self._bits = bits

    def entity(self, entity_id: int) -> Entity | None:
        return graph_read.entities(self._conn, [entity_id]).get(entity_id)

    def entities_named(self, space_id: int, canonical: str) -> list[Entity]:
        return graph_read.entities_named(self._conn, space_id, canonical)

    def ids_named(self, space_id: int, names: Sequence[str]) -> dict[str, list[int]]:
        return graph_read.ids_named(self._conn, space_id, names)

    def entities(self, ids: Sequence[int]) -> dict[int, Entity]:
        return graph_read.entities(self._conn, ids)

    def names(self, ids: Sequence[int]) -> dict[int, str]:
        return graph_read.names(self._conn, ids)

    def degrees(self, ids: Sequence[int]) -> dict[int, Degree]:
        return graph_walk.degrees(self._conn, ids)

    def max_degree(self, space_id: int) -> int:
        return graph_walk.max_degree(self._conn, space_id)

    def recent_episode_entities(self, space_id: int, conversation_id: int, limit: int) -> list[int]:
        return graph_walk.recent_episode_entities(self._conn, space_id, conversation_id, limit)

    def edges(self, ids: Sequence[int], view: View) -> list[Edge]:
        return graph_read.edges(self._conn, ids, view)

    def edges_from(
        self, source_id: int, *, relations: Sequence[str] = (), history: bool = False, after: Moment | None = None
    ) -> list[Edge]:
        return graph_read.edges_from(self._conn, source_id, relations, history, after)

    def edges_between(self, source_id: int, target_id: int, *, history: bool = False) -> list[Edge]:
        return graph_read.edges_between(self._conn, source_id, target_id, history)

    def edges_replaced_by(self, edge_id: int) -> list[Edge]:
        return graph_read.edges_replaced_by(self._conn, edge_id)

    def edges_dated(self, nodes: Sequence[int], view: View, start: Moment, end: Moment, limit: int) -> list[int]:
        return graph_walk.edges_dated(self._conn, nodes, view, start, end, limit)

    def hop(self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()) -> list[Hop]:
        return graph_walk.hop(self._conn, nodes, view, cap=cap, budget=budget, prefer=prefer)

    def counted_hop(
        self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()
    ) -> tuple[list[Hop], dict[int, int]]:
        return graph_walk.counted_hop(self._conn, nodes, view, cap=cap, budget=budget, prefer=prefer)

    def similar(self, ids: Sequence[int]) -> list[tuple[int, int, float]]:
        from zeph.storage.graph import similar

        return similar.neighbours(self._conn, ids)

    def learned_relation(self, space_id: int, relation: str) -> str | None:
        return graph_read.learned_relation(self._conn, space_id, relation)

    def learned_relations(self, space_id: int) -> dict[str, str]:
        return graph_read.learned_relations(self._conn, space_id)

    def search_messages(
        self, space_id: int, match: str, limit: int, before_id: int | None, conversation_id: int | None = None
    ) -> list[tuple[int, float]]:
        return search.search_messages(self._conn, space_id, match, limit, before_id, conversation_id)

    def search_edges(self, view: View, match: str, limit: int) -> list[tuple[int, float]]:
        return search.search_edges(self._conn, view, match, limit)

    def search_entities(self, space_id: int, match: str, limit: int) -> list[tuple[int, float]]:
        return search.search_entities(self._conn, space_id, match, limit)

    def name_words(self, beginning: str, least: int, most: int, limit: int) -> list[str]:
        return search.name_words(self._conn, beginning, least, most, limit)

    def names_going_on(self, beginnings: Mapping[str, int]) -> dict[str, list[str]]:
        return search.names_going_on(self._conn, beginnings)

    def are_spoken(self, terms: Sequence[str], most: int) -> list[bool]:
        return search.are_spoken(self._conn, terms, most)

    def search_communities(self, space_id: int, match: str, limit: int) -> list[tuple[int, float]]:
        return search.search_communities(self._conn, space_id, match, limit)

    def communities(self, space_id: int, ids: Sequence[int]) -> dict[int, Community]:
        return communities.communities(self._conn, space_id, ids)

    def central_members(self, community_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
        return communities.central_members(self._conn, community_ids, limit)

    def search_vectors(
        self, kind: Kind, model: str, vector: "numpy.ndarray[Any, Any]", limit: int, view: View
    ) -> list[tuple[int, float]]:
        return vectors.search_vectors(self._conn, kind, model, vector, limit, view, self._bits)

    def messages(self, ids: Sequence[int]) -> dict[int, Message]:
        return messages.messages(self._conn, ids)
