"""What speaks for a message beside its rank in search: who said it, when, after what, among what.

In: the messages that were found, the question, the channels' scores. Out: for each cue a value of each message, 0 to 1.
Which of them help was measured on conversations of unlike kinds (docs/quality.md); their weights are in ``fuse``.
"""

import re
from collections.abc import Collection, Mapping

from zeph.memory.recall.query.query_plan import Ask, Found
from zeph.memory.recall.query.question import Query, fold
from zeph.memory.recall.query.time_intent import is_open
from zeph.memory.recall.ranking import fusion as fuse
from zeph.records.edge import Edge
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
    """``channels`` are the messages' own, likeness counted from nothing in common; what is left out is 0."""
    query = ask.query
    people = {fold(found.names[i]) for i in found.others if i in found.names} | set(query.spans)
    text = fuse.scale(channels.get("message_text", {}))
    like = fuse.scale(channels["message_vector"])
    return {
        "beside": _beside(known, text),
        "reply": {i: _reply(m, known, like) for i, m in known.items()} if like else {},
        "sitting": _sitting(known, text, like),
        "speaker": _spoken_by(people, known),
        "date": {i: dated(m.sent_at, query) for i, m in known.items()} if query.months or query.years else {},
        "when": {i: 1.0 for i, m in known.items() if TIME_WORDS.search(m.text)} if query.asks_when else {},
        "latest": _latest(known) if query.asks_latest else {},
        "content": {i: min(1.0, len(m.text) / FULL_LENGTH) ** 0.5 for i, m in known.items()},
        "question": {i: 1.0 for i, m in known.items() if m.text.rstrip().endswith("?")},
        "person": {i: 1.0 for i, m in known.items() if (m.role == "assistant") == query.asks_assistant},
    }


def of_days(edge: Edge, ask: Ask) -> float:
    """1 where the fact begins or is over in the days that the question names, or held through them and is over."""
    days = ask.period
    if days is None:
        return dated(edge.valid_from, ask.query)
    if days.holds(edge.valid_from) or (days.holds(edge.valid_until) and not is_open(days)):
        return 1.0
    over = edge.valid_from is not None and edge.valid_until is not None
    return float(over and days.overlaps(edge.valid_from, edge.valid_until)) or dated(edge.valid_from, ask.query)


def dated(at: str | None, query: Query) -> float:
    """1 where ``at`` lies in the months and years that the question names."""
    if not at or not (query.months or query.years):
        return 0.0
    year = not query.years or int(at[:4]) in query.years
    month = not query.months or int(at[5:7]) in query.months
    return float(year and month)


def _beside(known: Mapping[int, Message], text: Mapping[int, float]) -> dict[int, float]:
    """The best of what was said just before and after each in the same conversation."""
    found: dict[int, float] = {}
    for i, value in text.items():
        for step in NEIGHBOURS:
            message = known.get(i + step)
            if message is not None and value > found.get(message.id, 0.0) and _same_talk(message, known.get(i)):
                found[message.id] = value
    return found


def _spoken_by(people: Collection[str], known: Mapping[int, Message]) -> dict[int, float]:
    """1 where the speaker is one of ``people`` (folded names)."""
    speakers = {m.speaker for m in known.values() if m.speaker}
    asked = {speaker for speaker in speakers if fold(speaker) in people}
    return {i: 1.0 for i, m in known.items() if m.speaker in asked}


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
    best = [sorted(scores, reverse=True)[:SITTING_BEST] for scores in hits.values()]
    sums = [sum(score for score, _ in scores) for scores in best]
    top = max(sums, default=0.0)
    if top <= 0:
        return {}
    found = {i: whole / top for scores, whole in zip(hits.values(), sums, strict=True) if whole for _, i in scores}
    for scores in best:  # no message speaks for itself
        found |= {i: sum(score for score, other in scores if other != i) / top for _, i in scores}
    return found
