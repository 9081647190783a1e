"""One program that speaks MCP: started or reached, asked what it has, called, and left when the chat ends.

In: how it is reached. Out: its tools, and a :class:`ServerStatus` at any time. One task holds the connection from its
beginning to its end, and connects again where the program ends; whatever fails is a state and a sentence, and the chat
goes on.
"""

import asyncio
import contextlib
import logging
import os
import threading
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, TextIO

from zeph.agent.tools.tool import Tool, ToolResult
from zeph.config.mcp_settings import McpServer
from zeph.errors import BadInput, ConfigError
from zeph.mcp_client.foreign_tool import foreign_tool, orders
from zeph.mcp_client.watched_streams import watched
from zeph.records.mcp_status import ServerState, ServerStatus
from zeph.safety.secrets import redact
from zeph.safety.text import clean_text, one_line

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult

log = logging.getLogger(__name__)

MOST_TOOLS = 40
MOST_PAGES = 10
LONGEST_RESULT = 200_000
"""Characters of a result that are looked at."""
LONGEST_LAST_WORDS = 400
CLOSING_SECS = 5.0
PAUSES = (0.2, 2.0, 5.0)
"""Seconds before a program that ended is started or reached again."""
MOST_AGAIN = len(PAUSES)
STEADY_SECS = 300.0
"""Who stood so long may end as often again."""
AGAIN = "It is being connected again: call it again if that is still wanted."
MISSING = "Calling MCP servers needs the MCP library. Install it with: pip install 'zeph[mcp]'"


