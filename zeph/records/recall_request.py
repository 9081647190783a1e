"""What one recall is asked for: the question, from where and when to look, and how much may come back."""

from dataclasses import dataclass
from typing import Literal

from zeph.clock import Moment

RecallKind = Literal["facts", "messages", "entities", "communities"]


@dataclass(frozen=True, slots=True)
class RecallBudget:
    """Tokens for each part of what recall may inject; 0 for a part leaves it out."""

    facts: int
    messages: int


DEFAULT_BUDGET = RecallBudget(facts=512, messages=1024)
NO_BUDGET = RecallBudget(facts=10_000_000, messages=10_000_000)


@dataclass(frozen=True, slots=True)
class Scope:
    """What one question is narrowed to, beyond its view."""

    kinds: tuple[RecallKind, ...] = ("facts", "messages")
    edge_types: frozenset[str] = frozenset()
    """Only facts of these types, and walks along them alone; empty: all, weighed by type."""
    near: str = ""
    """Name of the entity whose neighbourhood comes first."""


EVERYWHERE = Scope()


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """A question with all that the one who asks decides."""

    question: str
    as_of: Moment | None = None
    """What was true at that moment; None: what is true now."""
    known_at: Moment | None = None
    """What was believed at that moment."""
    within: int | None = None
    """Only what was said in the conversation of this id."""
    space: str = ""
    """Name of another space than the settings' own."""
    scope: Scope = EVERYWHERE
    budget: RecallBudget | None = None
    """Tokens; None: :data:`DEFAULT_BUDGET`, or no limit in tokens where ``most`` limits already."""
    most: int | None = None
    """Items of each kind, instead of the settings' limits."""
    conversation_id: int | None = None
    """The conversation in which it is asked: "her" is somebody it was about lately."""
    before_id: int | None = None
    """Messages from this id on are left out."""
    sought: bool = False
    """A search of the memory and no question: it is never about the world, and gets what is like it or nothing."""
    already_said: tuple[str, ...] = ()
    """Texts that the reader has before it anyhow: what they say is not recalled again."""
    already_told: frozenset[int] = frozenset()
    """Ids of facts that the reader has before it anyhow: of these only the best that is found is recalled again."""

    @property
    def tokens(self) -> RecallBudget:
        """The budget in effect: none for a kind that is not asked for."""
        whole, kinds = self.budget or (NO_BUDGET if self.most else DEFAULT_BUDGET), self.scope.kinds
        return RecallBudget(
            whole.facts if "facts" in kinds else 0,
            whole.messages if "messages" in kinds else 0,
        )
