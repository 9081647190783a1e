"""What a broad question is about: things with their summaries, and the groups that they belong to.

In: a reader, the plan, whom the question names, seeds and hits. Out: :class:`Overview`. With the facts and their dates
it is what the constructor of Zep's paper gives a model (arXiv 2501.13956, section 3); a question for something in
particular gets none. Broad is a question that names one thing and asks for nothing else, or one that asks
as such questions do (``query.question_models``)."""

from dataclasses import dataclass

from zeph.memory.recall.gather.hits import Hits
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.gather.seed_search import Seeds, communities_about
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question_models import breadth_model
from zeph.memory.recall.query.vocabulary import Terms
from zeph.records.community import Community
from zeph.records.entity import Entity
from zeph.storage.ports import Reader

BROAD = 0.5
"""The probability from which a question asks for whatever is known."""
HALF = 0.5
"""Of a topic's words, that the name of what it is about has."""
MOST_SUBJECTS = 2
MOST_GROUPS = 2
BY_TEXT = 0.8
"""What a member is worth that only has words of the question."""


@dataclass(frozen=True, slots=True)
class Overview:
    broad: bool = False
    entities: tuple[Entity, ...] = ()
    communities: tuple[Community, ...] = ()


def is_broad(plan: QueryPlan, named: Named) -> bool:
    query = plan.query
    if plan.request.sought or query.asks_when or query.asks_where or not (query.terms or query.first_person):
        return False
    return (len(named.others) == 1 and not named.topic) or breadth_model().likely(query.text) >= BROAD


def find_overview(reader: Reader, plan: QueryPlan, hits: Hits, named: Named, seeds: Seeds) -> Overview:
    """Empty for a question that asks for something in particular."""
    if not is_broad(plan, named):
        return Overview()
    groups = {**communities_about(reader, plan, hits), **communities_of_members(reader, named, seeds)}
    for group in reader.communities.of_members(sorted(named.selves)).values():
        groups.pop(group, None)  # everything is near the person: that group is about nothing
    entities = reader.entities.by_id(_subjects(reader, named, seeds))
    best = sorted(groups, key=lambda i: (-groups[i], i))[:MOST_GROUPS]
    communities = reader.communities.by_id(plan.view.space_id, best) if best else {}
    return Overview(True, tuple(entities.values()), tuple(communities.values()))


def communities_of_members(reader: Reader, named: Named, seeds: Seeds) -> dict[int, float]:
    """Communities by a member that the question names, or whose name has half of its words."""
    members = dict.fromkeys(named.others, 1.0)
    alike = {i: BY_TEXT * score for i, score in _by_name(reader, named, seeds).items()}
    scores = {**alike, **members}
    found: dict[int, float] = {}
    for i, community in reader.communities.of_members(sorted(scores)).items() if scores else ():
        found[community] = max(found.get(community, 0.0), scores[i])
    return found


def _subjects(reader: Reader, named: Named, seeds: Seeds) -> list[int]:
    if named.others:
        return sorted(named.others)[:MOST_SUBJECTS]
    scores = _by_name(reader, named, seeds)
    return sorted(scores, key=lambda i: (-scores[i], i))[:MOST_SUBJECTS]


def _by_name(reader: Reader, named: Named, seeds: Seeds) -> dict[int, float]:
    """Entities found by words that their names have, rather than their summaries."""
    found = {i: s for i, s in seeds.channels.get("entity_text", {}).items() if i not in named.selves}
    topic = Terms(named.topic)
    names = reader.entities.names(sorted(found)) if found and named.topic else {}
    return {i: found[i] for i, name in names.items() if topic.coverage(name) >= HALF}
