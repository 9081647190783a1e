"""Search, seeds, walk and loading: all that one snapshot gives for a question.

In: a reader of the snapshot and an :class:`Ask`. Out: :class:`Found`, unjudged. The order of steps is
graph-memory §5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from zeph.memory.recall.gather import bfs, synapse
from zeph.memory.recall.gather import neighbours as near
from zeph.memory.recall.gather.seed_search import find_seeds
from zeph.memory.recall.query.query_plan import Ask, Found
from zeph.memory.recall.query.question import fold
from zeph.memory.recall.query.time_intent import month_match
from zeph.memory.recall.ranking import fusion as fuse
from zeph.memory.recall.render import recall_lines as render
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.view import View
from zeph.storage.ports import Hop, Kind, Reader

BESIDE = 3
"""Best messages whose neighbours are looked at too."""
MESSAGES_DEEP = 64
"""Messages that have the question's words; more added nothing, half as many cost two points of recall@10."""
LIKE_DEEP = 96
"""Messages that mean the same: the right one lies deeper there."""
COMMUNITIES_DEEP = 10
AROUND = 64
"""Entities near the self entity whose days are looked at too."""
WALKED = 12
"""Facts that the walk adds to those that search found: its best; they widen, search decides."""


def gather(reader: Reader, ask: Ask) -> Found:
    """Search, seeds, walk and loading on one snapshot."""
    found = Found()
    _search(reader, ask, found)
    hits = list(dict.fromkeys(i for scores in found.fact_channels.values() for i in scores))
    found.edges = {edge.id: edge for edge in reader.edges(hits, ask.view)} if hits else {}
    find_seeds(reader, ask, found)
    _walk(reader, ask, found, [_as_hop(edge) for edge in found.edges.values()])
    _search_days(reader, ask, found)
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


def _search_days(reader: Reader, ask: Ask, found: Found) -> None:
    """What happened, or is to happen, in the days of a question that names nothing besides: to whom it names, or else to
    the self entity and those around it."""
    days = ask.period
    if days is None or not found.eventful:
        return
    around = [i for i, depth in found.depth.items() if depth <= 1][:AROUND]
    whom = sorted(found.others or {*found.selves, *around})
    dated = reader.edges_dated(whom, ask.view, days.start, days.end, ask.facts_deep) if whom else []
    found.fact_channels["days"] = {i: 1.0 - 0.5 * place / len(dated) for place, i in enumerate(dated)}
    if months := month_match(days):
        deep = ask.messages_deep(MESSAGES_DEEP)
        hits = reader.search_messages(ask.view.space_id, months, deep, ask.before_id, ask.view.conversation_id)
        found.message_channels["message_days"] = dict(hits)


def _like(reader: Reader, ask: Ask, found: Found, kind: Kind) -> list[tuple[int, float]]:
    deep = ask.messages_deep(LIKE_DEEP) if kind == "message" else ask.facts_deep
    return reader.search_vectors(kind, ask.model, found.vector, deep, ask.view)


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
    view = replace(ask.view, ended=False)  # what is over is searched for, not walked to

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return _of_types(reader.hop(nodes, view, cap=cap, budget=budget, prefer=prefer), ask)

    done = bfs.walk(found.seeds, read_hop, ask.settings.max_hops)
    found.partial, found.depth, found.via = done.partial, done.depth, done.via
    scores: dict[int, float] = {}
    for i, reached in done.edges.items():
        found.hops[i], found.origins[i] = reached.hop, reached.seeds
        scores[i] = bfs.edge_score(reached, ask.view.at, ask.settings.temporal_decay_rate)
    return scores, {i: r.edge for i, r in done.edges.items()}


def _spread(reader: Reader, ask: Ask, found: Found, prefer: Sequence[Hop], relevance: Mapping[int, float]) -> Walked:
    view = replace(ask.view, ended=False)

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> tuple[list[Hop], dict[int, int]]:
        edges, degrees = reader.counted_hop(nodes, view, cap=cap, budget=budget, prefer=prefer)
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
    names = reader.names([*(s.entity_id for s in found.seeds), *found.named])
    found.names = {i: render.inert(name) for i, name in names.items()}
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
