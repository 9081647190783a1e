"""The graph as a person reads it: what there is, search while typing, an entity's page, what two dates differ in.

In: words, names, ids and moments. Out: records. Looks take ``as_of`` (what was true then) and ``known_at`` (what was
known then), graph-memory §2. Recall weighs what answers a question; this only finds what bears the words.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from zeph.clock import Moment
from zeph.config.schema import GraphSettings
from zeph.memory.language.names import asked_name, canonical_name
from zeph.memory.views.lookup import entity_of_name, fact_of_number
from zeph.memory.views.timeline import Timeline
from zeph.records.claim_log import LoggedClaim
from zeph.records.community import Community, Detection
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.recalled import Change
from zeph.records.view import View
from zeph.storage.ports import Reader, Store, TextQuery

if TYPE_CHECKING:
    from zeph.memory.language.relations import ListedRelation
    from zeph.records.graph_page import Picture

T = TypeVar("T")
MOST = 30
"""Most of each kind that a search gives."""
MOST_FACTS = 500
MOST_SOURCES = 60


@dataclass(frozen=True, slots=True)
class Matches:
    """What bears the words, best first."""

    entities: tuple[Entity, ...] = ()
    facts: tuple[Edge, ...] = ()
    messages: tuple[Message, ...] = ()
    communities: tuple[Community, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """Everything about one entity, at one look."""

    entity: Entity
    facts: tuple[Edge, ...]
    """Those of the view, both directions, newest first."""
    past: tuple[Edge, ...]
    """Facts of all times that are not in the view: ended, superseded, not begun yet; oldest first."""
    sources: dict[int, Message]
    """Message id to message, of the facts' sources."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What two looks differ in."""

    gone: tuple[Edge, ...]
    """In the earlier look alone."""
    new: tuple[Edge, ...]
    """In the later look alone."""


