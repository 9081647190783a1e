"""A fake Ollama: real HTTP on loopback, so that the real client (also in another process) talks to it.

    with FakeOllama(models=["qwen3:4b"], reply="Hello.") as server:
        run_zeph(env={"OLLAMA_HOST": server.host})
        assert server.chats()[0]["options"]["num_ctx"] == 8192

Served: ``/`` ``/api/version`` ``/api/tags`` ``/api/show`` ``/api/chat`` ``/api/embed`` ``/api/pull``; chat streams
NDJSON unless asked not to. ``library`` is what can be pulled: a pull takes ``pull_steps`` steps, ``pull_delay`` seconds
each, and then the model is installed.

``reply`` is what ``/api/chat`` answers, and may be
  * a text or a ``Reply`` (text, thinking, tool calls, or a failure), given every time;
  * a list of those: one per chat, the last one is repeated;
  * a callable taking the request body and returning one.
``structured`` answers chats with ``format=<schema>``: a dict or list (sent as JSON), a text, a ``Reply``, or a callable
giving one; without it the answer is the smallest instance of the schema (empty lists). Extraction and conversation are
thus scripted separately. Both can be replaced while the server runs: ``server.reply = Reply(status=500)``.

Failures (fields of Reply): ``status`` with ``error``, ``cut_after`` (connection dropped after n pieces), ``done=False``
(the stream ends politely, but early), ``hang`` (never answers), ``delay`` (before the first piece), ``chunk_delay``
(before each later one), ``garbage`` (bytes that are no JSON), ``raw`` (bytes that are no HTTP). A chat with a model
that is not installed is a 404, as in Ollama; with ``tools=False`` one that offers tools is a 400. ``tags_delay`` slows
``/api/tags`` down; ``tags_chunked=True`` sends it chunked.

Seen: ``server.requests`` (path, body) in order, ``server.chats()`` and ``server.embeds()`` the bodies;
``server.hung_up`` is how many clients closed the connection before their answer was whole, and
``server.wait_hung_up(seconds)`` waits for one.

Embeddings are deterministic unit vectors of ``dimension`` numbers, made of hashed words: texts that share words are
close.
"""

import hashlib
import json
import math
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    text: str = ""
    thinking: str = ""
    tool_calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    status: int = 200
    error: str = "the fake was told to fail"
    cut_after: int | None = None
    done: bool = True
    hang: bool = False
    delay: float = 0.0
    chunk_delay: float = 0.0
    garbage: bytes = b""
    raw: bytes = b""
    prompt_tokens: int = 11
    answer_tokens: int = 7


Answer = str | Reply | dict[str, Any] | list[Any]
Script = Answer | Callable[[Body], Answer]


