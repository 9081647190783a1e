"""Revisions: every automatic or asked-for change of the graph, with what it was before."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from zeph.clock import Moment
from zeph.records.entity import Origin

RevisionKind = Literal["supersede", "end", "review", "retract", "merge", "split", "alias", "edit", "forget", "undo"]


@dataclass(frozen=True, slots=True)
class Revision:
    id: int
    kind: RevisionKind
    reason: str
    message_id: int | None
    created_at: Moment
    undone: bool = False
    origin: Origin = "local"
    """Who stands behind it: who made it, or the person who accepted it since."""
    before: str = ""
    """The sentences of the facts it changed, as they were; empty where it changed none."""

    @property
    def told(self) -> str:
        """What was changed, and why."""
        return f"{self.before} ({self.reason})" if self.before else self.reason

    @property
    def waits(self) -> bool:
        """Whether it came by itself and no person has looked at it yet."""
        return self.origin != "person" and not self.undone and self.kind != "undo"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one message changed in the graph, shown after its transaction has committed."""

    message_id: int
    learned: tuple[str, ...] = ()
    """Facts that are new, as sentences."""
    learned_when: tuple[str, ...] = ()
    """Of each of these the date that was stored with it (``since 2019``); empty where nobody named one."""
    reinforced: tuple[str, ...] = ()
    """Known facts that were said again."""
    changed: tuple[str, ...] = ()
    """Known facts whose dates are known better now, or that go on after all."""
    superseded: tuple[str, ...] = ()
    """Facts that a newer one replaced."""
    ended: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    """What the person ordered to be remembered and no fact tells: lines of the profile."""
    review: tuple[str, ...] = ()
    """Sentences a person should look at: Zeph did not dare to decide."""
    revision_ids: tuple[int, ...] = ()
    dropped: int = 0
    """Extracted items that could not be used."""

    @property
    def noted(self) -> list[tuple[str, str]]:
        """(fact, the date stored with it) of what is new; what another of them says in the same words, and more, is
        told with that."""
        told = dict(zip_longest(self.learned, self.learned_when[: len(self.learned)], fillvalue=""))
        whole = [fact for fact in told if not any(_is_part(fact, other) for other in told)]
        return [(fact, told[fact]) for fact in whole]

    @property
    def corrects(self) -> bool:
        """Whether something that was known is not so any more, or otherwise."""
        return bool(self.changed or self.superseded or self.ended or self.review)

    @property
    def tells(self) -> bool:
        """Whether there is anything a person wants to hear of."""
        return bool(self.learned or self.changed or self.superseded or self.ended or self.remembered or self.review)


def _is_part(sentence: str, other: str) -> bool:
    """ "User lives with Ana" of "User lives in Hull with Ana": all its words, in their order."""
    words = iter(other.split())
    return sentence != other and all(word in words for word in sentence.split())
