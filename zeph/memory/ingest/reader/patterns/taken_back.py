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
from zeph.records.claim import Claim, ClaimKind


def corrections(claim: Claim, clause: Clause, ontology: Ontology) -> Iterator[Claim]:
    """The claim, as what it is; and what it ends."""
    wrong, said = clause.wrong, [one for argument in clause.arguments for one in argument.listed]
    corrects = not clause.markers.isdisjoint(WORDS["correcting"])
    if claim.kind not in ("state", "begin") or wrong is None and not corrects:
        yield claim
        return
    kind: ClaimKind = "replace" if wrong is not None and wrong.preposition != "not" else "correct"
    correct = replace(claim, kind=kind, markers=claim.markers - {"behind"})
    valued = not {"amount", "when"}.isdisjoint(claim.qualifiers) or bool(claim.start)
    known = ontology.get(claim.relation)
    if wrong is None:
        yield correct if valued or known is not None and known.cardinality == "one" else claim
    else:
        yield from _against(claim, correct, wrong, said, valued=valued)


def _against(claim: Claim, correct: Claim, wrong: Phrase, said: list[Phrase], *, valued: bool) -> Iterator[Claim]:
    """Which end of it was taken for another."""
    thing, subject = (_standing(said, mention.span) for mention in (claim.object, claim.subject))
    alike = thing is not None and thing.is_like(wrong)
    if wrong.kinds & {"when", "number"}:
        yield correct if valued or alike else claim
    elif alike or thing is None:
        named = wrong.mention.entity_type or claim.object.entity_type
        yield replace(correct, old=replace(wrong.mention, entity_type=named))
    else:
        yield claim
        if subject is not None and subject.is_like(wrong):
            yield _of_other(claim, wrong)


def _of_other(claim: Claim, wrong: Phrase) -> Claim:
    """ "Nadine has the drill, not *Naomi*": the end of what was taken for so."""
    return replace(
        claim, kind="end", subject=replace(wrong.mention, entity_type=claim.subject.entity_type), start="",
        sentence=claim.sentence.replace(claim.subject.name, wrong.mention.name, 1),
        markers=claim.markers | {"if_known"},
    )  # fmt: skip


def _standing(said: list[Phrase], span: object) -> Phrase | None:
    """The phrase that stands there."""
    return next((one for one in said if one.mention.span == span), None)
