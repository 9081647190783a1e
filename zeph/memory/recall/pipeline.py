"""Recall: from a question to the facts and messages worth putting before a model.

In: a store, perhaps an embedder, a question, a view, budgets. Out: :class:`Recalled`, best first, each item
with why. One snapshot holds search, seeds, walk and loading; the embedder is asked before it. The order of
steps is graph-memory §5; the cues are those that raised recall on public conversation sets.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from zeph.errors import ModelError
from zeph.memory.recall import bfs, fuse, render, synapse
from zeph.memory.recall.query import Query, analyse, coverage, fold, words
from zeph.memory.recall.seeds import Seed, choose_seeds, scaled
from zeph.models.ports import Embedder
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.recalled import Recalled, RecalledFact, RecalledMessage, Why
from zeph.records.view import View
from zeph.storage.ports import Hop, Kind, Reader, Store

SELF = "user"
DEEP = 60
"""Hits taken from each channel."""
LOADED = 60
"""Facts read in whole."""
VECTOR_FLOOR = 0.5
"""Cosine below which likeness means nothing by itself."""
TAIL = 0.25
"""A fact below this share of the best one's score is noise."""
FAR_TAIL = 0.02
MESSAGE_TAIL = 0.15
SHOWN = 60
LONG = 500
"""Characters by which two texts are told apart."""
"""Most candidates of a kind that are rendered; budgets keep fewer."""
TIME_WORDS = re.compile(
    r"\b(yesterday|today|tonight|tomorrow|last|next|ago|week|month|year|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4})\b",
    re.IGNORECASE,
)
NEIGHBOURS = 2


class SpreadingSettings(synapse.SpreadSettings, Protocol):
    @property
    def enabled(self) -> bool: ...
    @property
    def seed_structural_weight(self) -> float: ...
    @property
    def seed_community_cap(self) -> int: ...


class GraphSettings(Protocol):
    @property
    def max_hops(self) -> int: ...
    @property
    def recall_limit(self) -> int: ...
    @property
    def temporal_decay_rate(self) -> float: ...
    @property
    def spreading_activation(self) -> SpreadingSettings: ...


