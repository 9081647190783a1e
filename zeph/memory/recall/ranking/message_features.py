"""What speaks for a message beside its rank in search: who said it, when, after what, with which words.

In: the candidates, the evidence, the plan, the channels' scores. Out: for each feature a value of each candidate, 0 to
1, but for ``cost``, which is a logarithm; what is left out is 0. Their weights are learned (``scorer``), for talk of
unlike kinds (docs/quality.md)."""

import math
from collections.abc import Collection, Mapping

from zeph.memory.language.gazetteer import Gazetteer
from zeph.memory.recall.gather.asked_times import AskedTimes
from zeph.memory.recall.gather.channels import Channels, Scores, scale
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import TIME_WORDS
from zeph.memory.recall.query.vocabulary import fold
from zeph.memory.recall.ranking.edge_time import dated
from zeph.memory.recall.ranking.ranks import by_rank
from zeph.memory.recall.ranking.word_shares import phrases, word_shares
from zeph.records.message import Message

UNRELATED_COSINE = 0.2
"""Cosine that any two texts have; likeness is counted from here."""
FULL_LENGTH = 200
"""Characters from which a message counts as saying something in full."""
LONG = 10.0
"""Lengths are counted by their logarithm, up to so many times the full length."""
USUAL_LENGTH = 140
"""Characters of a message that costs neither much nor little."""
SITTING_BEST = 3
NEIGHBOURS = {1: 1.0, -1: 0.7, 2: 0.6, -2: 0.4}
"""Just after and before a message, in messages, and how much a word of the one says of the other."""
UNASKED = 0.7
"""What follows something that was no question is less surely an answer to it."""

Features = dict[str, dict[int, float]]


def message_features(
    messages: Mapping[int, Message], evidence: Evidence, plan: QueryPlan, channels: Channels
) -> Features:
    """``channels`` are the messages' own, with cosines."""
    found, cosines = channels.get("message_text", {}), channels.get("message_vector", {})
    features = {name: dict(scores) if name == "cited" else scale(scores) for name, scores in channels.items()}
    features["message_vector"] = scale({i: max(0.0, cosine - UNRELATED_COSINE) for i, cosine in cosines.items()})
    text, like = features.setdefault("message_text", {}), features["message_vector"]
    features["first_by_words"] = by_rank(found)
    features["first_by_meaning"] = by_rank(cosines)
    features |= _by_words(messages, evidence, plan)
    features |= _by_talk(messages, text, like)
    features |= _by_speaker(messages, evidence, plan, text)
    features |= _by_question(messages, plan)
    features["time"] = _timely(messages, evidence.times)
    features["kind"] = _of_kind(messages, plan.kinds_asked)
    if cosines:
        features |= _by_likeness(messages, cosines, features["around"])
        features |= _together(features)
    return features


def _by_words(messages: Mapping[int, Message], evidence: Evidence, plan: QueryPlan) -> Features:
    """The question's words in the message and around it."""
    texts = {i: m.text.lower() for i, m in messages.items()}
    shares = word_shares(texts, evidence.named.topic or plan.query.terms)
    around: dict[int, float] = {}
    for share, holds in shares.holding:
        for i, worth in _beside(messages, dict.fromkeys(holds, 1.0), NEIGHBOURS).items():
            if i not in holds:
                around[i] = around.get(i, 0.0) + worth * share
    asked = {i: shares.own[i - 1] for i in messages if i - 1 in shares.own and _answers(messages, i)}
    return {
        "words": shares.own,
        "related": shares.related,
        "phrase": phrases(texts, plan.query.text),
        "around": around,
        "asked": asked,
    }


def _by_talk(messages: Mapping[int, Message], text: Scores, like: Scores) -> Features:
    """What was said around it, and how much."""
    sittings = _sittings(messages)
    lengths = {i: len(m.text) for i, m in messages.items()}
    others = _beside(messages, text, dict.fromkeys(NEIGHBOURS, 1.0))
    return {
        "beside": _at_least(text, others),
        "beside_others": others,
        "sitting_others": _sitting_of_others(sittings, text, like),
        "reply": {i: _reply(m, messages, like) for i, m in messages.items()} if like else {},
        "sitting": _sitting(sittings, text, like),
        "share": {i: len(ids) / len(messages) for ids in sittings for i in ids},
        "content": {i: min(1.0, length / FULL_LENGTH) ** 0.5 for i, length in lengths.items()},
        "long": {i: min(LONG, length / FULL_LENGTH) / LONG for i, length in lengths.items()},
        "cost": {i: math.log(max(1, length) / USUAL_LENGTH) for i, length in lengths.items()},
        "question": {i: 1.0 for i, m in messages.items() if _is_question(m)},
    }


def _by_speaker(messages: Mapping[int, Message], evidence: Evidence, plan: QueryPlan, text: Scores) -> Features:
    speaker = _spoken_by(_people(evidence, plan), messages)
    return {
        "speaker": speaker,
        "speaker_says": {i: text[i] for i in speaker if i in text},
        "other_speaker": {i: 1.0 for i, m in messages.items() if speaker and m.speaker and i not in speaker},
        "person": {i: 1.0 for i, m in messages.items() if (m.role == "assistant") == plan.query.asks_assistant},
        "assistant": {i: 1.0 for i, m in messages.items() if m.role == "assistant"},
    }


