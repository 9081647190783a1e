"""A value of a thing in other words than the known one: "runs on port 8091", then "is on port 8095 now".

In: a fact that tells a number, a letter or a place in a row as new or as put right, and the rows as they now are. Out:
the one stored fact that told the same place of the same thing otherwise. Of several that may be meant none, unless the
message itself says which is no longer right.
"""

from collections.abc import Iterator, Mapping

from zeph.memory.ingest.plan_draft import PlanDraft
from zeph.memory.ingest.revision.fact import Fact
from zeph.memory.ingest.revision.single_valued import around, stored_with
from zeph.memory.language.names import names
from zeph.memory.language.numbered import Numbered, numbered
from zeph.records.edge import Edge
from zeph.records.graph_types import HAPPENS
from zeph.records.qualifiers import parse_qualifiers

CHANGING = frozenset(("begin", "correct", "replace"))
NEW = frozenset(("now", "anew"))


def other_values(fact: Fact, draft: PlanDraft) -> list[Edge]:
    """What the fact takes the place of; empty where it does not say that something is another now."""
    if "besides" in fact.markers or fact.kind not in CHANGING and NEW.isdisjoint(fact.markers):
        return []
    told = _told(fact, draft)
    if told is None:
        return []
    found = [e for e in _near(fact, told, draft) if _is_other(told, _stored(e))]
    denied = [e for e in found if _is_denied(e, fact, draft)]
    return denied or (found if len({_value(e) for e in found}) == 1 else [])


def _told(fact: Fact, draft: PlanDraft) -> Numbered | None:
    known, new = draft.entities.get(fact.source), draft.new_entities.get(fact.source)
    source = known.name if known else new.name if new else ""
    amount, version = _of(fact.qualifiers)
    moved = fact.kind in CHANGING
    return numbered(source, fact.target_name, fact.text, amount=amount, version=version, moved=moved)


def _stored(edge: Edge) -> Numbered | None:
    amount, version = _of(parse_qualifiers(edge.qualifiers))
    return numbered(edge.source, edge.target, edge.fact, amount=amount, version=version)


def _of(qualifiers: Mapping[str, str]) -> tuple[str, str]:
    return qualifiers.get("amount", ""), qualifiers.get("version", "")


def _near(fact: Fact, told: Numbered, draft: PlanDraft) -> Iterator[Edge]:
    """Current facts of the thing, and of what is called so."""
    own = around(draft, fact.source, fact.target)
    called = stored_with(draft, *sorted(told.words - {told.sort}))
    for edge in {edge.id: edge for edge in (*own, *called)}.values():
        if edge.edge_type != HAPPENS and edge.current(draft.message.sent_at):
            yield edge


def _is_other(told: Numbered, known: Numbered | None) -> bool:
    return known is not None and told.value != known.value and told.is_same_place(known)


def _value(edge: Edge) -> str:
    known = _stored(edge)
    return known.value if known else ""


def _is_denied(edge: Edge, fact: Fact, draft: PlanDraft) -> bool:
    """ "8091 is wrong", "not 8091": the message names it, the new fact does not."""
    value = _value(edge)
    return names(draft.message.text, value) and not names(fact.text, value)
