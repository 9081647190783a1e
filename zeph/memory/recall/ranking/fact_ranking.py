"""Facts, best first: scored, admitted, without those that hardly help.

In: the evidence and the plan. Out: a :class:`Ranking`, first for the messages that facts came from, then as a reader
wants it (:func:`for_reader`). Their order goes by weights set by hand, which know what is over, planned, or a step
further, of which there is little in labelled talk; what is shown of them goes by how likely they help (``scorer``)."""

from collections.abc import Mapping
from dataclasses import replace

from zeph.memory.language.names import SELF
from zeph.memory.language.relations import PLACE_RELATION
from zeph.memory.recall.gather.channels import Scores
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import Past
from zeph.memory.recall.query.vocabulary import fold
from zeph.memory.recall.ranking import fusion
from zeph.memory.recall.ranking.admission import Admission
from zeph.memory.recall.ranking.edge_time import is_event, is_outside, is_over
from zeph.memory.recall.ranking.fact_features import fact_features
from zeph.memory.recall.ranking.ranking import DIGITS, SHOWN, Ranking, among, channel_ranks
from zeph.memory.recall.ranking.scorer import log_odds_of, scorers
from zeph.memory.recall.ranking.source_features import source_features
from zeph.records.edge import CANDIDATE_BELOW, SOUND_FROM, Edge

WEIGHED = ("topic", "named", "date", "past")
TAIL = 0.25
"""A fact below this share of the best one's score is noise."""
FAR_TAIL = 0.02
FAR_SHOWN = 0.25
"""The same for what is shown that has nothing of what is asked: weaker it leads to messages, and says nothing
itself."""
FLOOR = 0.15
"""Probability of helping from which a fact that rules admit is shown; with those that they do not admit, however
likely, outdated lines were more."""
FEW, FLOOR_OF_FEW = 3, 0.05
"""Facts found of whom the question names, up to which the floor is lower: what little is known of somebody is likelier
to be meant, and short."""
HALF, WHOLE = 0.5, 1.0
"""Of the words of a question."""
OF_PLACE = 0.8
"""What a fact is worth more to a reader that tells a place, where a place is asked for."""
OF_THE_PAST = 0.4
"""The same of what is over, where that is asked for."""
OFF_TOPIC = 0.5
"""What a fact is worth to a reader that has the words of the question, and is about another than it names, or another
time."""


def rank_facts(evidence: Evidence, plan: QueryPlan) -> Ranking:
    edges = evidence.loaded.edges
    channels = among(edges, evidence.hits.facts)
    features = fact_features(edges, evidence, plan, channels)
    topic = features["topic"]
    parts = fusion.fuse(channels, {name: features[name] for name in WEIGHED}, fusion.FACT_WEIGHTS)
    admission = Admission(evidence, plan)
    scores = {i: s for i, s in fusion.totals(parts).items() if admission.as_lead(edges[i], topic[i])}
    newer = sorted(sorted(scores), key=lambda i: edges[i].valid_from or edges[i].created_at, reverse=True)
    best = sorted(newer, key=lambda i: (-round(scores[i], DIGITS), -topic[i]))[: max(SHOWN, plan.most_facts)]
    top = max(scores.values(), default=0.0)
    order = _each_once({i: edges[i] for i in best if scores[i] >= _tail(edges[i], evidence.named) * top})
    odds = scorers(evidence.hits.vector is not None).facts.log_odds(edges, features)
    return Ranking(order, scores, parts, channel_ranks(channels), odds)


def _each_once(edges: Mapping[int, Edge]) -> list[int]:
    """Without those that say what a better one says."""
    kept: dict[tuple[str, ...], int] = {}
    for i, edge in edges.items():
        same = (edge.source.casefold(), edge.canonical_relation, edge.target.casefold(), edge.valid_until or "")
        kept.setdefault(same, i)
    return list(kept.values())


def _tail(edge: Edge, named: Named) -> float:
    """What leads on from the best hits is weaker by nature; but everything is near the self entity."""
    onward = not named.ids.intersection((edge.source_id, edge.target_id))
    return FAR_TAIL if onward and SELF not in (fold(edge.source), fold(edge.target)) else TAIL


