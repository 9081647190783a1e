"""Everything that one snapshot gives for a question.

In: a reader of the snapshot and the plan. Out: :class:`Evidence`, not yet ranked. Each step gets what those before it
made; their order is graph-memory §5."""

from dataclasses import dataclass, field

from zeph.memory.recall.gather.asked_times import AskedTimes, search_times
from zeph.memory.recall.gather.broad_overview import Overview, communities_of_members, find_overview
from zeph.memory.recall.gather.expansion import Walked, expand
from zeph.memory.recall.gather.fact_chains import Connections, find_connections
from zeph.memory.recall.gather.hits import Hits, search
from zeph.memory.recall.gather.loading import Loaded, load, load_edges
from zeph.memory.recall.gather.named_entities import Named, find_named
from zeph.memory.recall.gather.present_things import present_facts
from zeph.memory.recall.gather.seed_search import Seeds, find_seeds
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.storage.ports import Reader


@dataclass(frozen=True, slots=True)
class Evidence:
    hits: Hits = field(default_factory=Hits)
    named: Named = field(default_factory=Named)
    seeds: Seeds = field(default_factory=Seeds)
    walked: Walked = field(default_factory=Walked)
    loaded: Loaded = field(default_factory=Loaded)
    connections: Connections = field(default_factory=Connections)
    overview: Overview = field(default_factory=Overview)
    times: AskedTimes = field(default_factory=AskedTimes)

    @property
    def seed_names(self) -> tuple[str, ...]:
        """Best first."""
        return tuple(self.loaded.names.get(seed.entity_id, "") for seed in self.seeds.chosen)


def gather(reader: Reader, plan: QueryPlan) -> Evidence:
    """Search, names, seeds, walk, days and loading, all on one snapshot."""
    hits = search(reader, plan)
    edges = load_edges(reader, plan, hits.fact_ids)
    named = find_named(reader, plan, edges)
    hits = hits.extended(present_facts(reader, plan, named))
    seeds = find_seeds(reader, plan, hits, named, edges)
    if "communities" in plan.request.scope.kinds:
        hits = hits.found_by_members(communities_of_members(reader, named, seeds))
    walked = expand(reader, plan, seeds.chosen, hits, edges)
    hits = hits.extended({"graph": walked.scores})
    times, dated_facts, timely = search_times(reader, plan, named, walked.depth)
    hits = hits.extended(dated_facts, timely)
    edges |= load_edges(reader, plan, [i for i in hits.fact_ids if i not in edges])
    connections = find_connections(reader, plan, named, walked, edges)
    loaded = load(reader, plan, hits, named, seeds, {**edges, **connections.edges})
    overview = find_overview(reader, plan, hits, named, seeds)
    return Evidence(hits, named, seeds, walked, loaded, connections, overview, times)
