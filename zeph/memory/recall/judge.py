"""Judging what was found: the floor, the scores, the tail.

In: what a snapshot gave and the question. Out: facts and messages, best first, each with why. The cues are
those that raised recall on public conversation sets.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zeph.memory.recall import bfs, fuse, render
from zeph.memory.recall.gather import SELF, Ask, Found
from zeph.memory.recall.query import Query, coverage, fold
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.recalled import RecalledFact, RecalledMessage, Why

TAIL = 0.25
"""A fact below this share of the best one's score is noise."""
FAR_TAIL = 0.02
MESSAGE_TAIL = 0.15
SHOWN = 60
"""Most candidates of a kind that are rendered; budgets keep fewer."""
FULL_LENGTH = 200
"""Characters from which a message counts as saying something in full."""
SITTING_BEST = 3
NEIGHBOURS = ((-1, 0.5), (1, 0.5), (-2, 0.25), (2, 0.25))
"""How much of its words a message shares with what was said so many messages before or after."""
TIME_WORDS = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|week|month|year|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4})\b",
    re.IGNORECASE,
)


def anything_known(found: Found, ask: Ask) -> bool:
    """The floor: no word of the question is known, nothing is like it."""
    if found.fact_channels.get("fact_text") or found.entity_hit:
        return True
    if not ask.query.terms and ask.query.first_person and found.named:
        return True  # "what do you know about me?"
    likes = list(found.fact_channels.get("fact_vector", {}).values())
    likes += found.message_channels.get("message_vector", {}).values()
    if max(likes, default=0.0) >= ask.vector_floor:
        return True
    hits = [found.messages[i] for i in found.message_channels.get("message_text", {}) if i in found.messages]
    return any(coverage(ask.query.terms, f"{m.speaker} {m.text}") >= 0.5 for m in hits)


def _about(edge: Edge) -> str:
    return f"{edge.source} {edge.relation} {edge.canonical_relation} {edge.target} {edge.fact}"


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores of one kind of finding and how each came to be; rendered only as far as somebody reads."""

    order: list[int]
    """Ids, best first, without the tail and without doubles."""
    scores: Mapping[int, float]
    parts: Mapping[int, Mapping[str, float]]
    ranks: Mapping[str, Mapping[int, int]]

    def why(self, i: int, seeds: tuple[str, ...] = (), hop: int | None = None, path: tuple[int, ...] = ()) -> Why:
        channels = {name: ranked[i] for name, ranked in self.ranks.items() if i in ranked}
        return Why(channels, seeds, hop, path, {name: round(value, 4) for name, value in self.parts[i].items()})


def rank_facts(found: Found, ask: Ask) -> Ranking:
    edges = {i: e for i, e in found.edges.items() if e.confidence >= CANDIDATE_BELOW}
    channels = {n: {i: s for i, s in scores.items() if i in edges} for n, scores in found.fact_channels.items()}
    cues = {
        "topic": {i: coverage(found.topic, _about(e)) for i, e in edges.items()},
        "named": {i: _share_named(e, found) for i, e in edges.items()},
        "date": {i: _dated(e.valid_from, ask.query) for i, e in edges.items()},
    }
    parts = fuse.fuse(channels, cues, fuse.FACT_WEIGHTS, method=ask.fusion)
    scores = {i: s for i, s in fuse.totals(parts).items() if _earned(edges[i], i, cues, found, ask)}
    top = max(scores.values(), default=0.0)
    newer = sorted(sorted(scores), key=lambda i: edges[i].valid_from or edges[i].created_at, reverse=True)
    order = sorted(newer, key=lambda i: (-round(scores[i], 9), -cues["topic"][i]))
    kept: dict[tuple[str, ...], int] = {}
    for i in order[:SHOWN]:
        edge = edges[i]
        if scores[i] >= _tail(edge, found) * top:
            same = (edge.source.casefold(), edge.canonical_relation, edge.target.casefold(), edge.valid_until or "")
            kept.setdefault(same, i)
    return Ranking(list(kept.values()), scores, parts, {name: fuse.ranks(values) for name, values in channels.items()})


def facts(found: Found, ranking: Ranking) -> Iterator[RecalledFact]:
    """Best first."""
    for i in ranking.order:
        edge = found.edges[i]
        seeds = tuple(found.names[s] for s in found.origins.get(i, ()) if s in found.names)
        path = bfs.path_to(edge, found.depth, found.via) if i in found.hops else ()
        why = ranking.why(i, seeds, found.hops.get(i), path)
        yield RecalledFact(edge, ranking.scores[i], render.fact_line(edge), why)


def _tail(edge: Edge, found: Found) -> float:
    """What leads on from the best hits is weaker by nature; but everything is near the self entity."""
    onward = not found.named.intersection((edge.source_id, edge.target_id))
    return FAR_TAIL if onward and SELF not in (fold(edge.source), fold(edge.target)) else TAIL


def _share_named(edge: Edge, found: Found) -> float:
    """Both ends named: 1; one of one name: 1; one of several: a half."""
    ends = sum(end in found.named for end in (edge.source_id, edge.target_id))
    return min(1.0, ends / min(2, max(1, len(found.others) or len(found.named))))


def _dated(at: str | None, query: Query) -> float:
    if not at or not (query.months or query.years):
        return 0.0
    year = not query.years or int(at[:4]) in query.years
    month = not query.months or int(at[5:7]) in query.months
    return float(year and month)


def _earned(edge: Edge, i: int, cues: fuse.Scores, found: Found, ask: Ask) -> bool:
    """A walk alone may bring what is near a name; of the self entity only what the question is about."""
    if i in found.fact_channels.get("fact_text", {}) or cues["topic"][i] > 0:
        return True
    if found.fact_channels.get("fact_vector", {}).get(i, 0.0) >= ask.vector_floor:
        return True
    if not ask.query.terms:
        return edge.source_id in found.named or edge.target_id in found.named
    own = found.named - found.others
    origins = found.origins.get(i, ())
    if not own or found.hops.get(i, 0) > 0:
        return bool(set(origins) - own) if origins else i in found.hops
    return edge.source_id not in own or edge.target_id in found.others


def rank_messages(found: Found, ask: Ask, cited: Mapping[int, float]) -> Ranking:
    """``cited``: messages that recalled facts came from, with the facts' scores."""
    known = found.messages
    channels = {n: {i: s for i, s in scores.items() if i in known} for n, scores in found.message_channels.items()}
    channels["message_vector"] = fuse.likeness(channels.get("message_vector", {}))
    channels["cited"] = {i: s for i, s in cited.items() if i in known}
    cues = _message_cues(known, found, ask, channels)
    near = {i for i, value in cues["around"].items() if value > 0}
    parts = fuse.fuse(channels, cues, fuse.MESSAGE_WEIGHTS, near, ask.fusion)
    scores = fuse.totals(parts)
    top = max(scores.values(), default=0.0)
    kept: dict[tuple[str, str], int] = {}
    for i in sorted(scores, key=lambda i: (-round(scores[i], 9), -i))[: max(SHOWN, ask.shown)]:
        if scores[i] >= MESSAGE_TAIL * top:
            kept.setdefault((known[i].speaker, known[i].text), i)
    return Ranking(list(kept.values()), scores, parts, {name: fuse.ranks(values) for name, values in channels.items()})