class GraphQueries:
    """Reads one space's graph."""

    def __init__(self, store: Store, space_id: int, settings: GraphSettings, now: Callable[[], Moment]) -> None:
        self._store = store
        self._space_id = space_id
        self._settings = settings
        self._now = now
        self.timeline = Timeline(store, space_id, now, settings.edge_history_limit)
        """The graph at other times."""

    # ------------------------------------------------------------ what there is

    async def entity(self, name: str) -> Entity:
        """The one of that name or alias; "Mercury (project)" tells apart what shares a name.

        Raises NotFound, and UsageError where the name means several things.
        """
        return await entity_of_name(self._store, self._space_id, name)

    async def entities_named(self, name: str) -> list[Entity]:
        """Those of exactly this name or alias ("me" is the person), else those whose name begins so; at most 20. What
        is no more than the name of another among them is left out: one name, one thing."""
        from zeph.memory.recall.query.words_typed import beginnings

        query = beginnings(name, names_alone=True)
        found = await self._store.graph.entities_matching(self._space_id, asked_name(name), query, 20)
        return await self._store.read(lambda reader: self._bearers(reader, found, {entity.id for entity in found}))

    async def entities_having(self, name: str) -> list[Entity]:
        """Those in whose name the words stand, wherever, and which are no mere names; at most 20."""
        from zeph.memory.recall.query.words_typed import beginnings

        query = beginnings(name, names_alone=True)
        found = await self._store.graph.entities_matching(self._space_id, "", query, 20)
        return await self._store.read(lambda reader: self._bearers(reader, found, set()))

    def _bearers(self, reader: Reader, found: Sequence[Entity], among: set[int]) -> list[Entity]:
        """Without what is no more than a name; ``among``: whose, of anybody where it is empty."""
        view = View(self._space_id, self._now(), ahead=True, ended=True, to_come=True)
        bearers: list[Entity] = []
        hops = (
            reader.walk.hop([entity.id for entity in found], view, cap=MOST, budget=MOST * len(found)) if found else ()
        )
        edges = reader.edges.by_id(list({hop.edge_id for hop in hops}), view)
        for entity in found:
            around = [e for e in edges if entity.id in (e.source_id, e.target_id)]
            named = (e.canonical_relation == "has_name" and e.target_id == entity.id for e in around)
            if not around or not all(named) or among and among.isdisjoint(e.source_id for e in around):
                bearers.append(entity)
        return bearers

    async def entities(self, limit: int = 50) -> list[Entity]:
        """Seen last first."""
        return await self._store.graph.latest_entities(self._space_id, limit)

    async def entities_of_conversation(self, conversation_id: int, limit: int = 20) -> list[Entity]:
        """What a conversation speaks of, seen last first."""

        def read(reader: Reader) -> list[Entity]:
            ids = reader.entities.recent_in_conversation(self._space_id, conversation_id, limit)
            found = reader.entities.by_id(ids)
            return [found[i] for i in ids if i in found]

        return await self._store.read(read)

    async def fact(self, fact_id: int) -> Edge:
        """The fact of that number, current or not. Raises NotFound."""
        return await fact_of_number(self._store, self._space_id, fact_id)

    async def claims(self, message_id: int | None = None, limit: int = MOST) -> list[LoggedClaim]:
        """What a message claimed and what became of it; of no message named, that of the last ones."""
        return await self._store.graph.claims(self._space_id, message_id, limit)

    async def facts_of_message(self, message_id: int) -> list[Edge]:
        """Every fact with that source, expired ones too, in the order in which they were learned."""
        return await self._store.graph.facts_of_message(self._space_id, message_id)

    async def changed_since(self, message_ids: Sequence[int], until: Moment) -> list[Change]:
        """What these messages say that is over or otherwise by then."""
        return await self._store.read(lambda reader: reader.edges.changed_since(message_ids, until))

    async def communities(self, limit: int = 50) -> list[Community]:
        """The largest first."""
        return await self._store.communities.largest(self._space_id, limit)

    async def detection(self) -> Detection | None:
        """How communities were last looked for; None before the first time."""
        state = await self._store.communities.state(self._space_id)
        return Detection(state.found_at, state.modularity, state.algorithm) if state.found_at else None

    async def relations(self) -> "list[ListedRelation]":
        """The ontology in effect, with learned wordings. Raises ConfigError where the person's own file is wrong."""
        from zeph.memory.ingest.run.choose_extractor import load_rules

        learned = await self._store.read(lambda reader: reader.edges.learned_relations(self._space_id))
        rules = await asyncio.to_thread(load_rules, self._settings)
        return rules.ontology.listing(learned)

    async def counts(self) -> dict[str, int]:
        """Rows of what :meth:`Memory.stats` leaves out, and the bytes of the file."""
        return await self._store.graph.counts(self._space_id)

    # ------------------------------------------------------------ looking through it

    async def search(self, text: str, as_of: Moment | None = None, known_at: Moment | None = None) -> Matches:
        """What has words that begin like those of ``text``; what was seen last where it has none."""
        from zeph.memory.recall.query.words_typed import beginnings

        view, query = self._view(as_of, known_at), beginnings(text)
        communities = await self._store.communities.largest(self._space_id, 1000 if query else MOST)
        if not query:
            entities = await self._store.graph.latest_entities(self._space_id, MOST)
            return Matches(tuple(entities), communities=tuple(communities))
        found = await self._store.read(lambda reader: _search(reader, view, query, canonical_name(text)))
        words = text.casefold().split()
        bearing = [c for c in communities if all(w in f"{c.name} {c.summary}".casefold() for w in words)]
        return Matches(*found, tuple(bearing[:MOST]))

    async def page(self, entity_id: int, as_of: Moment | None = None, known_at: Moment | None = None) -> Page | None:
        """None where the entity is not there (any more)."""
        view = self._view(as_of, known_at)
        entity = (await self._store.read(lambda reader: reader.entities.by_id([entity_id]))).get(entity_id)
        if entity is None:
            return None
        facts = await self._store.graph.edges_of([entity_id], view, MOST_FACTS)
        shown = {edge.id for edge in facts}
        ever = await self._store.graph.facts_around(self._space_id, entity_id, MOST_FACTS)
        past = [e for e in ever if e.id not in shown and e.expired_reason != "retracted" and _known(e, known_at)]
        ids = list(dict.fromkeys(i for edge in (*facts, *past) for i in edge.sources))[:MOST_SOURCES]
        sources = await self._store.read(lambda reader: reader.messages.by_id(ids))
        return Page(entity, tuple(facts), tuple(sorted(past, key=lambda e: (e.valid_from or "", e.id))), sources)

    async def difference(self, entity_id: int, one: Moment, other: Moment) -> Difference:
        """What was true of an entity at one moment and not at the other; the moments in any order."""
        early, late = sorted((one, other))
        before = await self._store.graph.edges_of([entity_id], self._view(early, None), MOST_FACTS)
        after = await self._store.graph.edges_of([entity_id], self._view(late, None), MOST_FACTS)
        stay = {e.id for e in before} & {e.id for e in after}
        return Difference(*(tuple(e for e in side if e.id not in stay) for side in (before, after)))

    async def picture(self, around: Sequence[int] = (), most: int | None = None) -> "Picture":
        """The graph with its history: the best connected things, or what is within two hops of ``around``."""
        from zeph.memory.views.page_selection import MOST_ENTITIES, select_picture

        limit = MOST_ENTITIES if most is None else most
        space, now = self._space_id, self._now()
        return await self._store.read(lambda reader: select_picture(reader, space, now, around, limit))

    def _view(self, as_of: Moment | None, known_at: Moment | None) -> View:
        return View(self._space_id, self._now(), as_of, known_at)


def _known(edge: Edge, known_at: Moment | None) -> bool:
    return known_at is None or edge.created_at <= known_at


def _search(
    reader: Reader, view: View, query: TextQuery, name: str
) -> tuple[tuple[Entity, ...], tuple[Edge, ...], tuple[Message, ...]]:
    named = [entity.id for entity in reader.entities.named(view.space_id, name)]
    ids = list(dict.fromkeys([*named, *_ids(reader.search.entities(view.space_id, query, MOST))]))[:MOST]
    entities = reader.entities.by_id(ids)
    facts = reader.edges.by_id(_ids(reader.search.edges(view, query, MOST)), view)
    said_ids = _ids(reader.search.messages(view.space_id, query, MOST, None))
    said = reader.messages.by_id(said_ids)
    return (
        tuple(entities[i] for i in ids if i in entities),
        _bearing(name, facts, lambda fact: fact.fact),
        _bearing(name, [said[i] for i in said_ids if i in said], lambda message: message.text),
    )


def _bearing(name: str, found: Sequence[T], text: Callable[[T], str]) -> tuple[T, ...]:
    """Those with the words as they were typed, if there are any: stems also find what only looks like them."""
    words = name.split()
    exact = tuple(item for item in found if all(word in canonical_name(text(item)) for word in words))
    return exact or tuple(found)


def _ids(scored: Sequence[tuple[int, float]]) -> list[int]:
    return [found for found, _ in scored]
