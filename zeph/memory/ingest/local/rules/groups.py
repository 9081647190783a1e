"""Several subjects of one verb: "Aisha and Tobias both study …", "my brother and I", "they" for a pair.

In: a read sentence and its findings, each about one of them. Out: the same findings about the others too.
"""

from dataclasses import replace

from zeph.memory.ingest.local.phrases.entities import Phrase, kin_in
from zeph.memory.ingest.local.phrases.identity import identify
from zeph.memory.ingest.local.phrases.mentions import Actor
from zeph.memory.ingest.local.phrases.reader import Finding, Sentence
from zeph.memory.ingest.local.phrases.syntax import names_a_person

_AND = frozenset(("and", "&"))
_BOTH = frozenset(("both", "all", "each"))
_ME = frozenset(("i", "me"))
_NOT_SHARED = frozenset("has_name named_kin named_pet my_name am_name".split())


def for_everybody(sentence: Sentence, findings: list[Finding]) -> list[Finding]:
    """Each finding, and the same of everybody who shares its subject."""
    shared = list(findings)
    for finding in findings:
        subject = _subject(sentence, finding.at)
        if subject is None or finding.pattern in _NOT_SHARED:
            continue
        everybody = members(sentence, subject)
        if finding.source not in {actor.name for actor in everybody}:
            continue
        for actor in everybody:
            if actor.name not in (finding.source, finding.target):
                shared.append(_said_of(finding, actor))
    return shared


def _subject(sentence: Sentence, at: int) -> int | None:
    reading = sentence.readings.get(at)
    if reading is not None and reading.subject is not None and reading.subject.kind in ("speaker", "phrase", "pronoun"):
        return reading.subject.at
    return sentence.acting.get(at)


def _said_of(finding: Finding, actor: Actor) -> Finding:
    fact = actor.name + finding.fact.removeprefix(finding.source)
    return replace(
        finding, source=actor.name, source_type=actor.type, fact=fact, factor=min(finding.factor, actor.factor)
    )


def members(sentence: Sentence, subject: int) -> list[Actor]:
    """Everybody that the subject there, or what "and" joins to it, stands for."""
    mention = sentence.pointing(subject)
    if mention is not None and len(mention.actors) > 1:
        return [replace(actor, type="person") for actor in mention.actors]
    first, last = subject, subject
    while (before := _before(sentence, first)) is not None:
        first = before
    while (after := _after(sentence, last)) is not None:
        last = after
    if first == last or not _opens_clause(sentence, first):
        return []
    found: list[Actor] = []
    at: int | None = first
    while at is not None:
        actor = _member(sentence, at)
        if actor is None:
            return []
        found.append(actor)
        if at == last:
            break
        at = _after(sentence, at)
    return found


def _start(sentence: Sentence, at: int) -> int:
    phrase = sentence.found.get(at)
    return phrase.start if phrase is not None else at


def _end(sentence: Sentence, at: int) -> int:
    phrase = sentence.found.get(at)
    return phrase.end if phrase is not None else at + 1


def _before(sentence: Sentence, at: int) -> int | None:
    joint = _start(sentence, at) - 1
    if sentence.word(joint) not in _AND or joint == 0:
        return None
    other = joint - 1
    return other if other in sentence.found or sentence.word(other) in _ME else None


def _after(sentence: Sentence, at: int) -> int | None:
    joint = _end(sentence, at)
    if sentence.word(joint) not in _AND:
        return None
    other = joint + 1
    return other if other in sentence.found or sentence.word(other) in _ME else None


def _opens_clause(sentence: Sentence, first: int) -> bool:
    """Whether the pair is not the end of what another verb is about."""
    start = _start(sentence, first)
    before = sentence.tokens[start - 1] if start else None
    return before is None or before.pos in ("PUNCT", "CCONJ", "SCONJ", "INTJ", "ADV") or before.date is not None or (
        before.lower in _BOTH | {"that", "as", "since"}
    )  # fmt: skip


def _member(sentence: Sentence, at: int) -> Actor | None:
    if sentence.word(at) in _ME:
        return sentence.speaker
    phrase: Phrase | None = sentence.found.get(at)
    if phrase is None:
        return None
    actor = identify(sentence, phrase, things=False)
    person = kin_in(phrase, sentence.tokens) is not None or names_a_person(phrase, sentence.tokens) or phrase.proper
    return actor if actor is not None and person and not actor.plural else None
