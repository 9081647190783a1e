"""Which facts are admitted: the question's words, its meaning, or whom it names brought them.

In: a fact, and what it has of the question's topic (0 to 1). Out: yes or no. A fact leads to the messages it came from
(:meth:`Admission.as_lead`) more easily than it is shown itself (:meth:`Admission.as_answer`): near somebody's name much
is worth looking at, and little answers."""

from heapq import nlargest

from zeph.memory.recall.gather.evidence import Evidence
from zeph.memory.recall.gather.hits import VECTOR_FLOOR
from zeph.memory.recall.query.query_plan import QueryPlan
from zeph.memory.recall.query.time_intent import Past
from zeph.memory.recall.ranking.edge_time import is_over, is_past_plan
from zeph.records.edge import Edge

NEAREST, NEAR = 3, 0.25
"""How many facts that are most like the question are looked at though none of its words is in them, and how like it
(cosine) each must be: what is asked in other words than it is known in."""


class Admission:
    """The rules for one question."""

    def __init__(self, evidence: Evidence, plan: QueryPlan) -> None:
        self._plan = plan
        self._named = evidence.named
        self._own = evidence.named.own
        self._walked = evidence.walked
        self._names = evidence.loaded.names
        facts = evidence.hits.facts
        self._asked_for = facts.get("days", {}).keys() | facts.get("present", {}).keys()
        self._cosines = facts.get("fact_vector", {})
        near = nlargest(NEAREST, self._cosines, key=lambda i: (self._cosines[i], -i))
        self._nearest = frozenset(i for i in near if self._cosines[i] >= NEAR)
        self._by_words = facts.get("fact_text", {})

    def as_lead(self, edge: Edge, topic: float) -> bool:
        """A walk alone may bring what is near a name; of the self entity only what the question is about."""
        if edge.id in self._asked_for:
            return True
        if self._out_of_time(edge, topic):
            return False
        if self._similar(edge) or self._has_words(edge, topic):
            return True
        if not self._plan.query.terms:
            return not self._off_name(edge)
        return self._walked_to(edge)

    def as_answer(self, edge: Edge, topic: float) -> bool:
        """Of the leads, what may itself be an answer: likeness to the question says nothing about others than those it
        names, and everybody is near the self entity."""
        named = self._named
        ends = {edge.source_id, edge.target_id}
        if edge.id in self._asked_for or ends & named.others or not self._plan.query.terms:
            return True
        if self._has_words(edge, topic) or (self._similar(edge) and not (named.others and self._off_name(edge))):
            return True
        return not named.ids or bool(named.others) and not self._through_self(edge)

    def is_about_others(self, edge: Edge) -> bool:
        """Neither its ends nor its sentence name who is named: "hired Noor to replace Sam" is about Sam too."""
        if not self._off_name(edge):
            return False
        sentence = edge.fact.casefold()
        return not any(self._names.get(i, "\n").casefold() in sentence for i in self._named.ids)

    def _off_name(self, edge: Edge) -> bool:
        """Whether it is about none of those that the question names: words that merely answer to the question's do not
        make where a firm is based an answer to where I live."""
        return bool(self._named.ids) and self._named.ids.isdisjoint((edge.source_id, edge.target_id))

    def _similar(self, edge: Edge) -> bool:
        return self._cosines.get(edge.id, 0.0) >= VECTOR_FLOOR or edge.id in self._nearest

    def _has_words(self, edge: Edge, topic: float) -> bool:
        there = topic > 0 or edge.id in self._by_words
        return there and (not self._off_name(edge) or topic * len(self._named.topic) >= 1.0)

    def _walked_to(self, edge: Edge) -> bool:
        own, origins = self._own, self._walked.origins.get(edge.id, ())
        if not own or self._walked.hops.get(edge.id, 0) > 0:
            return bool(set(origins) - own) if origins else edge.id in self._walked.hops
        return edge.source_id not in own or edge.target_id in self._named.others

    def _out_of_time(self, edge: Edge, topic: float) -> bool:
        """What is over and not asked for, or was planned where it is asked what is planned."""
        intent = self._plan.intent
        named = not self._named.others.isdisjoint((edge.source_id, edge.target_id))
        asked_for = named if intent.past is Past.NAMED or not self._named.topic else topic > 0
        if is_over(edge, self._plan.view.at) and not asked_for:
            return True
        plans = intent.period is not None and intent.period.is_open and self._named.asks_what_happens and not named
        return plans and is_past_plan(edge, self._plan)

    def _through_self(self, edge: Edge) -> bool:
        """Whether the walk came by the self entity: everybody is near it, which says nothing."""
        depth, via = self._walked.depth, self._walked.via
        node = min((edge.source_id, edge.target_id), key=lambda end: (depth.get(end, len(depth)), end))
        while node not in self._named.selves:
            if node not in via:
                return False
            node = via[node][1]
        return True
