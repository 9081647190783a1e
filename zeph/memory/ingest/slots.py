"""Places that one thing fills at a time although its relation may have many: a favourite colour, one's boss.

In: a fact and the message that told it. Out: the stored facts that filled the same place. A favourite gives way to the
next; a boss, a dentist only where the words say that there is a new one.
"""

import re

from zeph.memory.graph.names import canonical_name
from zeph.memory.ingest.draft import Draft
from zeph.memory.ingest.fact import Fact
from zeph.memory.ingest.owned import MOST, naming
from zeph.memory.ingest.roles import one_role, role_of
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.view import View

_FAVOURITE = re.compile(r"^(?P<place>.{1,200}?['’]s (?:[a-z-]+ )?favou?rite [^\W\d_][\w -]{0,60}?) (?:is|was) .+")
_ONE = frozenset("boss manager supervisor landlord landlady dentist therapist psychologist gp physician".split())
_WORD = re.compile(r"\w+")


def filled_before(fact: Fact, draft: Draft) -> list[Edge]:
    """Current facts in the same place, oldest first; none where the message does not say that it is filled anew."""
    place = place_of(fact.text, draft.message.text)
    if not place or fact.source < 0 and fact.target < 0:
        return []
    view = View(draft.message.space_id, draft.message.sent_at)
    words = " ".join(_WORD.findall(place))
    hits = [i for i, _ in draft.reader.search_edges(view, f'"{words} is"', MOST)]
    known = sorted(draft.reader.edges(hits, view), key=lambda e: e.id)
    return [e for e in known if e.id not in draft.closes and _same_place(e, fact, place)]


def place_of(fact: str, message: str) -> str:
    """``User's favorite colour`` or ``User's boss``; empty for a place that many fill, or that nobody new fills."""
    favourite = _FAVOURITE.match(fact)
    if favourite:
        return favourite["place"]
    owned, called = naming(fact)
    role = role_of(owned)
    anew = rf"\bnew (?:[a-z]+ )?{re.escape(role)}\b|\b{re.escape(role)} is (?:now )?{re.escape(called)},? now\b|\b{re.escape(role)} is now\b"
    return owned if role in _ONE and re.search(anew, message, re.IGNORECASE) else ""


def _same_place(edge: Edge, fact: Fact, place: str) -> bool:
    if edge.canonical_relation != fact.canonical_relation or edge.confidence < CANDIDATE_BELOW:
        return False
    if (edge.source_id == fact.source) == (edge.target_id == fact.target):
        return False  # the same fact, or somebody else's
    favourite = _FAVOURITE.match(edge.fact)
    known = favourite["place"] if favourite else naming(edge.fact)[0]
    return canonical_name(one_role(known)) == canonical_name(one_role(place))
