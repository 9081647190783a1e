"""The walk from the seeds: facts that are connected with what the question is about.

In: a reader, the plan, seeds, what search found. Out: :class:`Walked`, by breadth first or by spreading activation as
the settings say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from zeph.memory.recall.gather import bfs, synapse
from zeph.memory.recall.gather.channels import Scores, scale
from zeph.memory.recall.gather.hits import Hits
from zeph.memory.recall.gather.seed_choice import Seed
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.records.edge import Edge
from zeph.storage.ports import Hop, Reader

MOST_WALKED = 12
"""Facts around the seeds that the walk adds to those that search found: its best; they widen, search decides."""
MOST_FAR = 16
"""Facts a step further, which only the walk reaches: they do not stand against those nearer to the question."""
_FAR = 99


@dataclass(frozen=True, slots=True)
class Walked:
    scores: Mapping[int, float] = field(default_factory=dict)
    """Its best facts, and those of search that it met."""
    hops: Mapping[int, int] = field(default_factory=dict)
    """Of every fact that it met: depth of the nearer end."""
    origins: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Of every fact that it met: the seeds whose walk came there, best first."""
    depth: Mapping[int, int] = field(default_factory=dict)
    """Of every entity that it reached."""
    via: bfs.Via = field(default_factory=dict)
    """How it came to each entity."""
    partial: bool = False
    """Whether the time limit ended it."""


def expand(reader: Reader, plan: QueryPlan, seeds: Sequence[Seed], hits: Hits, edges: Mapping[int, Edge]) -> Walked:
    """``edges``: facts that search found; a walk goes along them first."""
    if not seeds:
        return Walked()
    relevance = scale(hits.facts.get("fact_text", {}))
    read = _Hops(reader, plan, [_as_hop(edge) for edge in edges.values()])
    if plan.settings.graph.spreading_activation.enabled:
        walked, met = _spread(read, plan, seeds, relevance)
    else:
        walked, met = _breadth_first(read, plan, seeds, relevance)
    order = bfs.order(walked.scores, met, relevance)
    near = [i for i in order if i not in edges and not walked.hops[i]][: max(MOST_WALKED, plan.most_facts)]
    far = [i for i in order if i not in edges and walked.hops[i]][:MOST_FAR]
    return replace(walked, scores={i: walked.scores[i] for i in (*(i for i in order if i in edges), *near, *far)})


class _Hops:
    """Reads hops as the plan wants them: what is over is searched for, not walked to."""

    def __init__(self, reader: Reader, plan: QueryPlan, prefer: Sequence[Hop]) -> None:
        self._reader = reader
        self._view = replace(plan.view, ended=False)
        self._types = plan.request.scope.edge_types
        self._prefer = prefer

    def plain(self, nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return self._wanted(self._reader.walk.hop(nodes, self._view, cap=cap, budget=budget, prefer=self._prefer))

    def counted(self, nodes: Sequence[int], cap: int, budget: int) -> tuple[list[Hop], dict[int, int]]:
        """The same with the degrees of ``nodes``."""
        edges, degrees = self._reader.walk.counted_hop(nodes, self._view, cap=cap, budget=budget, prefer=self._prefer)
        return self._wanted(edges), degrees

    def degrees(self, nodes: Sequence[int]) -> dict[int, int]:
        known, _ = self._reader.entities.degrees(nodes, self._view.space_id)
        return {i: node.degree for i, node in known.items()}

    def _wanted(self, edges: list[Hop]) -> list[Hop]:
        """All of them, unless the caller asks for certain types."""
        return [edge for edge in edges if edge.edge_type in self._types] if self._types else edges


def _breadth_first(
    read: _Hops, plan: QueryPlan, seeds: Sequence[Seed], relevance: Scores
) -> tuple[Walked, dict[int, Hop]]:
    graph = plan.settings.graph
    done = bfs.walk(seeds, read.plain, graph.max_hops, asked_for=relevance, read_degrees=read.degrees)
    walked = Walked(
        {i: bfs.edge_score(met, plan.view.at, graph.temporal_decay_rate) for i, met in done.edges.items()},
        {i: met.hop for i, met in done.edges.items()},
        {i: met.seeds for i, met in done.edges.items()},
        done.depth,
        done.via,
        done.partial,
    )
    return walked, {i: met.edge for i, met in done.edges.items()}


def _spread(read: _Hops, plan: QueryPlan, seeds: Sequence[Seed], relevance: Scores) -> tuple[Walked, dict[int, Hop]]:
    graph = plan.settings.graph
    active = synapse.spread([seed.entity_id for seed in seeds], read.counted, graph.spreading_activation)
    scores: dict[int, float] = {}
    for i, edge in active.edges.items():
        base = synapse.fact_activation(edge, active.level, relevance.get(i, 0.0))
        scores[i] = bfs.decayed(base, bfs.age_days(plan.view.at, edge.since), graph.temporal_decay_rate)
    walked = Walked(
        scores,
        {i: min(active.depth.get(n, _FAR) for n in (e.source_id, e.target_id)) for i, e in active.edges.items()},
        {i: (synapse.origin(e, active.depth, active.via),) for i, e in active.edges.items()},
        active.depth,
        active.via,
        active.partial,
    )
    return walked, active.edges


def _as_hop(edge: Edge) -> Hop:
    since = edge.valid_from or edge.created_at
    return Hop(edge.id, edge.source_id, edge.target_id, edge.confidence, edge.edge_type, since, edge.retrieval_count)
