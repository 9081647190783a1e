"""What the words around a claim tell that its parts do not: one more, now, again, since (``records/claim.Marker``).

In: a match of a row with a clause, and the kind of the claim that it gives. Out: the claim's markers. The words stand
in ``claim_markers.toml``; a row names markers of its own where its claim has ``marks``.
"""

from collections.abc import Iterator
from typing import get_args

from zeph.memory.ingest.reader.clauses.clause import Clause
from zeph.memory.ingest.reader.mentions.phrase import ONE_TIME
from zeph.memory.ingest.reader.patterns.match_rows import Match
from zeph.memory.ingest.reader.patterns.row import Shape
from zeph.memory.ingest.reader.reader_tables import read_table, word_sets
from zeph.records.claim import ClaimKind, Marker

_TABLE = read_table("patterns/claim_markers.toml")
_SAID, _ENDED_BY, _EVENT_BY = (
    {marker: {word.replace("-", " ") for word in listed} for marker, listed in word_sets(_TABLE[part]).items()}
    for part in ("said", "ended_by", "event_by")
)
_OTHER = word_sets(_TABLE["other"])
_STRETCHES = ("since", "until", "duration")
_CHANGES = ("begin", "replace")
"""What is told of them in the present with a time lies ahead: "she takes over from January"."""
_MARKERS: dict[str, Marker] = {marker: marker for marker in get_args(Marker)}


def markers_of(match: Match, shape: Shape, kind: ClaimKind, *, ahead: bool) -> frozenset[Marker]:
    """``ahead``: what is claimed is a plan."""
    found = {*shape.marks}
    if match.row.mention:
        return frozenset(_MARKERS[name] for name in found | set(_of_mention(match)))
    to_come = kind in _CHANGES and match.clause.tense == "present" and bool(match.clause.times)
    found.update(_of_words(match.clause), _of_times(match.clause, ahead=ahead or to_come))
    if kind == "correct" or "arranged" in found:
        found -= {"behind", "near"}  # it was moved to a day that is to come
        if any(time.text.lower().split(" ")[0] in _OTHER["so_from"] for time in match.clause.times):
            found.add("ahead")
    if match.object is not None and match.object.adjectives & _OTHER["anew"]:
        found.add("anew")
    if kind == "end":
        found.update(_of_end(match))
        if (shape.kind == "end" or match.clause.phase == "end") and match.clause.tense != "used_to":
            found.add("tells_end")  # "used to work there" goes on until it ended, as any past does
    if kind == "event":
        found.update(_of_event(match.clause))
    return frozenset(_MARKERS[name] for name in found)


def _of_mention(match: Match) -> Iterator[str]:
    """ "My sister Anna", not "Anna, my sister"."""
    if match.subject.mention.named and match.subject.mention.head and not match.subject.described:
        yield "role_first"


def _of_words(clause: Clause) -> Iterator[str]:
    times = " ".join(time.text for time in clause.times)
    said = f" {' '.join(word.text for word in clause.words)} {' '.join(clause.markers)} {times} ".lower()
    yield from (marker for marker, listed in _SAID.items() if any(f" {words} " in said for words in listed))


def _of_times(clause: Clause, *, ahead: bool) -> Iterator[str]:
    if any(time.role in _STRETCHES for time in clause.times):
        yield "stretch"
    if ahead or clause.tense == "future":
        yield "ahead"
    elif clause.tense in ("past", "perfect", "used_to"):
        dated = any(time.role == "at" for time in clause.times)
        yield "near" if clause.tense == "perfect" and dated else "behind"


def _of_end(match: Match) -> Iterator[str]:
    clause, thing = match.clause, match.object
    if any(one is not None and ONE_TIME in one.kinds for one in (match.subject, thing)):
        yield "one_time"
    verbs = {clause.verb, clause.outer.verb if clause.outer is not None else ""}
    yield from (marker for marker, listed in _ENDED_BY.items() if not verbs.isdisjoint(listed))
    if thing is None:
        return
    if "activity" in thing.kinds:
        yield "whatever"
    counted = thing.determiner in _OTHER["one_of_kind"] or bool(thing.count)
    if clause.verb in _OTHER["had"] and clause.tense in ("past", "used_to") and counted:
        yield "one_of_kind"


def _of_event(clause: Clause) -> Iterator[str]:
    yield from (marker for marker, listed in _EVENT_BY.items() if clause.verb in listed)
    subject = clause.subject
    if subject is not None and subject.others and all("self" not in one.kinds for one in subject.listed):
        yield "of_others"
    if len(clause.arguments) == 1:
        yield "alone"
    if any(argument.preposition in _OTHER["at_place"] for argument in clause.arguments):
        yield "at_place"
