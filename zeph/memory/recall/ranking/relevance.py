"""The floor: whether anything that was gathered has to do with the question at all.

In: the evidence and the plan. Out: a :class:`Relevance`. What tells 50 questions about nothing known from 100 about
something in the hand-written sets is likeness and words together; neither alone can. A question about the person is
never met with silence: what is asked in other words than it was said is like nothing, and still known."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice, pairwise
from typing import NamedTuple

from zeph.memory.language.names import OWNING
from zeph.memory.recall.gather.channels import Scores
from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.question import Query
from zeph.memory.recall.query.question_models import subject_model
from zeph.memory.recall.query.time_intent import DAYS
from zeph.memory.recall.query.vocabulary import Terms, fold, same_words, stem, words
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message


class Floor(NamedTuple):
    """What the best finding must have."""

    likeness: float
    """Likeness (cosine) plus what the share of the question's words is worth."""
    all_words: float
    """Likeness that all of the question's words are worth."""
    words: float
    """The share of the question's words that is enough where nothing can be embedded."""


OF_THE_PERSON = Floor(0.43, 0.4, 0.4)
OF_THE_WORLD = Floor(0.5, 0.0, 0.8)
"""For what is surely asked of the world: the capital of Peru is not what somebody said of a trip there."""
UNHEARD = 0.1
"""What is asked for more where the question names somebody or something that was never mentioned."""
LOOKED_AT = 40
"""Best findings by words that are looked at for it; what has most of the words is hardly below them."""
SHORT_MESSAGE = 600
"""Characters of a message up to which several words in it have to do with one another."""
MOSTLY, LEAST_HEARD, SHORT_QUESTION = 0.6, 2, 7
"""Share of the words of what is hardly more than words, and how many of a short question's at least, that a message
has, from which it may be asked of what that tells; words of such a question."""
ROUNDING = 1e-9
ABOUT_PERSON, ABOUT_PERSON_BY_WORDS = 0.45, 0.35
"""The probability from which a question may be about the person, where its meaning tells and where its words alone do:
silence is worse than a line that does not help."""
ABOUT_KNOWN = 0.2
"""The same where it names a thing that is known; somebody who is known is never of the world alone."""
ABOUT_CONNECTED = 0.15
"""The same where it names two things that the graph connects."""


class Relevance(Enum):
    """How sure it is that what was gathered answers."""

    NONE = 0
    UNSURE = 1
    """The best there is on a question about the person, like it or not."""
    SURE = 2


def relevance(evidence: Evidence, plan: QueryPlan) -> Relevance:
    named = evidence.named
    if plan.request.sought:
        return Relevance.SURE if _clears_floor(evidence, plan, OF_THE_PERSON) else Relevance.NONE
    asks, vector = subject_model(), evidence.hits.vector
    told = asks.likely(plan.query.text, vector, plan.vector.model)
    of_the_world = told < ABOUT_KNOWN and not named.people
    if _is_of_known_things(evidence, told, of_the_world=of_the_world):
        return Relevance.SURE
    if _clears_floor(evidence, plan, OF_THE_WORLD if of_the_world else OF_THE_PERSON) or _said_alone(evidence, plan):
        return Relevance.SURE
    about_person = ABOUT_PERSON if asks.knows(vector, plan.vector.model) else ABOUT_PERSON_BY_WORDS
    least = 0.0 if named.people else ABOUT_KNOWN if named.others else about_person
    anything = evidence.loaded.messages or evidence.loaded.edges
    stranger = not (plan.query.first_person or named.people) and _names_unheard(evidence, plan.query)
    may_be = told >= least or _said_mostly(evidence, plan)
    return Relevance.UNSURE if anything and may_be and not stranger else Relevance.NONE


def _is_of_known_things(evidence: Evidence, told: float, *, of_the_world: bool) -> bool:
    """Whether it is broad, or names two things that the graph connects. ``told``: how likely it is about the person."""
    connected = bool(evidence.connections.best)
    return connected and told >= ABOUT_CONNECTED or (connected or bool(evidence.overview.entities)) and not of_the_world


