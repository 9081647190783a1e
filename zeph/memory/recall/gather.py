"""Search, seeds, walk and loading: all that one snapshot gives for a question.

In: a reader of the snapshot and an :class:`Ask`. Out: :class:`Found`, unjudged. The order of steps is
graph-memory §5.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from zeph.memory.recall import bfs, fuse, near, render, spelling, synapse
from zeph.memory.recall.query import Query, fold, words
from zeph.memory.recall.scope import EVERYWHERE, Scope
from zeph.memory.recall.seeds import Seed, choose_seeds, scaled
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.ports import Hop, Kind, Reader

SELF = "user"
DEEP = 24
"""Facts taken from each channel, or more where only facts are asked for: deeper ones lead messages astray."""
BESIDE = 3
"""Best messages whose neighbours are looked at too."""
MESSAGES_DEEP = 64
"""Messages that have the question's words; more added nothing, half as many cost two points of recall@10."""
LIKE_DEEP = 96
"""Messages that mean the same: the right one lies deeper there."""
COMMUNITIES_DEEP = 10
WALKED = 12
"""Facts that the walk adds to those that search found: its best; they widen, search decides."""
LONG = 500
"""Characters by which two texts are told apart."""


class SpreadingSettings(synapse.SpreadSettings, Protocol):
    @property
    def enabled(self) -> bool: ...
    @property
    def seed_structural_weight(self) -> float: ...
    @property
    def seed_community_cap(self) -> int: ...


class GraphSettings(Protocol):
    @property
    def max_hops(self) -> int: ...
    @property
    def recall_limit(self) -> int: ...
    @property
    def temporal_decay_rate(self) -> float: ...
    @property
    def spreading_activation(self) -> SpreadingSettings: ...


@dataclass(slots=True)
class Found:
    """All that one snapshot gave."""

    vector: Any = None
    fact_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    message_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    seeds: list[Seed] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    named: frozenset[int] = frozenset()
    """Entities the question names (the self entity included for a first person)."""
    others: frozenset[int] = frozenset()
    """Those of them that are not the self entity."""
    topic: tuple[str, ...] = ()
    """Content words that are no part of a name."""
    hops: dict[int, int] = field(default_factory=dict)
    origins: dict[int, tuple[int, ...]] = field(default_factory=dict)
    depth: dict[int, int] = field(default_factory=dict)
    via: bfs.Via = field(default_factory=dict)
    """How the walk came to each entity."""
    entity_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    community_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    entities: dict[int, Entity] = field(default_factory=dict)
    communities: dict[int, Community] = field(default_factory=dict)
    misspelt: dict[str, str] = field(default_factory=dict)
    """Words of the question to the names they were taken for."""
    distances: dict[int, int] = field(default_factory=dict)
    """Hops of entities from the one that the scope is near, or from those that the question names."""
    edges: dict[int, Edge] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    entity_hit: bool = False
    communal: bool = False
    """A community is what the question is about, and its members are seeds."""
    partial: bool = False


@dataclass(frozen=True)
class Ask:
    """A question with everything that is fixed before the snapshot."""

    query: Query
    view: View
    settings: GraphSettings
    model: str
    vector: Callable[[], Any]
    """The question's vector, or None; waits for it."""
    before_id: int | None
    conversation_id: int | None
    vector_floor: float
    shown: int = 0
    """Facts or messages that are to be shown at most."""
    scope: Scope = EVERYWHERE
    fusion: str = "scaled"
    measured: bool = False
    """Whether distances from the question's own entities count."""

    def messages_deep(self, most: int) -> int:
        """Hits of a message channel, ``most`` or more where more are to be shown."""
        return max(most, 2 * self.shown)

    @property
    def facts_deep(self) -> int:
        """Hits of each fact channel."""
        return DEEP if "messages" in self.scope.kinds else max(DEEP, 2 * self.shown)

    @cached_property
    def _said(self) -> list[str]:
        return words(self.query.text[:LONG])

    def repeated_by(self, text: str) -> bool:
        """Is ``text`` this question, word for word?"""
        begins = text[:20].casefold()
        return (not self._said or self._said[0] in begins) and words(text[:LONG]) == self._said


