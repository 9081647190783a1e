"""What a message corrects of what was told last: "that's wrong, it's 19 Canal Street", "no, my sister is called Ines".

In: the claims read in such a message, the order, and the facts that the last answer or receipt told. Out: the claims,
those that speak of such a fact as its correction; where the message is no more than another value, the one claim that
the value makes of the one fact told. Revision puts it in the fact's place (``revision/named_facts.py``).
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.times.date_resolution import resolve_date
from zeph.records.claim import Claim, Mention, Span
from zeph.records.edge import Edge
from zeph.records.message import Message
from zeph.records.order import Order

READER = "order"


def corrected(
    claims: Sequence[Claim], order: Order, message: Message, told: Sequence[Edge], ontology: Ontology
) -> tuple[Claim, ...]:
    """``told``: facts; without any, the claims stay as they are."""
    meant = [fact for fact in told if _shape(fact.target) == _shape(order.what)] if len(told) > 1 else told
    if order.about == "value" and len(meant) == 1:
        made = _with_value(order, message, meant[0], ontology)
        return (made,) if made else tuple(claims)
    return tuple(_naming(claim, message, told, ontology) for claim in claims)


def _shape(text: str) -> tuple[bool, bool]:
    """Whether it has a number, and whether it begins like a name: "Olive" may be another cat, and no other drink."""
    return any(map(str.isdigit, text)), text[:1].isupper()


def _naming(claim: Claim, message: Message, told: Sequence[Edge], ontology: Ontology) -> Claim:
    """A claim of the same subject and relation as a fact that was told says what that should have been."""
    known = ontology.normalise(claim.relation)
    relation = known.relation.name if known else claim.relation
    subject = canonical_name(claim.subject.name)
    meant = [e.id for e in told if e.canonical_relation == relation and canonical_name(e.source) == subject]
    if claim.kind not in ("state", "begin") or not claim.polarity or len(meant) != 1:
        return claim
    return replace(claim, kind="correct", known=tuple(meant), markers=claim.markers - {"besides"})


def _with_value(order: Order, message: Message, fact: Edge, ontology: Ontology) -> Claim | None:
    """The fact with another day, or another thing in its sentence; None where it names none that could be another."""
    said, span = order.what, Span(order.start, order.stop)
    normalised = ontology.normalise(fact.relation)
    turned = normalised is not None and normalised.swap
    source, target = (fact.target, fact.source) if turned else (fact.source, fact.target)
    made = Claim(
        "correct", Mention(source), fact.relation, Mention(target), fact.fact, span, READER, 1.0, start=said,
        known=(fact.id,),
    )  # fmt: skip
    if fact.valid_from_stated and resolve_date(said, message.sent_at) is not None:
        return made
    of_person = canonical_name(target) == canonical_name(message.person)
    wrong, other = source if of_person else target, Mention(said, named=said[:1].isupper())
    if wrong not in fact.fact:
        return None
    made = replace(made, sentence=fact.fact.replace(wrong, said), start="")
    return replace(made, subject=other) if of_person else replace(made, object=other)
