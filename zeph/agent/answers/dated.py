"""A thing that the person has on, with its days.

In: what was read of their messages. Out: the value that the agenda is made of.
"""

from dataclasses import dataclass

from zeph.records.stretch import Stretch


@dataclass(frozen=True, slots=True)
class Dated:
    """A thing on its day, or on weekdays of every week."""

    text: str
    """Said to the person, without its day."""
    days: Stretch
    """When; of a routine since when and until when it holds."""
    clock: str = ""
    """The time of the day, as said."""
    source: int = 0
    """Id of its message."""
    about: frozenset[str] = frozenset()
    """Stems of the words that say what it is."""
    weekdays: frozenset[int] = frozenset()
    """Of a routine, Monday being 0."""
    loose: bool = False
    """About that day."""
    near: frozenset[str] = frozenset()
    """The same of all of its sentence: "the doctor on Thursday, *Dr Pascoe it is*"."""
    moved: bool = False
    """Its sentence says that it is not on another day: "the doctor isn't Thursday, it's the Friday"."""
    bare: bool = False
    """It says no more than when something is that stands elsewhere: "it's the 15th"."""
    was: tuple[tuple[int, str], ...] = ()
    """Where it was before it was moved: messages, each with the ISO date that it told."""
