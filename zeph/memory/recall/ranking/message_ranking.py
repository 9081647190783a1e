"""Messages, those that most likely help first, without doubles: by learned weights in talk among people, by weights set
by hand elsewhere.

In: the evidence, the plan, the ranking of facts, which lead to the messages they came from. Out: a :class:`Ranking`.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

from zeph.memory.recall.gather.channels import Channels, Scores, scale
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.several import Several
from zeph.memory.recall.ranking.message_features import message_features
from zeph.memory.recall.ranking.ranking import DIGITS, SHOWN, Ranking, among, channel_ranks
from zeph.memory.recall.ranking.scorer import PartsOf, Scorer, probability, scorers
from zeph.memory.recall.ranking.sittings import near_the_best, over_sittings
from zeph.records.message import Message

WEIGHTS_ALONE = {
    "message_text": 1.0,  # the words of the question, stemmed
    "message_vector": 0.8,  # same meaning in other words
    "led_to": 0.35,  # a recalled fact came from it: facts are keys to messages, never in their place
    "beside_others": 0.3,  # what was said just before or after has the words: short turns share them out
    "reply": 0.5,  # what was said just before is like the question, so that this may answer it
    "sitting_others": 0.6,  # other messages of that conversation and day are about it
    "speaker": 0.5,  # said by whom the question names
    "date": 0.3,  # said in the month or year named
    "time": 2.5,  # said, or naming a date, in the time that the question is about: a named day outranks all else
    "kind": 0.6,  # it names a thing of the kind of which several are asked for: a city, a language
    "when": 0.4,  # has a time expression, for "when …"
    "latest": 0.3,  # said later, for "now", "these days"
    "content": 0.8,  # says something at all: a bare "wow, great!" answers nothing
    "question": -0.3,  # a question states no fact
    "person": 1.0,  # said by the person; by the assistant where the question is about what it said
}
"""Of talk in which hardly anybody has a name, by hand: with learned ones the memory's own answers were right less
often, and one answer of 35 was lost in long turns."""
ALONE = Scorer(0.0, WEIGHTS_ALONE)
TAIL_ALONE = 0.15
"""A message below this share of the best one's score is noise."""
TAIL_FOR_READER, TAIL_FOR_READER_ALONE = 0.03, 0.01
"""A message this much less likely to help than the likeliest is not worth a reader's room: of 772 questions about talk
among people it leaves out 12 % of the tokens, and for 0.3 % the last message that answers. Talk with an assistant is
shorter, and its odds tell less."""
BY_NEIGHBOURS = ("beside", "reply")
"""Features by which a message is found that no channel has."""


def rank_messages(evidence: Evidence, plan: QueryPlan, facts: Ranking) -> Ranking:
    messages = evidence.loaded.messages
    channels = message_channels(evidence, facts)
    features = message_features(messages, evidence, plan, channels)
    features["led_to"] = _led_to(evidence, facts)
    found = {i for scores in channels.values() for i in scores}
    found |= {i for name in BY_NEIGHBOURS for i, value in features[name].items() if value > 0}
    learned = scorer_of(messages, evidence.hits.vector is not None)
    odds = learned.log_odds({i: messages[i] for i in found}, features)
    scorer, scores = learned, odds
    if is_alone(messages):
        scorer, scores = ALONE, ALONE.log_odds(odds, features)
    gained = {i: score - scorer.base for i, score in scores.items()}
    least = TAIL_ALONE * max(gained.values(), default=0.0) if scorer is ALONE else -math.inf
    kept: dict[tuple[str, str], int] = {}
    timely = evidence.times.in_time if evidence.times.alone else scores
    for i in best_first(scores)[: max(SHOWN, plan.most_messages)]:
        if i in timely and gained[i] >= least:
            kept.setdefault((messages[i].speaker, messages[i].text), i)
    order = list(kept.values())
    if plan.several is Several.ORDER:
        order = near_the_best(order, gained)
    elif plan.several is not Several.NO:
        order = over_sittings(order, gained, messages)
    return Ranking(order, scores, PartsOf(scorer, features, scores), channel_ranks(channels), odds)


def for_reader(ranking: Ranking, evidence: Evidence, plan: QueryPlan) -> Ranking:
    """Without those that are hardly worth their room in a prompt; all where a number of them is asked for, or several
    things over time."""
    if plan.request.most is not None or plan.several is not Several.NO or not ranking.order:
        return ranking
    likely = {i: probability(ranking.odds[i]) for i in ranking.order}
    tail = TAIL_FOR_READER_ALONE if is_alone(evidence.loaded.messages) else TAIL_FOR_READER
    least = tail * max(likely.values())
    return replace(ranking, order=[i for i in ranking.order if likely[i] >= least])


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


def _led_to(evidence: Evidence, facts: Ranking) -> dict[int, float]:
    """Of the messages that recalled facts came from: the score of the best such fact, the best of all is 1."""
    messages, edges = evidence.loaded.messages, evidence.loaded.edges
    led = {source: facts.scores[i] for i in reversed(facts.order) for source in edges[i].sources}
    return scale({i: score for i, score in led.items() if i in messages})
