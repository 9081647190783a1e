"""Lines of stdin for the SDK's transport, read by the event loop.

In: stdin. Out: what the SDK iterates over. Its own way is a thread that waits for the next line, which no signal ends:
the server would go on until its client closes. What is no pipe (a terminal, a file, Windows) is left
to that way.
"""

import asyncio
import os
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

LONGEST = 8 * 1024 * 1024
"""Bytes of a frame; a longer one is no frame."""
NO_FRAME = "{"


class Lines:
    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> str:
        try:
            line = await self._reader.readline()
        except ValueError:
            return NO_FRAME
        if not line:
            raise StopAsyncIteration
        return line.decode("utf-8", errors="replace")


@asynccontextmanager
async def piped_lines() -> AsyncIterator[Any]:
    """The lines; None where the SDK is to read them. Meanwhile whatever else reads stdin finds nothing."""
    if os.name != "posix" or not _is_pipe(sys.stdin.fileno()):
        yield None
        return
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LONGEST)
    try:
        private = os.dup(sys.stdin.fileno())
        file = os.fdopen(private, "rb", buffering=0)
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    except (OSError, ValueError):
        yield None
        return
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    try:
        yield Lines(reader)
    finally:
        with suppress(OSError):
            os.set_blocking(private, True)
            os.dup2(private, sys.stdin.fileno())
        transport.close()


def _is_pipe(number: int) -> bool:
    mode = os.fstat(number).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
