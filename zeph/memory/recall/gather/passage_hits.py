"""Long messages found by a passage: the message stands for it in every later step, and shows it.

In: a reader, the plan, scores of passages. Out: scores of their messages, and of each the passage to show.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zeph.memory.recall.gather.channels import Scores, scale
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.records.passage import Passage
from zeph.storage.ports import Reader

DEEP = 64
"""Passages taken from each search: of a long text several belong to one message."""


@dataclass(frozen=True, slots=True)
class FoundPassages:
    by_text: Mapping[int, float] = field(default_factory=dict)
    """Message to the score of its best passage."""
    by_vector: Mapping[int, float] = field(default_factory=dict)
    best: Mapping[int, Passage] = field(default_factory=dict)
    """Message to its best passage by both."""


def search_text(reader: Reader, plan: QueryPlan) -> dict[int, float]:
    """Passages that have the question's words."""
    view, before = plan.view, plan.request.before_id
    deep = plan.messages_deep(DEEP)
    return dict(reader.search.passages(view.space_id, plan.query.text_query, deep, before, view.conversation_id))


def find_passages(reader: Reader, plan: QueryPlan, text: Scores, vector: Scores) -> FoundPassages:
    """What both searches found, told by message."""
    passages = reader.messages.passages(sorted({*text, *vector}))
    passages = {i: passage for i, passage in passages.items() if plan.may_show(passage.message_id)}
    if not passages:
        return FoundPassages()
    words, likes = scale(text), scale(vector)
    order = sorted(passages, key=lambda i: (words.get(i, 0.0) + likes.get(i, 0.0), -i))
    best = {passages[i].message_id: passages[i] for i in order}
    return FoundPassages(_best_of(passages, text), _best_of(passages, vector), best)


def raised(messages: Scores, passages: Scores) -> dict[int, float]:
    """Scores of messages, each at least that of its best passage; best first."""
    both = {**messages, **{i: max(score, messages.get(i, score)) for i, score in passages.items()}}
    return dict(sorted(both.items(), key=lambda pair: -pair[1]))


def _best_of(passages: Mapping[int, Passage], scores: Scores) -> dict[int, float]:
    best: dict[int, float] = {}
    for i, score in scores.items():
        if i in passages:
            message = passages[i].message_id
            best[message] = max(score, best.get(message, score))
    return best
