"""Who owes whom how much by a person's messages, and how it came to that.

In: what the person typed, in the order of time. Out: accounts. A message is read once; only those that may tell of
money between two are.
"""

import asyncio
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from zeph.memory.conversations.conversations import Conversations
from zeph.memory.debts.books import Books, Debts, Told
from zeph.memory.debts.movement import Movement
from zeph.memory.debts.movements import movements_in
from zeph.memory.debts.tables import sentence_pattern
from zeph.memory.language.questions import is_question
from zeph.records.message import PERSON, Message

if TYPE_CHECKING:
    from zeph.memory.ingest.reader.read_message import Reader

SAID = 2000
"""Latest messages that are looked at."""
LONGEST = 2000
"""Characters of a message that is read for it."""
_MAY_TELL = sentence_pattern("may_tell")


class DebtReader:
    """Adds up what the messages of one space tell."""

    def __init__(self, conversations: Conversations) -> None:
        self._conversations = conversations
        self._movements = lru_cache(maxsize=SAID)(self._read)

    async def read(self, *, before_id: int | None = None) -> Debts:
        """What was told before that message."""
        said = await self._conversations.said_lately(SAID, before_id=before_id)
        return await asyncio.to_thread(self.added_up, said)

    def added_up(self, said: Sequence[Message]) -> Debts:
        """``said``: in the order of time."""
        books = Books(PERSON)
        before = ""
        for message in said:
            if len(message.text) <= LONGEST and _MAY_TELL.search(message.text) and not is_question(message.text):
                movements = self._movements(message.text, before)
                books.take(Told(message.id, message.sent_at, message.text, movements))
            before = message.text
        return books.closed()

    def _read(self, text: str, before: str) -> tuple[Movement, ...]:
        earlier = ((PERSON, before[:LONGEST]),) if before else ()
        return tuple(movements_in(self._reader.clauses(text, PERSON, earlier), text, PERSON))

    @cached_property
    def _reader(self) -> "Reader":
        from zeph.memory.ingest.reader.read_message import Reader

        return Reader()
