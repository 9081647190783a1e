"""Chat and embeddings from an Ollama server, over the ``ollama`` package's asynchronous client.

In: messages, tools, a JSON schema. Out: ChatChunks, a whole answer, or vectors. ``num_ctx`` is always sent: without it
Ollama silently cuts a long prompt to about half of its own default. Nothing is imported before the first request.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from zeph.errors import ConfigError, ModelError, ModelGarbage, ModelMissing, ModelTimeout, ModelUnreachable
from zeph.models.arrays import no_rows, unit_rows
from zeph.models.endpoints import client_options, embeds_only, own_key_alone
from zeph.models.model_size import named_weights
from zeph.models.ollama.errors import Exchange, ollama_errors, stream_cut
from zeph.models.ollama.hosts import InstalledModel, first_chat_model
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage, Vectors
from zeph.models.streams import LONGEST_ANSWER, AnswerLimit, paced
from zeph.models.toolcalls import decode_tool_calls, loads_object

if TYPE_CHECKING:
    from ollama import AsyncClient, ChatResponse, ShowResponse

DEFAULT_WINDOW = 8192
CONNECT_SECS = 5.0


class OllamaChat:
    """A ChatModel. ``model`` "" takes the first installed one, ``context_window`` 0 the model's own up to 8192;
    both are settled with the first request."""

    def __init__(
        self,
        model: str,
        host: str,
        context_window: int = DEFAULT_WINDOW,
        *,
        request_timeout_secs: float = 300.0,
        first_token_timeout_secs: float | None = None,
        idle_timeout_secs: float | None = None,
        keep_alive: str | float | None = None,
        temperature: float | None = None,
        api_key: str = "",
    ) -> None:
        self.name = f"ollama/{model}" if model else "ollama"
        self.context_window = context_window or DEFAULT_WINDOW
        self._model, self._host, self._keep_alive = model, host, keep_alive
        self._request_secs, self._idle_secs = request_timeout_secs, idle_timeout_secs or request_timeout_secs
        self._first_secs = first_token_timeout_secs or request_timeout_secs
        self.weights = 0
        """See KnowsSize; told with what the model can do."""
        self._settled = bool(model and context_window)
        self._temperature = temperature
        self._takes_tools: bool | None = None
        self._key = api_key
        self._client: AsyncClient | None = None

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[ChatChunk, None]:
        """See ChatModel. Leaving early (cancelled, or closed with ``aclosing``) closes the connection at once."""
        await self._settle()
        exchange = Exchange(self._host, self._model)
        who = f"{self._model} at {self._host}"
        with ollama_errors(exchange):
            parts = paced(self._parts(messages, tools), first_secs=self._first_secs, idle_secs=self._idle_secs, who=who)
            done, limit = False, AnswerLimit(who)
            async with aclosing(parts):
                async for part in parts:
                    exchange.begun, done = True, bool(part.done)
                    yield limit.count(_chunk(part))
            if not done:
                raise stream_cut(exchange)

    async def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: dict[str, Any] | None = None,
        model: str = "",
        max_tokens: int | None = None,
        timeout_secs: float | None = None,
    ) -> tuple[str, Usage]:
        """See ChatModel."""
        await self._settle()
        chosen, limit = model or self._model, timeout_secs or self._request_secs
        request = self._request(chosen, messages, max_tokens)
        if schema is not None:
            # A model that thinks would think inside the grammar; and the same text should give the same facts.
            request |= {"format": schema, "think": False}
            request["options"]["temperature"] = 0
        with ollama_errors(Exchange(self._host, chosen)):
            try:
                async with asyncio.timeout(limit):
                    answer: ChatResponse = await self._open().chat(stream=False, **request)
            except TimeoutError as error:
                raise ModelTimeout(f"{chosen} at {self._host} did not answer within {limit:g} s.") from error
        text = answer.message.content or ""
        if len(text) > LONGEST_ANSWER:
            raise ModelGarbage(f"{chosen} at {self._host} sent more than {LONGEST_ANSWER:,} characters.")
        return text, _usage(answer)

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()  # type: ignore[no-untyped-call]  # the package leaves it untyped

    async def _parts(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator["ChatResponse", None]:
        import ollama

        offered = tools if self._takes_tools is not False else ()
        try:
            async with aclosing(await self._start(messages, offered)) as parts:
                async for part in parts:
                    yield part
        except ollama.ResponseError as error:
            if not offered or "does not support tools" not in error.error:
                raise
            self._takes_tools = False
            async with aclosing(await self._start(messages, ())) as parts:
                async for part in parts:
                    yield part

    async def _start(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator["ChatResponse", None]:
        offered = [_tool(tool) for tool in tools] or None
        parts: Any = await self._open().chat(stream=True, tools=offered, **self._request(self._model, messages, None))
        return parts  # type: ignore[no-any-return]  # the client's type hides that it is a generator

    def _request(self, model: str, messages: Sequence[ChatMessage], max_tokens: int | None) -> dict[str, Any]:
        options: dict[str, Any] = {"num_ctx": self.context_window}
        if max_tokens is not None:
            options["num_predict"] = max_tokens
        if self._temperature is not None:
            options["temperature"] = self._temperature
        sent = [_message(message) for message in messages]
        return {"model": model, "messages": sent, "options": options, "keep_alive": self._keep_alive}

    def _open(self) -> "AsyncClient":
        if self._client is None:
            self._client = ollama_client(self._host, self._key)
        return self._client

    async def _settle(self) -> None:
        if self._settled:
            return
        if not self._model:
            self._model = first_chat_model(await _installed(self._host, self._key, self._request_secs))
            if not self._model:
                raise ModelMissing(
                    f"Ollama at {self._host} has no chat model yet. Install one with: zeph model pull qwen3:4b"
                )
            self.name = f"ollama/{self._model}"
        self.context_window = min(self.context_window, await self._trained_window())
        self._settled = True

    async def sees(self) -> bool | None:
        """See KnowsSight; a server of before 2025 does not tell."""
        can = await self._capabilities()
        return None if can is None else "vision" in can

    async def takes_tools(self) -> bool | None:
        """See KnowsTools; asked once, and a refusal is remembered."""
        if self._takes_tools is None:
            try:
                can = await self._capabilities()
            except (ModelUnreachable, ModelTimeout):
                raise
            except ModelError:  # not every server that speaks this protocol tells of its models
                can = None
            self._takes_tools = can is None or "tools" in can
        return self._takes_tools

    async def _capabilities(self) -> Sequence[str] | None:
        await self._settle()
        with ollama_errors(Exchange(self._host, self._model)):
            async with asyncio.timeout(self._request_secs):
                about = await self._open().show(self._model)
        self.weights = _weights(about)
        return about.capabilities

    async def _trained_window(self) -> int:
        try:
            with ollama_errors(Exchange(self._host, self._model)):
                async with asyncio.timeout(self._request_secs):
                    about = await self._open().show(self._model)
        except (ModelMissing, ModelUnreachable, ModelTimeout):
            raise
        except ModelError:
            return self.context_window
        found = [v for k, v in (about.modelinfo or {}).items() if k.endswith(".context_length") and isinstance(v, int)]
        return found[0] if found else self.context_window


class OllamaEmbedder:
    """An Embedder; its dimension is known after the first call."""

    def __init__(
        self, model: str, host: str, *, request_timeout_secs: float = 60.0, batch: int = 32, api_key: str = ""
    ) -> None:
        self.model_id = f"ollama/{model}"
        self.dimension = 0
        self.in_process = False
        self._model, self._host, self._secs, self._batch = model, host, request_timeout_secs, batch
        self._key = api_key
        self._client: AsyncClient | None = None

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """See Embedder."""
        if not texts:
            return no_rows(self.dimension)
        rows: list[Sequence[float]] = []
        for start in range(0, len(texts), self._batch):
            # Ollama answers an empty text with no row at all.
            rows += await self._rows([text or " " for text in texts[start : start + self._batch]])
        vectors = unit_rows(rows, len(texts), f"{self._model} at {self._host}")
        self.dimension = int(vectors.shape[1])
        return vectors

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()  # type: ignore[no-untyped-call]  # the package leaves it untyped

    async def _rows(self, texts: list[str]) -> list[Sequence[float]]:
        if self._client is None:
            self._client = ollama_client(self._host, self._key)
        with ollama_errors(Exchange(self._host, self._model)):
            async with asyncio.timeout(self._secs):
                return list((await self._client.embed(self._model, texts)).embeddings)


async def _installed(host: str, key: str, timeout_secs: float) -> list[InstalledModel]:
    client = ollama_client(host, key)
    try:
        with ollama_errors(Exchange(host, "")):
            async with asyncio.timeout(timeout_secs):
                found = (await client.list()).models
    finally:
        await client.close()  # type: ignore[no-untyped-call]  # the package leaves it untyped
    named = [(model.model, model.details) for model in found if model.model]
    return [
        InstalledModel(name, embeds_only(name, (details.family or "") if details else "")) for name, details in named
    ]


def ollama_client(host: str, key: str) -> "AsyncClient":
    """A client that gives up connecting after five seconds. Raises ConfigError."""
    try:
        import httpx
        import ollama
    except ImportError as error:
        raise ConfigError("The Ollama client is not installed. Install it with: pip install ollama") from error
    # Time limits are ours (first word, pauses, the whole), except for connecting.
    timeout = httpx.Timeout(None, connect=CONNECT_SECS)
    try:
        return ollama.AsyncClient(host, timeout=timeout, auth=own_key_alone(key), **client_options(host))
    except (ValueError, httpx.InvalidURL) as error:
        raise ConfigError(f"The Ollama address {host!r} cannot be used: {error}.") from error


def _message(message: ChatMessage) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": message.content}
    if calls := decode_tool_calls(message.tool_calls):
        sent["tool_calls"] = [{"function": {"name": n, "arguments": loads_object(a)}} for n, a in calls]
    if message.pictures:
        sent["images"] = list(message.pictures)
    if message.tool_name:
        sent["tool_name"] = message.tool_name
    return sent


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _chunk(part: "ChatResponse") -> ChatChunk:
    calls = [(c.function.name, json.dumps(dict(c.function.arguments))) for c in part.message.tool_calls or ()]
    text, thinking = part.message.content or "", part.message.thinking or ""
    return ChatChunk(text, thinking, tuple(calls), bool(part.done), _usage(part) if part.done else Usage())


def _weights(about: "ShowResponse") -> int:
    counted = (about.modelinfo or {}).get("general.parameter_count")
    return (
        counted if isinstance(counted, int) else named_weights((about.details and about.details.parameter_size) or "")
    )


def _usage(part: "ChatResponse") -> Usage:
    return Usage(part.prompt_eval_count, part.eval_count)
