"""What is known: entities, facts and their history, each look one snapshot.

Reads that belong together in one snapshot are those of :class:`~zeph.storage.ports.reader_port.Reader`.
"""

from collections.abc import Sequence
from typing import Protocol

from zeph.clock import Moment
from zeph.records.claim_log import LoggedClaim
from zeph.records.community import GraphStats
from zeph.records.edge import Edge, Form
from zeph.records.entity import Entity
from zeph.records.message import Conversation
from zeph.records.revision import Revision
from zeph.records.view import View
from zeph.storage.ports.text_query import TextQuery


class Graph(Protocol):
    """The graph as one looks at it, now and at other times."""

    async def stats(self, space_id: int) -> GraphStats: ...
    async def counts(self, space_id: int) -> dict[str, int]:
        """Rows of what a person may wonder about, and the bytes of the file."""
        ...

    async def latest_entities(self, space_id: int, limit: int) -> list[Entity]:
        """Seen last first."""
        ...

    async def entities_matching(self, space_id: int, name: str, query: TextQuery, limit: int) -> list[Entity]:
        """Those named exactly ``name`` (canonical form, aliases too), else those whose names ``query`` finds."""
        ...

    async def edges_of(self, entity_ids: Sequence[int], view: View, limit: int) -> list[Edge]:
        """All edges of these entities, either direction, newest first."""
        ...

    async def edges_of_relations(self, relations: Sequence[str], view: View, limit: int) -> list[Edge]:
        """Of all entities those of these canonical relations, newest first."""
        ...

    async def all_edges(self, view: View) -> list[Edge]:
        """Every edge of the view, id order."""
        ...

    async def fact(self, space_id: int, edge_id: int) -> Edge | None:
        """One fact by its number, expired or not."""
        ...

    async def facts_around(self, space_id: int, entity_id: int, limit: int) -> list[Edge]:
        """Facts of all times with the entity at either end, newest first."""
        ...

    async def facts_of_message(self, space_id: int, message_id: int) -> list[Edge]:
        """Facts that the message is a source of, id order."""
        ...

    async def claims(self, space_id: int, message_id: int | None, limit: int) -> list[LoggedClaim]:
        """What a message claimed, in order; of no message named the claims of the last ones, latest message first."""
        ...

    async def forms(self, edge_id: int) -> list[Form]:
        """What was believed of a fact, and when; the latest first."""
        ...

    async def edge_history(
        self, space_id: int, source_id: int, predicate: str, relation: str | None, limit: int
    ) -> list[Edge]:
        """Facts of ``source_id``, expired and ended ones too, whose sentence or relation contains ``predicate``."""
        ...

    async def episodes_for_entity(self, space_id: int, entity_id: int) -> list[Conversation]:
        """The conversations in which the entity was spoken of, latest first."""
        ...

    async def waiting_revisions(self, space_id: int) -> int:
        """How many :attr:`~zeph.records.revision.Revision.waits` is so of."""
        ...

    async def revisions(self, space_id: int, limit: int) -> list[Revision]:
        """Latest first."""
        ...

    async def count_usage(self, edge_ids: Sequence[int], now: Moment) -> None:
        """One more retrieval for each edge that was injected."""
        ...
