"""An account of what two people owe each other: movements in the order of time, added up.

In: movements between them, each with its message's number and moment. Out: an :class:`Account` with its balances and
the steps to them. Money that is given counts where it pays what is owed; where nothing is, it is a present, wages or a
price. Pure.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from zeph.clock import Moment
from zeph.memory.debts.amounts import Amount
from zeph.memory.debts.money_days import day_of_money
from zeph.memory.debts.movement import Movement
from zeph.memory.debts.tables import read_debts_table
from zeph.memory.language.word_tables import word_set
from zeph.records.message import PERSON

_BESIDE_NAMES = word_set(read_debts_table()["words"]["beside_names"])
_WORD = re.compile(r"[^\W_]+")
_FULL_NAME = re.compile(r"[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)+")
_POSSESSIVE = re.compile(r"['’]s\b")
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Said:
    """A movement, and where it was said."""

    movement: Movement
    message_id: int
    at: Moment


@dataclass(frozen=True, slots=True)
class Step:
    """What changed an account."""

    kind: str
    """lent, owed, paid, let_off, settled."""
    by: str
    to: str
    amount: Amount
    message_id: int
    at: Moment
    """When it was said."""
    sentence: str = ""
    """In which words."""

    @property
    def day(self) -> str:
        """The day of it, or the month ("2026-10"), as far as it was told."""
        return day_of_money(self.kind, self.sentence, self.at)


@dataclass(frozen=True, slots=True)
class Account:
    """Between two."""

    one: str
    other: str
    balances: tuple[tuple[str, Decimal], ...] = ()
    """By unit: what ``other`` owes ``one``; below zero what ``one`` owes ``other``."""
    steps: tuple[Step, ...] = ()
    unread: tuple[int, ...] = ()
    """Messages about money between them that could not be read: what is owed may be another sum."""
    doubtful: bool = False
    """Whether more was paid than is known to have been owed."""

    @property
    def owed(self) -> list[tuple[str, str, Amount]]:
        """Who owes whom what."""
        return [
            (self.other, self.one, Amount(value, unit)) if value > 0 else (self.one, self.other, Amount(-value, unit))
            for unit, value in self.balances if value
        ]  # fmt: skip


@lru_cache(maxsize=4096)
def name_words(name: str) -> frozenset[str]:
    """By what a name is told from others: "User's big sister Ann" by sister and ann."""
    own = frozenset(map(str.lower, _WORD.findall(_POSSESSIVE.sub("", name.removeprefix(f"{PERSON}'s ")))))
    return own - _BESIDE_NAMES or own


def is_same(one: str, other: str) -> bool:
    """Whether two names may be the same person's: one has all words of the other."""
    if ("'s " in one.removeprefix(f"{PERSON}'s ")) != ("'s " in other.removeprefix(f"{PERSON}'s ")):
        return False  # "Tom's mum" is not Tom
    a, b = name_words(one), name_words(other)
    return bool(a and b) and (a <= b or b <= a)


def named(name: str, said: frozenset[str]) -> bool:
    """Whether words in small letters name somebody: "dave's" and "daves" too, and the first of two names."""
    own = name_words(name) - {PERSON.lower()}
    if _FULL_NAME.fullmatch(name):
        own = own & {name.partition(" ")[0].lower()} or own
    return bool(own) and all({word, f"{word}s"} & said for word in own)


def added_up(one: str, other: str, said: Sequence[Said]) -> Account:
    """The account of two whose movements these are, in the order of time."""
    return _Sum(one, other).of(said)


