"""A clause as the patterns see it: predicate, arguments, polarity, modality, tense, times.

In: nothing; values only. Out: what ``read_clauses`` fills and ``patterns`` match. No relation, no meaning: only how it
is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zeph.memory.ingest.reader.mentions.phrase import Phrase, Role
from zeph.memory.ingest.reader.reader_tables import read_table
from zeph.memory.ingest.reader.text.token import Token
from zeph.memory.language.times.time_spans import TimeSpan, may_lie_ahead
from zeph.records.claim import Mention, Modality, Span

_ASIDES = frozenset(read_table("clauses/words.toml")["asides"].split())
FIELD = "field"
"""What leads a clause that is but a name and a value: "…, *port 8443*"."""
Tense = Literal["past", "present", "perfect", "future", "used_to", "bare"]
Phase = Literal["", "begin", "end", "continue"]


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a clause as a sentence about its subject would have it: "is" for "'m", "their" for "my"."""

    text: str
    span: Span
    space: bool = True
    tag: str = ""
    """Its part of speech; empty where the word was not said."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One predicate with all that stands around it."""

    verb: str
    """Dictionary form with its particle: "give up", "be", "move in". Of a note without a verb "" ("new dog, Rex"), or
    its label with a colon ("work:" of "work: plumber")."""
    arguments: tuple[Phrase, ...]
    span: Span
    tense: Tense = "present"
    progressive: bool = False
    passive: bool = False
    polarity: bool = True
    modality: Modality = "fact"
    phase: Phase = ""
    """ "started playing" begins, "stopped", "no longer", "not … anymore" and "used to" end, "still" goes on."""
    question: bool = False
    request: bool = False
    conditional: bool = False
    markers: frozenset[str] = frozenset()
    """Adverbs that change what is claimed, in dictionary form: "now", "again", "still", "just", "instead"."""
    times: tuple[TimeSpan, ...] = ()
    reported_by: str = ""
    outer: "Clause | None" = None
    """Of "stopped baking", read as the end of baking: the same with "stop" as its verb and "baking" as its object."""
    lead: str = ""
    """The word that joins it to the clause before: "and", "because", "so", "when" …"""
    words: tuple[Word, ...] = ()
    """Its predicate, word by word, for a sentence about the subject."""

    def first(self, *roles: Role) -> Phrase | None:
        """The first argument of one of these roles."""
        return next((a for a in self.arguments if a.role in roles), None)

    @property
    def subject(self) -> Phrase | None:
        """Who or what it is about."""
        return self.first("subject")

    @property
    def dates(self) -> tuple[TimeSpan, ...]:
        """Its times but a length that may lie ahead: "she's off *for three weeks*" began nobody knows when."""
        if self.verb != "be" or self.tense != "present":
            return self.times
        return tuple(time for time in self.times if time.role != "duration" or not may_lie_ahead(time.text))

    @property
    def wrong(self) -> Phrase | None:
        """What it says is not so: "Hull" of "in Leeds, *not Hull*", "in Leeds *instead of Hull*"."""
        return next((a for a in self.arguments if a.preposition in ("not", "instead of")), None)


def as_said(
    clause: Clause, raiser: str, inner: int, used: Sequence[int], tokens: Sequence[Token], *, denied: bool
) -> Clause:  # fmt: skip
    """The same as it is said: "stop" with "baking bread" as its object, up to what is no part of it: "gave up running,
    *swimming instead*", "… driving *after his stroke*"."""
    apart = (i for i in used if i > inner and (tokens[i].form == "," or tokens[i].lower in _ASIDES))
    begins = next(apart, len(tokens))
    used = [i for i in used if i < begins]
    end = max([inner, *(i for i in used if tokens[i].time < 0)]) + 1
    name = "".join(t.form + " " * t.space for t in tokens[inner:end] if t.time < 0).strip(" ,.!")
    span = Span(tokens[inner].start, tokens[end - 1].end)
    doing = Phrase(Mention(name, "concept", span, clause.verb), frozenset(("gerund", "activity")))
    subject = [argument for argument in clause.arguments if argument.role == "subject"]
    return replace(clause, verb=raiser, arguments=(*subject, doing), phase="", polarity=clause.polarity and not denied)


def equated(clause: Clause, label: Phrase) -> Clause:
    """ "Clinic hours: tues and thurs" as "clinic hours is tues and thurs"."""
    said = [argument for argument in clause.arguments if argument.role != "subject"]
    arguments = (replace(one, role="complement") if one.role == "object" else one for one in said)
    verb = "are" if label.several else "is"
    span = Span(label.mention.span.start if label.mention.span else clause.span.start, clause.span.end)
    words = (Word(verb, Span(clause.span.start, clause.span.start)), *clause.words)
    return replace(clause, verb="be", arguments=(label.argument("subject"), *arguments), span=span, words=words)