def gather(reader: Reader, ask: Ask) -> Found:
    """Search, seeds, walk and loading on one snapshot."""
    found = Found()
    _search(reader, ask, found)
    hits = list(dict.fromkeys(i for scores in found.fact_channels.values() for i in scores))
    found.edges = {edge.id: edge for edge in reader.edges(hits, ask.view)} if hits else {}
    _choose_seeds(reader, ask, found)
    _walk(reader, ask, found, [_as_hop(edge) for edge in found.edges.values()])
    _load(reader, ask, found)
    return found


def _search(reader: Reader, ask: Ask, found: Found) -> None:
    query, view = ask.query, ask.view
    if query.terms:
        found.fact_channels["fact_text"] = dict(reader.search_edges(view, query.fact_match, ask.facts_deep))
        deep = ask.messages_deep(MESSAGES_DEEP)
        hits = reader.search_messages(view.space_id, query.match, deep, ask.before_id, view.conversation_id)
        found.message_channels["message_text"] = dict(hits)
    found.vector = ask.vector()
    if found.vector is not None:
        found.fact_channels["fact_vector"] = dict(_like(reader, ask, found, "edge"))
        likes = [(i, s) for i, s in _like(reader, ask, found, "message") if ask.before_id is None or i < ask.before_id]
        found.message_channels["message_vector"] = dict(likes)
    _search_communities(reader, ask, found)


def _search_communities(reader: Reader, ask: Ask, found: Found) -> None:
    if ask.query.terms:
        hits = reader.search_communities(ask.view.space_id, ask.query.match, COMMUNITIES_DEEP)
        found.community_channels["community_text"] = dict(hits)
    if found.vector is not None:
        likes = reader.search_vectors("community", ask.model, found.vector, COMMUNITIES_DEEP, ask.view)
        found.community_channels["community_vector"] = {i: s for i, s in likes if s >= ask.vector_floor}


def _like(reader: Reader, ask: Ask, found: Found, kind: Kind) -> list[tuple[int, float]]:
    deep = ask.messages_deep(LIKE_DEEP) if kind == "message" else ask.facts_deep
    return reader.search_vectors(kind, ask.model, found.vector, deep, ask.view)


def _choose_seeds(reader: Reader, ask: Ask, found: Found) -> None:
    query, space = ask.query, ask.view.space_id
    text: dict[int, float] = {}
    named, own, name_words = _named(reader, query, space)
    for word, meant in spelling.meant(reader, query, space, name_words).items():
        found.misspelt[word] = render.inert(reader.entities(meant)[meant[0]].name)
        named += [i for i in meant if i not in named]
        name_words.add(word)
    found.others = frozenset(named)
    found.named = frozenset((*named, *own))
    found.topic = tuple(t for t in query.terms if t not in name_words)
    _raise(text, dict.fromkeys(named, 1.0))
    _raise(text, dict.fromkeys(own, 0.6))
    match = spelling.name_match(reader, query, name_words)
    by_name = scaled(reader.search_entities(space, match, 20)) if match else {}
    _raise(text, {i: 0.8 * s for i, s in by_name.items()})
    found.entity_hit = bool(named or by_name)
    found.entity_channels = {"entity_name": dict.fromkeys((*named, *own), 1.0), "entity_text": by_name}
    if found.vector is not None:
        likes = reader.search_vectors("entity", ask.model, found.vector, 20, ask.view)
        found.entity_channels["entity_vector"] = {i: s for i, s in likes if s >= ask.vector_floor}
        _raise(text, {i: 0.7 * s for i, s in found.entity_channels["entity_vector"].items()})
        found.entity_hit = found.entity_hit or bool(found.entity_channels["entity_vector"])
    _raise(text, _ends_of_hits(ask, found))
    _raise(text, near.alike(reader, text))
    if not named and not own:
        by_words, by_vector = (
            fuse.scale(found.community_channels.get(f"community_{n}", {})) for n in ("text", "vector")
        )
        central = near.members(reader, ask.view.space_id, query.terms, by_words, by_vector)
        found.communal = bool(central)
        found.entity_hit = found.entity_hit or found.communal
        _raise(text, central)
    if query.third_person and not named and ask.conversation_id is not None:
        _raise(text, dict.fromkeys(reader.recent_episode_entities(space, ask.conversation_id, 3), 0.3))
    spreading = ask.settings.spreading_activation
    found.seeds = choose_seeds(
        text,
        reader.degrees(sorted(text)) if text else {},
        reader.max_degree(space),
        spreading.seed_structural_weight,
        spreading.seed_community_cap,
    )


