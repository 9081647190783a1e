"""Facts, those that most likely help first.

In: the evidence and the plan. Out: a :class:`Ranking` of all that lead to the messages they came from, and of it what
is shown itself (:func:`for_reader`)."""

from collections.abc import Mapping
from dataclasses import replace

from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.ranking.admission import Admission
from zeph.memory.recall.ranking.fact_features import fact_features
from zeph.memory.recall.ranking.ranking import DIGITS, SHOWN, Ranking, among, channel_ranks
from zeph.memory.recall.ranking.scorer import PartsOf, log_odds_of, scorers
from zeph.records.edge import CANDIDATE_BELOW, Edge

FLOOR = 0.12
"""Probability of helping from which a fact is shown."""
UNSURE_FLOOR = 0.3
"""The same where nothing that was found is like the question."""


def rank_facts(evidence: Evidence, plan: QueryPlan) -> Ranking:
    edges = evidence.loaded.edges
    channels = among(edges, evidence.hits.facts)
    features = fact_features(edges, evidence, plan, channels)
    scorer = scorers(evidence.hits.vector is not None).facts
    scores = scorer.log_odds(edges, features)
    topic, admission = features["topic"], Admission(evidence, plan)
    leads = [i for i in scores if admission.as_lead(edges[i], topic.get(i, 0.0))]
    newer = sorted(sorted(leads), key=lambda i: edges[i].valid_from or edges[i].created_at, reverse=True)
    order = sorted(newer, key=lambda i: -round(scores[i], DIGITS))
    return Ranking(order, scores, PartsOf(scorer, features, scores), channel_ranks(channels))


def for_reader(ranking: Ranking, evidence: Evidence, plan: QueryPlan, unsure: bool = False) -> Ranking:
    """What is shown: likely to help, and no candidate; what answers by its days or by what the talk is about always."""
    edges, facts = evidence.loaded.edges, evidence.hits.facts
    asked_for = facts.get("days", {}).keys() | facts.get("present", {}).keys()
    least = log_odds_of(UNSURE_FLOOR if unsure else FLOOR)
    sure = {i: edges[i] for i in ranking.order if edges[i].confidence >= CANDIDATE_BELOW}
    shown = {i: edge for i, edge in sure.items() if ranking.scores[i] >= least or i in asked_for}
    return replace(ranking, order=_each_once(shown)[: max(SHOWN, plan.most_facts)])


def _each_once(edges: Mapping[int, Edge]) -> list[int]:
    """Without those that say what a better one says."""
    kept: dict[tuple[str, ...], int] = {}
    for i, edge in edges.items():
        same = (edge.source.casefold(), edge.canonical_relation, edge.target.casefold(), edge.valid_until or "")
        kept.setdefault(same, i)
    return list(kept.values())
