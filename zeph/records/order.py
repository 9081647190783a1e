"""What a person orders about the memory itself."""

from dataclasses import dataclass
from typing import Literal

OrderKind = Literal[
    "remember", "forget", "correct", "unstored", "show", "task", "done", "pause", "resume", "undo", "let_be",
    "never_mind",
]  # fmt: skip
OrderAbout = Literal["what", "value", "restated", "last_bit", "last_message", "conversation", "everything"]


@dataclass(frozen=True, slots=True)
class Order:
    """``remember`` this, ``forget`` that, the last word was wrong (``correct``), keep none of it (``unstored``),
    say what is known (``show``), take the last change back (``undo``), this is to be done (``task``), or is (``done``);
    keep nothing from here on (``pause``), or all again (``resume``). No order is "forget it", which names nothing
    (``let_be``), nor what takes back no more than what was going on (``never_mind``)."""

    kind: OrderKind
    what: str
    """What it is about, in the person's words; empty where the order is all that was said."""
    start: int
    """Where ``what`` stands in the message: characters, the first, and the one after the last."""
    stop: int
    about: OrderAbout = "what"
    """What is meant where that is no matter of words: the last message, this conversation, all there is; ``value``: of
    a correction that says no more than what it should have been; ``restated``: of one that names a thing, and says then
    how it is; ``last_bit``: of what is not to be kept, the last sentence of the message itself."""
    roughly: bool = False
    """Told by example: where that stands which it is about may be off by some words."""
    if_known: bool = False
    """Only an order where something that is remembered is called so: "forget the tests" may be said of anything."""
    also: str = ""
    """More of the same that is said behind it: of "put milk on the list, and eggs" the eggs."""
