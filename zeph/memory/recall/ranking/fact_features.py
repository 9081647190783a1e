"""What speaks for a fact beside its rank in search: whom it is about, how sure it is, when it holds, what it adds.

In: the candidates, the evidence, the plan, the channels' scores. Out: for each feature a value of each candidate, 0 to
1; what is left out is 0. Their weights are learned (``scorer``)."""

from collections.abc import Mapping

from zeph.memory.language.relations import PLACE_RELATION
from zeph.memory.recall.gather.channels import Channels, scale
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import Past
from zeph.memory.recall.query.vocabulary import STOP_WORDS, Terms, stem, words
from zeph.memory.recall.ranking.edge_time import in_days, is_event, is_outside, is_over, is_past_plan
from zeph.memory.recall.ranking.message_features import Features
from zeph.memory.recall.ranking.ranks import by_rank
from zeph.memory.recall.ranking.relevance import edge_text
from zeph.records.edge import Edge

PAST = {Past.NO: 0.0, Past.NAMED: -0.4, Past.PRESENT: -0.4, Past.PERHAPS: 0.0, Past.SURELY: 1.0}
"""What is over, by how the question turns to the past."""
READ_BY_MODEL = "llm"
OF_MODEL = ("likeness", "first_by_meaning", "topic", "whole_topic", "source_likeness")
"""What weighs otherwise of what a model read."""
MENTIONS = 3
"""Messages that a fact came from, from which it counts as often said."""
NEW_WORDS = 3
"""Words that the question does not have, from which a fact counts as adding something."""


def fact_features(edges: Mapping[int, Edge], evidence: Evidence, plan: QueryPlan, channels: Channels) -> Features:
    """``channels`` are the facts' own, with cosines."""
    cosines = channels.get("fact_vector", {})
    features: Features = {
        **{name: scale(scores) for name, scores in channels.items()},
        "likeness": {i: max(0.0, like) for i, like in cosines.items()},
        "first_by_words": by_rank(channels.get("fact_text", {})),
        "first_by_meaning": by_rank(cosines),
        **_by_subject(edges, evidence.named),
        **_by_time(edges, plan),
        **_by_kind(edges, plan),
        "adds": _adds(edges, plan),
        **_of_sources(edges, evidence),
    }
    return {**features, **_of_model(edges, features)}


def _of_model(edges: Mapping[int, Edge], features: Features) -> Features:
    """The same of what a model read alone: it says in a clean sentence what its message says in passing, so that its
    own words tell more than how near the message is."""
    read = [i for i, e in edges.items() if e.origin == READ_BY_MODEL]
    return {
        f"{name}_of_model": {i: value for i in read if (value := features.get(name, {}).get(i, 0.0))}
        for name in OF_MODEL
    }


def _by_subject(edges: Mapping[int, Edge], named: Named) -> Features:
    topic = Terms(named.topic)
    covered = {i: topic.coverage(edge_text(e)) for i, e in edges.items()}
    return {
        "topic": covered,
        "whole_topic": {i: 1.0 for i, share in covered.items() if share >= 1.0},
        "topic_named": {i: share for i, share in covered.items() if not _off_name(edges[i], named)},
        "named": {i: _share_named(e, named) for i, e in edges.items()},
        "of_others": {i: 1.0 for i, e in edges.items() if _off_name(e, named)},
    }


def _by_time(edges: Mapping[int, Edge], plan: QueryPlan) -> Features:
    past = plan.intent.past
    over = [i for i, e in edges.items() if is_over(e, plan.view.at)]
    surely = past is Past.SURELY
    return {
        "date": {i: in_days(e, plan) for i, e in edges.items()},
        "outside": {i: 1.0 for i, e in edges.items() if is_outside(e, plan) or is_past_plan(e, plan)},
        "past": dict.fromkeys(over, PAST[past]) if plan.view.ended else {},
        "over_asked": dict.fromkeys(over, 1.0) if surely else {},
        "over_unasked": {} if surely else dict.fromkeys(over, 1.0),
        "when": {i: 1.0 for i, e in edges.items() if e.valid_from_stated} if plan.query.asks_when else {},
        "event": {i: 1.0 for i, e in edges.items() if is_event(e)},
        "recent": _recent(edges),
    }


def _by_kind(edges: Mapping[int, Edge], plan: QueryPlan) -> Features:
    query = plan.query
    return {
        "place": {i: 1.0 for i, e in edges.items() if _is_of_place(e)} if query.asks_where else {},
        "number": {i: 1.0 for i, e in edges.items() if any(map(str.isdigit, _said(e)))} if query.asks_number else {},
        "sure": {i: e.confidence for i, e in edges.items()},
        "read_by_model": {i: 1.0 for i, e in edges.items() if e.origin == READ_BY_MODEL},
        "often": {i: min(1.0, len(e.sources) / MENTIONS) for i, e in edges.items()},
    }


def _said(edge: Edge) -> str:
    return f"{edge.fact} {edge.qualifiers}"


def _is_of_place(edge: Edge) -> bool:
    return bool(PLACE_RELATION.search(edge.canonical_relation))


def _off_name(edge: Edge, named: Named) -> bool:
    """Whether it is about none of those that the question names."""
    return bool(named.ids) and named.ids.isdisjoint((edge.source_id, edge.target_id))


def _share_named(edge: Edge, named: Named) -> float:
    """Both ends named: 1; one of one name: 1; one of several: a half."""
    ends = sum(end in named.ids for end in (edge.source_id, edge.target_id))
    return min(1.0, ends / min(2, max(1, len(named.others) or len(named.ids))))


def _recent(edges: Mapping[int, Edge]) -> dict[int, float]:
    """From what began first (0) to what began last (1)."""
    order = sorted(edges, key=lambda i: (edges[i].valid_from or edges[i].created_at, i))
    return {i: place / max(1, len(order) - 1) for place, i in enumerate(order)}


def _adds(edges: Mapping[int, Edge], plan: QueryPlan) -> dict[int, float]:
    """How much a fact says that the question does not say itself."""
    asked = {stem(word) for word in words(plan.query.text)}
    told = {i: {stem(word) for word in words(e.fact) if word not in STOP_WORDS} for i, e in edges.items()}
    return {i: min(1.0, len(said - asked) / NEW_WORDS) for i, said in told.items()}


def _of_sources(edges: Mapping[int, Edge], evidence: Evidence) -> Features:
    """What search makes of the messages that a fact came from."""
    hits = evidence.hits.messages
    text, cosines = scale(hits.get("message_text", {})), hits.get("message_vector", {})
    return {
        "source_words": {i: max((text.get(m, 0.0) for m in e.sources), default=0.0) for i, e in edges.items()},
        "source_likeness": {i: max((cosines.get(m, 0.0) for m in e.sources), default=0.0) for i, e in edges.items()},
    }
