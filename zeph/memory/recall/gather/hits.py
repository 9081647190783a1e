"""Search on one snapshot: by words, by meaning, by days.

In: a reader and the plan. Out: :class:`Hits`, ids with scores by channel.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from zeph.memory.recall.gather import passage_hits
from zeph.memory.recall.gather.channels import Channels, Scores
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.records.passage import Passage
from zeph.storage.ports import Kind, Reader, TextQuery

VECTOR_FLOOR = 0.5
"""Cosine below which likeness means nothing by itself."""
MESSAGES_DEEP = 64
"""Messages that have the question's words; more added nothing, half as many cost two points of recall@10."""
SIMILAR_MESSAGES_DEEP = 96
"""Messages that mean the same: the right one lies deeper there."""
COMMUNITIES_DEEP = 10


@dataclass(frozen=True, slots=True)
class Hits:
    vector: Any = None
    """The question's; None where there is none."""
    facts: Channels = field(default_factory=dict)
    messages: Channels = field(default_factory=dict)
    communities: Channels = field(default_factory=dict)
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """Long messages to the passage that they were found by."""
    unembedded_facts: frozenset[int] = frozenset()
    """Of those found by words: what has no vector yet is not unlike the question, it is unknown whether it is like."""
    unembedded_messages: frozenset[int] = frozenset()

    @property
    def fact_ids(self) -> list[int]:
        """Each once, channel by channel."""
        return list(dict.fromkeys(i for scores in self.facts.values() for i in scores))

    def extended(self, facts: Channels, messages: Channels | None = None) -> "Hits":
        """With more channels."""
        return replace(self, facts={**self.facts, **facts}, messages={**self.messages, **(messages or {})})

    def found_by_members(self, communities: Scores) -> "Hits":
        """With communities that a member leads to."""
        return replace(self, communities={**self.communities, "community_member": communities})


def search(reader: Reader, plan: QueryPlan) -> Hits:
    """By words first; the vector may still be in the making meanwhile."""
    facts, messages, communities = _by_words(reader, plan) if plan.query.terms else ({}, {}, {})
    words, likes = passage_hits.search_text(reader, plan), dict[int, float]()
    vectors = plan.vector.wait()
    if vectors is not None:
        model, view = plan.vector.model, plan.view
        facts["fact_vector"] = dict(reader.vectors.nearest("edge", model, vectors.whole, plan.facts_deep, view))
        deep = plan.messages_deep(SIMILAR_MESSAGES_DEEP)
        similar = reader.vectors.nearest("message", model, vectors.unnamed, deep, view)
        messages["message_vector"] = {i: score for i, score in similar if plan.may_show(i)}
        likes = dict(reader.vectors.nearest("passage", model, vectors.unnamed, deep, view))
        near = reader.vectors.nearest("community", model, vectors.whole, COMMUNITIES_DEEP, view)
        communities["community_vector"] = above_floor(near)
    found = passage_hits.find_passages(reader, plan, words, likes)
    for channel, scores in (("message_text", found.by_text), ("message_vector", found.by_vector)):
        if scores:
            messages[channel] = passage_hits.raised(messages.get(channel, {}), scores)
    return Hits(
        vectors and vectors.whole,
        facts,
        messages,
        communities,
        found.best,
        _unembedded(reader, plan, "edge", facts.get("fact_text", {}), facts.get("fact_vector", {})),
        _unembedded(reader, plan, "message", messages.get("message_text", {}), messages.get("message_vector", {})),
    )


def _unembedded(reader: Reader, plan: QueryPlan, kind: Kind, by_words: Scores, like: Scores) -> frozenset[int]:
    ids = [i for i in by_words if i not in like]
    return frozenset(reader.vectors.without(kind, plan.vector.model, ids)) if ids and plan.vector.model else frozenset()


ByWords = tuple[dict[str, dict[int, float]], dict[str, dict[int, float]], dict[str, dict[int, float]]]


def _by_words(reader: Reader, plan: QueryPlan) -> ByWords:
    """The channels of facts, messages and communities."""
    query, view = plan.query, plan.view
    facts = {"fact_text": dict(reader.search.edges(view, query.fact_query, plan.facts_deep))}
    messages = {"message_text": _messages(reader, plan, query.text_query)}
    communities = {"community_text": dict(reader.search.communities(view.space_id, query.text_query, COMMUNITIES_DEEP))}
    return facts, messages, communities


def _messages(reader: Reader, plan: QueryPlan, query: TextQuery) -> dict[int, float]:
    deep, view = plan.messages_deep(MESSAGES_DEEP), plan.view
    return dict(reader.search.messages(view.space_id, query, deep, plan.request.before_id, view.conversation_id))


def above_floor(likes: Iterable[tuple[int, float]]) -> dict[int, float]:
    """Cosines that mean something by themselves."""
    return {i: cosine for i, cosine in likes if cosine >= VECTOR_FLOOR}
