"""Keeps the passages complete: splits every long message that was not looked at yet.

In: the store. Out: rows in ``message_passages``. New messages, those from before there were passages and those that a
killed process left are one and the same: what comes after the last message that was looked at.
"""

import asyncio
from collections.abc import Callable, Sequence

from zeph.memory.language.passages import SHORTEST, passages_of
from zeph.storage.ports import Messages

AT_ONCE = 8
"""Messages split between two writes, which stay short."""
UNNOTED = 200
"""Messages, none of them long, that are looked at again rather than that a write notes each."""


class PassageFiller:
    """Splits the messages of one space."""

    def __init__(self, messages: Messages, space_id: int) -> None:
        self._messages = messages
        self._space_id = space_id

    async def fill(self, stop: Callable[[], bool]) -> None:
        """Until nothing is left or ``stop`` says so; the next call goes on from there."""
        while not stop():
            until, last, texts = await self._messages.unsplit(self._space_id, SHORTEST, AT_ONCE)
            if texts or last - until > UNNOTED:
                split = await asyncio.to_thread(_split, texts)
                await self._messages.put_passages(self._space_id, until, last, split)
            if len(texts) < AT_ONCE:
                return


def _split(texts: Sequence[tuple[int, str]]) -> list[tuple[int, list[tuple[int, int]]]]:
    return [(i, passages_of(text)) for i, text in texts]
