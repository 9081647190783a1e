"""Claims that take something back: "I live in Leeds, not Hull", "no wait, it's 19 Canal Street".

In: a claim of what is so, and its clause. Out: the same as a correction where the clause names what was wrong, or says
that what was said before was and only one can be so; and where another was named as doing it, the end of that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.clauses.verb_groups import WORDS
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim, ClaimKind

_NUMBER = re.compile(r"\d[\d.,:]*")
_VALUES = ("amount", "price", "version", "when")


def put_right(claim: Claim, made: Sequence[Claim]) -> list[Claim]:
    """The claims of the clause before with the number or the day that the same message puts right: "rex weighs 19kg, no
    sorry 13.9"; none where they have nothing that it may mean."""
    told = [one for one in made if one.span == made[-1].span] if "said_before" in claim.markers else []
    found = [_put_right(claim, one) for one in told]
    return [one for one in found if one is not None] if all(found) else []


def _put_right(claim: Claim, told: Claim) -> Claim | None:
    number, wrong = claim.qualifiers.get("amount", ""), claim.old.name if claim.old is not None else ""
    if not number:
        return _on_other_day(claim, told)
    known = [told.qualifiers.get(key, "") for key in _VALUES]
    said = next((value for value in (*known, told.object.name) if _NUMBER.search(value) and wrong in value), "")
    new = _NUMBER.sub(number, said, count=1) if _NUMBER.fullmatch(number) else number
    if not said or said not in told.sentence:
        return None
    qualifiers = {key: new if value == said else value for key, value in told.qualifiers.items()}
    thing = replace(told.object, name=new) if told.object.name == said else told.object
    span = replace(told.span, end=claim.span.end)
    sentence = told.sentence.replace(said, new, 1)
    return replace(told, object=thing, qualifiers=qualifiers, sentence=sentence, span=span)


def _on_other_day(claim: Claim, told: Claim) -> Claim | None:
    if not (claim.start and told.start):
        return None
    sentence = told.sentence.replace(told.start, claim.start)
    return replace(told, start=claim.start, sentence=sentence, span=replace(told.span, end=claim.span.end))


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
    alike = thing is not None and thing.is_like(wrong) and not (subject is not None and _is_of(subject, wrong, thing))
    if wrong.kinds & {"when", "number"}:
        yield correct if valued or alike else claim
    elif alike or thing is None:
        named = wrong.mention.entity_type or claim.object.entity_type
        yield replace(correct, old=replace(wrong.mention, entity_type=named))
    else:
        yield claim
        if subject is not None and subject.is_like(wrong):
            yield _of_other(claim, wrong)


def _is_of(subject: Phrase, wrong: Phrase, thing: Phrase) -> bool:
    """Whether it stands beside the subject, and before the thing: "it's not *Petra* but Igor who covers for Sanne"."""
    own, denied = thing.mention.span, wrong.mention.span
    return subject.is_like(wrong) and own is not None and denied is not None and denied.start < own.start


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
