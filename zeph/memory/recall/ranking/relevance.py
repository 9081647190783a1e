"""The floor: whether anything that was gathered has to do with the question at all.

In: the evidence and the plan. Out: yes or no; below the floor nothing is shown. What tells 50 questions about nothing
known from 100 about something in the hand-written sets is likeness and words together; neither alone can."""

from collections.abc import Iterator
from itertools import islice

from zeph.memory.recall.gather.channels import Scores
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import Query
from zeph.memory.recall.query.time_intent import DAYS
from zeph.memory.recall.query.vocabulary import Terms, fold
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message

FLOOR = 0.43
"""For likeness (cosine) plus the share of the question's words."""
WORDS_COUNT = 0.4
"""Likeness that all of the question's words are worth."""
UNHEARD = 0.1
"""What is asked for more where the question names somebody or something that was never mentioned."""
WORDS_ALONE = 0.4
"""The share of the question's words that is enough where nothing can be embedded."""
LOOKED_AT = 40
"""Best findings by words that are looked at for it; what has most of the words is hardly below them."""
ROUNDING = 1e-9


def anything_relevant(evidence: Evidence, plan: QueryPlan) -> bool:
    """Whether a fact or a message is like the question, or speaks of enough that it speaks of."""
    if evidence.hits.facts.get("present"):
        return True
    if not plan.query.terms:
        return plan.query.first_person and bool(evidence.named.ids)  # "what do you know about me?"
    return _found_otherwise(evidence) or _is_like(evidence, plan)


def _found_otherwise(evidence: Evidence) -> bool:
    """By its days; by a name and nothing else, perhaps an alias that no message has; or a group of things is meant."""
    hits, named = evidence.hits, evidence.named
    if hits.facts.get("days") or hits.messages.get("message_days"):
        return True
    return bool(named.others and not named.topic) or evidence.seeds.communal


def _is_like(evidence: Evidence, plan: QueryPlan) -> bool:
    hits = evidence.hits
    asked = [term for term in plan.query.terms if term not in DAYS] or plan.query.terms
    terms = Terms(fold(evidence.named.misspelt.get(term, term)) for term in asked)
    if hits.vector is None:
        texts = _texts(evidence, hits.facts.get("fact_text", {}), hits.messages.get("message_text", {}))
        return any(terms.coverage(text, WORDS_ALONE) >= WORDS_ALONE for text, _ in islice(texts, LOOKED_AT))
    floor = FLOOR + UNHEARD * _names_unheard(evidence, plan.query)
    return any(
        like >= floor or like + WORDS_COUNT * terms.coverage(text, (floor - like) / WORDS_COUNT - ROUNDING) >= floor
        for text, like in _texts(evidence, hits.facts.get("fact_vector", {}), hits.messages.get("message_vector", {}))
        if like + WORDS_COUNT >= floor
    )


def _texts(evidence: Evidence, fact_scores: Scores, message_scores: Scores) -> Iterator[tuple[str, float]]:
    """(text, its score) of what was gathered, the best first: it mostly decides at once."""
    loaded = evidence.loaded
    items: list[tuple[float, Message | Edge]] = [(message_scores.get(i, 0.0), m) for i, m in loaded.messages.items()]
    items += [(fact_scores.get(i, 0.0), e) for i, e in loaded.edges.items() if e.confidence >= CANDIDATE_BELOW]
    items.sort(key=lambda pair: -pair[0])
    return ((edge_text(one) if isinstance(one, Edge) else f"{one.speaker} {one.text}", score) for score, one in items)


def _names_unheard(evidence: Evidence, query: Query) -> bool:
    """Is there a name in the question that neither a message nor a fact that was gathered has?"""
    named, loaded = evidence.named, evidence.loaded
    names = [name for name in query.proper_names if name in named.topic and name not in named.misspelt]
    if not names:
        return False
    heard = [*(f"{m.speaker} {m.text}" for m in loaded.messages.values()), *map(edge_text, loaded.edges.values())]
    text = "\n".join(heard).casefold()
    return any(name not in text for name in names)


def edge_text(edge: Edge) -> str:
    """All that a fact says, for words to be looked for in it."""
    return f"{edge.source} {edge.relation} {edge.canonical_relation} {edge.target} {edge.fact}"
