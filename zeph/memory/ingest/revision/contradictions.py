"""What cannot both be so although no relation of the ontology tells: a vegetarian who eats steak (``families.toml``).

In: a fact that was just told, and what is known of its subject. Out: the end of what it contradicts, where the words
say that it is so now or again, that it is so day by day, or by what rule somebody lives; what was told without any of
that leaves both as they are, and a person may look.
"""

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.policy import ConflictPolicy
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge

CHANGED = frozenset({"now", "again", "anew"})
"""Markers by which what is told takes the place of what was so."""


class Contradictions:
    """Compares the facts of one message with what they leave out."""

    def __init__(
        self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, endings: Endings, policy: ConflictPolicy
    ) -> None:
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._endings = endings
        self._families = Families.load()
        self._surer = policy.strategy == "confidence"

    def settle(self, fact: Fact) -> None:
        if fact.candidate or fact.source < 0 or fact.modality != "fact":
            return
        for family in self._families.against(fact.family):
            for edge in self._draft.active_from(fact.source, self._ontology.of_family(family)):
                excluded = self._families.contradict(fact.family, fact.target_name, family, edge.target)
                if excluded and edge.confidence >= CANDIDATE_BELOW and self._endings.goes_on(edge):
                    if self._takes_over(fact, edge):
                        start = fact.start if fact.start.moment else Dated(self._draft.message.sent_at, "instant")
                        self._endings.end_of(edge, fact, start)
                    else:
                        self._changes.review(f"“{fact.text}” contradicts “{edge.fact}”; both stand.", edge.id)

    def _takes_over(self, fact: Fact, edge: Edge) -> bool:
        """Whether what was told last is what is so: "I eat steak every day", "I'm vegetarian", not "I eat fish"."""
        if fact.kind == "begin" or not CHANGED.isdisjoint(fact.markers):
            return True
        lasting = "when" in fact.qualifiers or self._families.is_rule(fact.family)
        later = (edge.valid_from or "") <= self._draft.message.sent_at
        return lasting and later and not (self._surer and edge.confidence > fact.confidence)
