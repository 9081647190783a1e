"""What becomes doubtful when something it leans on has changed: the commute on the home, the team on the employer.

In: the facts that one message closes. Out: in the draft, those of the same subject that lean on them by the table
``families.toml`` and were told before. They stay, and whoever says one again takes the doubt away.
"""

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.language.families import Families
from zeph.memory.language.ontology import Ontology
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref, Suspect
from zeph.records.qualifiers import DOUBT, parse_qualifiers
from zeph.records.view import View

MOST = 8
"""Facts that one change makes doubtful."""


class Suspicions:
    """Marks what leans on the changes of one message."""

    def __init__(self, draft: PlanDraft, ontology: Ontology) -> None:
        self._draft = draft
        self._ontology = ontology
        self._families = Families.load()

    def mark(self, closed: list[Ref]) -> None:
        """``closed``: stored edges that the claim at hand has ended or replaced."""
        if not closed:
            return
        view = View(self._draft.message.space_id, self._draft.message.sent_at)
        for changed in self._draft.reader.edges.by_id(closed, view):
            close = self._draft.closes.get(changed.id)
            since = (close.valid_until if close else None) or self._draft.message.sent_at
            for edge in self._leaning(changed)[:MOST]:
                reason = f"leans on fact #{changed.id}, which has changed"
                self._draft.suspects.setdefault(edge.id, Suspect(edge.id, since, reason))

    def _leaning(self, changed: Edge) -> list[Edge]:
        families = self._families.leaning_on(self._ontology.family(changed.canonical_relation))
        if not families:
            return []
        leaning = self._draft.active_from(changed.source_id, self._ontology.of_families(families))
        return [e for e in leaning if self._is_doubtful(e, changed)]

    def _is_doubtful(self, edge: Edge, changed: Edge) -> bool:
        touched = edge.id in self._draft.updates or edge.id in self._draft.reinforced
        if edge.id == changed.id or touched or edge.origin == "person" or edge.confidence < CANDIDATE_BELOW:
            return False
        here = self._draft.message.id in edge.sources or DOUBT in parse_qualifiers(edge.qualifiers)
        return edge.current(self._draft.message.sent_at) and not here
