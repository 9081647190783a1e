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
from zeph.memory.ingest.reader.patterns.telling import told
from zeph.memory.language.ontology import Ontology
from zeph.memory.language.relations import relation_slug
from zeph.records.claim import GRAPH_MODALITIES, Claim, ClaimKind

WHATEVER = "anything"
"""The relation of a claim that means whatever is known (``families.toml``)."""
_SURE = 0.9
_NUMBER = re.compile(r"\d[\d.,:]*")
_VALUES = ("amount", "price", "version", "when")


def denials(clause: Clause) -> Iterator[Claim]:
    """What a clause says will not be after all, in its own words: "Igor isn't leaving after all"; and that somebody
    stays, whatever they were about to do."""
    subject = clause.subject
    if subject is None or clause.markers.isdisjoint(WORDS["reverting"]) or clause.question or clause.conditional:
        return
    things = [a.mention for a in clause.arguments[1:] if a.mention.name and "when" not in a.kinds]
    stays = clause.polarity and clause.verb in WORDS["staying"] and "self" not in subject.kinds and not things
    if not (stays or not clause.polarity) or clause.modality not in GRAPH_MODALITIES:
        return
    relation = WHATEVER if stays else relation_slug(clause.verb)
    sentence = told(" and ".join(one.mention.name for one in subject.listed), clause)
    for one in subject.listed:
        yield Claim(
            "end", one.mention, relation, things[0] if things else one.mention, sentence, clause.span,
            "pattern:after_all", _SURE, markers=frozenset(("if_known", "denied")),
        )  # fmt: skip


def put_right(claim: Claim, made: Sequence[Claim]) -> list[Claim]:
    """The claims of the clause before with the number or the day that the same message puts right: "rex weighs 19kg, no
    sorry 13.9"; none where they have nothing that it may mean."""
    before = [one for one in made if one.span == made[-1].span] if "said_before" in claim.markers else []
    found = [_put_right(claim, one) for one in before]
    return [one for one in found if one is not None] if all(found) else []


def _put_right(claim: Claim, known: Claim) -> Claim | None:
    number, wrong = claim.qualifiers.get("amount", ""), claim.old.name if claim.old is not None else ""
    if not number:
        return _on_other_day(claim, known)
    values = [known.qualifiers.get(key, "") for key in _VALUES]
    said = next((value for value in (*values, known.object.name) if _NUMBER.search(value) and wrong in value), "")
    new = _NUMBER.sub(number, said, count=1) if _NUMBER.fullmatch(number) else number
    if not said or said not in known.sentence:
        return None
    qualifiers = {key: new if value == said else value for key, value in known.qualifiers.items()}
    thing = replace(known.object, name=new) if known.object.name == said else known.object
    span = replace(known.span, end=claim.span.end)
    sentence = known.sentence.replace(said, new, 1)
    return replace(known, object=thing, qualifiers=qualifiers, sentence=sentence, span=span)


def _on_other_day(claim: Claim, known: Claim) -> Claim | None:
    if not (claim.start and known.start):
        return None
    sentence = known.sentence.replace(known.start, claim.start)
    return replace(known, start=claim.start, sentence=sentence, span=replace(known.span, end=claim.span.end))


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