def for_reader(ranking: Ranking, messages: Ranking, evidence: Evidence, plan: QueryPlan) -> Ranking:
    """As a reader wants it: what is about whom the question names first, nothing that hardly helps; of candidates those
    whose sentence is sound and whose message leads. For the messages that facts came from, all of the ranking counts as
    it is."""
    edges, admission = evidence.loaded.edges, Admission(evidence, plan)
    told = {i: edges[i] for i in ranking.order if may_be_told(edges[i])}
    features = source_features(told, ranking.odds, evidence.loaded.messages, messages.odds)
    ranking = replace(ranking, odds=scorers(evidence.hits.vector is not None).lines.log_odds(told, features))
    order = list(told)
    topic = {i: ranking.parts[i].get("topic", 0.0) for i in order}
    answers = [i for i in order if admission.as_answer(edges[i], topic[i])]
    scores = {i: _to_reader(edges[i], ranking.scores[i], topic[i], admission, plan) for i in answers}
    # Where no fact has half of what is asked, the answer may lie a step further: the language of Nora's editor.
    answered = any(topic[i] >= HALF for i in scores)
    least = max(scores.values(), default=0.0) * FAR_SHOWN * answered
    best = [i for i, score in scores.items() if score >= least or topic[i] or not evidence.named.topic]
    best = sorted((i for i in best if _may_help(i, ranking, evidence, plan, admission)), key=lambda i: -scores[i])
    return replace(ranking, order=best, scores=scores, parts=_with_reader(ranking, scores))


def may_be_told(edge: Edge) -> bool:
    """A fact; or a candidate that tells soundly what happened: what is so may have changed since, which of a candidate
    nobody would know."""
    sound = edge.confidence >= SOUND_FROM and is_event(edge) and edge.origin == "local"
    return sound or edge.confidence >= CANDIDATE_BELOW


def _may_help(i: int, ranking: Ranking, evidence: Evidence, plan: QueryPlan, admission: Admission) -> bool:
    """Whether it clears the floor; or is about whom the question names, where nothing is asked for in particular, or
    what is over is, or it answers by its days, or tells of the person all that they ask for of themselves. What is a
    step further is shown with the step, or for what it says itself."""
    edge, facts = evidence.loaded.edges[i], evidence.hits.facts
    unjudged = evidence.hits.vector is None and edge.confidence >= CANDIDATE_BELOW  # words alone tell too little
    if unjudged or ranking.odds[i] >= log_odds_of(FLOOR):
        return True
    if edge.confidence < CANDIDATE_BELOW or admission.is_about_others(edge):
        return False
    if ranking.odds[i] >= log_odds_of(FLOOR_OF_FEW) and _is_one_of_few(edge, evidence):
        return True
    asked_for = i in facts.get("days", {}) or i in facts.get("present", {})
    over = is_over(edge, plan.view.at) and plan.intent.past is not Past.NO
    topic = ranking.parts[i].get("topic", 0.0)
    own = plan.query.first_person and fold(edge.source) == SELF
    return evidence.named.asks_of_one or asked_for or (over and topic >= HALF) or (own and topic >= WHOLE)


def _is_one_of_few(edge: Edge, evidence: Evidence) -> bool:
    """Whether it is of somebody or something named, the person aside, of which hardly more was found."""
    ends = evidence.named.others & {edge.source_id, edge.target_id}
    told = (one for one in evidence.loaded.edges.values() if may_be_told(one))
    return bool(ends) and sum(not ends.isdisjoint((one.source_id, one.target_id)) for one in told) <= FEW


def _to_reader(edge: Edge, score: float, topic: float, admission: Admission, plan: QueryPlan) -> float:
    score += OF_PLACE * bool(plan.query.asks_where and topic and PLACE_RELATION.search(edge.canonical_relation))
    score += OF_THE_PAST * (plan.intent.past is Past.SURELY and is_over(edge, plan.view.at))
    score *= OFF_TOPIC if admission.is_about_others(edge) else 1.0
    return score * (OFF_TOPIC if is_outside(edge, plan) else 1.0)


def _with_reader(ranking: Ranking, scores: Scores) -> dict[int, Mapping[str, float]]:
    """The parts with one more: what a reader's wants changed."""
    changed = {i: score - ranking.scores[i] for i, score in scores.items() if score != ranking.scores[i]}
    return {**ranking.parts, **{i: {**ranking.parts[i], "reader": value} for i, value in changed.items()}}
