"""What one snapshot (or the open write transaction) offers to pure, synchronous code, by what is read.

Every list is in a deterministic order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from zeph.clock import Moment
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.passage import Passage
from zeph.records.recalled import Change
from zeph.records.stretch import Stretch
from zeph.records.summary import Summary
from zeph.records.view import View
from zeph.storage.ports.blocks_port import BlockReads
from zeph.storage.ports.profile_port import ProfileReads
from zeph.storage.ports.text_query import TextQuery
from zeph.storage.ports.vectors_port import Kind

if TYPE_CHECKING:
    import numpy


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
    """How connected an entity is, and where it belongs."""

    degree: int
    edge_types: int
    community_id: int | None


class EntityReads(Protocol):
    """Entities by id and by name, and what is counted about them."""

    def get(self, entity_id: int) -> Entity | None: ...
    def by_id(self, ids: Sequence[int]) -> dict[int, Entity]: ...
    def named(self, space_id: int, canonical: str) -> list[Entity]:
        """Entities whose canonical name or alias is ``canonical``, any type, smaller id first."""
        ...

    def ids_named(self, space_id: int, names: Sequence[str]) -> dict[str, list[int]]:
        """The same for many names at once, as ids; a name that none has is left out."""
        ...

    def names(self, ids: Sequence[int]) -> dict[int, str]:
        """What the entities are called, and nothing else of them."""
        ...

    def types(self, ids: Sequence[int]) -> dict[int, str]:
        """Of what type the entities are, and nothing else of them."""
        ...

    def degrees(self, ids: Sequence[int], space_id: int) -> tuple[dict[int, Degree], int]:
        """Active edges, distinct edge types and community of each id, nodes without any count zero; and the highest
        degree of the space."""
        ...

    def recent_in_conversation(self, space_id: int, conversation_id: int, limit: int) -> list[int]:
        """Entities that the conversation spoke of, seen last first."""
        ...

    def spoken_of_last(self, conversation_id: int, before_id: int | None, messages: int, limit: int) -> list[int]:
        """Entities that the last so many messages of people (before ``before_id``) spoke of, the latest first."""
        ...

    def similar(self, ids: Sequence[int]) -> list[tuple[int, int, float]]:
        """(entity, the one it is like, their similarity) of note linking, both directions."""
        ...


class EdgeReads(Protocol):
    """Edges by id and by their ends, and the relations that were learned."""

    def by_id(self, ids: Sequence[int], view: View) -> list[Edge]:
        """As ``view`` knows them, those outside it left out; in the order of ``ids``, with sources and usage."""
        ...

    def from_source(
        self, source_id: int, *, relations: Sequence[str] = (), history: bool = False, after: Moment | None = None
    ) -> list[Edge]:
        """Edges with this source: active ones, or with ``history`` also expired ones; of ``relations`` only those not
        over by ``after``; id order."""
        ...

    def newest_from(self, source_id: int, choices: Sequence[Sequence[str]], limit: int) -> list[list[Edge]]:
        """For each choice of relations (empty: any) the newest active edges with this source, at most ``limit``; id
        order."""
        ...

    def about(self, entity_id: int, relations: Sequence[str], most: int) -> list[Edge]:
        """Of each of these relations the newest edges from the entity, those out of use too, at most ``most``; and
        those of the newest active ones to it. Id order."""
        ...

    def between(self, source_id: int, target_id: int, *, history: bool = False) -> list[Edge]:
        """Edges source to target: active ones, or with ``history`` also expired ones; id order."""
        ...

    def among(self, ids: Sequence[int]) -> list[Edge]:
        """Edges both of whose ends are among these entities, whatever became of them; id order."""
        ...

    def replaced_by(self, edge_id: int) -> list[Edge]:
        """Edges that this one supersedes, or will once it begins; id order."""
        ...

    def told_before(self, message: Message) -> list[Edge]:
        """Active facts that the message told which the same person said before this one in the conversation; id
        order."""
        ...

    def changed_since(self, message_ids: Sequence[int], until: Moment) -> list[Change]:
        """What these messages say that was taken back by ``until``, then what a later one, told by then, has ended,
        replaced or updated; each in the order of time."""
        ...

    def read_by(self, edge_ids: Sequence[int]) -> dict[tuple[int, int], str]:
        """(fact, message) to the reader whose claim it was."""
        ...

    def learned_relation(self, space_id: int, relation: str) -> str | None: ...
    def learned_relations(self, space_id: int) -> dict[str, str]:
        """Each wording that a model was asked about, and the relation it means; itself where it means none."""
        ...


class WalkReads(Protocol):
    """The edges around some nodes."""

    def hop(self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()) -> list[Hop]:
        """One statement: for each node its edges in both directions valid in ``view``, at most ``cap`` a node
        (those of ``prefer`` that touch it first, then the newest) and ``budget`` in all."""
        ...

    def counted_hop(
        self, nodes: Sequence[int], view: View, *, cap: int, budget: int, prefer: Sequence[Hop] = ()
    ) -> tuple[list[Hop], dict[int, int]]:
        """A hop and the degrees of ``nodes``, still in one statement."""
        ...

    def around(self, nodes: Sequence[int], view: View, *, cap: int, budget: int) -> list[int]:
        """The edges of a hop, by their ids alone."""
        ...

    def edges_dated(self, nodes: Sequence[int], view: View, start: Moment, end: Moment, limit: int) -> list[int]:
        """Edges around ``nodes`` that begin or are over in [start, end): first those with a date of their own, then
        those that began when they were told; of days ahead the soonest first, else the latest."""
        ...


class SearchReads(Protocol):
    """Full-text search: (id, score), best first, higher is better; nothing for a query without terms."""

    def messages(
        self, space_id: int, query: TextQuery, limit: int, before_id: int | None, conversation_id: int | None = None
    ) -> list[tuple[int, float]]:
        """What people and the assistant said, before message ``before_id`` and in one conversation where given."""
        ...

    def passages(
        self, space_id: int, query: TextQuery, limit: int, before_id: int | None, conversation_id: int | None = None
    ) -> list[tuple[int, float]]:
        """Passages of long messages, chosen as messages are."""
        ...

    def edges(self, view: View, query: TextQuery, limit: int) -> list[tuple[int, float]]: ...
    def entities(self, space_id: int, query: TextQuery, limit: int) -> list[tuple[int, float]]:
        """Names and aliases count ten times as much as the summary."""
        ...

    def communities(self, space_id: int, query: TextQuery, limit: int) -> list[tuple[int, float]]:
        """Names count four times as much as summaries."""
        ...

    def name_words(self, beginning: str, least: int, most: int, limit: int) -> list[str]:
        """Words of entity names and aliases that begin so (lower case, no accents), by their length in characters."""
        ...

    def names_going_on(self, beginnings: Mapping[str, int]) -> dict[str, list[str]]:
        """Of each beginning (lower case, no accents) the words of entity names and aliases that go on from it and have
        at most so many characters."""
        ...

    def speakers(self, space_id: int, words: Sequence[str]) -> list[str]:
        """Names of those who said something and whose name begins with one of ``words``, one for each word."""
        ...

    def are_spoken(self, terms: Sequence[str], most: int) -> list[bool]:
        """Of each term whether a fact, or more than ``most`` messages, have it."""
        ...


class VectorReads(Protocol):
    """What lies nearest to a vector."""

    def nearest(
        self, kind: Kind, model: str, vector: "numpy.ndarray[Any, Any]", limit: int, view: View
    ) -> list[tuple[int, float]]:
        """(id, cosine similarity) of rows that ``view`` sees, best first; [] where there is no index for the model."""
        ...

    def without(self, kind: Kind, model: str, ids: Sequence[int]) -> set[int]:
        """Those of ``ids`` that the model has given no vector yet: of these nothing can be said by likeness."""
        ...


class Where(NamedTuple):
    """Which messages are looked at."""

    space_id: int
    before_id: int | None = None
    """Only those before this one."""
    conversation_id: int | None = None
    """Only those of this one."""


class MessageReads(Protocol):
    """Messages, and passages of long ones, by id."""

    def by_id(self, ids: Sequence[int]) -> dict[int, Message]: ...
    def just_before(self, message: Message) -> Message | None:
        """What was said in its conversation just before it; None for the first."""
        ...

    def summary(self, conversation_id: int) -> Summary | None:
        """The rolling summary; None where there is none yet."""
        ...

    def has_strange(self, space_id: int) -> bool:
        """Whether something here that facts are read from, or a fact that no message tells, is of strangers."""
        ...

    def has_calls(self, space_id: int) -> bool:
        """Whether a tool was ever called."""
        ...

    def passages(self, ids: Sequence[int]) -> dict[int, Passage]: ...
    def typed(self, ids: Sequence[int], shorter_than: int) -> set[int]:
        """Those of ``ids`` that the person said in a chat, in fewer characters: no import, nobody else, no document,
        nothing for which nobody has vouched."""
        ...

    def said_in(self, stretch: Stretch, where: Where, limit: int, *, latest: bool = False) -> list[int]:
        """What people and the assistant said in that stretch, the earliest first, or the ``latest``."""
        ...

    def dated_in(self, stretch: Stretch, where: Where, limit: int, *, latest: bool = False) -> list[int]:
        """Messages that name a date in that stretch of their person's calendar, in its order."""
        ...

    def last_sitting(self, now: Moment, where: Where, conversation_id: int | None, hours: int) -> Stretch | None:
        """When one last talked: the latest messages of one conversation without a pause of so many hours; what was said
        in ``conversation_id`` without one until ``now`` is the present sitting."""
        ...

    def last_of_person(self, conversation_id: int, before_id: int | None) -> str:
        """What was said last by a person in the conversation, before message ``before_id``; empty for nothing."""
        ...

    def typed_behind(self, ids: Sequence[int], before_id: int | None, limit: int) -> dict[int, list[Message]]:
        """The messages that the person typed next in the same talk, by the id of that before them, in order; nothing
        that is flagged."""
        ...


