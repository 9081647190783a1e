"""Work that is finished whatever happens to who waits for it: what was said is kept.

In: a coroutine. Out: its result; unlike ``asyncio.shield`` it is waited for before a cancellation goes on.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def shielded(work: Coroutine[Any, Any, T]) -> T:
    """``work``'s result, finished even if the caller is cancelled meanwhile (the cancellation then goes on)."""
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()
        raise cancelled
    return task.result()
