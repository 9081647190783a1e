"""A transport that tells when the other side has ended, also while nobody calls it.

In: a transport of the MCP library. Out: the same one.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any


@asynccontextmanager
async def watched(transport: AbstractAsyncContextManager[Any], ended: Callable[[], None]) -> AsyncIterator[Any]:
    """``ended`` is called on the loop when nothing more can be read."""
    async with transport as (read, write):
        yield _Read(read, ended), write


class _Read:
    """The stream, as the library reads it."""

    def __init__(self, stream: Any, ended: Callable[[], None]) -> None:
        self._stream, self._ended = stream, ended

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def __aenter__(self) -> "_Read":
        await self._stream.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> Any:
        return await self._stream.__aexit__(*exc)

    def __aiter__(self) -> "_Read":
        return self

    async def __anext__(self) -> Any:
        try:
            return await self._stream.__anext__()
        except StopAsyncIteration:
            self._ended()
            raise