@dataclass(slots=True)
class Found:
    """All that one snapshot gave."""

    fact_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    message_channels: dict[str, dict[int, float]] = field(default_factory=dict)
    seeds: list[Seed] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    named: frozenset[int] = frozenset()
    """Entities the question names (the self entity included for a first person)."""
    others: frozenset[int] = frozenset()
    """Those of them that are not the self entity."""
    topic: tuple[str, ...] = ()
    """Content words that are no part of a name."""
    hops: dict[int, int] = field(default_factory=dict)
    origins: dict[int, tuple[int, ...]] = field(default_factory=dict)
    edges: dict[int, Edge] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    entity_hit: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with everything that is fixed before the snapshot."""

    query: Query
    view: View
    settings: GraphSettings
    model: str
    vector: Any
    before_id: int | None
    conversation_id: int | None
    vector_floor: float


async def recall(
    store: Store,
    embedder: Embedder | None,
    settings: GraphSettings,
    question: str,
    view: View,
    *,
    fact_tokens: int,
    message_tokens: int,
    k_messages: int,
    already_said: Sequence[str],
    before_id: int | None,
    conversation_id: int | None,
    count_tokens: Callable[[str], int],
    vector_floor: float = VECTOR_FLOOR,
) -> Recalled:
    query = analyse(question)
    vector, notes = await _embedded(embedder, question)
    model = embedder.model_id if embedder is not None else ""
    ask = Ask(query, view, settings, model, vector, before_id, conversation_id, vector_floor)
    found = await store.read(lambda reader: gather(reader, ask))
    if found.partial:
        notes.append("The walk of the graph reached its time limit; the hops done until then are used.")
    seeds = tuple(found.names.get(s.entity_id, "") for s in found.seeds)
    if not _anything_known(found, ask):
        return Recalled(question, partial=found.partial, notes=(*notes, "Nothing known is about this question."))
    said = Said(already_said)
    facts = _facts(found, ask)
    cited = {i: f.score for f in reversed(facts) for i in f.edge.sources}
    messages = _messages(found, ask, cited)
    new_facts = (f for f in facts if not said.has_fact(f.edge, found.messages))
    new_messages = (m for m in messages if not said.has_text(m.message.text))
    kept_facts = cut(new_facts, fact_tokens, settings.recall_limit, count_tokens)
    kept_messages = cut(new_messages, message_tokens, k_messages, count_tokens)
    return Recalled(question, tuple(kept_facts), tuple(kept_messages), seeds, found.partial, tuple(notes))


async def _embedded(embedder: Embedder | None, question: str) -> tuple[Any, list[str]]:
    if embedder is None or not question.strip():
        return None, []
    try:
        return (await embedder.embed([question]))[0], []
    except ModelError as error:
        return None, [f"Searched by words alone: the embedding model failed ({error})."]


# ---------------------------------------------------------------- inside the snapshot


def gather(reader: Reader, ask: Ask) -> Found:
    """Search, seeds, walk and loading on one snapshot."""
    found = Found()
    _search(reader, ask, found)
    _choose_seeds(reader, ask, found)
    hits = [i for scores in found.fact_channels.values() for i in scores]
    _walk(reader, ask, found, tuple(dict.fromkeys(hits)))
    _load(reader, ask, found)
    return found


def _search(reader: Reader, ask: Ask, found: Found) -> None:
    query, view = ask.query, ask.view
    if query.terms:
        found.fact_channels["fact_text"] = dict(reader.search_edges(view, query.fact_match, DEEP))
        hits = reader.search_messages(view.space_id, query.match, DEEP, ask.before_id)
        found.message_channels["message_text"] = dict(hits)
    if ask.vector is not None:
        found.fact_channels["fact_vector"] = dict(_like(reader, ask, "edge"))
        likes = [(i, s) for i, s in _like(reader, ask, "message") if ask.before_id is None or i < ask.before_id]
        found.message_channels["message_vector"] = dict(likes)


def _like(reader: Reader, ask: Ask, kind: Kind) -> list[tuple[int, float]]:
    return reader.search_vectors(kind, ask.model, ask.vector, DEEP, ask.view)


def _choose_seeds(reader: Reader, ask: Ask, found: Found) -> None:
    query, space = ask.query, ask.view.space_id
    text: dict[int, float] = {}
    named, own, name_words = _named(reader, query, space)
    found.others = frozenset(named)
    found.named = frozenset((*named, *own))
    found.topic = tuple(t for t in query.terms if t not in name_words)
    _raise(text, dict.fromkeys(named, 1.0))
    _raise(text, dict.fromkeys(own, 0.6))
    by_name = scaled(reader.search_entities(space, query.entity_match, 20)) if query.terms else {}
    _raise(text, {i: 0.8 * s for i, s in by_name.items()})
    found.entity_hit = bool(named or by_name)
    if ask.vector is not None:
        near = reader.search_vectors("entity", ask.model, ask.vector, 20, ask.view)
        _raise(text, {i: 0.7 * s for i, s in near if s >= ask.vector_floor})
        found.entity_hit = found.entity_hit or any(s >= ask.vector_floor for _, s in near)
    _raise(text, _ends_of_hits(reader, ask, found))
    if query.third_person and not named and ask.conversation_id is not None:
        _raise(text, dict.fromkeys(reader.recent_episode_entities(space, ask.conversation_id, 3), 0.3))
    spreading = ask.settings.spreading_activation
    found.seeds = choose_seeds(
        text,
        reader.degrees(sorted(text)) if text else {},
        reader.max_degree(space),
        spreading.seed_structural_weight,
        spreading.seed_community_cap,
    )


def _named(reader: Reader, query: Query, space: int) -> tuple[list[int], list[int], set[str]]:
    """Entities named word for word, the self entity for a first person, and the words that were names."""
    named: list[int] = []
    used: set[str] = set()
    for span in query.spans:
        parts = span.split()
        if used.issuperset(parts):
            continue
        for entity in reader.entities_named(space, span):
            named.append(entity.id)
            used.update(parts)
    own = [e.id for e in reader.entities_named(space, SELF)] if query.first_person else []
    return list(dict.fromkeys(i for i in named if i not in own)), own, used


def _raise(text: dict[int, float], more: Mapping[int, float]) -> None:
    for i, score in more.items():
        text[i] = max(text.get(i, 0.0), score)


def _ends_of_hits(reader: Reader, ask: Ask, found: Found) -> dict[int, float]:
    """The best facts lead on to what else is known about their ends."""
    scores: dict[int, float] = {}
    for name, hits in found.fact_channels.items():
        good = {i: s for i, s in hits.items() if name == "fact_text" or s >= ask.vector_floor}
        _raise(scores, fuse.scale(good))
    best = sorted(scores, key=lambda i: (-scores[i], i))[:5]
    ends: dict[int, float] = {}
    for edge in reader.edges(best, ask.view) if best else []:
        _raise(ends, {edge.source_id: 0.5 * scores[edge.id], edge.target_id: 0.5 * scores[edge.id]})
    return ends


def _walk(reader: Reader, ask: Ask, found: Found, prefer: Sequence[int]) -> None:
    if not found.seeds:
        return

    def read_hop(nodes: Sequence[int], cap: int, budget: int) -> list[Hop]:
        return reader.hop(nodes, ask.view, cap=cap, budget=budget, prefer=prefer)

    scores: dict[int, float] = {}
    if ask.settings.spreading_activation.enabled:
        ids = [s.entity_id for s in found.seeds]
        active = synapse.spread(ids, read_hop, reader.degrees, ask.settings.spreading_activation)
        found.partial = active.partial
        for i, edge in active.edges.items():
            found.hops[i] = min(active.depth.get(n, 99) for n in (edge.source_id, edge.target_id))
            scores[i] = synapse.fact_activation(edge, active.level)
        edges = active.edges
    else:
        done = bfs.walk(found.seeds, read_hop, ask.settings.max_hops)
        edges = {i: r.edge for i, r in done.edges.items()}
        for i, reached in done.edges.items():
            found.hops[i], found.origins[i] = reached.hop, reached.seeds
            scores[i] = bfs.edge_score(reached, ask.view.at, ask.settings.temporal_decay_rate)
    text = found.fact_channels.get("fact_text", {})
    best = bfs.order(scores, edges, fuse.scale(text))
    found.fact_channels["graph"] = {i: scores[i] for i in best}


def _load(reader: Reader, ask: Ask, found: Found) -> None:
    """Hits of search first, then the walk's best."""
    wanted = dict.fromkeys(i for scores in found.fact_channels.values() for i in list(scores)[:LOADED])
    found.edges = {e.id: e for e in reader.edges(list(wanted), ask.view)}
    cited = [i for e in found.edges.values() for i in e.sources if ask.before_id is None or i < ask.before_id]
    ids = dict.fromkeys([*(i for scores in found.message_channels.values() for i in scores), *cited])
    found.messages = {
        i: m for i, m in reader.messages(list(ids)).items() if _worth_showing(m, ask) and _visible(m, ask.view)
    }
    known = reader.entities([*(s.entity_id for s in found.seeds), *found.named])
    found.names = {i: render.inert(e.name) for i, e in known.items()}