class _Sum:
    """Adds one book up."""

    def __init__(self, one: str, other: str) -> None:
        self._one, self._other = one, other
        self._balances: dict[str, Decimal] = {}
        self._steps: list[Step] = []
        self._pending: list[Said] = []
        self._unit = ""
        self._doubtful = False

    def of(self, said: Sequence[Said]) -> Account:
        for one in said:
            self._take(one)
        balances, steps = tuple(self._balances.items()), tuple(self._steps)
        return Account(self._one, self._other, balances, steps, doubtful=self._doubtful)

    def _take(self, said: Said) -> None:
        kind, movement = said.movement.kind, said.movement
        if kind == "fronted":
            self._pending.append(said)
            return
        for waiting in [one for one in self._pending if self._brings_back(movement, one.movement)]:
            self._lent(waiting)
            self._pending.remove(waiting)
        if kind == "lent":
            self._lent(said)
        elif kind == "owed":
            self._owed(said)
        elif kind == "paid":
            self._paid(said)
        elif kind in ("let_off", "settled"):
            self._ended(said, movement.amount)

    def _brings_back(self, movement: Movement, given: Movement) -> bool:
        """Whether what was given turns out to be lent: it comes back, or is going to."""
        if movement.kind in ("paid", "promised"):
            returns = is_same(movement.by, given.to) and not is_same(movement.by, given.by)
            return returns and (given.kind == "fronted" or movement.back or movement.kind == "promised")
        return movement.kind == "owed" and given.kind == "fronted" and is_same(movement.to, given.to)

    def _sign(self, giver: str) -> int:
        """1 where what they give makes ``other`` owe more."""
        return 1 if is_same(giver, self._one) else -1

    def _in_unit(self, amount: Amount) -> Amount:
        """An amount without a unit is of the money that was spoken of last."""
        if amount.unit and "" in self._balances:
            self._balances[amount.unit] = self._balances.get(amount.unit, _ZERO) + self._balances.pop("")
            self._steps = [replace(s, amount=Amount(s.amount.value, s.amount.unit or amount.unit)) for s in self._steps]
        self._unit = amount.unit or self._unit
        return Amount(amount.value, self._unit)

    def _move(self, said: Said, kind: str, amount: Amount, sign: int) -> None:
        """``sign``: 1 where ``one`` gives it, or is owed it."""
        by, to = (self._one, self._other) if sign > 0 else (self._other, self._one)
        self._balances[amount.unit] = self._balances.get(amount.unit, _ZERO) + sign * amount.value
        self._steps.append(Step(kind, by, to, amount, said.message_id, said.at, said.movement.sentence))

    def _lent(self, said: Said) -> None:
        movement = said.movement
        if movement.amount is not None:
            amount = self._in_unit(movement.amount)
            self._move(said, "lent", amount, self._sign(movement.by))

    def _owed(self, said: Said) -> None:
        """What somebody owes: said once more, one more debt beside, or all that it is now."""
        movement = said.movement
        if movement.amount is None:
            return
        amount, sign = self._in_unit(movement.amount), self._sign(movement.by)
        debt = sign * self._balances.get(amount.unit, _ZERO)
        just_told = any(s.message_id == said.message_id and s.amount.value == amount.value for s in self._steps)
        self._pending = [s for s in self._pending if s.message_id != said.message_id]  # "she paid 9, I owe her that"
        if debt == amount.value or just_told:
            return
        self._doubtful = False
        beside = debt > 0 and not movement.still and (movement.more or movement.reason)
        self._move(said, "owed", amount, sign)
        if not beside:
            self._balances[amount.unit] = sign * amount.value

    def _paid(self, said: Said) -> None:
        movement = said.movement
        sign = self._sign(movement.by)
        unit = self._debt_unit(sign, movement.amount.unit if movement.amount else "")
        if unit is None:
            creditor = any(sign * value > 0 for value in self._balances.values())
            if creditor and movement.amount is not None and movement.more:  # "took one more 1000 from me"
                self._lent(said)
            elif movement.amount is not None:
                self._pending.append(said)
            return
        debt = -sign * self._balances[unit]
        value = debt * movement.share.numerator / movement.share.denominator
        paid = Amount(movement.amount.value, unit) if movement.amount else Amount(value, unit)
        self._unit = unit
        self._move(said, "paid", paid, sign)
        if paid.value > debt:  # a present beside it, or a debt that nobody told of: none the other way
            self._balances[unit], self._doubtful = _ZERO, True

    def _debt_unit(self, sign: int, unit: str) -> str | None:
        """The money in which the giver owes; None where they owe nothing."""
        owing = [one for one, value in self._balances.items() if sign * value < 0]
        if unit and unit not in owing:
            return next((one for one in owing if not one), None)
        return unit or (self._unit if self._unit in owing else next(iter(owing), None))

    def _ended(self, said: Said, amount: Amount | None) -> None:
        """All, or a part of it, is not owed any more."""
        for unit, value in [*self._balances.items()]:
            if value and (amount is None or not amount.unit or amount.unit == unit or not unit):
                debtor, creditor = (self._other, self._one) if value > 0 else (self._one, self._other)
                off = abs(value) if amount is None else min(amount.value, abs(value))
                self._balances[unit] -= off if value > 0 else -off
                ended = said.movement
                self._steps.append(
                    Step(ended.kind, creditor, debtor, Amount(off, unit), said.message_id, said.at, ended.sentence)
                )
                if amount is not None:
                    return
