"""What every streaming adapter needs: patience with a limit, and foreign words made fit for one line.

In: an adapter's raw stream. Out: the same pieces, or ModelTimeout when the next one takes too long.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

from zeph.errors import ModelStreamCut, ModelTimeout
from zeph.models.ports import ChatChunk

T = TypeVar("T")

LONGEST_ANSWER = 1_000_000
"""Characters of an answer, thoughts and all."""
MOST_PIECES = 1_000_000
MOST_SECS = 6 * 3600.0
UNREADABLE = (TypeError, AttributeError, KeyError, IndexError, RecursionError, OverflowError)
"""What reading an answer raises that has another shape than any answer."""


class AnswerLimit:
    """Counts what a stream brings; raises ModelStreamCut where it is without end."""

    def __init__(self, who: str) -> None:
        self._who, self._characters, self._pieces, self._begun = who, 0, 0, time.monotonic()

    def count(self, chunk: ChatChunk) -> ChatChunk:
        """The same chunk."""
        self._pieces += 1
        self._characters += len(chunk.text) + len(chunk.thinking) + sum(len(n) + len(a) for n, a in chunk.tool_calls)
        endless = self._pieces > MOST_PIECES or time.monotonic() - self._begun > MOST_SECS
        if endless or self._characters > LONGEST_ANSWER:
            raise ModelStreamCut(
                f"The answer of {self._who} does not end: it was cut at {self._characters:,} characters."
            )
        return chunk


async def paced(
    pieces: AsyncGenerator[T, None], *, first_secs: float | None, idle_secs: float | None, who: str
) -> AsyncGenerator[T, None]:
    """The same pieces; raises ModelTimeout when the first, or a later one, takes longer than its limit."""
    limit, said_nothing = first_secs, "did not begin to answer"
    async with aclosing(pieces):
        while True:
            try:
                # The limit never spans a yield: the reader's own time does not count.
                async with asyncio.timeout(limit):
                    piece = await anext(pieces)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                raise ModelTimeout(f"{who} {said_nothing} within {limit:g} s.") from error
            yield piece
            limit, said_nothing = idle_secs, "stopped in the middle of its answer: nothing more came"


def printable_line(text: object, limit: int = 300) -> str:
    """Foreign text as one printable line of at most ``limit`` characters."""
    words = " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())
    return words if len(words) <= limit else words[: limit - 1] + "…"
