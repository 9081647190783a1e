"""How a sentence is said, clause by clause: as the local reader cuts it.

In: a message, where a sentence of it stands. Out: :class:`Said` values. The reader is loaded with the first message
that names a day to come; what was read stays read.
"""

import re
import threading
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from zeph.agent.answers.answer_tables import read_answers
from zeph.agent.answers.second_person import name_to_you
from zeph.agent.answers.thing_words import about_of
from zeph.memory.recall.query.vocabulary import THIRD_PERSON
from zeph.records.claim import GRAPH_MODALITIES, Span
from zeph.records.message import PERSON

if TYPE_CHECKING:
    from zeph.memory.ingest.reader.clauses.clause import Clause
    from zeph.memory.ingest.reader.read_message import Reader

MOST_READ = 2000
"""Messages that stay read."""
LONGEST = 4000
"""Characters of a message that is read."""
_READING = threading.Lock()
_APART, _TAKING_UP = (
    re.compile(read_answers("agenda.toml")["clauses"][name], re.IGNORECASE) for name in ("apart", "taking_up")
)
_THINGS = ("it", "that")
_AHEAD = ("wish", "plan")


class Said(NamedTuple):
    """One clause of a sentence; places are those of the sentence."""

    start: int
    end: int
    pronoun: str = ""
    """What its subject is called where a pronoun stands for it: "she", "it"; empty where it is named."""
    whose: str = ""
    """Whom or what that pronoun means, as it is said to the person; empty where nobody can tell."""
    denied: bool = False
    """It says that something is not so, and wants nothing: "don't forget the dentist" does."""
    ahead: bool = False
    """It says what is to come, whatever form its verb has: "she has to have it checked"."""
    past: bool = False
    """It says what has happened: "the queue *backed up* today"."""
    verbless: bool = False
    """It is a note: "incident today"."""
    conditional: bool = False
    """What follows may stand under it: "*if* Kai gets the job"."""
    bears: bool = False
    """It denies, orders, or says what somebody says or dreamt, which a clause right behind it may be."""
    named: bool = False
    """Its subject is named: neither the person nor a pronoun, nor what is of one ("*her knee* is bad")."""
    surely: bool = True
    """It says what is so, or what will be, rather than what may or almost did, or what somebody wishes."""


def with_subject(text: str, said: Said | None) -> str:
    """What a clause says, with whom or what it is about in the place of its pronoun: "choir is on Wednesday" of "this
    week *it* is on Wednesday"."""
    if said is None or not said.whose:
        return text
    found = re.search(rf"\b{said.pronoun}(?P<is>(?P<mark>['’]?)s)?\b", text, re.IGNORECASE)
    if found is None:
        return text
    verb = (found["mark"] or "'") + "s" if found["is"] else ""
    return f"{text[: found.start()]}{said.whose}{verb}{text[found.end() :]}"


def is_bare(sentence: str, said: Said | None, start: int, end: int) -> bool:
    """Whether a clause of it says of what a pronoun stands for no more than when that is: "it's Friday the 4th".
    ``start``, ``end``: where the words for that stand."""
    if said is None or said.pronoun not in _THINGS:
        return False
    return not about_of(f"{sentence[said.start : start]} {sentence[end : said.end]}")


def said_in(text: str, start: int, end: int) -> list[Said]:
    """The clauses of the sentence from ``start`` to ``end`` of a message; none of a long one, which was pasted."""
    if len(text) > LONGEST:
        return []
    return [_said(one, start) for one in _clauses(text) if start <= one.span.start < end]


def things_in(text: str, start: int, end: int) -> list[Span]:
    """Where each thing that a sentence of a message speaks of stands: "off to the physio tomorrow, she's called Ines, |
    rent is 640 | and jo owes me 20". What joins two of them is of neither. Nothing is cut off that may stand under an
    "if" or a "not" before it."""
    starts, ends = [start], []
    for one in _free(text[start:end], said_in(text, start, end)):
        begins = start + one.start
        joint = _APART.search(text, start, begins) if one.named else None
        if joint is not None and not _TAKING_UP.match(text, begins):
            starts.append(begins)
            ends.append(joint.start())
    return [Span(*place) for place in zip(starts, [*ends, end], strict=True)]


def _free(text: str, clauses: Sequence[Said]) -> Iterator[Said]:
    """Those before which none bears what follows: a condition always, a denial or what somebody says only where the
    next clause stands right behind it."""
    for one, following in pairwise([*clauses, None]):
        if one is None:
            return
        yield one
        joined = following is None or _APART.search(text, one.start, following.start) is not None
        if one.conditional or one.bears and not joined:
            return


def _bears(clause: "Clause") -> bool:
    """Whether a clause right behind it may be no more than what it says: "it's *not true* that", "Ned *claims*"."""
    sure = clause.polarity and clause.modality in GRAPH_MODALITIES and not clause.request
    said = [one for one in clause.arguments if one.role != "subject"]
    return not sure or bool(clause.verb) and not said and not clause.times


def _said(clause: "Clause", start: int) -> Said:
    who = clause.subject
    points = who is not None and who.mention.span is not None and bool(who.pronoun) and who.mention.name != PERSON
    known = who is not None and points and "guess" not in who.kinds
    whose = name_to_you(who.mention.name) if who is not None and known else ""
    place = who.mention.span if who is not None and not who.pronoun and who.determiner not in THIRD_PERSON else None
    named = place is not None and place.start >= clause.span.start
    return Said(
        clause.span.start - start, clause.span.end - start, who.pronoun if who is not None and points else "", whose,
        denied=not clause.polarity and not clause.request,
        past=clause.tense == "past", verbless=not clause.verb, named=named,
        ahead=clause.modality in _AHEAD or clause.tense == "future",
        conditional=clause.conditional or bool(clause.reported_by), bears=_bears(clause),
        surely=clause.polarity and not clause.conditional and clause.modality in GRAPH_MODALITIES,
    )  # fmt: skip


@lru_cache(MOST_READ)
def _clauses(text: str) -> Sequence["Clause"]:
    with _READING:
        return tuple(_reader().clauses(text))


@cache
def _reader() -> "Reader":
    from zeph.memory.ingest.reader.read_message import Reader

    return Reader()