class Connection:
    """``tools`` are there once it is ready. A program that was ready and ends is started or reached again, so often in
    a row; a call that was on its way is not made again."""

    def __init__(self, name: str, server: McpServer) -> None:
        self.name, self._server = name, server
        self.tools: tuple[Tool, ...] = ()
        self._state: ServerState = "connecting"
        self._detail = ""
        self._client: Client | None = None
        self._changed = asyncio.Event()
        """That it is to be left, or that the other side has ended."""
        self._stop = asyncio.Event()
        self._why = ""
        self._settled = asyncio.Event()
        """Unless it is being connected."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Nobody waits for it."""
        self._task = asyncio.create_task(self._keep())

    async def settled(self) -> None:
        """Returns once it is ready or has failed."""
        await self._settled.wait()

    async def close(self) -> None:
        """The program has a few seconds to end."""
        self._stop.set()
        self._changed.set()
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=CLOSING_SECS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def status(self) -> ServerStatus:
        return ServerStatus(self.name, self._state, self._detail, tuple(tool.name for tool in self.tools))

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """What the tool gave, as text. Raises BadInput where the program does not answer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._server.timeout_secs):
                await self._settled.wait()
        client = self._client
        if client is None:
            raise BadInput(f"The MCP server {self.name} is not there: {self._detail or 'it is still connecting'}.")
        try:
            result = await client.call_tool(name, arguments, read_timeout_seconds=self._server.timeout_secs)
        except Exception as error:  # noqa: BLE001  # a library of its own, with errors of its own
            log.info("the MCP server %s failed at %s: %r", self.name, name, error)
            said = f"The MCP server {self.name} failed: {_sentence(error)}."
            if not _is_closed(error):
                raise BadInput(said) from None
            if client is self._client:
                self._ended(_sentence(error))
            raise BadInput(f"{said} Whether it did what was asked is not known. {AGAIN}") from None
        return ToolResult(text_of(result), failed=bool(result.is_error))

    def _ended(self, why: str = "") -> None:
        """The other side has ended."""
        self._why = self._why or why
        self._state, self._detail, self._client = "connecting", "it ended", None
        self._settled.clear()
        self._changed.set()

    async def _keep(self) -> None:
        """Until it is left, or has ended too often."""
        again, loop = 0, asyncio.get_running_loop()
        while True:
            begun = loop.time()
            why, was_ready = await self._hold(again)
            if self._stop.is_set():
                return
            if was_ready and loop.time() - begun >= STEADY_SECS:
                again = 0
            if again == MOST_AGAIN or not (was_ready or again):
                self._fail(f"{why}; connecting again was tried {again} times" if again else why)
                return
            pause = PAUSES[again]
            again += 1
            self._state, self._detail = "connecting", f"{why}; connecting again, {again} of {MOST_AGAIN}"
            log.info("the MCP server %s: %s", self.name, self._detail)
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()
            if self._stop.is_set():
                return

    async def _hold(self, again: int) -> tuple[str, bool]:
        """From its beginning to its end: why it ended, and whether it was ready."""
        last_words = LastWords()
        was_ready = False
        self._why = ""
        self._changed.clear()
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(self._server.timeout_secs):
                    client = await self._open(stack, last_words.file)
                    self.tools, left_out = await self._listed(client)
                told = (f"it ended and is back, {again} of {MOST_AGAIN} times" if again else "", left_out)
                self._client, was_ready = client, True
                self._state, self._detail = "ready", "; ".join(filter(None, told))
                self._settled.set()
                await self._changed.wait()
            why = f"it ended: {self._why}" if self._why else "it ended"
        except Exception as error:  # noqa: BLE001  # whatever another program does, the chat goes on
            why = _sentence(error)
        finally:
            self._client = None
            if not self._stop.is_set():
                self._settled.clear()
            said = last_words.text()
            last_words.close()
        return f"{why}{f'; it said: {said}' if said else ''}", was_ready

    def _fail(self, why: str) -> None:
        log.info("the MCP server %s failed: %s", self.name, why)
        self._state, self._detail, self.tools = "failed", why, ()
        self._settled.set()

    async def _open(self, stack: AsyncExitStack, errors: TextIO) -> "Client":
        try:
            from mcp import Client, StdioServerParameters
            from mcp.client.stdio import stdio_client
            from mcp.client.streamable_http import streamable_http_client
        except ImportError as error:
            raise ConfigError(MISSING) from error
        server = self._server
        if server.command:
            started = StdioServerParameters(command=server.command, args=[*server.args], env=dict(server.env))
            transport: Any = stdio_client(started, errlog=errors)
        else:
            http = await stack.enter_async_context(_http(server))
            transport = streamable_http_client(server.url, http_client=http)
        client = Client(watched(transport, self._ended), read_timeout_seconds=server.timeout_secs, cache=None)
        return await stack.enter_async_context(client)

    async def _listed(self, client: "Client") -> tuple[tuple[Tool, ...], str]:
        """Each name once, none that is an order; and what is left out beyond the limit, told."""
        tools: dict[str, Tool] = {}
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            for one in page.tools[: 2 * MOST_TOOLS]:
                if orders(one.name):
                    continue
                # Looking at a stranger's words takes time, which the screen does not wait for.
                made = await asyncio.to_thread(
                    foreign_tool, self.name, one.name, one.description or "", one.input_schema, self.call
                )
                tools.setdefault(made.name, made)
                if len(tools) > MOST_TOOLS:
                    break
            cursor = page.next_cursor
            if not cursor or len(tools) > MOST_TOOLS:
                break
        left_out = f"only its first {MOST_TOOLS} tools are offered" if len(tools) > MOST_TOOLS or cursor else ""
        return tuple(tools.values())[:MOST_TOOLS], left_out


class LastWords:
    """What a program says on stderr, of which the end is kept: it must not reach the screen."""

    def __init__(self) -> None:
        end, begin = os.pipe()
        self.file = os.fdopen(begin, "w")
        self._end = bytearray()
        threading.Thread(target=self._read, args=(end,), daemon=True, name="zeph-mcp").start()

    def text(self) -> str:
        return redact(one_line(clean_text(self._end.decode("utf-8", "replace"))))[-LONGEST_LAST_WORDS:]

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.file.close()

    def _read(self, end: int) -> None:
        with os.fdopen(end, "rb", buffering=0) as pipe:
            while piece := pipe.read(4096):
                self._end = (self._end + piece)[-4 * LONGEST_LAST_WORDS :]


def text_of(result: "CallToolResult") -> str:
    """The texts of a result; what is none is named."""
    parts: list[str] = []
    left = LONGEST_RESULT
    for block in result.content:
        text = getattr(block, "text", None) or getattr(getattr(block, "resource", None), "text", None)
        part = str(text)[:left] if text is not None else f"({one_line(str(block.type))[:40]}, which is not shown)"
        parts.append(part)
        left -= len(part)
        if left <= 0:
            break
    return "\n".join(parts)


def _http(server: McpServer) -> Any:
    """A client that sends the person's headers, to this address alone, and takes nothing of the environment."""
    import httpx2

    return httpx2.AsyncClient(headers=dict(server.headers), trust_env=False, timeout=server.timeout_secs)


def _is_closed(error: Exception) -> bool:
    """Whether nothing more will come from it."""
    from anyio import BrokenResourceError, ClosedResourceError, EndOfStream
    from mcp_types import CONNECTION_CLOSED

    gone = isinstance(error, (BrokenResourceError, ClosedResourceError, EndOfStream, ConnectionError))
    return gone or getattr(error, "code", None) == CONNECTION_CLOSED


def _sentence(error: BaseException) -> str:
    """What went wrong, on a line; of a group of errors the first one's."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    return redact(one_line(clean_text(str(error))))[:200].rstrip(".") or type(error).__name__
