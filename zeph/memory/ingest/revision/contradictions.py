"""What cannot both be so although no relation of the ontology tells: a vegetarian who eats steak (``families.toml``).

In: a fact that was just told, and what is known of its subject. Out: where the words say that it is so now or again,
the end of what it contradicts; else both stand, and a person may look.
"""

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.edge_changes import EdgeChanges
from zeph.memory.ingest.revision.endings import Endings
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.families import Families
from zeph.memory.language.intervals import Dated
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW

CHANGED = frozenset({"now", "again", "anew"})
"""Markers by which what is told takes the place of what was so."""


class Contradictions:
    """Compares the facts of one message with what they leave out."""

    def __init__(self, draft: PlanDraft, ontology: Ontology, changes: EdgeChanges, endings: Endings) -> None:
        self._draft = draft
        self._ontology = ontology
        self._changes = changes
        self._endings = endings
        self._families = Families.load()

    def settle(self, fact: Fact) -> None:
        if fact.candidate or fact.source < 0 or fact.modality != "fact":
            return
        for family in self._families.against(fact.family):
            for edge in self._draft.active_from(fact.source, self._ontology.of_family(family)):
                excluded = self._families.contradict(fact.family, fact.target_name, family, edge.target)
                if excluded and edge.confidence >= CANDIDATE_BELOW and self._endings.goes_on(edge):
                    if fact.kind == "begin" or not CHANGED.isdisjoint(fact.markers):
                        start = fact.start if fact.start.moment else Dated(self._draft.message.sent_at, "instant")
                        self._endings.end_of(edge, fact, start)
                    else:
                        self._changes.review(f"“{fact.text}” contradicts “{edge.fact}”; both stand.", edge.id)