class CommunityReads(Protocol):
    """Communities by id."""

    def by_id(self, space_id: int, ids: Sequence[int]) -> dict[int, Community]:
        """Those of ``ids`` that there are, each with the names of its best connected members."""
        ...

    def of_members(self, entity_ids: Sequence[int]) -> dict[int, int]:
        """Entity to community; without those that are in none."""
        ...

    def central_members(self, community_ids: Sequence[int], limit: int) -> dict[int, list[int]]:
        """The best connected entities of each community."""
        ...


class PictureReads(Protocol):
    """The whole graph of a space with its history, for a picture of it."""

    def ends(self, space_id: int) -> list[tuple[int, int, int]]:
        """(fact, source, target) of all times, the newest fact first."""
        ...

    def entity_ids(self, space_id: int) -> list[int]:
        """Seen last first."""
        ...

    def facts(self, ids: Sequence[int]) -> list[Edge]:
        """In the form they have now, id order."""
        ...

    def communities(self, space_id: int) -> dict[int, tuple[int, str]]:
        """Entity to its community's id and name."""
        ...


class Reader(Protocol):
    """One snapshot."""

    @property
    def entities(self) -> EntityReads: ...
    @property
    def edges(self) -> EdgeReads: ...
    @property
    def walk(self) -> WalkReads: ...
    @property
    def search(self) -> SearchReads: ...
    @property
    def vectors(self) -> VectorReads: ...
    @property
    def messages(self) -> MessageReads: ...
    @property
    def communities(self) -> CommunityReads: ...
    @property
    def profile(self) -> ProfileReads: ...
    @property
    def blocks(self) -> BlockReads: ...
    @property
    def picture(self) -> PictureReads: ...