def _worth_showing(message: Message, ask: Ask) -> bool:
    """Not flagged, not the question itself asked before, and the assistant's words only when they are asked for."""
    if message.injection_flags or words(message.text[:LONG]) == words(ask.query.text[:LONG]):
        return False
    return message.role == "user" or (message.role == "assistant" and ask.query.asks_assistant)


def _visible(message: Message, view: View) -> bool:
    """A look at the past does not see what was said later."""
    limit = view.known_at or view.as_of
    return limit is None or message.sent_at <= limit


# ---------------------------------------------------------------- judging what was found


def _anything_known(found: Found, ask: Ask) -> bool:
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


def _facts(found: Found, ask: Ask) -> list[RecalledFact]:
    """Scored, floored, without doubles, best first."""
    edges = {i: e for i, e in found.edges.items() if e.confidence >= CANDIDATE_BELOW}
    channels = {n: {i: s for i, s in scores.items() if i in edges} for n, scores in found.fact_channels.items()}
    cues = {
        "topic": {i: coverage(found.topic, _about(e)) for i, e in edges.items()},
        "named": {i: _share_named(e, found) for i, e in edges.items()},
        "date": {i: _dated(e.valid_from, ask.query) for i, e in edges.items()},
    }
    parts = fuse.fuse(channels, cues, fuse.FACT_WEIGHTS)
    scores = {i: s for i, s in fuse.totals(parts).items() if _earned(edges[i], i, cues, found, ask)}
    top = max(scores.values(), default=0.0)
    rank = {name: fuse.ranks(values) for name, values in channels.items()}
    newer = sorted(sorted(scores), key=lambda i: edges[i].valid_from or edges[i].created_at, reverse=True)
    order = sorted(newer, key=lambda i: (-round(scores[i], 9), -cues["topic"][i]))
    lines: dict[str, RecalledFact] = {}
    for i in order[:SHOWN]:
        edge = edges[i]
        if scores[i] < _tail(edge, found) * top:
            continue
        why = Why(
            channels={n: r[i] for n, r in rank.items() if i in r},
            seeds=tuple(found.names[s] for s in found.origins.get(i, ()) if s in found.names),
            hop=found.hops.get(i),
            parts={n: round(v, 4) for n, v in parts[i].items()},
        )
        same = fold(render.statement(edge)) + (edge.valid_until or "")
        lines.setdefault(same, RecalledFact(edge, scores[i], render.fact_line(edge), why))
    return list(lines.values())


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


