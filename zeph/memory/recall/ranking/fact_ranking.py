"""Judging what was found: the floor, the scores, the tail.

In: what a snapshot gave and the question. Out: facts and messages, best first, each with why.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from zeph.clock import Moment
from zeph.memory.language.names import SELF
from zeph.memory.recall.gather import bfs
from zeph.memory.recall.query.query_plan import Ask, Found
from zeph.memory.recall.query.question import Query, Terms, fold
from zeph.memory.recall.query.time_intent import DAYS, Past
from zeph.memory.recall.ranking import admission as earned
from zeph.memory.recall.ranking import fusion as fuse
from zeph.memory.recall.ranking.features import message_cues, of_days
from zeph.memory.recall.render import recall_lines as render
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.recalled import RecalledFact, RecalledMessage, Why

TAIL = 0.25
"""A fact below this share of the best one's score is noise."""
FAR_TAIL = 0.02
FAR_SHOWN = 0.25
"""The same for what is shown that has nothing of what is asked: weaker it leads to messages, and says nothing itself."""
HALF = 0.5
"""Of the words of a question."""
OF_PLACE = 0.8
"""What a fact is worth more to a reader that tells a place, where a place is asked for."""
PLACE = re.compile(r"_(?:in|at|to|from)$|^visited$")
OF_THE_PAST = 0.4
"""The same of what is over, where that is asked for."""
BESIDE = 0.5
"""What a fact is worth to a reader that has the words of the question, and is about another than it names, or another time."""
MESSAGE_TAIL = 0.15
SHOWN = 60
"""Most candidates of a kind that are rendered; budgets keep fewer."""
KNOWN = 0.43
"""The floor for likeness (cosine) plus the share of the question's words: what tells 50 questions about nothing known from
100 about something in the hand-written sets, where likeness alone or words alone cannot."""
WORDS_COUNT = 0.4
"""Likeness that all of the question's words are worth."""
UNHEARD = 0.1
"""What is asked for more where the question names somebody or something that was never mentioned."""
PAST = {Past.NO: 0.0, Past.NAMED: -0.4, Past.PRESENT: -0.4, Past.PERHAPS: 0.0, Past.SURELY: 1.0}
"""What is over, by how the question turns to the past."""
ROUNDING = 1e-9
WORDS_ALONE = 0.4
"""The share of the question's words that is enough where nothing can be embedded."""
LOOKED_AT = 40
"""Best findings by words that are looked at for it; what has most of the words is hardly below them."""


def anything_known(found: Found, ask: Ask) -> bool:
    """The floor: no fact and no message is at all like the question, nor speaks of enough that it speaks of."""
    if not ask.query.terms:
        return ask.query.first_person and bool(found.named)  # "what do you know about me?"
    if found.fact_channels.get("days") or found.message_channels.get("message_days"):
        return True
    if (found.others and not found.topic) or found.communal:
        return True  # a name and nothing else, perhaps an alias that no message has; or a group of things is meant
    likes = found.fact_channels.get("fact_vector", {}), found.message_channels.get("message_vector", {})
    asked = [term for term in ask.query.terms if term not in DAYS] or ask.query.terms
    terms = Terms(fold(found.misspelt.get(term, term)) for term in asked)
    if found.vector is None:
        hits = found.fact_channels.get("fact_text", {}), found.message_channels.get("message_text", {})
        best = islice(_evidence(found, *hits), LOOKED_AT)
        return any(terms.coverage(text, WORDS_ALONE) >= WORDS_ALONE for text, _ in best)
    floor = KNOWN + UNHEARD * _names_unheard(found, ask.query)
    return any(
        like >= floor or like + WORDS_COUNT * terms.coverage(text, (floor - like) / WORDS_COUNT - ROUNDING) >= floor
        for text, like in _evidence(found, *likes)
        if like + WORDS_COUNT >= floor
    )


def _evidence(
    found: Found, fact_likes: Mapping[int, float], message_likes: Mapping[int, float]
) -> Iterator[tuple[str, float]]:
    """(text, likeness or rank in words) of what was found, the best first: it mostly decides at once."""
    said: list[tuple[float, Message | Edge]] = [(message_likes.get(i, 0.0), m) for i, m in found.messages.items()]
    known = ((fact_likes.get(i, 0.0), e) for i, e in found.edges.items() if e.confidence >= CANDIDATE_BELOW)
    best = sorted((*said, *known), key=lambda pair: -pair[0])
    return ((_about(one) if isinstance(one, Edge) else f"{one.speaker} {one.text}", like) for like, one in best)


