"""Where somebody works, by what is known besides the sentence: "we hired Noor", "I moved from Lidl to Aldi".

In: an extracted edge and the rows as they now are. Out: the edge as it must be meant; nobody works at a person, and who
is known to work at Lidl does not live there.
"""

import re

from zeph.memory.ingest.extraction import ExtractedEdge
from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.possessive_names import owner_of
from zeph.memory.ingest.resolution.resolver import Resolver
from zeph.memory.language.names import canonical_name

WORK, HOME, HIRING = "works_at", "lives_in", "recruits"
_WE_HIRED = re.compile(
    r"\b(?:we|our \w+|my (?:company|team|firm|boss))(?:'ve| have| has| just| finally| recently)* hired\b", re.I
)
_NAME = re.compile(r"[^\W\d_a-z][\w'-]+(?: [^\W\d_a-z][\w'-]+){0,2}$")
_STAFF = frozenset(("team", "boss", "manager", "department"))


class Employment:
    """Reads what one message says of jobs."""

    def __init__(self, draft: PlanDraft, resolver: Resolver) -> None:
        self._draft = draft
        self._resolver = resolver

    def read(self, edge: ExtractedEdge) -> ExtractedEdge:
        """The edge as it must be meant."""
        if edge.relation == WORK and self._hires(edge.target) and not edge.ends:
            if _NAME.match(edge.source):
                self._resolver.declare_as(edge.source, "person")
            return edge.model_copy(update={"source": edge.target, "relation": HIRING, "target": edge.source})
        return self._moved(edge) if edge.relation == HOME and edge.replaces else edge

    def hired(self, edge: ExtractedEdge) -> ExtractedEdge | None:
        """Of "we hired Noor" that Noor works where the speaker does, if that is known."""
        if edge.relation != HIRING or not _NAME.match(edge.target) or not _WE_HIRED.search(self._draft.message.text):
            return None
        person = self._draft.message.person
        employer = f"{person}'s employer"
        return edge.model_copy(
            update={
                "source": edge.target, "relation": WORK, "target": employer, "if_known": True,
                "fact": f"{edge.target} works at {employer}",
            }
        )  # fmt: skip

    def _hires(self, name: str) -> bool:
        """The speaker, or their team."""
        me = canonical_name(self._draft.message.person)
        return canonical_name(name) == me or (
            canonical_name(owner_of(name)) == me and name.rpartition(" ")[2].casefold() in _STAFF
        )

    def _moved(self, edge: ExtractedEdge) -> ExtractedEdge:
        source, old = self._resolver.known(edge.source), self._resolver.known(edge.replaces or "")
        known = self._draft.active_between(source, old) if source is not None and old is not None else []
        held = {e.canonical_relation for e in known}
        if WORK not in held or HOME in held:
            return edge
        self._resolver.declare_as(edge.target, "organization")
        return edge.model_copy(update={"relation": WORK})
