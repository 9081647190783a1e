"""What makes a claim too unsure to be told: it stays a candidate.

In: a claim, the clause it was read from, the message. Out: whether somebody who was not there could take it for what it
is not: it may be said of somebody else, of what only the two of them saw, or hold only where something else does.
"""

from collections.abc import Sequence
from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause, Word
from zeph.memory.ingest.reader.mentions.discourse import PRONOUNS
from zeph.memory.ingest.reader.mentions.naming import possessive
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.patterns.telling import within
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.memory.language.families import Families
from zeph.memory.language.morphology import is_plural
from zeph.memory.language.ontology import Ontology
from zeph.records.claim import Claim, Span
from zeph.records.edge import CANDIDATE_BELOW

_TABLE = word_sets(read_table("patterns/doubts.toml"))
UNSURE = 0.35
"""Confidence of what stays a candidate, and is told nowhere."""
_LIVING = frozenset(("person", "animal"))
_PAST = ("past", "perfect", "used_to")


def settled(claim: Claim, clause: Clause, text: str, ontology: Ontology, *, of_mention: bool) -> Claim:
    """The claim as it may be told, else as a candidate; ``of_mention``: it says nothing of the clause around a noun
    phrase. Where only its sentence points at what nobody sees, its ends are the sentence."""
    if claim.confidence < CANDIDATE_BELOW or claim.kind == "correct":
        return claim  # "it's the 9th": what was said before tells of what
    loose = not of_mention and _points(claim, clause, text)
    if _is_doubtful(claim, clause, text, of_mention=of_mention) or loose and not claim.reader.startswith("pattern:"):
        return replace(claim, confidence=UNSURE)
    if loose and Families.load().is_group(claim.relation):
        return claim  # its relation is no word to tell it by
    known = ontology.get(claim.relation)
    label = known.label if known is not None else claim.relation.replace("_", " ")
    return replace(claim, sentence=_told(claim, label)) if loose else claim


