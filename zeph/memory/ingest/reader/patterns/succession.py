"""What takes the place of what a message says is over: "nurse took me off Velorin, it's Ombrix now".

In: a claim of an end, and a clause behind it. Out: the claim that the one gave way to the other; None where the clause
names nothing that is so now.
"""

from dataclasses import replace

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import Phrase
from zeph.memory.ingest.reader.patterns.claim_parts import typed
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.records.claim import Claim

_TABLE = word_sets(read_table("patterns/succession.toml"))
_NEVER = frozenset(("hollow", "self", "when", "number", "guess", "to_do", "gerund"))


def successor(over: Claim, clause: Clause) -> Claim | None:
    """The end as a replacement, where the clause says what there is instead."""
    thing = _instead(over, clause)
    if thing is None or thing.mention.name == over.object.name:
        return None
    new = typed(thing, "")
    return replace(
        over, kind="replace", object=new, old=over.object, start=over.end, end="",
        sentence=f"{over.subject.name} has {new.name} now instead of {over.object.name}",
        span=replace(over.span, end=max(over.span.end, clause.span.end)), markers=over.markers - {"tells_end"},
    )  # fmt: skip


def _instead(over: Claim, clause: Clause) -> Phrase | None:
    """What a clause says that there is now."""
    subject = clause.subject
    if subject is None or not _is_plain(clause):
        return None
    own, taken_up = "self" in subject.kinds, subject.mention.name in (over.object.name, over.subject.name)
    told = clause.verb in _TABLE["verbs"] if own else clause.verb == "be"
    if not told or not (taken_up or subject.pronoun in _TABLE["it"]):
        return None
    bare = clause.verb != "be" or not own
    said = (one for one in clause.arguments if one is not subject and not (one.pronoun or one.adjective or one.others))
    placed = (one for one in said if (one.preposition in _TABLE["with"] if one.preposition else bare))
    return next((one for one in placed if one.mention.name and one.kinds.isdisjoint(_NEVER)), None)


def _is_plain(clause: Clause) -> bool:
    """It says that something is so now."""
    told = clause.polarity and clause.modality == "fact" and clause.tense == "present" and not clause.phase
    return told and not (clause.question or clause.conditional or clause.markers.isdisjoint(_TABLE["now"]))
