"""A noun phrase: what it means and how it was said, and its role in the clause that takes it up.

In: nothing; values only. Out: what ``noun_phrases`` reads, the clause reader places and ``patterns`` match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zeph.records.claim import Mention

ONE_TIME = "one_time"
"""Of the kinds of what is told of one time of it: "Thursday's *training*"."""
Role = Literal["subject", "object", "second_object", "complement", "oblique"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """One noun phrase, or one adjective, of a sentence."""

    mention: Mention
    kinds: frozenset[str] = frozenset()
    """Of ``lexicon/kinds.toml``; what an unknown name may be is there too."""
    start: int = 0
    """Index of its first token; ``end`` is that behind its last, 0 where it was not said."""
    end: int = 0
    role: Role = "object"
    preposition: str = ""
    """Of an oblique: "at", "to", "with" …"""
    adjective: bool = False
    """A complement that is no noun: "allergic"."""
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
    pronoun: str = ""
    """The word that stands for it."""
    several: bool = False
    others: "tuple[Phrase, ...]" = ()
    """What stands beside it in a list: "Go" and "Elixir" of "Rust, Go and Elixir"."""

    @property
    def listed(self) -> "tuple[Phrase, ...]":
        """Itself and what stands beside it."""
        return (self, *self.others)

    def is_like(self, other: "Phrase") -> bool:
        """Whether one may be said in the other's place: two people, two named things, two numbers, prod and staging."""
        if self.mention.named != other.mention.named and "person_known" in self.kinds | other.kinds:
            return False
        return bool((self.kinds & other.kinds) - {"name", "named", "bare", "guess"})

    def argument(self, role: Role, preposition: str = "") -> "Phrase":
        """The phrase in its role."""
        others = tuple(other.argument(role, preposition) for other in self.others)
        return replace(self, role=role, preposition=preposition, others=others)


def is_person(phrase: Phrase | None, name: str) -> bool:
    """Whether it is the person of that name."""
    return phrase is not None and phrase.mention.name == name and "person" in phrase.kinds


def of_nobody_else(phrases: Sequence[Phrase]) -> bool:
    """Whether none is a person, a pronoun, or somebody's."""
    return not any("person" in one.kinds or one.pronoun or one.mention.owner for one in phrases)
