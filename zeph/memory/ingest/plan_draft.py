"""The plan while it is being made: refs for rows that do not exist yet, and what was decided so far.

In: calls from ``resolution`` and ``revision``. Out: :class:`zeph.records.plan.Plan`. Pure but for the reader.
"""

from dataclasses import replace

from zeph.clock import Moment
from zeph.memory.ingest.extraction import ExtractionCost
from zeph.memory.ingest.known_entities import KnownEntities
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.plan import (
    ClaimOutcome,
    CloseEdge,
    LearnedRelation,
    LedgerEntry,
    NewAlias,
    NewEdge,
    NewEntity,
    Plan,
    Ref,
    Reinforce,
    ReopenEdge,
    Review,
    SeenEntity,
    Suspect,
    UpdateEdge,
)
from zeph.storage.ports import Reader


class PlanDraft:
    """One message's changes, collected."""

    def __init__(self, message: Message, reader: Reader) -> None:
        self.message = message
        self.reader = reader
        self.entities = KnownEntities(reader, message.space_id)
        self._between: dict[tuple[Ref, Ref], list[Edge]] = {}
        self._from: dict[tuple[Ref, tuple[str, ...]], list[Edge]] = {}
        self.dropped = 0
        self.new_entities: dict[Ref, NewEntity] = {}
        self.seen_entities: dict[Ref, SeenEntity] = {}
        self.aliases: list[NewAlias] = []
        self.closes: dict[Ref, CloseEdge] = {}
        self.reopens: dict[Ref, ReopenEdge] = {}
        self.new_edges: dict[Ref, NewEdge] = {}
        self.reinforced: dict[Ref, Reinforce] = {}
        self.updates: dict[Ref, UpdateEdge] = {}
        self.suspects: dict[Ref, Suspect] = {}
        self.claims: list[ClaimOutcome] = []
        self.reviews: list[Review] = []
        self.relations: list[LearnedRelation] = []
        self.mentioned: dict[Ref, None] = {}
        self.named: set[Ref] = set()
        """Stored edges that the message itself speaks of while it ends or replaces them."""
        self._last = 0

    def next_ref(self) -> Ref:
        self._last -= 1
        return self._last

    def active_from(self, source: Ref, relations: tuple[str, ...] = ()) -> list[Edge]:
        """Stored active edges of a source that this plan does not close, oldest first."""
        if source < 0:
            return []
        key = (source, relations)
        if key not in self._from:
            self._from[key] = self.reader.edges.from_source(source, relations=relations)
        return [e for e in self._from[key] if e.id not in self.closes]

    def active_between(self, source: Ref, target: Ref) -> list[Edge]:
        if source < 0 or target < 0:
            return []
        known = (e for e in self.ever_between(source, target) if e.active and e.id not in self.closes)
        return [e for e in known if e.valid_until is None or e.valid_until != e.valid_from]  # not what was called off

    def active_both_ways(self, source: Ref, target: Ref, *, symmetric: bool) -> list[Edge]:
        """Where the relation reads the same from both ends, the facts from the other end too."""
        there = self.active_between(source, target)
        return [*there, *self.active_between(target, source)] if symmetric else there

    def history_of(self, source: Ref, relation: str, after: Moment | None) -> list[Edge]:
        """What a source's facts of a relation were and are: stretches of time not over by ``after``, superseded ones
        too."""
        if source < 0:
            return []
        return self._stretches(self.reader.edges.from_source(source, relations=(relation,), history=True, after=after))

    def history_between(self, source: Ref, target: Ref) -> list[Edge]:
        """The same for two entities and any relation."""
        return self._stretches(self.ever_between(source, target))

    def ever_between(self, source: Ref, target: Ref) -> list[Edge]:
        """Every stored edge of two entities, whatever became of it."""
        if source <= 0 or target <= 0:
            return []
        if (source, target) not in self._between:
            self._between[source, target] = self.reader.edges.between(source, target, history=True)
        return self._between[source, target]

    def ever_related(self, source: Ref, target: Ref, relations: frozenset[str]) -> bool:
        """Whether something stored or new leads from the one to the other by one of these relations."""
        new = (e.canonical_relation for e in self.new_edges.values() if (e.source, e.target) == (source, target))
        return not relations.isdisjoint((*new, *(e.canonical_relation for e in self.ever_between(source, target))))

    def _stretches(self, edges: list[Edge]) -> list[Edge]:
        return [
            e for e in edges
            if e.id not in self.closes and e.expired_reason in (None, "superseded")
            and (e.valid_until is None or e.valid_until != e.valid_from)
        ]  # fmt: skip

    def same_new_edge(self, source: Ref, relation: str, target: Ref) -> NewEdge | None:
        """The same fact, if this message stated it already."""
        key = (source, relation, target)
        return next((e for e in self.new_edges.values() if (e.source, e.canonical_relation, e.target) == key), None)

    def name_successor(self, closed: list[Ref], successor: Ref | None) -> None:
        """Says of edges that this plan closes which one they gave way to."""
        for edge in closed:
            self.closes[edge] = replace(self.closes[edge], superseded_by=successor)

    def plan(self, cost: ExtractionCost, dropped: int) -> Plan:
        """All of it, with the ledger row."""
        edges = tuple(self.new_edges.values())
        return Plan(
            new_entities=tuple(self.new_entities.values()),
            seen_entities=tuple(self.seen_entities.values()),
            aliases=tuple(self.aliases),
            closes=tuple(self.closes.values()),
            reopens=tuple(self.reopens.values()),
            new_edges=edges,
            reinforced=tuple(self.reinforced.values()),
            updates=tuple(self.updates.values()),
            suspects=tuple(self.suspects.values()),
            claims=tuple(self.claims),
            reviews=tuple(self.reviews),
            relations=tuple(self.relations),
            ledger=LedgerEntry(
                cost.extractor, cost.model_calls, cost.prompt_tokens, cost.answer_tokens, cost.seconds,
                facts=len(edges) + len(self.reinforced) + len(self.updates), dropped=dropped + self.dropped,
                failed=cost.failed,
            ),
            entity_mentions=tuple(self.mentioned),
            edge_mentions=(
                *self.new_edges, *self.reinforced, *self.updates, *(edge for edge in self.closes if edge in self.named),
            ),
        )  # fmt: skip
