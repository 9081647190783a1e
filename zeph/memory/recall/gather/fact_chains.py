"""Facts that answer together: the way between two things that a question names, and what lies a step further.

In: a reader, the plan, whom the question names, what search and walk found. Out: :class:`Connection` s, each a row of
facts in which every one begins where the one before ends. In which city Nora works is in no fact; where she works, and
where that is, are two. A row is given only where it has more of what is asked than any single fact."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from zeph.memory.recall.gather import bfs
from zeph.memory.recall.gather.expansion import Walked
from zeph.memory.recall.gather.loading import load_edges
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.gather.shortest_path import Bounds, shortest
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.vocabulary import Terms, fold
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.graph_types import ENTITY_TYPES
from zeph.storage.ports import Hop, Reader

NEAR = Bounds(farthest=4, fan_out=64, edges=1_000, frontier=48)
"""What connects two things for a reader: farther apart, everything is connected with everything."""
MOST_NAMED = 3
"""Things of a question that ways between them are looked for."""
ASKED_BESIDES = 1
"""Words beside two names in a question that asks how they are connected."""
MOST = 2
LONGEST = 3
"""Facts of a row that leads on from a named thing."""
ENOUGH = 0.6
"""Of the words of the question, that a row must have."""
GAIN = 0.2
"""What its last fact must add, and what it must have more than any single fact; and the way there has to do with the
question too, unless it asks for the kind of thing that it ends with."""


@dataclass(frozen=True, slots=True)
class Connection:
    facts: tuple[int, ...]
    """Ids, from the named thing on."""
    score: float
    """0 to 1: how much of what is asked it has; 1 for a way between two that are named."""
    between: bool = False
    """Whether it leads from one named thing to another."""


@dataclass(frozen=True, slots=True)
class Connections:
    best: tuple[Connection, ...] = ()
    edges: Mapping[int, Edge] = field(default_factory=dict)
    """The facts of these rows."""

    @property
    def between(self) -> bool:
        """Whether there is a way between two things that are named."""
        return any(one.between for one in self.best)

    def shown(self, ids: Collection[int]) -> tuple[int, ...]:
        """The best row of which all is among ``ids``."""
        return next((row.facts for row in self.best if set(row.facts) <= set(ids)), ())


def find_connections(
    reader: Reader, plan: QueryPlan, named: Named, walked: Walked, edges: Mapping[int, Edge]
) -> Connections:
    """``edges``: what search found, and the walk's best."""
    known = dict(edges)
    rows = [*_ways(reader, plan, named, known), *_onward(reader, plan, named, walked, known)]
    best = sorted(rows, key=lambda row: (-row.score, len(row.facts), row.facts))[:MOST]
    return Connections(tuple(best), {i: known[i] for row in best for i in row.facts})


def _ways(reader: Reader, plan: QueryPlan, named: Named, known: dict[int, Edge]) -> Iterator[Connection]:
    """Between what the question names, where it asks for nothing else that is known of either."""
    ends = _ends(reader, plan, named)
    if len(ends) < 2 or len(named.topic) > ASKED_BESIDES:
        return
    topic = Terms(named.topic)
    if named.topic and any(topic.coverage(_text(edge)) > 0 for edge in known.values() if _touches(edge, named)):
        return
    for one, other in combinations(ends, 2):
        way = shortest(one, other, _hops(reader, plan, named), NEAR)
        if way is not None and len(way) > 1:
            known.update(load_edges(reader, plan, [i for i in way if i not in known]))
            if all(i in known for i in way):
                yield Connection(tuple(way), 1.0, between=True)


def _ends(reader: Reader, plan: QueryPlan, named: Named) -> list[list[int]]:
    """Each thing named, with all that bear its name; the person only beside a single other."""
    if len(named.others) + len(named.own) < 2:
        return []
    by_name: dict[str, list[int]] = {}
    for i, name in sorted(reader.entities.names(sorted(named.others)).items()):
        by_name.setdefault(fold(name), []).append(i)
    ends = list(by_name.values())[:MOST_NAMED]
    asked = plan.query.asks_when or plan.query.asks_where
    return [*ends, sorted(named.own)] if len(ends) == 1 and named.own and not asked else ends