def _names_unheard(found: Found, query: Query) -> bool:
    """Is there a name in the question that neither a message nor a fact that was found has?"""
    names = [name for name in query.proper_names if name in found.topic and name not in found.misspelt]
    if not names:
        return False
    heard = "\n".join([*(f"{m.speaker} {m.text}" for m in found.messages.values()), *map(_about, found.edges.values())])
    heard = heard.casefold()
    return any(name not in heard for name in names)


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
    topic = Terms(found.topic)
    cues = {
        "topic": {i: topic.coverage(_about(e)) for i, e in edges.items()},
        "named": {i: _share_named(e, found) for i, e in edges.items()},
        "date": {i: of_days(e, ask) for i, e in edges.items()},
        "past": {i: PAST[ask.past] for i, e in edges.items() if earned.over(e, ask.view.at)} if ask.view.ended else {},
    }
    parts = fuse.fuse(channels, cues, fuse.FACT_WEIGHTS, method=ask.fusion)
    scores = {i: s for i, s in fuse.totals(parts).items() if earned.earned(edges[i], i, cues["topic"][i], found, ask)}
    top = max(scores.values(), default=0.0)
    newer = sorted(sorted(scores), key=lambda i: edges[i].valid_from or edges[i].created_at, reverse=True)
    order = sorted(newer, key=lambda i: (-round(scores[i], 9), -cues["topic"][i]))[:SHOWN]
    kept: dict[tuple[str, ...], int] = {}
    for i in order:
        edge = edges[i]
        if scores[i] >= _tail(edge, found) * top:
            same = (edge.source.casefold(), edge.canonical_relation, edge.target.casefold(), edge.valid_until or "")
            kept.setdefault(same, i)
    return Ranking(list(kept.values()), scores, parts, {name: fuse.ranks(values) for name, values in channels.items()})


def readable(ranking: Ranking, found: Found, ask: Ask) -> Ranking:
    """As a reader wants it: what is about whom the question names first, and nothing far-fetched. For the messages that
    facts came from, all of the ranking counts as it is."""
    topic = {i: ranking.parts[i].get("topic", 0.0) for i in ranking.order}
    scores = {i: ranking.scores[i] for i in ranking.order if earned.tells(found.edges[i], i, topic[i], found, ask)}
    for i in scores:
        edge = found.edges[i]
        scores[i] += OF_PLACE * bool(ask.query.asks_where and topic[i] and PLACE.search(edge.canonical_relation))
        scores[i] += OF_THE_PAST * (ask.past is Past.SURELY and earned.over(edge, ask.view.at))
        scores[i] *= BESIDE * earned.speaks_of_another(edge, found) or 1.0
        scores[i] *= BESIDE * earned.outside(edge, ask) or 1.0
    # Where no fact has half of what is asked, the answer may lie a step further: the language of Nora's editor.
    answered = any(topic[i] >= HALF for i in scores)
    least = max(scores.values(), default=0.0) * FAR_SHOWN * answered
    best = [i for i, score in scores.items() if score >= least or topic[i] or not found.topic]
    more = {i: {"reader": score - ranking.scores[i]} for i, score in scores.items() if score != ranking.scores[i]}
    parts = {**ranking.parts, **{i: {**ranking.parts[i], **part} for i, part in more.items()}}
    return replace(ranking, order=sorted(best, key=lambda i: -scores[i]), scores=scores, parts=parts)


def facts(found: Found, ranking: Ranking, at: Moment) -> Iterator[RecalledFact]:
    """Best first, as they stand ``at`` that moment."""
    for i in ranking.order:
        edge = found.edges[i]
        seeds = tuple(found.names[s] for s in found.origins.get(i, ()) if s in found.names)
        path = bfs.path_to(edge, found.depth, found.via) if i in found.hops else ()
        why = ranking.why(i, seeds, found.hops.get(i), path)
        yield RecalledFact(edge, ranking.scores[i], render.fact_line(edge, at), why)


def _tail(edge: Edge, found: Found) -> float:
    """What leads on from the best hits is weaker by nature; but everything is near the self entity."""
    onward = not found.named.intersection((edge.source_id, edge.target_id))
    return FAR_TAIL if onward and SELF not in (fold(edge.source), fold(edge.target)) else TAIL


def _share_named(edge: Edge, found: Found) -> float:
    """Both ends named: 1; one of one name: 1; one of several: a half."""
    ends = sum(end in found.named for end in (edge.source_id, edge.target_id))
    return min(1.0, ends / min(2, max(1, len(found.others) or len(found.named))))


def rank_messages(found: Found, ask: Ask, cited: Mapping[int, float]) -> Ranking:
    """``cited``: messages that recalled facts came from, with the facts' scores."""
    known = found.messages
    channels = {n: {i: s for i, s in scores.items() if i in known} for n, scores in found.message_channels.items()}
    channels["message_vector"] = fuse.likeness(channels.get("message_vector", {}))
    channels["cited"] = {i: s for i, s in cited.items() if i in known}
    cues = message_cues(known, found, ask, channels)
    near = {i for name in ("beside", "reply") for i, value in cues[name].items() if value > 0}
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
