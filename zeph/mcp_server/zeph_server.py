"""The SDK's server, with a stdio transport that discovering does not tie to a protocol, and resources that know who
asks.

In: frames of a client. Out: it serves until the client closes its end. The SDK settles at the first request which
protocol a connection speaks, and refuses the handshake (-32022) to a client that first asks what there is
(``server/discover``) and then shakes hands. So discovering is answered by itself and settles nothing: the first other
request does.
"""

import logging
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

import anyio
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_PARAMS, GetPromptResult, InputRequiredResult, JSONRPCRequest
from pydantic import AnyUrl

from zeph.mcp_server.piped_lines import piped_lines
from zeph.safety.text import one_line

log = logging.getLogger(__name__)

DISCOVER = "server/discover"
current_request: ContextVar[Context[Any, Any]] = ContextVar("current_request")
"""Of a resource that is being read: the SDK hands a context to those with a variable in their address alone."""


class ZephServer(MCPServer[Any]):
    def session_ended(self, session: str) -> None:
        """Called with the id of a session over HTTP that its client has ended."""

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        if context is not None:
            current_request.set(context)
        return await super().read_resource(uri, context)

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Raises MCPError with a sentence for a prompt that is not there or lacks an argument."""
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            raise MCPError(code=INVALID_PARAMS, message=one_line(str(error))) from error

    async def run_stdio_async(self) -> None:
        """A client that has closed its end has gone; it owes no goodbye."""
        try:
            await self._serve_stdio()
        except* (BrokenPipeError, ConnectionResetError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            log.debug("the client has closed its end while it was answered")

    async def _serve_stdio(self) -> None:
        async with piped_lines() as lines, stdio_server(stdin=lines) as (incoming, outgoing), outgoing:
            async for item in incoming:
                if _discovers(item):
                    await self._answer_alone(item, outgoing)
                    continue
                await self._serve_from(item, incoming, outgoing)
                return

    async def _answer_alone(self, item: SessionMessage, outgoing: Any) -> None:
        send, receive = anyio.create_memory_object_stream[Any](1)
        answering, answers = anyio.create_memory_object_stream[Any](1)
        async with anyio.create_task_group() as tasks, send, answers:
            tasks.start_soon(self._run, receive, answering)
            await send.send(item)
            await outgoing.send(await answers.receive())
            await send.aclose()

    async def _serve_from(self, first: Any, incoming: Any, outgoing: Any) -> None:
        send, receive = anyio.create_memory_object_stream[Any](1)

        async def relay() -> None:
            async with send:
                await send.send(first)
                async for item in incoming:
                    await send.send(item)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(relay)
            await self._run(receive, outgoing)
            tasks.cancel_scope.cancel()

    async def _run(self, receive: Any, send: Any) -> None:
        lowlevel = self._lowlevel_server
        await lowlevel.run(receive, send, lowlevel.create_initialization_options())


def _discovers(item: Any) -> bool:
    message = item.message if isinstance(item, SessionMessage) else None
    return isinstance(message, JSONRPCRequest) and message.method == DISCOVER
