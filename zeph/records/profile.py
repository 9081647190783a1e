"""The standing profile: what is always put before a model about the person."""

from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment

LineKind = Literal["written", "pinned", "derived"]
ChoiceKind = Literal["written", "pinned", "dropped"]


@dataclass(frozen=True, slots=True)
class ProfileChoice:
    """What the person decided: a line of their own, or a fact that comes first or stays away."""

    id: int
    kind: ChoiceKind
    text: str
    """Of a written line; empty for the others."""
    fact_id: int | None
    created_at: Moment


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """One line, and what it stands on."""

    kind: LineKind
    section: str
    """"home", "people" …; empty for a written line."""
    text: str
    facts: tuple[int, ...] = ()
    sources: tuple[int, ...] = ()
    """Ids of the messages that the facts came from, oldest first."""
    choice_id: int | None = None
    """Of a written line its number in the store."""
    sent: bool = True
    """Whether it goes to a model: written and pinned lines stay listed where there is no room for them."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Lines in the order in which they are sent: the person's own, pinned ones, then by section."""

    lines: tuple[ProfileLine, ...] = ()

    @property
    def sent(self) -> tuple[str, ...]:
        """The texts that go to a model."""
        return tuple(line.text for line in self.lines if line.sent)

    @property
    def facts(self) -> frozenset[int]:
        """Ids of the facts that go to a model with them."""
        return frozenset(fact for line in self.lines if line.sent for fact in line.facts)