def _named(reader: Reader, query: Query, space: int) -> tuple[list[int], list[int], set[str]]:
    """Entities named word for word, the self entity for a first person, and the words that were names."""
    named: list[int] = []
    used: set[str] = set()
    known = reader.ids_named(space, [*query.spans, SELF])
    for span in query.spans:
        parts = span.split()
        if span in known and not used.issuperset(parts):
            named += known[span]
            used.update(parts)
    own = known.get(SELF, []) if query.first_person else []
    return list(dict.fromkeys(i for i in named if i not in own)), own, used


def _raise(text: dict[int, float], more: Mapping[int, float]) -> None:
    for i, score in more.items():
        text[i] = max(text.get(i, 0.0), score)


def _ends_of_hits(ask: Ask, found: Found) -> dict[int, float]:
    """The best facts lead on to what else is known about their ends."""
    scores: dict[int, float] = {}
    for name, hits in found.fact_channels.items():
        good = {i: s for i, s in hits.items() if name == "fact_text" or s >= ask.vector_floor}
        _raise(scores, fuse.scale(good))
    best = sorted(scores, key=lambda i: (-scores[i], i))[:5]
    ends: dict[int, float] = {}
    for edge in (found.edges[i] for i in best if i in found.edges):
        _raise(ends, {edge.source_id: 0.5 * scores[edge.id], edge.target_id: 0.5 * scores[edge.id]})
    return ends


def _walk(reader: Reader, ask: Ask, found: Found, prefer: Sequence[Hop]) -> None:
    if not found.seeds:
        return
    relevance = fuse.scale(found.fact_channels.get("fact_text", {}))
    spreading = ask.settings.spreading_activation.enabled
    scores, edges = (_spread if spreading else _breadth_first)(reader, ask, found, prefer, relevance)
    best = bfs.order(scores, edges, relevance)[:WALKED]
    found.fact_channels["graph"] = {i: scores[i] for i in best}


Walked = tuple[dict[int, float], dict[int, Hop]]


def _breadth_first(
    reader: Reader, ask: Ask, found: Found, prefer: Sequence[Hop], relevance: Mapping[int, float]
) -> Walked:
    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return _of_types(reader.hop(nodes, ask.view, cap=cap, budget=budget, prefer=prefer), ask)

    done = bfs.walk(found.seeds, read_hop, ask.settings.max_hops)
    found.partial, found.depth, found.via = done.partial, done.depth, done.via
    scores: dict[int, float] = {}
    for i, reached in done.edges.items():
        found.hops[i], found.origins[i] = reached.hop, reached.seeds
        scores[i] = bfs.edge_score(reached, ask.view.at, ask.settings.temporal_decay_rate)
    return scores, {i: r.edge for i, r in done.edges.items()}


