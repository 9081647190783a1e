"""Chat with a GGUF file in this process, through llama.cpp (``xllamacpp``, extra ``gguf``).

In: messages, tools, a JSON schema. Out: ChatChunks or a whole answer. Generation runs in a thread, one request at a
time, and its pieces cross into the event loop; a cancelled request stops with the next token. The package also
listens on loopback: it gets a random key, so that no other program of this machine can use it.
"""

import asyncio
import os
import secrets
import threading
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from zeph.errors import ConfigError, ModelError, ModelStreamCut, ModelTimeout
from zeph.models.local.gguf_file import INSTALL, trained_for_tools, trained_window, weights
from zeph.models.openai.wire import ToolCalls, wire_messages, wire_tools
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.models.streams import paced, printable_line

DEFAULT_WINDOW = 8192
PROMPT_CACHE_MIB = 512
"""Memory for prompts that were read before; 8,192 tokens of a model of 1.5 billion weights take about 230."""
_END = None


class GGUFChat:
    """A ChatModel. ``context_window`` 0: the file's own up to 8192; ``threads`` 0: all cores but one.

    Raises ConfigError when the file is no GGUF; the model itself is loaded with the first request.
    """

    in_process = True
    """Each token takes this machine's own time."""

    def __init__(
        self,
        path: Path,
        context_window: int = 0,
        threads: int = 0,
        *,
        request_timeout_secs: float = 600.0,
        max_answer_tokens: int = 2048,
        temperature: float | None = None,
    ) -> None:
        trained = trained_window(path)
        wanted = context_window or DEFAULT_WINDOW
        self.context_window = min(wanted, trained) if trained else wanted
        self.name = f"gguf/{path.stem}"
        self._path, self._secs = path, request_timeout_secs
        self._threads = threads or max(1, (os.cpu_count() or 2) - 1)
        # The smallest models do not always find an end.
        self._answer_tokens = max_answer_tokens
        self._warmth: dict[str, Any] = {} if temperature is None else {"temperature": temperature}
        self._lock = threading.Lock()
        self._server: Any = None
        self._calls_tools: bool | None = None

    @cached_property
    def weights(self) -> int:
        """See KnowsSize."""
        return weights(self._path)

    async def warm(self) -> None:
        """Loads the model now. Raises ConfigError or ModelError."""
        await asyncio.to_thread(self._ready)

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[ChatChunk, None]:
        """See ChatModel."""
        request: dict[str, Any] = {"messages": wire_messages(messages), **self._warmth}
        if tools:
            request["tools"] = wire_tools(tools)
        async with aclosing(self._answer(request)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def sees(self) -> bool | None:
        """See KnowsSight: it is loaded without the part that sees."""
        return False

    async def takes_tools(self) -> bool | None:
        """See KnowsTools: what its template of a prompt says."""
        if self._calls_tools is None:
            self._calls_tools = await asyncio.to_thread(trained_for_tools, self._path)
        return self._calls_tools

    async def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: dict[str, Any] | None = None,
        model: str = "",
        max_tokens: int | None = None,
        timeout_secs: float | None = None,
    ) -> tuple[str, Usage]:
        """See ChatModel; there is only one model, so ``model`` changes nothing."""
        request: dict[str, Any] = {"messages": wire_messages(messages), **self._warmth}
        if schema is not None:
            form = {"name": "answer", "schema": schema}
            request |= {"response_format": {"type": "json_schema", "json_schema": form}, "temperature": 0}
        if max_tokens is not None:
            request["max_tokens"] = max_tokens
        limit = timeout_secs or self._secs
        try:
            async with asyncio.timeout(limit):
                return await self._gathered(request)
        except TimeoutError as error:
            raise ModelTimeout(f"{self.name} did not answer within {limit:g} s.") from error

    async def close(self) -> None:
        self._server = None

    async def _gathered(self, request: dict[str, Any]) -> tuple[str, Usage]:
        text, usage = "", Usage()
        async with aclosing(self._answer(request)) as chunks:
            async for chunk in chunks:
                text, usage = text + chunk.text, chunk.usage if chunk.done else usage
        return text, usage

    async def _answer(self, request: dict[str, Any]) -> AsyncGenerator[ChatChunk, None]:
        usage, finished, calls = Usage(), False, ToolCalls()
        parts = paced(self._parts(request), first_secs=self._secs, idle_secs=self._secs, who=self.name)
        async with aclosing(parts):
            async for part in parts:
                if counted := part.get("usage"):
                    known = (counted.get("prompt_tokens_details") or {}).get("cached_tokens")
                    usage = Usage(counted.get("prompt_tokens"), counted.get("completion_tokens"), known)
                for choice in part.get("choices", [])[:1]:
                    finished = finished or bool(choice.get("finish_reason"))
                    delta = choice.get("delta") or {}
                    for call in delta.get("tool_calls") or []:
                        function = call.get("function") or {}
                        calls.add(call.get("index", 0), function.get("name"), function.get("arguments"))
                    text, thinking = delta.get("content") or "", delta.get("reasoning_content") or ""
                    if text or thinking:
                        yield ChatChunk(text, thinking)
        if not finished:
            raise ModelStreamCut(f"The answer of {self.name} was cut off before its end.")
        yield ChatChunk(tool_calls=calls.whole(), done=True, usage=usage)

    async def _parts(self, request: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        crossing = _Crossing(asyncio.get_running_loop())
        request |= {"stream": True, "stream_options": {"include_usage": True}}
        # Not asyncio.to_thread: leaving the program must not wait for a long prompt to be read.
        threading.Thread(target=self._generate, args=(request, crossing), daemon=True, name="zeph-gguf").start()
        try:
            while (part := await crossing.queue.get()) is not _END:
                if isinstance(part, Exception):
                    raise part
                if error := part.get("error"):
                    raise _refusal(self.name, error)
                yield part
        finally:
            crossing.stop.set()

    def _generate(self, request: dict[str, Any], crossing: "_Crossing") -> None:
        try:
            server = self._ready()
            with self._lock:
                if not crossing.stop.is_set():
                    server.handle_chat_completions(request, crossing.take)
        except (ModelError, ConfigError) as error:
            crossing.put(error)
        except Exception as error:  # noqa: BLE001  # lost without it: the reason; llama.cpp raises several kinds
            crossing.put(ModelError(f"{self.name} failed: {printable_line(error)}."))
        finally:
            crossing.put(_END)

    def _ready(self) -> Any:
        with self._lock:
            if self._server is None:
                self._server = self._load()
            return self._server

    def _load(self) -> Any:
        # Spinning threads on busy cores slow generation tenfold; llama.cpp reads this when it is loaded.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        try:
            xllamacpp = import_module("xllamacpp")
        except ImportError as error:
            raise ConfigError(f"Chatting with a GGUF file needs xllamacpp. Install it with: {INSTALL}") from error
        try:
            return xllamacpp.Server(self._params(xllamacpp))
        except (RuntimeError, ValueError) as error:
            raise ModelError(f"llama.cpp cannot load {self._path}: {printable_line(error)}") from error

    def _params(self, xllamacpp: Any) -> Any:
        params = xllamacpp.CommonParams()
        params.model.path = str(self._path)
        params.n_ctx, params.n_parallel, params.n_predict = self.context_window, 1, self._answer_tokens
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self._threads
        # Chat and extraction take turns: what one of them had read is put aside in memory, and not read again.
        params.cache_ram_mib = PROMPT_CACHE_MIB
        params.warmup, params.verbosity, params.ui, params.endpoint_slots = False, 0, False, False
        params.cors_origins, params.api_keys = "", [secrets.token_urlsafe(32)]
        return params


class _Crossing:
    """Carries pieces from the generating thread into the loop, and the wish to stop back."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.queue: asyncio.Queue[Any] = asyncio.Queue()
        self.stop = threading.Event()
        self._loop = loop

    def take(self, part: Any) -> bool:
        """llama.cpp's callback; True ends the generation."""
        self.put(part)
        return self.stop.is_set()

    def put(self, part: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(self.queue.put_nowait, part)
        except RuntimeError:
            # The loop is closed: nobody listens any more.
            self.stop.set()


def _refusal(name: str, error: Any) -> ModelError:
    said = error if isinstance(error, dict) else {"message": error}
    if said.get("type") == "exceed_context_size_error":
        return ModelError(
            f"{name} was given more than its context window holds: {printable_line(said.get('message'))}."
        )
    return ModelError(f"{name} failed: {printable_line(said.get('message'))}.")
