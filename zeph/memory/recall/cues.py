"""What speaks for a message beside its rank in search: who said it, when, after what, among what.

In: the messages that were found, the question, the channels' scores. Out: for each cue a value of each message, 0 to 1.
Which of them help was measured on conversations of unlike kinds (docs/quality.md); their weights are in ``fuse``.
"""

import re
from collections.abc import Mapping

from zeph.memory.recall import fuse
from zeph.memory.recall.gather import Ask, Found
from zeph.memory.recall.query import Query, fold
from zeph.records.message import Message

FULL_LENGTH = 200
"""Characters from which a message counts as saying something in full."""
SITTING_BEST = 3
NEIGHBOURS = (-1, 1, -2, 2)
"""Just before and after, in messages."""
UNASKED = 0.7
"""What follows something that was no question is less surely an answer to it."""
TIME_WORDS = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|week|month|year|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4})\b",
    re.IGNORECASE,
)


def message_cues(
    known: Mapping[int, Message], found: Found, ask: Ask, channels: fuse.Scores
) -> dict[str, dict[int, float]]:
    """``channels`` are the messages' own, likeness counted from nothing in common."""
    query = ask.query
    people = {fold(found.names[i]) for i in found.others if i in found.names} | set(query.spans)
    text = fuse.scale(channels.get("message_text", {}))
    like = fuse.scale(channels["message_vector"])
    return {
        "beside": {i: _beside(m, known, text) for i, m in known.items()},
        "reply": {i: _reply(m, known, like) for i, m in known.items()},
        "sitting": _sitting(known, text, like),
        "speaker": {i: float(bool(m.speaker) and fold(m.speaker) in people) for i, m in known.items()},
        "date": {i: dated(m.sent_at, query) for i, m in known.items()},
        "when": {i: float(query.asks_when and bool(TIME_WORDS.search(m.text))) for i, m in known.items()},
        "latest": _latest(known) if query.asks_latest else {},
        "content": {i: min(1.0, len(m.text) / FULL_LENGTH) ** 0.5 for i, m in known.items()},
        "question": {i: float(m.text.rstrip().endswith("?")) for i, m in known.items()},
        "person": {i: float((m.role == "assistant") == query.asks_assistant) for i, m in known.items()},
    }


def dated(at: str | None, query: Query) -> float:
    """1 where ``at`` lies in the months and years that the question names."""
    if not at or not (query.months or query.years):
        return 0.0
    year = not query.years or int(at[:4]) in query.years
    month = not query.months or int(at[5:7]) in query.months
    return float(year and month)


def _beside(message: Message, known: Mapping[int, Message], text: Mapping[int, float]) -> float:
    """The best of what was said just before and after in the same conversation."""
    near = (message.id + step for step in NEIGHBOURS)
    return max((text[i] for i in near if i in text and _same_talk(message, known.get(i))), default=0.0)


def _reply(message: Message, known: Mapping[int, Message], like: Mapping[int, float]) -> float:
    """How like the question that is which it follows: somebody asked the same, and this is the answer."""
    before = known.get(message.id - 1)
    if before is None or not _same_talk(message, before):
        return 0.0
    return like.get(before.id, 0.0) * (1.0 if before.text.rstrip().endswith("?") else UNASKED)


def _same_talk(message: Message, other: Message | None) -> bool:
    return other is not None and other.conversation_id == message.conversation_id


def _latest(known: Mapping[int, Message]) -> dict[int, float]:
    """From the first (0) to the last (1) of what was found."""
    order = sorted(known, key=lambda i: (known[i].sent_at, i))
    return {i: place / max(1, len(order) - 1) for place, i in enumerate(order)}


def _sitting(known: Mapping[int, Message], text: Mapping[int, float], like: Mapping[int, float]) -> dict[int, float]:
    """How much the best other messages of the same conversation and day have to do with it; 1 is the best sitting."""
    hits: dict[tuple[int, str], list[tuple[float, int]]] = {}
    for i, message in known.items():
        score = text.get(i, 0.0) + like.get(i, 0.0)
        hits.setdefault((message.conversation_id, message.sent_at[:10]), []).append((score, i))
    best = {sitting: sorted(scores, reverse=True)[:SITTING_BEST] for sitting, scores in hits.items()}
    top = max((sum(score for score, _ in scores) for scores in best.values()), default=0.0)
    if top <= 0:
        return {}
    return {
        i: sum(score for score, other in best[message.conversation_id, message.sent_at[:10]] if other != i) / top
        for i, message in known.items()
    }
