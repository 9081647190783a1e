"""Claims that take something back: "I live in Leeds, not Hull", "no wait, it's 19 Canal Street".

In: a claim of what is so, and its clause. Out: the same as a correction where the clause names what was wrong, or says
that what was said before was and only one can be so; and where another was named as doing it, the end of that. Of "it's
31, no wait, 13" what is claimed is put right at once.
"""

import re
from collections.abc import Iterator
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
_NUMBER = re.compile(r"\d[\d.,:/]*\d|\d")
_TAKEN_UP = ("it", "he", "she")
_OPENING = re.compile(r"^(?:on|in|at|the) ", re.IGNORECASE)


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


def corrects(clause: Clause) -> bool:
    """Whether a clause is nothing but a value that takes the place of one in the clause before."""
    counted = any("number" in one.kinds for one in clause.arguments if one.role != "subject")
    taken_up = clause.subject is not None and clause.subject.pronoun in _TAKEN_UP
    bare = clause.verb == "" or clause.verb == "be" and taken_up and counted
    return bare and "correction" in clause.markers and clause.wrong is None


def put_right(claims: list[Claim], before: Clause, clause: Clause) -> list[Claim]:
    """What was claimed of the clause before, with the value that is said behind it; nothing where that changes none."""
    value = next((one for one in clause.arguments if one.role != "subject" and not one.adjective), None)
    if value is None and clause.times:
        new, said = clause.times[-1].text, [time.text for time in before.times]
    elif value is not None and "number" in value.kinds:
        new, words = value.mention.name, " ".join(word.text for word in before.words)
        new, said = "".join(_NUMBER.findall(new)[-1:]), _NUMBER.findall(words)
    else:
        new = value.mention.name if value is not None else ""
        said = [one.mention.name for one in before.arguments if value is not None and one.is_like(value)]
    old, new = (_OPENING.sub("", text) for text in ("".join(said[-1:]), new))
    if not (old and new):
        return []
    as_whole = re.compile(rf"(?<![\w.]){re.escape(old)}(?!\d)")

    def change(text: str) -> str:
        return as_whole.sub(lambda _: new, text)

    right = [
        replace(
            one, sentence=change(one.sentence), object=replace(one.object, name=change(one.object.name)),
            qualifiers={key: change(text) for key, text in one.qualifiers.items()},
            start=change(one.start), end=change(one.end),
        )
        for one in claims
    ]  # fmt: skip
    return right if right != claims else []


def _against(claim: Claim, correct: Claim, wrong: Phrase, said: list[Phrase], *, valued: bool) -> Iterator[Claim]:
    """Which end of it was taken for another."""
    thing, subject = (_standing(said, mention.span) for mention in (claim.object, claim.subject))
    alike = thing is not None and thing.is_like(wrong) and not (subject is not None and _is_of(subject, wrong, thing))
    if thing is not None and "number" in wrong.kinds and "hostname" in thing.kinds:
        name = thing.mention.name[: -len(wrong.mention.name)] + wrong.mention.name  # "web-04, not *03*"
        yield replace(correct, old=replace(thing.mention, name=name, span=None))
    elif wrong.kinds & {"when", "number"}:
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