def _by_question(messages: Mapping[int, Message], plan: QueryPlan) -> Features:
    """When it was said, and what of the kind that is asked for it has."""
    query, recent = plan.query, _recent(messages)
    return {
        "recent": recent,
        "latest": recent if query.asks_latest else {},
        "date": {i: dated(m.sent_at, query) for i, m in messages.items()} if query.months or query.years else {},
        "when": {i: 1.0 for i, m in messages.items() if TIME_WORDS.search(m.text)} if query.asks_when else {},
        "number": {i: 1.0 for i, m in messages.items() if _has_digit(m.text)} if query.asks_number else {},
    }


def _by_likeness(messages: Mapping[int, Message], cosines: Scores, around: Scores) -> Features:
    """Likeness as it is: what search by meaning did not find is at most as like as the last that it found."""
    least = min(cosines.values())
    likeness = {i: max(0.0, cosines.get(i, least)) for i in messages}
    return {
        "likeness": likeness,
        "around_alike": {i: share * likeness[i] for i, share in around.items()},
        "before": {
            i: cosines[i - 1] for i, m in messages.items() if i - 1 in cosines and _same_talk(messages, i, i - 1)
        },
        "after": {
            i: cosines[i + 1] for i, m in messages.items() if i + 1 in cosines and _same_talk(messages, i, i + 1)
        },
    }


def _together(features: Features) -> Features:
    """What tells more beside likeness than by itself."""
    like, words, speaker = features["likeness"], features["words"], features["speaker"]
    return {
        "very_like": {i: value * value for i, value in like.items()},
        "like_with_words": {i: like[i] * share for i, share in words.items()},
        "like_of_speaker": {i: like[i] for i in speaker},
        "words_of_speaker": {i: words[i] for i in speaker if i in words},
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


def _beside(messages: Mapping[int, Message], scores: Scores, worths: Mapping[int, float]) -> dict[int, float]:
    """The best of what was said just before and after each in the same conversation."""
    talks = {i: message.conversation_id for i, message in messages.items()}
    best: dict[int, float] = {}
    for i, value in scores.items():
        talk = talks.get(i)
        for step, worth in worths.items() if talk is not None else ():
            if talks.get(i + step) == talk and value * worth > best.get(i + step, 0.0):
                best[i + step] = value * worth
    return best


def _at_least(own: Scores, others: Scores) -> dict[int, float]:
    """The better of both, so that what stands beside a message never has more of it than the message itself."""
    return {i: max(own.get(i, 0.0), others.get(i, 0.0)) for i in {**others, **own}}


def _spoken_by(people: Collection[str], messages: Mapping[int, Message]) -> dict[int, float]:
    """1 where the speaker is one of ``people`` (folded names)."""
    speakers = {m.speaker for m in messages.values() if m.speaker}
    asked = {speaker for speaker in speakers if fold(speaker) in people}
    return {i: 1.0 for i, m in messages.items() if m.speaker in asked}


def _reply(message: Message, messages: Mapping[int, Message], like: Scores) -> float:
    """How like the question that is which it follows: somebody asked the same, and this is the answer."""
    before = messages.get(message.id - 1)
    if before is None or not _same_talk(messages, message.id, before.id):
        return 0.0
    return like.get(before.id, 0.0) * (1.0 if _is_question(before) else UNASKED)


def _answers(messages: Mapping[int, Message], i: int) -> bool:
    """Whether it follows a question."""
    return _same_talk(messages, i, i - 1) and _is_question(messages[i - 1])


def _is_question(message: Message) -> bool:
    return message.text.rstrip().endswith("?")


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _same_talk(messages: Mapping[int, Message], one: int, other: int) -> bool:
    first, second = messages.get(one), messages.get(other)
    return first is not None and second is not None and first.conversation_id == second.conversation_id


def _recent(messages: Mapping[int, Message]) -> dict[int, float]:
    """From the first (0) to the last (1) of the candidates."""
    order = sorted(messages, key=lambda i: (messages[i].sent_at, i))
    return {i: place / max(1, len(order) - 1) for place, i in enumerate(order)}


def _sittings(messages: Mapping[int, Message]) -> list[list[int]]:
    """Those of the same conversation and day together."""
    sittings: dict[tuple[int, str], list[int]] = {}
    for i, message in messages.items():
        sittings.setdefault((message.conversation_id, message.sent_at[:10]), []).append(i)
    return list(sittings.values())


def _sitting(sittings: Collection[list[int]], text: Scores, like: Scores) -> dict[int, float]:
    """How much the best messages of its sitting have to do with the question; 1 is the best sitting."""
    scores = [sorted((text.get(i, 0.0) + like.get(i, 0.0) for i in ids), reverse=True) for ids in sittings]
    sums = [sum(best[:SITTING_BEST]) for best in scores]
    top = max(sums, default=0.0)
    return {i: whole / top for ids, whole in zip(sittings, sums, strict=True) if whole > 0 for i in ids}


def _sitting_of_others(sittings: Collection[list[int]], text: Scores, like: Scores) -> dict[int, float]:
    """The same, but that no message speaks for itself."""
    scored = [[(text.get(i, 0.0) + like.get(i, 0.0), i) for i in ids] for ids in sittings]
    best = [sorted(scores, reverse=True)[:SITTING_BEST] for scores in scored]
    sums = [sum(score for score, _ in scores) for scores in best]
    top = max(sums, default=0.0)
    if top <= 0:
        return {}
    values = {i: whole / top for scores, whole in zip(scored, sums, strict=True) if whole for _, i in scores}
    for scores in best:
        values |= {i: sum(score for score, other in scores if other != i) / top for _, i in scores}
    return values