def _messages(found: Found, ask: Ask, cited: Mapping[int, float]) -> list[RecalledMessage]:
    """Scored with cues, without doubles, best first."""
    known = found.messages
    channels = {n: {i: s for i, s in scores.items() if i in known} for n, scores in found.message_channels.items()}
    channels["cited"] = {i: s for i, s in cited.items() if i in known}
    cues = _message_cues(known, found, ask, channels)
    parts = fuse.fuse(channels, cues, fuse.MESSAGE_WEIGHTS)
    scores = fuse.totals(parts)
    top = max(scores.values(), default=0.0)
    rank = {name: fuse.ranks(values) for name, values in channels.items()}
    lines: dict[str, RecalledMessage] = {}
    for i in sorted(scores, key=lambda i: (-round(scores[i], 9), -i))[:SHOWN]:
        if scores[i] >= MESSAGE_TAIL * top:
            line = render.message_line(known[i])
            why = Why({n: r[i] for n, r in rank.items() if i in r}, parts={n: round(v, 4) for n, v in parts[i].items()})
            lines.setdefault(line[10:], RecalledMessage(known[i], scores[i], line, why))
    return list(lines.values())


def _message_cues(
    known: Mapping[int, Message], found: Found, ask: Ask, channels: fuse.Scores
) -> dict[str, dict[int, float]]:
    query = ask.query
    people = {fold(found.names[i]) for i in found.others if i in found.names} | set(query.spans)
    text = fuse.scale(channels.get("message_text", {}))
    return {
        "around": {i: _around(m, known, text) for i, m in known.items()},
        "speaker": {i: float(bool(m.speaker) and fold(m.speaker) in people) for i, m in known.items()},
        "date": {i: _dated(m.sent_at, query) for i, m in known.items()},
        "when": {i: float(query.asks_when and bool(TIME_WORDS.search(m.text))) for i, m in known.items()},
        "person": {i: float((m.role == "assistant") == query.asks_assistant) for i, m in known.items()},
    }


def _around(message: Message, known: Mapping[int, Message], text: Mapping[int, float]) -> float:
    """The best score of what was said just before and after in the same conversation."""
    near = (message.id + step for step in range(-NEIGHBOURS, NEIGHBOURS + 1) if step)
    same = (i for i in near if i in known and known[i].conversation_id == message.conversation_id)
    return max((text.get(i, 0.0) for i in same), default=0.0)


# ---------------------------------------------------------------- what may be injected


class Said:
    """What the window already says."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._whole = {" ".join(words(text)) for text in texts}
        self._all = " | ".join(f" {text} " for text in sorted(self._whole))

    def has_text(self, text: str) -> bool:
        plain = " ".join(words(text))
        return bool(plain) and f" {plain} " in self._all

    def has_fact(self, edge: Edge, messages: Mapping[int, Message]) -> bool:
        """Word for word, or by a message it came from."""
        if self.has_text(edge.fact) or self.has_text(render.statement(edge)):
            return True
        return any(i in messages and " ".join(words(messages[i].text)) in self._whole for i in edge.sources)


class Lined(Protocol):
    @property
    def line(self) -> str: ...


L = TypeVar("L", bound=Lined)


def cut(items: Iterable[L], tokens: int, most: int, count: Callable[[str], int]) -> list[L]:
    """Best first until the budget is full; one that does not fit is passed over for a shorter one."""
    kept: list[L] = []
    for item in items:
        if len(kept) >= most or tokens <= 0:
            break
        cost = count(f"- {item.line}\n")
        if cost <= tokens:
            kept.append(item)
            tokens -= cost
    return kept
