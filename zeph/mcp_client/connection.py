"""One program that speaks MCP: started or reached, asked what it has, called, and left when the chat ends.

In: how it is reached. Out: its tools, and a :class:`ServerStatus` at any time. One task holds the connection from its
beginning to its end; whatever fails in it is a state and a sentence, and the chat goes on.
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
from zeph.mcp_client.foreign_tool import foreign_tool
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
MISSING = "Calling MCP servers needs the MCP library. Install it with: pip install 'zeph[mcp]'"


class Connection:
    """``tools`` are there once it is ready."""

    def __init__(self, name: str, server: McpServer) -> None:
        self.name, self._server = name, server
        self.tools: tuple[Tool, ...] = ()
        self._state: ServerState = "connecting"
        self._detail = ""
        self._client: Client | None = None
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Nobody waits for it."""
        self._task = asyncio.create_task(self._hold())

    async def close(self) -> None:
        """The program has a few seconds to end."""
        self._stop.set()
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=CLOSING_SECS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def status(self) -> ServerStatus:
        return ServerStatus(self.name, self._state, self._detail, tuple(tool.name for tool in self.tools))

    async def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """What the tool gave, as text. Raises BadInput where the program does not answer."""
        if self._client is None:
            raise BadInput(f"The MCP server {self.name} is not there: {self._detail or 'it is still connecting'}.")
        try:
            result = await self._client.call_tool(name, arguments, read_timeout_seconds=self._server.timeout_secs)
        except Exception as error:  # noqa: BLE001  # a library of its own, with errors of its own
            log.info("the MCP server %s failed at %s: %r", self.name, name, error)
            if _is_closed(error):
                self._client = None
                self._fail(f"it ended: {_sentence(error)}")
            raise BadInput(f"The MCP server {self.name} failed: {_sentence(error)}.") from None
        return ToolResult(text_of(result), failed=bool(result.is_error))

    async def _hold(self) -> None:
        last_words = LastWords()
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(self._server.timeout_secs):
                    self._client = await self._open(stack, last_words.file)
                    self.tools = await self._listed(self._client)
                self._state = "ready"
                await self._stop.wait()
        except Exception as error:  # noqa: BLE001  # whatever another program does, the chat goes on
            said = last_words.text()
            self._fail(f"{_sentence(error)}{f'; it said: {said}' if said else ''}")
        finally:
            self._client = None
            last_words.close()

    def _fail(self, why: str) -> None:
        log.info("the MCP server %s failed: %s", self.name, why)
        self._state, self._detail, self.tools = "failed", why, ()

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
        client = Client(transport, read_timeout_seconds=server.timeout_secs, cache=None)
        return await stack.enter_async_context(client)

    async def _listed(self, client: "Client") -> tuple[Tool, ...]:
        """Each name once; what is beyond the limit is told and left out."""
        tools: dict[str, Tool] = {}
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            for one in page.tools[: 2 * MOST_TOOLS]:
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
        if len(tools) > MOST_TOOLS or cursor:
            self._detail = f"only its first {MOST_TOOLS} tools are offered"
        return tuple(tools.values())[:MOST_TOOLS]


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
