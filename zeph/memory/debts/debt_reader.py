"""Who owes whom how much by a person's messages, and how it came to that.

In: what the person typed, in the order of time. Out: accounts. A message is read once; only those that may tell of
money between two are.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from zeph.memory.debts.accounts import named
from zeph.memory.debts.books import Books, Debts, Told
from zeph.memory.debts.movement import Movement
from zeph.memory.debts.movements import movements_in
from zeph.memory.debts.speaking import begins_debt, may_tell, speaks_of_paying, words_said
from zeph.memory.debts.tables import read_debts_table
from zeph.memory.language.questions import is_question
from zeph.memory.language.sentence_split import split_sentences
from zeph.memory.language.word_tables import word_set
from zeph.records.message import PERSON, Message

if TYPE_CHECKING:
    from zeph.memory.ingest.reader.read_message import Reader

SAID = 2000
"""Latest messages that are looked at."""
LONGEST = 2000
"""Characters of a message that is read for it."""
TOGETHER = 50
"""Messages whose words are tagged at once: half the time of one by one."""
_SOMEBODY = word_set(read_debts_table()["words"]["somebody"])


@dataclass(frozen=True, slots=True)
class _MayTell:
    """A message that is worth reading, and the one before it."""

    message: Message
    before: str
    words: frozenset[str]

    @property
    def key(self) -> tuple[str, str]:
        return self.message.text, self.before

    def names(self, parties: Iterable[str]) -> bool:
        """Whether it names one of them, or may mean one that was named just before."""
        near = self.words | words_said(self.before) if self.words & _SOMEBODY else self.words
        return any(named(party, near) for party in parties)


def _that_may_tell(said: Sequence[Message]) -> Iterator[_MayTell]:
    for message, before in zip(said, ["", *(message.text for message in said)], strict=False):
        words = words_said(message.text)
        if len(message.text) <= LONGEST and may_tell(message.text, words):
            yield _MayTell(message, before, words)


def _told_in(text: str) -> str:
    """What of it does not ask: "tom gave me 20 back, how much does he owe me now?" tells before its comma."""
    if not is_question(text):
        return text
    sentences = [one.text for one in split_sentences(text) if not one.question and not is_question(one.text)]
    if sentences:
        return " ".join(sentences)
    first, _, rest = text.partition(", ")
    return first if rest and not is_question(first) and speaks_of_paying(first, words_said(first)) else ""


class DebtReader:
    """Adds up what the messages of one space tell."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[Movement, ...] | None] = {}
        """By a message and the one before it."""
        self._reading = asyncio.Lock()

    async def read(self, said: Sequence[Message], about: frozenset[str] = frozenset()) -> Debts:
        """``said``: in the order of time, as it stands. ``about``: words in small letters of whom it is asked; what has
        them is read, though nothing that begins a debt is known of them."""
        async with self._reading:
            return await asyncio.to_thread(self.added_up, said, about)

    def clear(self) -> None:
        """Nothing that was read stays known: some of it may have been forgotten."""
        self._known = {}

    def added_up(self, said: Sequence[Message], about: frozenset[str] = frozenset()) -> Debts:
        worth = list(_that_may_tell(said))
        begin = {one.key: one for one in worth if begins_debt(one.message.text, one.words) or one.words & about}
        told = (movement for _, movements in self._together([*begin.values()]) for movement in movements)
        parties = {name for movement in told for name in (movement.by, movement.to)} - {PERSON, ""}
        books = Books(PERSON)
        for one, movements in self._together([one for one in worth if one.key in begin or one.names(parties)]):
            books.take(Told(one.message.id, one.message.sent_at, one.message.text, movements))
        return books.closed()

    def _together(self, some: Sequence[_MayTell]) -> Iterator[tuple[_MayTell, tuple[Movement, ...]]]:
        """Each with its movements, read a few at a time; without questions."""
        for begin in range(0, len(some), TOGETHER):
            part = some[begin : begin + TOGETHER]
            self._reader.prepare(one.message.text for one in part if one.key not in self._known)
            for one in part:
                if (movements := self._movements(*one.key)) is not None:
                    yield one, movements

    def _movements(self, text: str, before: str) -> tuple[Movement, ...] | None:
        """None for a question, which tells nothing; of what asks behind something else what it tells before."""
        if (text, before) not in self._known:
            told = _told_in(text)
            self._known[text, before] = self._read(told, before) if told else None
            while len(self._known) > SAID:
                self._known.pop(next(iter(self._known)))
        return self._known[text, before]

    def _read(self, text: str, before: str) -> tuple[Movement, ...]:
        earlier = ((PERSON, before[:LONGEST]),) if before else ()
        return tuple(movements_in(self._reader.clauses(text, PERSON, earlier), text, PERSON))

    @cached_property
    def _reader(self) -> "Reader":
        from zeph.memory.ingest.reader.read_message import Reader

        return Reader()
