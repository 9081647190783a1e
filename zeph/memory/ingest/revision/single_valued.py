"""Places that one thing fills at a time although its relation may have many: a favourite colour, one's boss.

In: a fact with the slot that it fills, or with what it is preferred to. Out: the stored facts that filled the same
place.
"""

import re

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.resolution.possessive_names import MOST
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.language.families import Families
from zeph.memory.language.names import STOP_WORDS, canonical_name, names, same_but_version
from zeph.memory.language.own_sentences import preference, preference_phrases, slot_of, slot_phrase
from zeph.memory.language.roles import one_role, role_of
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.plan import Ref
from zeph.records.view import View
from zeph.storage.ports import TextQuery

_WORD = re.compile(r"\w+")
_ANEW = frozenset({"now", "anew"})


def filled_before(fact: Fact, draft: PlanDraft) -> list[Edge]:
    """Current facts in the same place, oldest first; none where the message does not say that it is filled anew."""
    if fact.source < 0 and fact.target < 0:
        return []
    if fact.over:
        more = preference(fact.text)[0]
        turned = stored_with(draft, *preference_phrases(fact.over, more))
        return [e for e in turned if _same_kind(e, fact) and preference(e.fact) == (fact.over, more)]
    if not fact.slot:
        return _filled_anew(fact, draft) or _other_versions(fact, draft)
    known = stored_with(draft, slot_phrase(fact.slot))
    named = [e for e in known if _same_kind(e, fact) and slot_of(e.fact) == canonical_name(one_role(fact.slot))]
    return named or _only_one(fact, draft)


def _filled_anew(fact: Fact, draft: PlanDraft) -> list[Edge]:
    """Whom it was until now, where the words say who it is now and one was known: "Dan is my manager now"."""
    families = Families.load()
    own_words = fact.family == fact.canonical_relation
    end = families.one_at_a_time(fact.canonical_relation, fact.target_name, own_words=own_words)
    if not end or _ANEW.isdisjoint(fact.markers) or "besides" in fact.markers:
        return []
    ref = fact.source if end == "source" else fact.target
    standing = own_words and families.is_standing(fact.canonical_relation)
    if standing and _is_person(draft, ref):  # of what people are on, there may be several
        return []
    near = [e for e in around(draft, ref) if families.same_at_a_time(e.canonical_relation, fact.canonical_relation)]
    same = [e for e in near if _is_another(e, fact)]
    held = [e for e in same if (e.source_id if end == "source" else e.target_id) == ref]
    in_circle = not families.is_office(fact.canonical_relation) or all(_in_one_circle(e, fact) for e in held)
    return held if len(held) == 1 and in_circle else []


def _in_one_circle(edge: Edge, fact: Fact) -> bool:
    """ "Lotte is captain now": of no other team than the one whose captain is known."""
    known = set(_WORD.findall(f"{edge.fact} {fact.text.partition(' ')[0]}".casefold()))
    return len(set(_WORD.findall(fact.text.casefold())) - known - STOP_WORDS) <= 1  # "now"


def _is_person(draft: PlanDraft, ref: Ref) -> bool:
    known = draft.entities.get(ref)
    return known is not None and known.entity_type == "person"


def _is_other_place(edge: Edge, slot: str) -> bool:
    """Whether a fact says of itself that it fills a place of another name."""
    place = slot_of(edge.fact)
    return bool(place) and not Families.load().same_office(role_of(place), role_of(slot))


def _other_versions(fact: Fact, draft: PlanDraft) -> list[Edge]:
    """What a thing had of the same in another version: a backend has one Go, a person may use two."""
    if "besides" in fact.markers or fact.source < 0 or not any(map(str.isdigit, fact.target_name)):
        return []
    if draft.entities.get(fact.source) is None or _is_person(draft, fact.source) and "now" not in fact.markers:
        return []
    known = draft.active_from(fact.source, (fact.canonical_relation,))
    return [e for e in known if e.confidence >= CANDIDATE_BELOW and same_but_version(e.target, fact.target_name)]


def _only_one(fact: Fact, draft: PlanDraft) -> list[Edge]:
    """What filled the place by its relation alone, where one thing did: "I report to Priska", then a new manager."""
    place = fact.slot.rpartition("'s ")[2]
    if names(place, fact.target_name):  # "my retro is on Fridays": a thing of its own, no place that it fills
        return []
    near = around(draft, fact.source, fact.target)
    same = [e for e in near if _same_kind(e, fact) and not _is_other_place(e, fact.slot)]
    return same if len(same) == 1 else []


def around(draft: PlanDraft, *ends: Ref) -> list[Edge]:
    """What is said of some entities now."""
    view = View(draft.message.space_id, draft.message.sent_at)
    hops = draft.reader.walk.hop([ref for ref in ends if ref > 0], view, cap=MOST, budget=MOST)
    around = draft.reader.edges.by_id(sorted({hop.edge_id for hop in hops}), view)
    return [e for e in around if e.id not in draft.closes]


def stored_with(draft: PlanDraft, *phrases: str) -> list[Edge]:
    """Stored facts whose sentence has one of the phrases."""
    view = View(draft.message.space_id, draft.message.sent_at)
    query = TextQuery(tuple(" ".join(_WORD.findall(phrase)) for phrase in phrases))
    hits = [i for i, _ in draft.reader.search.edges(view, query, MOST)]
    return [e for e in sorted(draft.reader.edges.by_id(hits, view), key=lambda e: e.id) if e.id not in draft.closes]


def _same_kind(edge: Edge, fact: Fact) -> bool:
    return edge.canonical_relation == fact.canonical_relation and _is_another(edge, fact)


def _is_another(edge: Edge, fact: Fact) -> bool:
    """Not the same fact, nor somebody else's."""
    sure = edge.confidence >= CANDIDATE_BELOW
    return sure and (edge.source_id == fact.source) != (edge.target_id == fact.target)
