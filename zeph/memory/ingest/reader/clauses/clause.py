"""A clause as the patterns see it: predicate, arguments, polarity, modality, tense, times.

In: nothing; values only. Out: what ``read_clauses`` fills and ``patterns`` match. No relation, no meaning: only how it
is said.
"""

from dataclasses import dataclass
from typing import Literal

from zeph.records.claim import Mention, Modality, Span

Role = Literal["subject", "object", "second_object", "complement", "oblique"]
Tense = Literal["past", "present", "perfect", "future", "used_to", "bare"]
Phase = Literal["", "begin", "end", "continue"]
TimeRole = Literal["at", "since", "until", "duration", "frequency", "now"]


@dataclass(frozen=True, slots=True)
class Argument:
    """One noun phrase or adjective of a clause, in its role."""

    role: Role
    mention: Mention
    preposition: str = ""
    """Of an oblique: "at", "to", "with" …"""
    adjective: bool = False
    """A complement that is no noun: "allergic"."""
    kinds: frozenset[str] = frozenset()
    """Of ``mentions/kinds.toml``; what an unknown name may be is there too."""
    determiner: str = ""
    """ "a", "the", "my", "no" … in small letters; empty where there is none."""
    count: str = ""
    """The number before it: "two", "320"."""
    version: str = ""
    """The number behind its name: "16" of "Postgres 16"."""
    adjectives: frozenset[str] = frozenset()
    """What stands before its noun and is no part of its name: "new", "favourite"."""
    described: str = ""
    """What an apposition says of it: "billing service" of "Abacus, our billing service"."""
    others: "tuple[Argument, ...]" = ()
    """What stands beside it in a list: "Go" and "Elixir" of "Rust, Go and Elixir"."""

    @property
    def listed(self) -> "tuple[Argument, ...]":
        """Itself and what stands beside it."""
        return (self, *self.others)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A phrase of time and what it says: since, until, at, for how long, how often."""

    text: str
    span: Span
    role: TimeRole


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a clause as a sentence about its subject would have it: "is" for "'m", "their" for "my"."""

    text: str
    span: Span
    space: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """One predicate with all that stands around it."""

    verb: str
    """Dictionary form with its particle: "give up", "be", "move in". Of a note without a verb "" ("new dog, Rex"), or
    its label with a colon ("work:" of "work: plumber")."""
    arguments: tuple[Argument, ...]
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

    def first(self, *roles: Role) -> Argument | None:
        """The first argument of one of these roles."""
        return next((a for a in self.arguments if a.role in roles), None)

    @property
    def subject(self) -> Argument | None:
        """Who or what it is about."""
        return self.first("subject")
