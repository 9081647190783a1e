"""Places that one thing fills at a time although its relation may have many: a favourite colour, one's boss.

In: a fact and the message that told it. Out: the stored facts that filled the same place. A favourite gives way to the
next; a boss, a dentist only where the words say that there is a new one.
"""

import re

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.possessive_names import MOST, naming
from zeph.memory.ingest.resolution.roles import one_role, role_of
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.names import canonical_name
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.view import View
from zeph.storage.ports import TextQuery

_FAVOURITE = re.compile(r"^(?P<place>.{1,200}?['’]s (?:[a-z-]+ )?favou?rite [^\W\d_][\w -]{0,60}?) (?:is|was) .+")
_ONE = frozenset("boss manager supervisor landlord landlady dentist therapist psychologist gp physician".split())
_THING = re.compile(
    r"^(?P<place>[^'’]{1,200}['’]s "
    r"(?:editor|browser|shell|terminal|phone|laptop|computer|job|bank|doctor|team|project|address|diet))"
    r" is (?:an? )?(?P<called>.+)$"
)
_RATHER = re.compile(r"^.+ prefers (?P<more>.{1,80}?) (?:over|to|rather than) (?P<less>.{1,80}?)\.?$")
_WORD = re.compile(r"\w+")


def filled_before(fact: Fact, draft: PlanDraft) -> list[Edge]:
    """Current facts in the same place, oldest first; none where the message does not say that it is filled anew."""
    if fact.source < 0 and fact.target < 0:
        return []
    if rather := _RATHER.match(fact.text):
        turned = _said(draft, *(f"prefers {rather['less']} {word} {rather['more']}" for word in ("over", "to")))
        return [e for e in turned if _same_kind(e, fact) and _turned(e.fact, rather)]
    place = place_of(fact.text, draft.message.text)
    known = _said(draft, f"{place} is") if place else []
    return [e for e in known if _same_kind(e, fact) and _place(e.fact) == canonical_name(one_role(place))]


def _said(draft: PlanDraft, *phrases: str) -> list[Edge]:
    view = View(draft.message.space_id, draft.message.sent_at)
    query = TextQuery(tuple(" ".join(_WORD.findall(phrase)) for phrase in phrases))
    hits = [i for i, _ in draft.reader.search.edges(view, query, MOST)]
    return [e for e in sorted(draft.reader.edges.by_id(hits, view), key=lambda e: e.id) if e.id not in draft.closes]


def place_of(fact: str, message: str) -> str:
    """``User's favorite colour`` or ``User's boss``; empty for a place that many fill, or that nobody new fills."""
    favourite = _FAVOURITE.match(fact)
    if favourite:
        return favourite["place"]
    owned, called = naming(fact)
    if thing := _THING.match(fact):
        owned, called = thing["place"], thing["called"]
        return owned if re.search(_now(role_of(owned), called), message, re.IGNORECASE) else ""
    role = role_of(owned)
    anew = rf"\bnew (?:[a-z]+ )?{re.escape(role)}\b|{_now(role, called)}"
    return owned if role in _ONE and re.search(anew, message, re.IGNORECASE) else ""


def _now(role: str, called: str) -> str:
    return rf"\b{re.escape(role)} is (?:an? )?{re.escape(called)},? now\b|\b{re.escape(role)} is now\b"


def _same_kind(edge: Edge, fact: Fact) -> bool:
    if edge.canonical_relation != fact.canonical_relation or edge.confidence < CANDIDATE_BELOW:
        return False
    # Not the same fact, nor somebody else's.
    return (edge.source_id == fact.source) != (edge.target_id == fact.target)


def _place(fact: str) -> str:
    said = _FAVOURITE.match(fact) or _THING.match(fact)
    return canonical_name(one_role(said["place"] if said else naming(fact)[0]))


def _turned(known: str, rather: re.Match[str]) -> bool:
    said = _RATHER.match(known)
    return bool(said) and (said["more"], said["less"]) == (rather["less"], rather["more"]) if said else False
