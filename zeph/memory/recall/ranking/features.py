"""What speaks for a fact or a message beside its rank in search: whom it is about, who said it, when, after what.

In: the candidates, the evidence, the plan, the channels' scores. Out: for each feature a value of each candidate, 0 to
1 (what is over may count against a fact). Which of them help was measured on conversations of unlike kinds
(docs/quality.md); their weights are in ``fusion``."""

from collections.abc import Collection, Mapping

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.recall.gather.asked_times import AskedTimes
from zeph.memory.recall.gather.channels import Channels, Scores, scale
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.named_entities import Named
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import TIME_WORDS, Past
from zeph.memory.recall.query.vocabulary import Terms, fold
from zeph.memory.recall.ranking.edge_time import dated, in_days, is_over
from zeph.memory.recall.ranking.relevance import edge_text
from zeph.records.edge import Edge
from zeph.records.message import Message

PAST = {Past.NO: 0.0, Past.NAMED: -0.4, Past.PRESENT: -0.4, Past.PERHAPS: 0.0, Past.SURELY: 1.0}
"""What is over, by how the question turns to the past."""
FULL_LENGTH = 200
"""Characters from which a message counts as saying something in full."""
SITTING_BEST = 3
NEIGHBOURS = (-1, 1, -2, 2)
"""Just before and after, in messages."""
UNASKED = 0.7
"""What follows something that was no question is less surely an answer to it."""

Features = dict[str, dict[int, float]]


def fact_features(edges: Mapping[int, Edge], named: Named, plan: QueryPlan) -> Features:
    topic = Terms(named.topic)
    past = PAST[plan.intent.past]
    return {
        "topic": {i: topic.coverage(edge_text(e)) for i, e in edges.items()},
        "named": {i: _share_named(e, named) for i, e in edges.items()},
        "date": {i: in_days(e, plan) for i, e in edges.items()},
        "past": {i: past for i, e in edges.items() if is_over(e, plan.view.at)} if plan.view.ended else {},
    }


def _share_named(edge: Edge, named: Named) -> float:
    """Both ends named: 1; one of one name: 1; one of several: a half."""
    ends = sum(end in named.ids for end in (edge.source_id, edge.target_id))
    return min(1.0, ends / min(2, max(1, len(named.others) or len(named.ids))))


def message_features(
    messages: Mapping[int, Message], evidence: Evidence, plan: QueryPlan, channels: Channels
) -> Features:
    """``channels`` are the messages' own, likeness counted from nothing in common; what is left out is 0."""
    query = plan.query
    text = scale(channels.get("message_text", {}))
    like = scale(channels["message_vector"])
    return {
        "beside": _neighbours_words(messages, text),
        "reply": {i: _reply(m, messages, like) for i, m in messages.items()} if like else {},
        "sitting": _sitting(messages, text, like),
        "speaker": _spoken_by(_people(evidence, plan), messages),
        "date": {i: dated(m.sent_at, query) for i, m in messages.items()} if query.months or query.years else {},
        "time": _timely(messages, evidence.times),
        "kind": _of_kind(messages, plan.kinds_asked),
        "when": {i: 1.0 for i, m in messages.items() if TIME_WORDS.search(m.text)} if query.asks_when else {},
        "latest": _latest(messages) if query.asks_latest else {},
        "content": {i: min(1.0, len(m.text) / FULL_LENGTH) ** 0.5 for i, m in messages.items()},
        "question": {i: 1.0 for i, m in messages.items() if _is_question(m)},
        "person": {i: 1.0 for i, m in messages.items() if (m.role == "assistant") == query.asks_assistant},
    }


def _timely(messages: Mapping[int, Message], asked: AskedTimes) -> dict[int, float]:
    """What lies in the time that the question is about."""
    then = {i: 1.0 for i, m in messages.items() if asked.said.holds(m.sent_at)} if asked.said else {}
    return {i: asked.weight * share for i, share in (then | dict(asked.in_time)).items()}


def _of_kind(messages: Mapping[int, Message], kinds: frozenset[str]) -> dict[int, float]:
    """What names a thing of the kind of which several are asked for: "Flew to Porto" for cities."""
    names = Gazetteer.load()
    return {i: 1.0 for i, m in messages.items() if names.names_any(m.text, kinds)} if kinds else {}


def _people(evidence: Evidence, plan: QueryPlan) -> set[str]:
    """Folded names of whom the question may name."""
    names = evidence.loaded.names
    return {fold(names[i]) for i in evidence.named.others if i in names} | set(plan.query.spans)


def _neighbours_words(messages: Mapping[int, Message], text: Scores) -> dict[int, float]:
    """The best of what was said just before and after each in the same conversation."""
    best: dict[int, float] = {}
    for i, value in text.items():
        for step in NEIGHBOURS:
            message = messages.get(i + step)
            if message is not None and value > best.get(message.id, 0.0) and _same_talk(message, messages.get(i)):
                best[message.id] = value
    return best


def _spoken_by(people: Collection[str], messages: Mapping[int, Message]) -> dict[int, float]:
    """1 where the speaker is one of ``people`` (folded names)."""
    speakers = {m.speaker for m in messages.values() if m.speaker}
    asked = {speaker for speaker in speakers if fold(speaker) in people}
    return {i: 1.0 for i, m in messages.items() if m.speaker in asked}


def _reply(message: Message, messages: Mapping[int, Message], like: Scores) -> float:
    """How like the question that is which it follows: somebody asked the same, and this is the answer."""
    before = messages.get(message.id - 1)
    if before is None or not _same_talk(message, before):
        return 0.0
    return like.get(before.id, 0.0) * (1.0 if _is_question(before) else UNASKED)


def _is_question(message: Message) -> bool:
    return message.text.rstrip().endswith("?")


def _same_talk(message: Message, other: Message | None) -> bool:
    return other is not None and other.conversation_id == message.conversation_id


def _latest(messages: Mapping[int, Message]) -> dict[int, float]:
    """From the first (0) to the last (1) of the candidates."""
    order = sorted(messages, key=lambda i: (messages[i].sent_at, i))
    return {i: place / max(1, len(order) - 1) for place, i in enumerate(order)}


def _sitting(messages: Mapping[int, Message], text: Scores, like: Scores) -> dict[int, float]:
    """How much the best other messages of the same conversation and day have to do with it; 1 is the best sitting."""
    sittings: dict[tuple[int, str], list[tuple[float, int]]] = {}
    for i, message in messages.items():
        score = text.get(i, 0.0) + like.get(i, 0.0)
        sittings.setdefault((message.conversation_id, message.sent_at[:10]), []).append((score, i))
    best = [sorted(scores, reverse=True)[:SITTING_BEST] for scores in sittings.values()]
    sums = [sum(score for score, _ in scores) for scores in best]
    top = max(sums, default=0.0)
    if top <= 0:
        return {}
    values = {i: whole / top for scores, whole in zip(sittings.values(), sums, strict=True) if whole for _, i in scores}
    for scores in best:  # no message speaks for itself
        values |= {i: sum(score for score, other in scores if other != i) / top for _, i in scores}
    return values