def _clears_floor(evidence: Evidence, plan: QueryPlan, floor: Floor) -> bool:
    """Whether a fact or a message is like the question, or speaks of enough that it speaks of."""
    if evidence.hits.facts.get("present"):
        return True
    if not plan.query.terms:
        return plan.query.first_person and bool(evidence.named.ids)  # "what do you know about me?"
    named = evidence.named
    if named.others and not named.topic:
        return True  # it is asked for by name, perhaps an alias that no message has
    if floor is OF_THE_PERSON and _found_otherwise(evidence):
        return True
    return _is_like(evidence, plan, floor)


def _said_alone(evidence: Evidence, plan: QueryPlan) -> bool:
    """Whether it asks of one word alone, which the person has said ("whos Zuri"), or is nothing but words that one
    of their messages, no long one, has ("prod db port?")."""
    terms = plan.query.terms
    if not terms or len(terms) > 1 and len(terms) < len(words(plan.query.text)):
        return False
    asked = [{stem(word) for word in (term, *same_words(term))} for term in terms]
    said = [m.text for m in evidence.loaded.messages.values() if m.role == "user"]
    texts = said if len(terms) == 1 else [text for text in said if len(text) <= SHORT_MESSAGE]
    return any(all(not one.isdisjoint(of_it) for one in asked) for of_it in ({*map(stem, words(t))} for t in texts))


def _said_mostly(evidence: Evidence, plan: QueryPlan) -> bool:
    """Whether it is hardly more than words, most of which one of the person's messages, no long one, has ("staging db
    host"); or short, and one has all of its words ("when does the drought start"), or what is called theirs in it
    ("what size is my poster")."""
    terms, typed = plan.query.terms, words(plan.query.text)
    if len(typed) > SHORT_QUESTION:
        return False
    said = [m.text for m in evidence.loaded.messages.values() if m.role == "user" and len(m.text) <= SHORT_MESSAGE]
    theirs = Terms(word for owner, word in pairwise(typed) if owner in OWNING and word in terms)
    if any(theirs.coverage(text) for text in said):
        return True
    share, asked = MOSTLY if len(typed) <= len(terms) + 1 else 1.0, Terms(terms)
    return any(sum(map(bool, asked.heard(text))) >= max(LEAST_HEARD, share * len(terms)) for text in said)


def _found_otherwise(evidence: Evidence) -> bool:
    """By its days, or as a group of things that belong together."""
    hits = evidence.hits
    return bool(hits.facts.get("days")) or evidence.times.alone or evidence.seeds.communal


def _is_like(evidence: Evidence, plan: QueryPlan, floor: Floor) -> bool:
    hits = evidence.hits
    asked = [term for term in plan.query.terms if term not in DAYS] or plan.query.terms
    terms = Terms(fold(evidence.named.misspelt.get(term, term)) for term in asked)
    if hits.vector is None:
        found = _texts(evidence, hits.facts.get("fact_text", {}), hits.messages.get("message_text", {}))
        return _has_words(found, terms, floor.words)
    if _has_words(_unembedded(evidence), terms, floor.words):
        return True
    least, worth = floor.likeness + UNHEARD * _names_unheard(evidence, plan.query), floor.all_words
    return any(
        like >= least or like + worth * terms.coverage(text, (least - like) / worth - ROUNDING) >= least
        for text, like in _texts(evidence, hits.facts.get("fact_vector", {}), hits.messages.get("message_vector", {}))
        if like + worth >= least
    )


def _has_words(texts: Iterator[tuple[str, float]], terms: Terms, least: float) -> bool:
    return any(terms.coverage(text, least) >= least for text, _ in islice(texts, LOOKED_AT))


def _unembedded(evidence: Evidence) -> Iterator[tuple[str, float]]:
    hits = evidence.hits
    facts, messages = hits.facts.get("fact_text", {}), hits.messages.get("message_text", {})
    new_facts = {i: score for i, score in facts.items() if i in hits.unembedded_facts}
    new_messages = {i: score for i, score in messages.items() if i in hits.unembedded_messages}
    found = _texts(evidence, new_facts, new_messages) if new_facts or new_messages else iter(())
    return ((text, score) for text, score in found if score > 0)


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
