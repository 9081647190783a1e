"""The rows behind what search and walk found.

In: a reader, the plan, ids. Out: :class:`Loaded`: facts, messages and names, and what only a search asks for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from zeph.memory.recall.gather import neighbours
from zeph.memory.recall.gather.channels import Channels
from zeph.memory.recall.gather.hits import Hits
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.gather.seed_search import Seeds
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.vocabulary import fold
from zeph.records.community import Community
from zeph.records.edge import Edge
from zeph.records.entity import Entity
from zeph.records.message import Message
from zeph.records.statement import told_text
from zeph.records.view import View
from zeph.safety.text import one_line
from zeph.storage.ports import Reader

WITH_NEIGHBOURS = 3
"""Best messages of a channel whose neighbours are looked at too."""
NEIGHBOURS = (-2, -1, 1, 2)


@dataclass(frozen=True, slots=True)
class Loaded:
    edges: Mapping[int, Edge] = field(default_factory=dict)
    """Hits of search first, then the walk's best."""
    messages: Mapping[int, Message] = field(default_factory=dict)
    """Hits, what facts came from, and what was said just before and after the best."""
    names: Mapping[int, str] = field(default_factory=dict)
    """Of the seeds and of whom the question names, each one line."""
    entities: Mapping[int, Entity] = field(default_factory=dict)
    communities: Mapping[int, Community] = field(default_factory=dict)
    distances: Mapping[int, int] = field(default_factory=dict)
    """Hops of entities from the one that the scope is near, or from those that the question names."""


def load_edges(reader: Reader, plan: QueryPlan, ids: Sequence[int]) -> dict[int, Edge]:
    return {edge.id: edge for edge in reader.edges.by_id(ids, plan.view)} if ids else {}


def load(
    reader: Reader, plan: QueryPlan, hits: Hits, named: Named, seeds: Seeds, searched: Mapping[int, Edge]
) -> Loaded:
    """``searched``: the facts, loaded already."""
    edges = _of_types(plan, searched)
    kinds = plan.request.scope.kinds
    names = reader.entities.names([*(seed.entity_id for seed in seeds.chosen), *named.ids])
    return Loaded(
        edges,
        _messages(reader, plan, hits, edges),
        {i: one_line(name) for i, name in names.items()},
        reader.entities.by_id(_ids_of(seeds.channels)) if "entities" in kinds else {},
        reader.communities.by_id(plan.view.space_id, _ids_of(hits.communities)) if "communities" in kinds else {},
        _distances(reader, plan, named),
    )


def _of_types(plan: QueryPlan, edges: Mapping[int, Edge]) -> Mapping[int, Edge]:
    """Those that the request asks for."""
    types = plan.request.scope.edge_types
    return {i: edge for i, edge in edges.items() if edge.edge_type in types} if types else edges


def _messages(reader: Reader, plan: QueryPlan, hits: Hits, edges: Mapping[int, Edge]) -> dict[int, Message]:
    more = [*(i for edge in edges.values() for i in edge.sources), *_neighbours_of_best(hits)]
    ids = [*(i for scores in hits.messages.values() for i in scores), *(i for i in more if plan.may_show(i))]
    messages = reader.messages.by_id(list(dict.fromkeys(ids)))
    shown = {i: m for i, m in messages.items() if _worth_showing(m, plan) and _visible(m, plan.view)}
    return {i: m._replace(text=told) if (told := told_text(m.text)) is not m.text else m for i, m in shown.items()}


def _neighbours_of_best(hits: Hits) -> Iterator[int]:
    """Ids just before and after the best hits of each channel."""
    for scores in hits.messages.values():
        for i in sorted(scores, key=lambda i: (-scores[i], i))[:WITH_NEIGHBOURS]:
            yield from (i + step for step in NEIGHBOURS)


def _distances(reader: Reader, plan: QueryPlan, named: Named) -> dict[int, int]:
    near = plan.request.scope.near
    if near:
        centres = [entity.id for entity in reader.entities.named(plan.view.space_id, fold(near))]
    elif plan.settings.recall.distance_weight > 0:
        centres = sorted(named.ids)
    else:
        return {}
    return neighbours.distances(reader, plan.view, centres)


def _ids_of(channels: Channels) -> list[int]:
    return sorted({i for scores in channels.values() for i in scores})


def _worth_showing(message: Message, plan: QueryPlan) -> bool:
    """Said by a person or the assistant, still standing, not flagged, and not the question itself asked before."""
    said = message.role in ("user", "assistant") and not message.withdrawn
    return said and not (message.injection_flags or plan.repeated_by(message.text))


def _visible(message: Message, view: View) -> bool:
    """A look at the past does not see what was said later, one at a conversation nothing besides it."""
    if view.conversation_id not in (None, message.conversation_id):
        return False
    limit = view.known_at or view.as_of
    return limit is None or message.sent_at <= limit
