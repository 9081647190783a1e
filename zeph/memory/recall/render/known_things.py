"""What is known of the several things that a question asks for, counted: "3 known: Oslo, Lyon, Porto".

In: a reader, the plan, the facts as they are shown. Out: names of distinct things. A model miscounts what lies
scattered over many lines; what is told here is of one kind: current facts of one subject that have as much of the
question's words as the best one, with things of the same type.
"""

from collections.abc import Mapping, Sequence

from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.several import ASKING, Several
from zeph.memory.recall.query.time_intent import DAYS
from zeph.memory.recall.query.vocabulary import Terms, fold, words
from zeph.memory.recall.ranking.edge_time import is_outside, is_over
from zeph.memory.recall.ranking.relevance import edge_text
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.qualifiers import parse_qualifiers
from zeph.safety.text import one_line
from zeph.storage.ports import Reader

LEAST = 0.5
"""Share of the question's words that the best fact must have: else it is of something else."""
LOOKED_AT = 200
"""Newest facts of the subject."""
MOST = 24


def known_things(reader: Reader, plan: QueryPlan, named: Named, shown: Sequence[Edge]) -> tuple[str, ...]:
    """Empty where no list is asked for, or where it cannot be told what belongs to it."""
    asked = plan.several
    topic = [word for word in named.topic if word not in ASKING and word not in DAYS]
    if asked is Several.NO or not topic:
        return ()
    terms = Terms(topic)
    shares = [(terms.coverage(edge_text(edge)), edge) for edge in shown if edge.source_id in named.ids]
    share, best = max(shares, key=lambda pair: pair[0], default=(0.0, None))
    if best is None or share < LEAST:
        return ()
    edges = _alike(reader, plan, terms, share, best)
    names = _distinct(edges)
    least = 1 if asked is Several.TOTAL else 2
    return names if least <= len(names) <= MOST else ()


def _alike(reader: Reader, plan: QueryPlan, terms: Terms, share: float, best: Edge) -> list[Edge]:
    found = reader.edges.newest_from(best.source_id, [[]], LOOKED_AT)[0]
    alike = [
        edge
        for edge in found
        if edge.confidence >= CANDIDATE_BELOW
        and not (is_over(edge, plan.view.at) or is_outside(edge, plan))
        and terms.coverage(edge_text(edge), share) >= share
    ]
    types = {i: entity.entity_type for i, entity in reader.entities.by_id([edge.target_id for edge in alike]).items()}
    if any("amount" in parse_qualifiers(edge.qualifiers) for edge in alike):
        return []  # "three cats" is one thing and three
    return [edge for edge in alike if types.get(edge.target_id) == types.get(best.target_id)]


def _distinct(edges: Sequence[Edge]) -> tuple[str, ...]:
    """Names in the order of time, each once; of "violin" and "violin lessons" the shorter."""
    ordered = sorted(edges, key=lambda edge: (edge.valid_from or edge.created_at, edge.id))
    names: Mapping[str, str] = {fold(edge.target): one_line(edge.target) for edge in ordered}
    said = {key: frozenset(words(key)) for key in names}
    return tuple(name for key, name in names.items() if not any(said[other] < said[key] for other in names))
