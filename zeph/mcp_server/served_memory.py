"""The memory behind the server: a session a space, opened at the first call and kept until the server ends.

In: how a session of a space is opened. Out: sessions. Each is opened and closed by one task of its own, as its
background work asks for; one that could not be opened, or broke, is opened anew at the next call.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Self

from zeph.agent.session import Session
from zeph.errors import StorageError, ZephError

log = logging.getLogger(__name__)

Opening = Callable[[str], AbstractAsyncContextManager[Session]]
"""From the name of a space to its session."""


class ServedMemory:
    """Enter it with ``async with``; on leaving, work in progress has a short grace."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self._tasks = asyncio.TaskGroup()
        self._closing = asyncio.Event()
        self._open: dict[str, asyncio.Future[Session]] = {}

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._closing.set()
        await self._tasks.__aexit__(None, None, None)

    async def session(self, space: str) -> Session:
        """Raises ZephError: StorageError's leaves where the file cannot be used."""
        if self._closing.is_set():
            raise StorageError("The server is ending.")
        if space not in self._open:
            opened = asyncio.get_running_loop().create_future()
            opened.add_done_callback(_looked_at)
            self._open[space] = opened
            self._tasks.create_task(self._keep(space, opened))
        return await asyncio.shield(self._open[space])

    async def _keep(self, space: str, opened: "asyncio.Future[Session]") -> None:
        try:
            async with self._opening(space) as session:
                opened.set_result(session)
                await self._closing.wait()
        except (Exception, ExceptionGroup) as error:  # noqa: BLE001  # the caller is told; the server goes on for the others
            told = error if isinstance(error, ZephError) else StorageError(f"The memory broke off: {error}")
            if opened.done():
                log.error("the memory of the space %s broke off: %s", space, error)
            else:
                opened.set_exception(told)
        finally:
            if self._open.get(space) is opened:
                del self._open[space]


def _looked_at(opened: "asyncio.Future[Session]") -> None:
    """Nobody may wait for it any more; asyncio would complain of what it raised."""
    if not opened.cancelled():
        opened.exception()
