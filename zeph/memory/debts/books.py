"""Whose account a movement belongs to, by who is named, who is meant by a pronoun, and what was said wrong before.

In: the movements of messages, in the order of time. Out: accounts, and the messages that speak of debts and could not
be read. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from zeph.clock import Moment
from zeph.memory.debts.accounts import Account, Said, added_up, is_same, name_words, named
from zeph.memory.debts.amounts import Amount, amount_of
from zeph.memory.debts.movement import Movement
from zeph.memory.debts.speaking import speaks_of_debts, speaks_of_paying, words_said
from zeph.memory.debts.tables import read_debts_table
from zeph.memory.language.word_tables import word_set

_SOMEBODY = word_set(read_debts_table()["words"]["somebody"])


@dataclass(frozen=True, slots=True)
class Told:
    """One message, with what it tells of money."""

    message_id: int
    at: Moment
    text: str
    movements: Sequence[Movement]


@dataclass(frozen=True, slots=True)
class Debts:
    """All that is known of them."""

    accounts: tuple[Account, ...] = ()
    """In the order in which they were begun."""
    unread: frozenset[int] = frozenset()
    """Messages that speak of debts, and of which nothing counts."""
    uncounted: frozenset[int] = frozenset()
    """These, and others that may speak of money that was paid or given."""


@dataclass(slots=True)
class _Book:
    """The movements between two, as they were said; put right where one was said wrong."""

    one: str
    other: str
    said: list[Said] = field(default_factory=list)

    def account(self) -> Account:
        return added_up(self.one, self.other, self.said)

    def has(self, name: str) -> bool:
        return is_same(name, self.one) or is_same(name, self.other)

    def between(self, movement: Movement) -> Movement:
        """With the two of this book, where it names one that is neither, or nobody."""
        if movement.kind in ("let_off", "settled"):
            return movement
        by, to = movement.by, movement.to
        if not by or not self.has(by):
            by = self.other if is_same(to, self.one) else self.one
        if not to or not self.has(to):
            to = self.other if is_same(by, self.one) else self.one
        return replace(movement, by=by, to=to)


class Books:
    """Keeps the books of one person's messages."""

    def __init__(self, speaker: str) -> None:
        self._speaker = speaker
        self._books: list[_Book] = []
        self._last: _Book | None = None
        self._told: list[Told] = []
        self._taken: set[int] = set()
        """Messages that put something right."""

    def closed(self) -> Debts:
        """All that was taken. A message of which nothing counts is told with the accounts of those whom it names, and
        with all of them where it speaks of debts."""
        accounts = [account for book in self._books if (account := book.account()).steps]
        counted = self._taken.union(step.message_id for account in accounts for step in account.steps)
        left = [one for one in self._told if one.message_id not in counted and not _repeats(one.text, accounts)]
        naming = {one.message_id: said for one in left if speaks_of_paying(one.text, said := words_said(one.text))}
        accounts = [
            replace(account, unread=tuple(i for i, said in naming.items() if named(account.other, said)))
            for account in accounts
        ]
        unread = frozenset(one.message_id for one in left if speaks_of_debts(words_said(one.text)))
        return Debts(tuple(accounts), unread, frozenset(naming))

    def take(self, told: Told) -> None:
        """What a message says to be wrong comes first, what is owed in the end last."""
        amended = [one for one in told.movements if one.kind in ("amended", "other_person")]
        right = [amount for one in amended if (amount := self._put_right(one, told)) is not None]
        others = [one for one in told.movements if one not in amended and not _says_again(one, right)]
        for movement in sorted(others, key=lambda one: one.kind == "owed" and one.still):
            if (book := self._book_of(movement, told.text)) is not None:
                moved = book.between(movement)
                book.said.append(Said(replace(moved, sentence=moved.sentence or told.text), told.message_id, told.at))
                self._last = book
        self._told.append(told)
        if right:
            self._taken.add(told.message_id)

    # ------------------------------------------------------------ whose it is

    def _book_of(self, movement: Movement, text: str) -> _Book | None:
        if movement.by and movement.to:
            return self._between(movement, text)
        if movement.kind == "promised":
            return self._named_in(text) or self._last
        if movement.kind == "paid" and movement.reason and movement.amount is not None and not movement.back:
            return None  # "paid 60 for a tyre"
        if somebody := movement.by or movement.to:  # "gave the last 50"
            open_ones = [book for book in self._books if book.has(somebody) and book.account().owed]
            return self._last if self._last in open_ones else open_ones[-1] if open_ones else None
        meant = words_said(movement.sentence) & _SOMEBODY or movement.kind == "settled"
        return self._named_in(movement.sentence) or self._named_in(text) or (self._last if meant else None)

    def _between(self, movement: Movement, text: str) -> _Book:
        """Of two who are said; one that is only guessed gives way to somebody whom the message names."""
        by, to = movement.by, movement.to
        if known := self._known(by, to):
            return known
        said = words_said(text)
        guess = any(not named(one, said) for one in {by, to} & movement.guessed if one != self._speaker)
        return (guess and (self._named_in(text) or self._last)) or self._new(by, to)

    def _known(self, by: str, to: str) -> _Book | None:
        for book in self._books:
            same = is_same(by, book.one) and is_same(to, book.other)
            if same or is_same(by, book.other) and is_same(to, book.one):
                return book
        return None

    def _new(self, by: str, to: str) -> _Book:
        self._books.append(_Book(to, by) if to == self._speaker else _Book(by, to))
        return self._books[-1]

    def _named_in(self, sentence: str) -> _Book | None:
        """The book of somebody whom a sentence names."""
        said = words_said(sentence)
        return next((b for b in reversed(self._books) if named(b.other, said) or named(b.one, said)), None)

    # ------------------------------------------------------------ what was said wrong

    def _put_right(self, movement: Movement, told: Told) -> Amount | None:
        """What was said wrong is as it should have been; the amount that it is of, None where nothing is meant."""
        return self._amend(movement) if movement.kind == "amended" else self._of_another(movement, told)

    def _amend(self, movement: Movement) -> Amount | None:
        """An amount: in the book that the sentence names, else where that amount was said last."""
        old = amount_of(movement.old) if movement.old else None
        said = words_said(movement.sentence)
        of_named = [one for one in reversed(self._books) if named(one.other, said) or named(one.one, said)]
        last = [self._last] if self._last and old is None else [*reversed(self._books)]
        for one in of_named or last:
            for at in range(len(one.said) - 1, -1, -1):
                was = one.said[at].movement.amount
                if was is not None and movement.amount is not None and (old is None or was.value == old.value):
                    right = Amount(movement.amount.value, movement.amount.unit or was.unit)
                    one.said[at] = replace(one.said[at], movement=replace(one.said[at].movement, amount=right))
                    self._last = one
                    return right
        return None

    def _of_another(self, movement: Movement, told: Told) -> Amount | None:
        """Somebody: the last movement of theirs is of somebody else."""
        theirs = (b for b in reversed(self._books) if name_words(movement.old) == name_words(b.other) and b.said)
        wrong = next(theirs, None)
        if wrong is None or not _speaks_of(wrong.said[-1].movement, movement.sentence):
            return None
        said = wrong.said.pop()
        was = said.movement
        by, to = (movement.to if is_same(name, movement.old) else name for name in (was.by, was.to))
        book = self._known(by, to) or self._new(by, to)
        book.said.append(replace(said, movement=replace(was, by=by, to=to)))
        self._last = book
        return was.amount


def _speaks_of(movement: Movement, sentence: str) -> bool:
    """Whether a sentence speaks of debts, or names that amount: "it was Mika not Mia who got the 45"."""
    amounts = (amount for word in sentence.split() if (amount := amount_of(word.strip(".,;!?"))))
    there = movement.amount is not None and any(one.value == movement.amount.value for one in amounts)
    return there or speaks_of_debts(words_said(sentence))


def _repeats(text: str, accounts: Sequence[Account]) -> bool:
    """Whether its amounts are known already of those whom it names: "it was me who lent Kev the 140"."""
    said = words_said(text)
    steps = [step for account in accounts if named(account.other, said) for step in account.steps]
    amounts = (amount_of(word.strip(".,;!?")) for word in text.split())
    told = {amount.value for amount in amounts if amount is not None}
    return bool(told) and told <= {step.amount.value for step in steps}


def _says_again(movement: Movement, right: Sequence[Amount]) -> bool:
    """ "It was Matt I lent *the 30* to": what a correction says once more."""
    return movement.amount is not None and any(movement.amount.value == one.value for one in right)
