"""Messages, those that most likely help first, without doubles.

In: the evidence, the plan, the ranking of facts, which lead to the messages they came from. Out: a :class:`Ranking`.
"""

from collections.abc import Mapping

from zeph.memory.recall.gather.channels import Channels, Scores
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.several import Several
from zeph.memory.recall.ranking.message_features import message_features
from zeph.memory.recall.ranking.ranking import DIGITS, SHOWN, Ranking, among, channel_ranks
from zeph.memory.recall.ranking.scorer import PartsOf, Scorer, probability, scorers
from zeph.memory.recall.ranking.sittings import near_the_best, over_sittings
from zeph.records.message import Message

TAIL = 9.0
"""How much less likely than the best a message may be to be shown, in log odds. One probability for all lost more: what
is likely in a short talk of many is seldom so in a long talk of two."""
BY_NEIGHBOURS = ("beside", "reply")
"""Features by which a message is found that no channel has."""
LEAST = 6
"""Best messages that are shown all the same: something was found, and people's own words may answer."""


def rank_messages(evidence: Evidence, plan: QueryPlan, facts: Ranking, unsure: bool = False) -> Ranking:
    """``unsure``: nothing is like the question, and the best there is is wanted, likely or not."""
    messages = evidence.loaded.messages
    channels = message_channels(evidence, facts)
    features = message_features(messages, evidence, plan, channels)
    scorer = scorer_of(messages, evidence.hits.vector is not None)
    found = {i for name in (*channels, *BY_NEIGHBOURS) for i, value in features[name].items() if value > 0}
    scores = scorer.log_odds({i: messages[i] for i in found}, features)
    kept: dict[tuple[str, str], int] = {}
    timely = evidence.times.in_time if evidence.times.alone else scores
    for i in best_first(scores)[: max(SHOWN, plan.most_messages)]:
        if i in timely:
            kept.setdefault((messages[i].speaker, messages[i].text), i)
    order = list(kept.values())
    if plan.request.most is None and not unsure:  # who asks for so many gets so many
        order = [i for place, i in enumerate(order) if place < LEAST or scores[i] >= scores[order[0]] - TAIL]
    gained = {i: score - scorer.base for i, score in scores.items()}
    if plan.several is Several.ORDER:
        order = near_the_best(order, gained)
    elif plan.several is not Several.NO:
        order = over_sittings(order, gained, messages)
    return Ranking(order, scores, PartsOf(scorer, features, scores), channel_ranks(channels), scores)


def best_first(scores: Scores) -> list[int]:
    """Of equal ones the later message."""
    return sorted(scores, key=lambda i: (-round(scores[i], DIGITS), -i))


def scorer_of(messages: Mapping[int, Message], embedded: bool) -> Scorer:
    made = scorers(embedded)
    return made.messages_alone if is_alone(messages) else made.messages


def is_alone(messages: Mapping[int, Message]) -> bool:
    """Talk in which hardly anybody has a name is talk with an assistant."""
    return 2 * sum(not m.speaker for m in messages.values()) > len(messages)


def message_channels(evidence: Evidence, facts: Ranking) -> Channels:
    """Those of search, and ``cited``: the probability that a fact helps that came from the message."""
    messages, edges = evidence.loaded.messages, evidence.loaded.edges
    channels = among(messages, evidence.hits.messages)
    cited: dict[int, float] = {}
    for i in facts.order:
        for source in edges[i].sources:
            if source in messages:
                cited[source] = max(cited.get(source, 0.0), probability(facts.odds[i]))
    return {**channels, "cited": cited}
