"""A noun phrase in its place in a clause, and what was said of it there.

In: nothing; values only. Out: what phrases become where a clause takes them up.
"""

from dataclasses import dataclass
from typing import Literal

from zeph.records.claim import Mention

Role = Literal["subject", "object", "second_object", "complement", "oblique"]


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
    """Of ``lexicon/kinds.toml``; what an unknown name may be is there too."""
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
