"""A question with everything that is fixed before the snapshot.

In: a request, its view, the settings, the question's vector. Out: :class:`QueryPlan`, which every later step reads and
none changes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from functools import cached_property
from typing import Any, NamedTuple

from zeph.config.schema import MemorySettings
from zeph.memory.recall.query.question import Query, abridged, analyse
from zeph.memory.recall.query.several import Several, kinds_asked, several
from zeph.memory.recall.query.time_intent import Past, TimeIntent, time_intent
from zeph.memory.recall.query.vocabulary import words
from zeph.records.recall_request import RecallRequest
from zeph.records.view import View

FACTS_DEEP = 24
"""Facts taken from each channel, or more where more are to be shown, or only facts are asked for: deeper ones lead
messages astray."""
COMPARED_CHARACTERS = 500
"""Characters by which two texts are told apart."""


class QuestionVectors(NamedTuple):
    whole: Any
    """Of the question as it was asked."""
    unnamed: Any
    """Of the question without the names of those who speak: what they say does not have them."""


class VectorSource(NamedTuple):
    """The question's vectors, made while search goes by words."""

    model: str
    """Identity of the model; empty where there is none."""
    wait: Callable[[], QuestionVectors | None]
    """Blocks a thread until they are there; None where there are none."""


NO_VECTOR = VectorSource("", lambda: None)


@dataclass(frozen=True)
class QueryPlan:
    request: RecallRequest
    query: Query
    intent: TimeIntent
    view: View
    """The request's, with what the question turns to."""
    settings: MemorySettings
    vector: VectorSource = NO_VECTOR

    @cached_property
    def several(self) -> Several:
        """Whether a list, a total or an order is asked for."""
        return several(self.query.text)

    @cached_property
    def kinds_asked(self) -> frozenset[str]:
        """Classes of names of which several are asked for."""
        return kinds_asked(self.query.text)

    @property
    def most_facts(self) -> int:
        """Facts, entities or communities that are to be shown at most."""
        return self.request.most or self.settings.graph.recall_limit

    @property
    def most_messages(self) -> int:
        return self.request.most or self.settings.recall_messages_limit

    @cached_property
    def facts_deep(self) -> int:
        """Hits of each fact channel."""
        deep = max(FACTS_DEEP, self.most_facts)
        return deep if "messages" in self.request.scope.kinds else max(deep, 2 * self.most_messages)

    def messages_deep(self, least: int) -> int:
        """Hits of a message channel: ``least``, or more where more are to be shown."""
        return max(least, 2 * self.most_messages)

    def may_show(self, message_id: int) -> bool:
        """Whether the request leaves this message in."""
        return self.request.before_id is None or message_id < self.request.before_id

    def repeated_by(self, text: str) -> bool:
        """Is ``text`` this question, word for word?"""
        begins = text[:20].casefold()
        return (not self._said or self._said[0] in begins) and words(text[:COMPARED_CHARACTERS]) == self._said

    @cached_property
    def _said(self) -> list[str]:
        return words(self.query.text[:COMPARED_CHARACTERS])


def plan_query(
    request: RecallRequest, view: View, settings: MemorySettings, vector: VectorSource = NO_VECTOR,
    zone: tzinfo | None = UTC,
) -> QueryPlan:  # fmt: skip
    """Reads the question; nothing is looked up. ``zone``: where the person is; None: where this machine is."""
    read = abridged(request.question)
    intent = time_intent(read, view.at, zone)
    return QueryPlan(request, analyse(read), intent, widened(view, intent), settings, vector)


def widened(view: View, intent: TimeIntent) -> View:
    """The view with what the question turns to; one at a moment of the past stays as it is."""
    if view.as_of is not None or view.known_at is not None or not view.ahead:
        return view
    to_come = intent.period is not None and intent.period.end > view.now
    return replace(view, ended=intent.past is not Past.NO, to_come=to_come)
