"""Claims that take something back: "I live in Leeds, not Hull", "no wait, it's 19 Canal Street".

In: a claim of what is so, and its clause. Out: the same as a correction where the clause names what was wrong, or says
that what was said before was and only one can be so; and where another was named as doing it, the end of that.
"""

from collections.abc import Iterator
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim


def corrections(claim: Claim, clause: Clause, ontology: Ontology) -> Iterator[Claim]:
    """The claim, as what it is; and what it ends."""
    wrong, said = clause.wrong, [one for argument in clause.arguments for one in argument.listed]
    corrects = not clause.markers.isdisjoint(WORDS["correcting"])
    if claim.kind not in ("state", "begin") or wrong is None and not corrects:
        yield claim
        return
    known = ontology.get(claim.relation)
    valued = "amount" in claim.qualifiers or "when" in claim.qualifiers
    thing, subject = (_standing(said, mention.span) for mention in (claim.object, claim.subject))
    correct = replace(claim, kind="correct", markers=claim.markers - {"behind"})
    if wrong is None:
        one = known is not None and known.cardinality == "one" or claim.start or valued
        yield correct if one else claim
    elif wrong.kinds & {"when", "number"}:
        yield correct if valued or claim.start or thing is not None and thing.is_like(wrong) else claim
    elif thing is None or thing.is_like(wrong):
        named = wrong.mention.entity_type or claim.object.entity_type
        yield replace(correct, old=replace(wrong.mention, entity_type=named))
    else:
        yield claim
        if subject is not None and subject.is_like(wrong):
            said_of = claim.sentence.replace(claim.subject.name, wrong.mention.name, 1)
            yield replace(
                claim, kind="end", subject=replace(wrong.mention, entity_type=claim.subject.entity_type),
                sentence=said_of, markers=claim.markers | {"if_known"}, start="",
            )  # fmt: skip


def _standing(said: list[Phrase], span: object) -> Phrase | None:
    """The phrase that stands there."""
    return next((one for one in said if one.mention.span == span and one.preposition != "not"), None)
