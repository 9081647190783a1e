"""Keeps the dates complete that messages name: looks through every message that was not looked at yet.

In: the store. Out: rows in ``message_dates``, by which a question for a time finds what was said of it at another. What
is looked at is told as for passages (``passage_filler``).
"""

import asyncio
from collections.abc import Callable, Sequence

from zeph.clock import Moment
from zeph.records.stretch import Stretch
from zeph.storage.ports import Messages

AT_ONCE = 64
"""Messages read between two writes, which stay short."""


class DateFiller:
    """Reads the messages of one space."""

    def __init__(self, messages: Messages, space_id: int) -> None:
        self._messages = messages
        self._space_id = space_id

    async def fill(self, stop: Callable[[], bool]) -> None:
        """Until nothing is left or ``stop`` says so; the next call goes on from there."""
        while not stop():
            until, messages = await self._messages.undated(self._space_id, AT_ONCE)
            if not messages:
                return
            await self._messages.put_dates(self._space_id, until, await asyncio.to_thread(_dated, messages))


def _dated(messages: Sequence[tuple[int, str, Moment]]) -> list[tuple[int, list[Stretch]]]:
    from zeph.memory.language.times.stretches import dates_told  # its patterns take a while to compile

    return [(i, dates_told(text, sent_at)) for i, text, sent_at in messages]
