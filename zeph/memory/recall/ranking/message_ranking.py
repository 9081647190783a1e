"""Messages, best first: scored, without the tail and without doubles.

In: the evidence, the plan, the ranking of facts, which lead to the messages they came from. Out: a :class:`Ranking`.
"""

from zeph.memory.recall.gather.channels import Channels, Scores
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.several import Several
from zeph.memory.recall.ranking import fusion
from zeph.memory.recall.ranking.features import message_features
from zeph.memory.recall.ranking.ranking import DIGITS, SHOWN, Ranking, among, channel_ranks
from zeph.memory.recall.ranking.sittings import near_the_best, over_sittings

TAIL = 0.15
"""A message below this share of the best one's score is noise."""
BY_NEIGHBOURS = ("beside", "reply")
"""Features by which a message is found that no channel has."""


def rank_messages(evidence: Evidence, plan: QueryPlan, facts: Ranking) -> Ranking:
    messages = evidence.loaded.messages
    channels = _channels(evidence, facts)
    features = message_features(messages, evidence, plan, channels)
    also = {i for name in BY_NEIGHBOURS for i, value in features[name].items() if value > 0}
    parts = fusion.fuse(channels, features, fusion.MESSAGE_WEIGHTS, also, plan.settings.recall.fusion)
    scores = fusion.totals(parts)
    top = max(scores.values(), default=0.0)
    kept: dict[tuple[str, str], int] = {}
    timely = evidence.times.in_time if evidence.times.alone else scores
    for i in best_first(scores)[: max(SHOWN, plan.most_messages)]:
        if scores[i] >= TAIL * top and i in timely:
            kept.setdefault((messages[i].speaker, messages[i].text), i)
    order = list(kept.values())
    if plan.several is Several.ORDER:
        order = near_the_best(order, scores)
    elif plan.several is not Several.NO:
        order = over_sittings(order, scores, messages)
    return Ranking(order, scores, parts, channel_ranks(channels))


def best_first(scores: Scores) -> list[int]:
    """Of equal ones the later message."""
    return sorted(scores, key=lambda i: (-round(scores[i], DIGITS), -i))


def _channels(evidence: Evidence, facts: Ranking) -> Channels:
    """Those of search, likeness counted from nothing in common, and ``cited``: recalled facts came from these
    messages."""
    messages, edges = evidence.loaded.messages, evidence.loaded.edges
    channels = among(messages, evidence.hits.messages)
    channels["message_vector"] = fusion.likeness(channels.get("message_vector", {}))
    cited = {source: facts.scores[i] for i in reversed(facts.order) for source in edges[i].sources}
    channels["cited"] = {i: score for i, score in cited.items() if i in messages}
    return channels