def messages(found: Found, ranking: Ranking) -> Iterator[RecalledMessage]:
    """Best first."""
    for i in ranking.order:
        message = found.messages[i]
        yield RecalledMessage(message, ranking.scores[i], render.message_line(message), ranking.why(i))


def _message_cues(
    known: Mapping[int, Message], found: Found, ask: Ask, channels: fuse.Scores
) -> dict[str, dict[int, float]]:
    query = ask.query
    people = {fold(found.names[i]) for i in found.others if i in found.names} | set(query.spans)
    text = fuse.scale(channels.get("message_text", {}))
    beside = {i: _beside(m, known, text) for i, m in known.items()}
    return {
        "around": {i: sum(share * score for share, score in near) for i, near in beside.items()},
        "beside": {i: max((score for _, score in near), default=0.0) for i, near in beside.items()},
        "sitting": _sitting(known, text, fuse.scale(channels["message_vector"])),
        "speaker": {i: float(bool(m.speaker) and fold(m.speaker) in people) for i, m in known.items()},
        "date": {i: _dated(m.sent_at, query) for i, m in known.items()},
        "when": {i: float(query.asks_when and bool(TIME_WORDS.search(m.text))) for i, m in known.items()},
        "content": {i: min(1.0, len(m.text) / FULL_LENGTH) for i, m in known.items()},
        "question": {i: float(m.text.rstrip().endswith("?")) for i, m in known.items()},
        "person": {i: float((m.role == "assistant") == query.asks_assistant) for i, m in known.items()},
    }


def _beside(message: Message, known: Mapping[int, Message], text: Mapping[int, float]) -> list[tuple[float, float]]:
    """(share, score) of what was said just before and after in the same conversation."""
    near = []
    for step, share in NEIGHBOURS:
        other = message.id + step
        if other in text and known[other].conversation_id == message.conversation_id:
            near.append((share, text[other]))
    return near


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
