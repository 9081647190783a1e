"""Money that went between two people, as one message tells it.

In: nothing; values only. Out: what ``money_clause`` and ``movements`` fill and ``books`` keep.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from zeph.memory.debts.amounts import Amount

Kind = Literal["lent", "owed", "shared", "paid", "fronted", "promised", "let_off", "settled", "amended", "other_person"]
"""Money was lent; a debt is told of; what one has paid is for several; money was given; something was bought for
somebody; it is going to be paid; a debt, or part of it, need not be paid; nothing is left; an amount, or who it was,
was said wrong."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that went, or is to go back, between two."""

    kind: Kind
    by: str = ""
    """Who gave it, or to whom it is owed; empty where only the sentence tells whom it is about."""
    to: str = ""
    """Who got it, or owes it."""
    amount: Amount | None = None
    """None for all that is owed."""
    share: Fraction = Fraction(1)
    """Of all that is owed, where there is no amount."""
    more: bool = False
    """Beside what is owed already."""
    still: bool = False
    """All that is owed now."""
    reason: bool = False
    """Whether it says what for."""
    back: bool = False
    """Whether it says that it was had before."""
    guessed: frozenset[str] = frozenset()
    """Who of the two is only meant by a pronoun."""
    old: str = ""
    """The amount, or the person, that was said wrong."""
    sentence: str = ""
