"""What a message corrects of what was told last: "that's wrong, it's 19 Canal Street", "no, my sister is called Ines".

In: the claims read in such a message, the order, and the facts that the last answer or receipt told. Out: the claims,
those that speak of such a fact as its correction; where the message is no more than another value, the one claim that
the value makes of the one fact told. Revision puts it in the fact's place (``revision/named_facts.py``).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from zeph.memory.ingest.intents.fact_parts import content
from zeph.memory.ingest.intents.order_of import intents_table
from zeph.memory.ingest.intents.order_templates import told_words
from zeph.memory.language.names import canonical_name
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.possessives import naming
from zeph.memory.language.times.date_resolution import resolve_date
from zeph.memory.language.times.day_phrases import with_day
from zeph.records.claim import Claim, Mention, Span
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import Message
from zeph.records.order import Order

READER = "order"
SHARED = 2
"""Words that say something, which a clause that denies a fact has of it."""


def corrected(
    claims: Sequence[Claim], order: Order, message: Message, told: Sequence[Edge], ontology: Ontology
) -> tuple[Claim, ...]:
    """``told``: facts; without any, the claims stay as they are."""
    meant = [fact for fact in told if _shape(fact.target) == _shape(order.what)] if len(told) > 1 else told
    if order.about == "value" and len(meant) == 1:
        made = _with_value(order, message, meant[0], ontology)
        return (made,) if made else tuple(claims)
    named = as_corrections(claims, told, ontology)
    put_right = {fact for one in named for fact in one.known}
    over = [one for one in _denied(order, told) if put_right.isdisjoint(one.known)]
    return (*over, *(one for one in named if one.known or one.confidence >= CANDIDATE_BELOW))


def as_corrections(claims: Sequence[Claim], told: Sequence[Edge], ontology: Ontology) -> list[Claim]:
    """The claims, those that speak of such a fact as its correction."""
    return [_naming(claim, told, ontology) for claim in claims]


def _denied(order: Order, told: Sequence[Edge]) -> list[Claim]:
    """That the fact is not so of which a clause says that: the one that most of its words tell, where there is one."""
    for clause in order.what.split(","):
        if _denying().isdisjoint(told_words(clause, {}).line.casefold().split()):
            continue
        shared = {fact.id: len(content(fact.fact) & content(clause)) for fact in told}
        most = max(shared.values(), default=0)
        meant = [fact for fact in told if shared[fact.id] == most]
        if most >= SHARED and len(meant) == 1:
            return [ended(meant[0], Span(order.start, order.stop))]
    return []


def ended(fact: Edge, span: Span) -> Claim:
    """That a fact is not so, as characters of the message say."""
    source, target = Mention(fact.source), Mention(fact.target)
    return Claim("end", source, fact.relation, target, fact.fact, span, READER, 1.0, known=(fact.id,))


def speaks_of(order: Order, fact: Edge, person: str) -> bool:
    """Whether a correction has all words of the name of something that the fact is about."""
    said = content(order.what)
    names = (content(name) for name in (fact.source, fact.target) if canonical_name(name) != canonical_name(person))
    return any(name and name <= said or len(name & said) >= SHARED for name in names) or (
        len(content(fact.fact) & said) >= SHARED
    )


@cache
def _denying() -> frozenset[str]:
    return frozenset(intents_table()["denying"]["words"])


def _shape(text: str) -> tuple[bool, bool]:
    """Whether it has a number, and whether it begins like a name: "Olive" may be another cat, and no other drink."""
    return any(map(str.isdigit, text)), text[:1].isupper()


def _naming(claim: Claim, told: Sequence[Edge], ontology: Ontology) -> Claim:
    """A claim of the same relation as a fact that was told, and of the same subject or about the same thing, says what
    that should have been, however sure it would be by itself."""
    known = ontology.normalise(claim.relation)
    relation = known.relation.name if known else claim.relation
    subject, thing = canonical_name(claim.subject.name), canonical_name(claim.object.name)
    own = [e for e in told if canonical_name(e.source) == subject]
    meant = [e for e in own if e.canonical_relation == relation]
    meant = meant or [e for e in own if canonical_name(e.target) == thing]
    meant = meant or [e for e in told if (e.canonical_relation, canonical_name(e.target)) == (relation, thing)]
    called = naming(claim.sentence)[0]
    meant = meant or [e for e in told if called and called == naming(e.fact)[0]]
    if claim.kind not in ("state", "begin", "correct") or not claim.polarity or len(meant) != 1:
        return claim
    sure = max(claim.confidence, meant[0].confidence)
    return replace(
        claim, kind="correct", known=(meant[0].id,), confidence=sure, markers=claim.markers - {"besides"}
    )  # fmt: skip


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
    if fact.valid_from_stated and fact.valid_from and resolve_date(said, message.sent_at) is not None:
        return replace(made, sentence=with_day(fact.fact, fact.valid_from, said), markers=frozenset(("in_place",)))
    of_person = canonical_name(target) == canonical_name(message.person)
    wrong, other = source if of_person else target, Mention(said, named=said[:1].isupper())
    if wrong not in fact.fact or any(map(str.isdigit, wrong)) != any(map(str.isdigit, said)):
        return None
    made = replace(made, sentence=fact.fact.replace(wrong, said), start="")
    return replace(made, subject=other) if of_person else replace(made, object=other)
