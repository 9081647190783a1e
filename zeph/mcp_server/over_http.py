"""The server over HTTP, on this machine alone, for clients that know the token.

In: a server, a port, the token. Out: it serves until the program is told to end. Whoever can reach the port may be any
program or web page on this machine: a request needs the token, and the SDK refuses foreign Host and Origin headers.
"""

import hmac
import os
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zeph.errors import ConfigError, UsageError
from zeph.file_writing import replace_text
from zeph.mcp_server.zeph_server import ZephServer
from zeph.paths import private_dir

HOST = "127.0.0.1"
PATH = "/mcp"
MOST_BYTES = 2 * 1024 * 1024
"""Of a request."""
LEAST_TOKEN = 16
GRACE_SECS = 2
OK = 200


async def serve_http(server: ZephServer, port: int, token: str, ready: Callable[[str], None]) -> None:
    """``ready`` is called with the address once it listens; port 0 takes a free one. Raises UsageError where the port
    is taken."""
    app = server.streamable_http_app(streamable_http_path=PATH, host=HOST, max_request_body_size=MOST_BYTES)
    with _bound(port) as listening:
        config = uvicorn.Config(
            _Guarded(app, token, server.session_ended),
            log_level="error",
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECS,
        )
        ready(f"http://{HOST}:{listening.getsockname()[1]}{PATH}")
        await uvicorn.Server(config).serve([listening])


def token_in(state_dir: Path, given: str = "") -> tuple[str, Path | None]:
    """The token that is given, or else the one in the state folder, made at first use; and that file. Raises
    ConfigError for one that could be guessed."""
    if given:
        if len(given) < LEAST_TOKEN:
            raise ConfigError(f"ZEPH_MCP_TOKEN is too short: take {LEAST_TOKEN} characters or more, or leave it out.")
        return given, None
    file = private_dir(state_dir) / "mcp-token"
    try:
        kept = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        kept = ""
    if len(kept) < LEAST_TOKEN:
        kept = secrets.token_urlsafe(32)
        replace_text(file, kept + "\n")
    return kept, file


class _Guarded:
    """Lets requests with the token through, and tells which session has been ended (DELETE)."""

    def __init__(self, app: ASGIApp, token: str, ended: Callable[[str], None]) -> None:
        self._app = app
        self._ended = ended
        self._expected = f"bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._knows(scope):
            headers = {"WWW-Authenticate": "Bearer"}
            await PlainTextResponse("The token is missing or wrong.\n", 401, headers)(scope, receive, send)
            return
        await self._app(scope, receive, self._told(scope, send) if scope.get("method") == "DELETE" else send)

    def _told(self, scope: Scope, send: Send) -> Send:
        session = dict(scope["headers"]).get(b"mcp-session-id", b"").decode("latin-1")

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == OK and session:
                self._ended(session)
            await send(message)

        return telling

    def _knows(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name.lower() == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        return hmac.compare_digest(scheme.lower() + b" " + token.strip(), self._expected)


def _bound(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise UsageError(f"Port {port} cannot be used ({error.strerror}): give another one with --port.") from error
    listening.listen()  # who is told the address may call at once, before the server takes it
    return listening