def is_anothers(claim: Claim, clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether a note that names nobody may be of whom the message has just been about: "Mick's retired, *knee op booked
    19 March*"; ``before``: the clauses before it."""
    spoken = _said_subject(clause)
    thing = spoken is not None and spoken.mention.head in _TABLE["of_a_person"] and not spoken.determiner
    if spoken is not None and not thing and (claim.kind != "event" or spoken.mention.span != claim.object.span):
        return False
    if spoken is None and claim.kind != "event" or not claim.subject.name or claim.subject.span is not None:
        return False
    said = next((one for one in reversed(before) if _said_subject(one) is not None), None)
    subject = _said_subject(said) if said is not None else None
    if said is None or subject is None or subject.mention.name == claim.subject.name:
        return False
    described = said.first("complement")
    of_kin = described is not None and "kin" in described.kinds
    return bool(subject.kinds & _LIVING) or of_kin or subject.determiner in PRONOUNS["theirs"]  # "*their* lad is 11"


def is_of_other_home(clause: Clause, before: Sequence[Clause]) -> bool:
    """ "I looked at a flat in Hull, *the landlady is Mrs Poole*": she is that flat's; but "I rent a flat"."""
    spoken, new = clause.subject, ("", *PRONOUNS["indefinite"])
    if spoken is None or spoken.determiner != "the" or spoken.mention.head not in _TABLE["of_homes"]:
        return False
    homes = (
        c for c in before for one in c.arguments
        if "home" in one.kinds and one.determiner in new and not one.mention.owner
    )  # fmt: skip
    said = next(homes, None)
    return said is not None and said.verb.split(" ")[0] not in _TABLE["living"]


def _said_subject(clause: Clause) -> Phrase | None:
    """The subject that stands in the clause itself."""
    subject = clause.subject
    span = subject.mention.span if subject is not None else None
    return subject if span is not None and clause.span.start <= span.start < clause.span.end else None


def _told(claim: Claim, label: str) -> str:
    """By its ends alone; a value by what it is: "User's salary is 19 euro an hour"."""
    amount = claim.qualifiers.get("amount", "")
    if amount and amount not in claim.object.name:
        return f"{possessive(claim.subject)} {claim.object.name} is {amount}"
    return f"{claim.subject.name} {label} {claim.object.name}"


def _is_doubtful(claim: Claim, clause: Clause, text: str, *, of_mention: bool) -> bool:
    said = [one for argument in clause.arguments for one in argument.listed]
    own = [span for span in (claim.subject.span, claim.object.span) if span is not None]
    if claim.object.name.lower() in _TABLE["nameless"]:
        return True  # "back at ours"
    if _is_guess(said, own, claim.subject.name if claim.subject.span is None else ""):
        return True
    if of_mention:
        return False
    if _has_another_before(clause):
        return True
    pointed = (within(word, own) and word.span not in own and _is_pointing(word, text) for word in clause.words)
    inside = claim.kind != "end" and any(pointed)
    other = (_is_shown(claim, one) or _is_anybody(claim, clause, one, text) for one in said)
    return inside or _hangs(claim, clause) or _taken_up(claim, clause, text) or any(other)


def _has_another_before(clause: Clause) -> bool:
    """Somebody else is named before its verb, of whom it may be: "Isla, …, *Freddie*, born in 2018"."""
    subject = clause.subject
    begin = subject.mention.span.end if subject is not None and subject.mention.span is not None else None
    verb = next((word.span.start for word in clause.words if word.tag[:2] == "VB" or word.tag == "MD"), 0)
    between = (a.mention.span for a in clause.arguments if a.role == "object" and a.mention.named and a.mention.span)
    return begin is not None and any(begin <= one.start < verb for one in between)


def _hangs(claim: Claim, clause: Clause) -> bool:
    """It holds only where something else does, is only meant to, or is of nothing: "I take nothing, just …"."""
    if any(word.text.lower() in _TABLE["empty"] for word in clause.words):
        return True
    if claim.sentence.count("(") != claim.sentence.count(")"):
        return True  # it was cut inside an aside
    meant = clause.lead in _TABLE["aiming"] and claim.kind in ("begin", "end") and clause.polarity
    meant = meant and not clause.progressive
    return (meant or clause.lead in _TABLE["hanging"]) and clause.tense not in _PAST


def _is_guess(said: list[Phrase], own: list[Span], owner: str) -> bool:
    """Whether whom or what it is about was only guessed."""
    guessed = (one.mention for one in said if "guess" in one.kinds)
    return any(mention.span in own or mention.owner == owner != "" for mention in guessed)


def _points(claim: Claim, clause: Clause, text: str) -> bool:
    """A pronoun stands in its sentence that nobody took up, or only perhaps."""
    said = [one for argument in clause.arguments for one in argument.listed]
    known = {one.mention.span for one in said if one.mention.name}
    told = set(claim.sentence.lower().split())
    begin = min((word.span.start for word in clause.words), default=0)
    ahead = [a.mention.span for a in clause.arguments[1:] if a.mention.span and a.mention.span.end <= begin]
    if ahead and claim.object.span not in ahead:
        return True  # "the good times *I've had at concerts*"
    loose = [word for word in clause.words if word.span not in known and word.text.lower() in told]
    nobody = any(one.pronoun in PRONOUNS["she"] and not one.mention.name for one in said)  # "with her"
    return nobody or any("guess" in one.kinds for one in said) or any(_is_pointing(word, text) for word in loose)


def _is_pointing(word: Word, text: str) -> bool:
    return text[word.span.start : word.span.end].lower() in _TABLE["pointing"]


def _taken_up(claim: Claim, clause: Clause, text: str) -> bool:
    """ "I love it", "love the red and blue", "how simple it is": of a mood it is seldom clear what it is about."""
    span = claim.object.span
    if span is None:
        return False
    before = {word.text.lower() for word in clause.words if word.span.start <= span.start}
    if not before.isdisjoint(_TABLE["turning"]):
        return True
    shown = not (before.isdisjoint(_TABLE["known"]) or claim.object.named or " " in claim.object.name)
    return claim.family in _TABLE["moods"] and (shown or text[span.start : span.end].lower() in _TABLE["things"])


def _is_shown(claim: Claim, argument: Phrase) -> bool:
    """ "That car", and "this one"; but in "I got this cute hamster" it is new, and in "she took me off that tablet" it
    is the known one."""
    if argument.mention.span != claim.object.span or argument.mention.named or claim.kind == "end":
        return False
    return argument.determiner in _TABLE["shown"] and not (
        argument.determiner in _TABLE["introducing"] and claim.kind != "state"
    )


def _is_anybody(claim: Claim, clause: Clause, argument: Phrase, text: str) -> bool:
    """ "Kids love sweets", "the boys can sing", "your dog loves cheese": whom nothing tells apart."""
    mention = argument.mention
    if argument.role != "subject" or mention.name != claim.subject.name or mention.named or mention.owner:
        return False
    own = mention.span
    taken_up = own is not None and text[own.start : own.end].lower() in _TABLE["things"]
    some = bool(argument.kinds & _LIVING) and ("kin" not in argument.kinds or taken_up)
    some = some or not argument.determiner and " " not in mention.name and clause.tense in _PAST
    yours = argument.determiner in _TABLE["yours"]
    return yours or some and is_plural(mention.name.rsplit(" ", 1)[-1].lower())