class FakeOllama:
    def __init__(
        self,
        models: Sequence[str] = ("qwen3:4b",),
        reply: Script | Sequence[str | Reply] = "Hello from the fake.",
        *,
        structured: Script | None = None,
        dimension: int = 64,
        context_length: int = 32768,
        tools: bool = True,
        tags_delay: float = 0.0,
        tags_chunked: bool = False,
        library: Sequence[str] = (),
        pull_delay: float = 0.0,
        capabilities: Sequence[str] = ("completion", "tools"),
        size: str = "",
        port: int = 0,
    ) -> None:
        self.models, self.reply, self.structured = list(models), reply, structured
        self.dimension, self.context_length, self.tools = dimension, context_length, tools
        self.tags_delay, self.tags_chunked = tags_delay, tags_chunked
        self.library, self.pull_steps, self.pull_delay = list(library), 4, pull_delay
        self.capabilities, self.size = list(capabilities), size
        self.requests: list[tuple[str, Body]] = []
        self.hung_up = 0
        self._left = threading.Event()
        self.stopping = threading.Event()
        self._turn = 0
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def host(self) -> str:
        """The URL, for ``OLLAMA_HOST`` or ``model.host``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def chats(self) -> list[Body]:
        return self.bodies("/api/chat")

    def embeds(self) -> list[Body]:
        return self.bodies("/api/embed")

    def bodies(self, path: str) -> list[Body]:
        return [body for seen, body in self.requests if seen == path]

    def client_left(self) -> None:
        self.hung_up += 1
        self._left.set()

    def wait_hung_up(self, seconds: float) -> bool:
        """Whether a client hung up, waiting (and blocking) at most this long for it."""
        return self._left.wait(seconds)

    def start(self) -> Self:
        self._thread.start()
        return self

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def answer(self, body: Body) -> Reply:
        """What a chat with this body is answered."""
        if body.get("format"):
            return self._structured(body)
        script: Any = self.reply
        if isinstance(script, (list, tuple)):
            script, self._turn = script[min(self._turn, len(script) - 1)], self._turn + 1
        found = script(body) if callable(script) else script
        return found if isinstance(found, Reply) else Reply(str(found))

    def vector(self, text: str) -> list[float]:
        """The embedding of ``text``."""
        total = [0.0] * self.dimension
        for word in text.lower().split() or [""]:
            digest = hashlib.shake_128(word.encode()).digest(2 * self.dimension)
            for n in range(self.dimension):
                total[n] += int.from_bytes(digest[2 * n : 2 * n + 2], "big") / 32768 - 1
        length = math.hypot(*total) or 1.0
        return [value / length for value in total]

    def _structured(self, body: Body) -> Reply:
        script: Any = self.structured
        found = script(body) if callable(script) else _smallest(body["format"]) if script is None else script
        if isinstance(found, Reply):
            return found
        return Reply(found if isinstance(found, str) else json.dumps(found))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    fake: FakeOllama

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that leave early are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Tests are quiet."""

    def do_GET(self) -> None:
        fake = self.server.fake
        fake.requests.append((self.path, {}))
        if self.path == "/api/tags":
            self._pause(fake.tags_delay)
            self._json(200, {"models": [_tag(name) for name in fake.models]}, chunked=fake.tags_chunked)
        elif self.path == "/api/version":
            self._json(200, {"version": "0.12.0"})
        elif self.path == "/":
            self._whole(200, b"Ollama is running", "text/plain")
        else:
            self._whole(404, b"404 page not found", "text/plain")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        self.server.fake.requests.append((self.path, body))
        if self.path == "/api/pull":
            self._pull(body)
            return
        serve = {"/api/chat": self._chat, "/api/show": self._show, "/api/embed": self._embed}.get(self.path)
        if serve is None:
            self._whole(404, b"404 page not found", "text/plain")
        elif not _has(self.server.fake.models, body.get("model", "")):
            self._json(404, {"error": f"model '{body.get('model')}' not found"})
        else:
            serve(body)

    def _pull(self, body: Body) -> None:
        fake, name = self.server.fake, body["model"]
        self._head(200, "application/x-ndjson", chunked=True)
        steps: list[Body] = [{"status": "pulling manifest"}]
        if name in fake.library:
            digest, size, count = "sha256:" + "1" * 64, 2_500_000_000, fake.pull_steps
            steps += [
                {"status": "pulling 1111", "digest": digest, "total": size, "completed": size * n // count}
                for n in range(1, count + 1)
            ]
            steps += [{"status": "verifying sha256 digest"}, {"status": "success"}]
        else:
            steps += [{"error": "pull model manifest: file does not exist"}]
        for step in steps:
            if not self._pause(fake.pull_delay) or not self._sent(json.dumps(step).encode() + b"\n"):
                return
        if name in fake.library:
            fake.models.append(name)
        self.wfile.write(b"0\r\n\r\n")

    def _show(self, body: Body) -> None:
        info = {"general.architecture": "qwen3", "qwen3.context_length": self.server.fake.context_length}
        details = {"family": "qwen3", "parameter_size": self.server.fake.size}
        self._json(200, {"model_info": info, "capabilities": self.server.fake.capabilities, "details": details})

    def _embed(self, body: Body) -> None:
        given = body["input"]
        rows = [self.server.fake.vector(text) for text in ([given] if isinstance(given, str) else given)]
        self._json(200, {"model": body["model"], "embeddings": rows, "prompt_eval_count": len(rows)})

    def _chat(self, body: Body) -> None:
        fake = self.server.fake
        if body.get("tools") and not fake.tools:
            self._json(400, {"error": f"registry.ollama.ai/library/{body['model']} does not support tools"})
            return
        reply = fake.answer(body)
        if reply.raw:
            self.connection.sendall(reply.raw)
            self.close_connection = True
        elif self._waited(reply):
            if reply.status != 200:
                self._json(reply.status, {"error": reply.error})
            elif body.get("stream", True):
                self._stream(body["model"], reply)
            elif reply.garbage:
                self._whole(200, reply.garbage, "application/json")
            elif reply.cut_after is not None:
                self.close_connection = True
            else:
                self._json(200, _piece(body["model"], _message(reply.text, reply.thinking, reply.tool_calls), reply))

    def _waited(self, reply: Reply) -> bool:
        return self._pause(3600 if reply.hang else reply.delay)

    def _pause(self, seconds: float) -> bool:
        """Waits; False when the client hung up (or the server stops) meanwhile."""
        fake, until = self.server.fake, time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if fake.stopping.is_set():
                return False
            readable, _, _ = select.select([self.connection], [], [], min(left, 0.02))
            if readable and not self._still_there():
                fake.client_left()
                self.close_connection = True
                return False
        return True

    def _still_there(self) -> bool:
        try:
            return bool(self.connection.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    def _stream(self, model: str, reply: Reply) -> None:
        self._head(200, "application/x-ndjson", chunked=True)
        for count, piece in enumerate(_pieces(model, reply)):
            if reply.cut_after is not None and count >= reply.cut_after:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            if count and not self._pause(reply.chunk_delay):
                return
            if not self._sent(piece):
                return
        self.wfile.write(b"0\r\n\r\n")

    def _sent(self, piece: bytes) -> bool:
        try:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        except OSError:
            self.server.fake.client_left()
            self.close_connection = True
            return False
        return True

    def _json(self, status: int, value: Any, *, chunked: bool = False) -> None:
        text = json.dumps(value).encode()
        if not chunked:
            self._whole(status, text, "application/json")
            return
        self._head(status, "application/json", chunked=True)
        half = len(text) // 2
        for part in (text[:half], text[half:]):
            self._sent(part)
        self.wfile.write(b"0\r\n\r\n")

    def _whole(self, status: int, text: bytes, kind: str) -> None:
        self._head(status, kind, length=len(text))
        self.wfile.write(text)

    def _head(self, status: int, kind: str, *, length: int | None = None, chunked: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()


def _tag(name: str) -> Body:
    family = "bert" if "embed" in name or "minilm" in name else "qwen3"
    return {"name": name, "model": name, "size": 1, "digest": "0" * 64, "details": {"family": family, "format": "gguf"}}


def _has(models: Sequence[str], name: str) -> bool:
    return name in models or f"{name}:latest" in models


def _pieces(model: str, reply: Reply) -> Iterator[bytes]:
    if reply.garbage:
        yield reply.garbage
        return
    if reply.thinking:
        yield _line(_piece(model, _message("", reply.thinking)))
    for word in _words(reply.text):
        yield _line(_piece(model, _message(word)))
    if reply.tool_calls:
        yield _line(_piece(model, _message("", "", reply.tool_calls)))
    if reply.done:
        yield _line(_piece(model, _message(""), reply))


def _words(text: str) -> list[str]:
    """The text in pieces of a word with the space before it."""
    pieces: list[str] = []
    for n, word in enumerate(text.split(" ")):
        pieces.append(word if n == 0 else f" {word}")
    return [piece for piece in pieces if piece]


def _message(text: str, thinking: str = "", calls: Sequence[tuple[str, dict[str, Any]]] = ()) -> Body:
    message: Body = {"role": "assistant", "content": text}
    if thinking:
        message["thinking"] = thinking
    if calls:
        message["tool_calls"] = [{"function": {"name": name, "arguments": arguments}} for name, arguments in calls]
    return message


def _piece(model: str, message: Body, end: Reply | None = None) -> Body:
    piece: Body = {"model": model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": end is not None}
    if end is not None:
        piece |= {"done_reason": "stop", "prompt_eval_count": end.prompt_tokens, "eval_count": end.answer_tokens}
    return piece


def _line(piece: Body) -> bytes:
    return json.dumps(piece).encode() + b"\n"


def _smallest(schema: Any) -> Any:
    """The smallest instance of a schema: empty lists, empty texts, zeros."""
    if not isinstance(schema, dict):
        return {}
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _smallest(schema["anyOf"][-1])
    if schema.get("type") == "object":
        return {name: _smallest(inner) for name, inner in schema.get("properties", {}).items()}
    return {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}.get(schema.get("type", ""))