def _hops(reader: Reader, plan: QueryPlan, named: Named) -> bfs.ReadHop:
    """Nobody is connected by being known to the same person, unless that is one of the two."""
    view, types = replace(plan.view, ended=False), plan.request.scope.edge_types
    apart = named.selves - named.own

    def read(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return [
            hop
            for hop in reader.walk.hop(nodes, view, cap=cap, budget=budget)
            if hop.confidence >= CANDIDATE_BELOW
            and apart.isdisjoint((hop.source_id, hop.target_id))
            and (not types or hop.edge_type in types)
        ]

    return read


def _onward(
    reader: Reader, plan: QueryPlan, named: Named, walked: Walked, known: dict[int, Edge]
) -> Iterator[Connection]:
    """What lies a step or two from a named thing, with the way there."""
    if not named.topic or not named.ids:
        return
    paths = [bfs.path_to(known[i], walked.depth, walked.via) for i in walked.scores if walked.hops[i] and i in known]
    known.update(load_edges(reader, plan, sorted({step for way in paths for step in way} - known.keys())))
    heard = _heard(reader, Terms(named.topic), known)
    if _share(heard.values()) >= ENOUGH:
        single = max((_share([heard[i]]) for i in heard if _touches(known[i], named)), default=0.0)
        yield from _answering(_rows(named, known), heard, single)


def _answering(rows: Iterable[tuple[int, ...]], heard: Mapping[int, "Heard"], single: float) -> Iterator[Connection]:
    """Those rows that have what is asked, and to which every end adds; ``single``: what one fact alone has of it."""
    for row in rows:
        whole, before = (_share(heard[i] for i in part if i in heard) for part in (row, row[:-1]))
        adds = row[-1] in heard and (before > 0 or heard[row[-1]].kind)
        if adds and whole >= ENOUGH and whole - max(before, single) >= GAIN:
            yield Connection(row, whole)


def _rows(named: Named, known: Mapping[int, Edge]) -> list[tuple[int, ...]]:
    """Of each fact that has no named end the shortest row of known facts to it, the surest of equals."""
    apart = named.selves - named.own
    sure = sorted((e for e in known.values() if e.confidence >= CANDIDATE_BELOW), key=lambda e: (-e.confidence, e.id))
    sure = [e for e in sure if apart.isdisjoint((e.source_id, e.target_id))]
    way: dict[int, tuple[int, ...]] = dict.fromkeys(sorted(named.ids), ())
    rows: dict[int, tuple[int, ...]] = {}
    for steps in range(LONGEST):
        here = {node for node, row in way.items() if len(row) == steps}
        for edge in sure:
            for near, far in ((edge.source_id, edge.target_id), (edge.target_id, edge.source_id)):
                if near in here and edge.id not in way[near]:
                    rows.setdefault(edge.id, (*way[near], edge.id))
                    way.setdefault(far, rows[edge.id])
    return [row for row in rows.values() if len(row) > 1]


def _touches(edge: Edge, named: Named) -> bool:
    return not named.ids.isdisjoint((edge.source_id, edge.target_id))


class Heard(NamedTuple):
    """Of each word that is asked for, how much a fact has of it."""

    words: Sequence[float]
    kind: bool
    """Whether it is of the kind of thing that is asked for: Go is a language."""


def _heard(reader: Reader, topic: Terms, known: Mapping[int, Edge]) -> dict[int, Heard]:
    """Of the facts that have any of the words, or are about a thing of that kind."""
    said = {i: topic.heard(_text(edge)) for i, edge in known.items()}
    kinds = _kinds(reader, known.values()) if topic.heard(_every_kind()) else {}
    found: dict[int, Heard] = {}
    for i, edge in known.items():
        kind = topic.heard(" ".join(kinds.get(end, "") for end in (edge.source_id, edge.target_id))) if kinds else []
        if both := [one for one in (said[i], kind) if one]:
            found[i] = Heard([max(values) for values in zip(*both, strict=True)], bool(kind))
    return found


def _share(heard: Iterable[Heard]) -> float:
    """Of the words that are asked for, what several facts have together."""
    best = [max(values) for values in zip(*(one.words for one in heard), strict=True)]
    return sum(best) / len(best) if best else 0.0


def _kinds(reader: Reader, edges: Iterable[Edge]) -> dict[int, str]:
    """What each end is: "location city"."""
    names = {i: name for e in edges for i, name in ((e.source_id, e.source), (e.target_id, e.target))}
    types = reader.entities.types(sorted(names))
    return {i: f"{kind} {_kind_of(names[i])}" for i, kind in types.items()}


@lru_cache(4096)
def _kind_of(name: str) -> str:
    from zeph.memory.language.gazetteer import Gazetteer

    return Gazetteer.load().kind(name).replace("_", " ")


@cache
def _every_kind() -> str:
    from zeph.memory.language.gazetteer import Gazetteer

    return " ".join((*ENTITY_TYPES, *Gazetteer.load().kinds)).replace("_", " ")


def _text(edge: Edge) -> str:
    return f"{edge.canonical_relation.replace('_', ' ')} {edge.fact}"