def _spread(reader: Reader, ask: Ask, found: Found, prefer: Sequence[Hop], relevance: Mapping[int, float]) -> Walked:
    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> tuple[list[Hop], dict[int, int]]:
        edges, degrees = reader.counted_hop(nodes, ask.view, cap=cap, budget=budget, prefer=prefer)
        return _of_types(edges, ask), degrees

    active = synapse.spread([s.entity_id for s in found.seeds], read_hop, ask.settings.spreading_activation)
    found.partial, found.depth, found.via = active.partial, active.depth, active.via
    scores: dict[int, float] = {}
    for i, edge in active.edges.items():
        found.hops[i] = min(active.depth.get(n, 99) for n in (edge.source_id, edge.target_id))
        found.origins[i] = (synapse.origin(edge, active.depth, active.via),)
        base = synapse.fact_activation(edge, active.level, relevance.get(i, 0.0))
        days = bfs.age_days(ask.view.at, edge.since)
        scores[i] = bfs.decayed(base, days, ask.settings.temporal_decay_rate)
    return scores, active.edges


def _as_hop(edge: Edge) -> Hop:
    since = edge.valid_from or edge.created_at
    return Hop(edge.id, edge.source_id, edge.target_id, edge.confidence, edge.edge_type, since, edge.retrieval_count)


def _of_types(edges: list[Hop], ask: Ask) -> list[Hop]:
    """All of them, unless the caller asks for certain types."""
    wanted = ask.scope.edge_types
    return [edge for edge in edges if edge.edge_type in wanted] if wanted else edges


def _load(reader: Reader, ask: Ask, found: Found) -> None:
    """Hits of search first, then the walk's best."""
    wanted = dict.fromkeys(i for scores in found.fact_channels.values() for i in scores)
    missing = [i for i in wanted if i not in found.edges]
    found.edges |= {e.id: e for e in reader.edges(missing, ask.view)}
    if ask.scope.edge_types:
        found.edges = {i: e for i, e in found.edges.items() if e.edge_type in ask.scope.edge_types}
    cited = [i for e in found.edges.values() for i in e.sources if ask.before_id is None or i < ask.before_id]
    hits = [i for scores in found.message_channels.values() for i in scores]
    beside = [
        i + step
        for scores in found.message_channels.values()
        for i in sorted(scores, key=lambda i: (-scores[i], i))[:BESIDE]
        for step in (-2, -1, 1, 2)
    ]
    ids = dict.fromkeys([*hits, *cited, *(i for i in beside if ask.before_id is None or i < ask.before_id)])
    found.messages = {
        i: m for i, m in reader.messages(list(ids)).items() if _worth_showing(m, ask) and _visible(m, ask.view)
    }
    known = reader.entities([*(s.entity_id for s in found.seeds), *found.named])
    found.names = {i: render.inert(e.name) for i, e in known.items()}
    _load_asked(reader, ask, found)


def _load_asked(reader: Reader, ask: Ask, found: Found) -> None:
    """What only a search asks for."""
    space, scope = ask.view.space_id, ask.scope
    if "entities" in scope.kinds:
        found.entities = reader.entities(sorted({i for hits in found.entity_channels.values() for i in hits}))
    if "communities" in scope.kinds:
        found.communities = reader.communities(
            ask.view.space_id, sorted({i for hits in found.community_channels.values() for i in hits})
        )
    if scope.near or ask.measured:
        named = [e.id for e in reader.entities_named(space, fold(scope.near))] if scope.near else sorted(found.named)
        found.distances = near.distances(reader, ask.view, named)


def _worth_showing(message: Message, ask: Ask) -> bool:
    """Said by a person or the assistant, not flagged, and not the question itself asked before."""
    return message.role in ("user", "assistant") and not (message.injection_flags or ask.repeated_by(message.text))


def _visible(message: Message, view: View) -> bool:
    """A look at the past does not see what was said later, one at a conversation nothing beside it."""
    if view.conversation_id not in (None, message.conversation_id):
        return False
    limit = view.known_at or view.as_of
    return limit is None or message.sent_at <= limit
