"""What every streaming adapter needs: patience with a limit, and foreign words made fit for one line.

In: an adapter's raw stream. Out: the same pieces, or ModelTimeout when the next one takes too long.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

from zeph.errors import ModelTimeout

T = TypeVar("T")


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
