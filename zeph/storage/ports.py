"""What the memory needs of a store. One async method is one transaction or one snapshot.

No SQLite word above this line: a PostgreSQL store would implement the same pages. ``Reader``
is what a snapshot (or the open write transaction) offers to pure, synchronous code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from zeph.clock import Moment
from zeph.records.community import Community, GraphStats
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.forgetting import Forgotten, Target
from zeph.records.graph_types import EntityType
from zeph.records.ledger import Cost
from zeph.records.message import Conversation, ConversationKind, Message, NewMessage
from zeph.records.revision import Receipt
from zeph.records.vectors import VectorState
from zeph.records.view import View

if TYPE_CHECKING:
    import numpy

    from zeph.records.plan import LedgerEntry, Plan

T = TypeVar("T")
Kind = Literal["message", "edge", "entity", "community"]


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to ingest one conversation's messages until it expires; ``fence`` outdates older holders."""

    conversation_id: int
    owner: str
    fence: int


@dataclass(frozen=True, slots=True)
class Work:
    """A message to ingest, with the last user messages before it, oldest first."""

    message: Message
    context: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn of a conversation, as the gate looks back at it."""

    message_id: int
    text: str
    gated: bool


class Hop(NamedTuple):
    """One edge as a walk sees it: no text, only what scoring needs. Hundreds are made for a question."""

    edge_id: int
    source_id: int
    target_id: int
    confidence: float
    edge_type: str
    since: Moment
    """When it began to hold; where that is unknown, when it was learned."""
    retrieval_count: float


@dataclass(frozen=True, slots=True)
class Degree:
    degree: int
    edge_types: int
    community_id: int | None


class Reader(Protocol):
    """Synchronous reads of one snapshot; every list is in a deterministic order."""

    # entities
    def entity(self, entity_id: int) -> Entity | None: ...
    def entities_named(self, space_id: int, canonical: str) -> list[Entity]:
        """Entities whose canonical name or alias is ``canonical``, any type, smaller id first."""
        ...

    def ids_named(self, space_id: int, names: Sequence[str]) -> dict[str, list[int]]:
        """The same for many names at once, as ids; a name that none has is left out."""
        ...

    def entities(self, ids: Sequence[int]) -> dict[int, Entity]: ...
    def names(self, ids: Sequence[int]) -> dict[int, str]:
        """What the entities are called, and nothing else of them."""
        ...

    def degrees(self, ids: Sequence[int]) -> dict[int, Degree]: ...
    def max_degree(self, space_id: int) -> int: ...
    def recent_episode_entities(self, space_id: int, conversation_id: int, limit: int) -> list[int]: ...

    # edges
    def edges(self, ids: Sequence[int], view: View) -> list[Edge]:
        """As ``view`` knows them, those outside it left out; in the order of ``ids``, with sources and usage."""
        ...

    def edges_from(
        self, source_id: int, *, relations: Sequence[str] = (), history: bool = False, after: Moment | None = None
    ) -> list[Edge]:
        """Edges with this source: active ones, or with ``history`` also expired ones; of ``relations`` only those not over
        by ``after``; id order."""
        ...

    def edges_between(self, source_id: int, target_id: int, *, history: bool = False) -> list[Edge]:
        """Edges source to target: active ones, or with ``history`` also expired ones; id order."""
        ...

    def edges_replaced_by(self, edge_id: int) -> list[Edge]:
        """Edges that this one supersedes, or will once it begins; id order."""
        ...

    def edges_dated(self, nodes: Sequence[int], view: View, start: Moment, end: Moment, limit: int) -> list[int]:
        """Edges around ``nodes`` that begin or are over in [start, end): first those with a date of their own, then those
        that began when they were told; of days ahead the soonest first, else the latest."""
        ...

    def hop(self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()) -> list[Hop]:
        """One statement: for each node its edges in both directions valid in ``view``, at most ``cap`` a node
        (those of ``prefer`` that touch it first, then the newest) and ``budget`` in all."""
        ...

    def counted_hop(
        self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()
    ) -> tuple[list[Hop], dict[int, int]]:
        """A hop and the degrees of ``nodes``, still in one statement."""
        ...

    def similar(self, ids: Sequence[int]) -> list[tuple[int, int, float]]:
        """(entity, the one it is like, their similarity) of note linking."""
        ...

    def learned_relation(self, space_id: int, relation: str) -> str | None: ...
    def learned_relations(self, space_id: int) -> dict[str, str]:
        """Each wording that a model was asked about, and the relation it means; itself where it means none."""
        ...

    # search: (id, score), best first, higher is better
    def search_messages(
        self, space_id: int, match: str, limit: int, before_id: int | None, conversation_id: int | None = None
    ) -> list[tuple[int, float]]: ...
    def search_edges(self, view: View, match: str, limit: int) -> list[tuple[int, float]]: ...
    def search_entities(self, space_id: int, match: str, limit: int) -> list[tuple[int, float]]: ...
    def name_words(self, beginning: str, least: int, most: int, limit: int) -> list[str]:
        """Words of entity names and aliases that begin so (lower case, no accents), by their length in characters."""
        ...

    def names_going_on(self, beginnings: Mapping[str, int]) -> dict[str, list[str]]:
        """Of each beginning (lower case, no accents) the words of entity names and aliases that go on from it and have at
        most so many characters."""
        ...

    def are_spoken(self, terms: Sequence[str], most: int) -> list[bool]:
        """Of each term whether a fact, or more than ``most`` messages, have it."""
        ...

    def search_communities(self, space_id: int, match: str, limit: int) -> list[tuple[int, float]]: ...
    def search_vectors(
        self, kind: Kind, model: str, vector: "numpy.ndarray[Any, Any]", limit: int, view: View
    ) -> list[tuple[int, float]]:
        """Cosine similarity; [] where there is no index for the model."""
        ...

    def messages(self, ids: Sequence[int]) -> dict[int, Message]: ...
    def communities(self, space_id: int, ids: Sequence[int]) -> dict[int, Community]: ...
    def central_members(self, community_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
        """The best connected entities of each community."""
        ...


@dataclass(frozen=True, slots=True)
class VectorRow:
    kind: Kind
    item_id: int
    text_hash: bytes
    vector: "numpy.ndarray[Any, Any]"


@dataclass(frozen=True, slots=True)
class Committed:
    receipt: Receipt
    new_entities: tuple[int, ...]


class Store(Protocol):
    """Everything in one file; opened by ``zeph.storage.open_store``."""

    async def close(self) -> None: ...
    async def space(self, name: str) -> int:
        """The space's id, made on first use."""
        ...

    async def find_space(self, name: str) -> int | None:
        """The space's id; None where there is none of that name."""
        ...

    async def read(self, fn: Callable[[Reader], T]) -> T:
        """``fn`` on one read snapshot, in a reader's thread."""
        ...

    # what was said
    async def conversation(
        self, space_id: int, kind: ConversationKind, external_id: str, title: str = ""
    ) -> Conversation:
        """Found by its name or made."""
        ...

    async def conversations(
        self, space_id: int, limit: int, kind: ConversationKind | None = None
    ) -> list[Conversation]: ...
    async def find_conversation(self, space_id: int, prefix: str) -> list[Conversation]:
        """The one named exactly so, else all whose name begins so."""
        ...

    async def history(
        self, conversation_id: int, limit: int, *, before_id: int | None = None, after_id: int | None = None
    ) -> list[Message]:
        """The last ``limit`` messages (before one of them), or the first ones after one; oldest first."""
        ...

    async def add_messages(
        self, rows: Sequence[tuple[NewMessage, tuple[str, ...], bool]]
    ) -> list[tuple[Message, bool]]:
        """Stores (message, injection flags, eligible for the graph) rows in one transaction, each with True
        where it was new; one that is there with the same content hash is left alone, BadInput where it differs."""
        ...

    # the queue
    async def lease(
        self,
        space_id: int,
        owner: str,
        seconds: float,
        *,
        imports: bool = False,
        conversation_id: int | None = None,
        batch: int = 1,
        gated: bool = False,
    ) -> tuple[Lease, list[Work]] | None:
        """Leases a conversation with a due message; up to ``batch`` of its pending messages, oldest first.

        ``imports`` also takes imported conversations, ``gated`` also messages that the gate has skipped.
        """
        ...

    async def turns_before(self, message: Message, limit: int) -> list[Turn]:
        """The last turns before it in its conversation that could become facts, oldest first."""
        ...

    async def requeue_failed(self, space_id: int, *, gated: bool = False) -> int:
        """Gives messages that failed for good their attempts back."""
        ...

    async def renew(self, lease: Lease, seconds: float) -> None: ...
    async def release(self, lease: Lease) -> None: ...
    async def commit(self, lease: Lease, work: Sequence[tuple[Message, "Callable[[Reader], Plan]"]]) -> list[Committed]:
        """One transaction for the leading messages that fit in 20 ms (at least one): fence and flag checked, each
        ``decide`` called on the rows as they now are, its plan carried out, the message marked done.

        Raises LeaseLost; what a ``decide`` raises rolls all of it back.
        """
        ...

    async def mark_gated(self, lease: Lease, message: Message) -> None:
        """The gate has skipped it. Raises LeaseLost."""
        ...

    async def mark_failed(
        self, lease: Lease, message: Message, error: str, retry_in_secs: float, spent: "LedgerEntry | None" = None
    ) -> None:
        """It is tried again later; ``spent`` goes into the ledger. Raises LeaseLost."""
        ...

    # what is known
    async def stats(self, space_id: int) -> GraphStats: ...
    async def latest_entities(self, space_id: int, limit: int) -> list[Entity]: ...
    async def entities_matching(self, space_id: int, name: str, match: str, limit: int) -> list[Entity]:
        """Those named exactly ``name`` (canonical form, aliases too), else the FTS prefix matches of ``match``."""
        ...

    async def edges_of(self, entity_ids: Sequence[int], view: View, limit: int) -> list[Edge]:
        """All edges of these entities, either direction, newest first."""
        ...

    async def communities(self, space_id: int, limit: int) -> list[Community]: ...
    async def count_usage(self, edge_ids: Sequence[int], now: Moment) -> None: ...
    async def put_vectors(self, model: str, dimension: int, rows: Sequence[VectorRow]) -> None: ...
    async def missing_vectors(
        self, space_id: int, model: str, kind: Kind, limit: int, below: int | None = None
    ) -> list[tuple[int, str]]:
        """(id, text to embed) of rows without a vector of the model, newest first; all are looked at, below an id."""
        ...

    async def queued_vectors(self, space_id: int, model: str, kind: Kind, limit: int) -> list[tuple[int, str]] | None:
        """As :meth:`missing_vectors`, of what came since everything had one; None where it never had."""
        ...

    async def begin_vectors(self, space_id: int, model: str) -> None:
        """All rows are about to be looked at for this model; what comes from now on is queued."""
        ...

    async def vectors_complete(self, space_id: int, model: str) -> bool:
        """All were; False where another process began with another model meanwhile."""
        ...

    async def vector_state(self, space_id: int) -> VectorState | None:
        """How far they have come; None where none were ever made."""
        ...

    async def drop_old_vectors(self, space_id: int, model: str) -> bool:
        """Takes away some vectors of a model that was given up a week ago; False where there is none."""
        ...

    async def vectors_of(self, model: str, kind: Kind, ids: Sequence[int]) -> "dict[int, numpy.ndarray[Any, Any]]":
        """The stored vectors of these rows; those that have none are left out."""
        ...

    async def texts_of(self, kind: Kind, ids: Sequence[int]) -> list[tuple[int, str]]:
        """(id, text to embed) of these rows."""
        ...

    # note linking
    async def unlinked_entities(self, space_id: int, model: str, limit: int) -> list[int]:
        """Entities that were not linked with this model yet, smallest id first, up to the first without a vector."""
        ...

    async def link_similar(
        self, space_id: int, model: str, near: Mapping[int, Sequence[tuple[int, float]]], top_k: int
    ) -> int:
        """Links each entity to its (id, similarity) where both have fewer than ``top_k`` links; how many links. All of
        ``near`` (at least one) count as linked from then on."""
        ...

    # the ledger
    async def costs(self, space_id: int, by: Literal["extractor", "day"], limit: int) -> list[Cost]:
        """What extraction took: by extractor, or by day, the latest first."""
        ...

    async def tokens_spent(self, space_id: int, day: str) -> int:
        """Tokens of prompts and answers of one day, ``YYYY-MM-DD`` UTC."""
        ...

    async def forget(self, space_id: int, target: Target, *, dry: bool = False) -> Forgotten:
        """Removes the target with all that has no other source, and its bytes from the file; ``dry`` only tells what."""
        ...


__all__ = [
    "Committed", "Degree", "EntityType", "Hop", "Kind", "Lease", "Reader", "Store", "Turn", "VectorRow", "Work",
]  # fmt: skip
