"""Chat and embeddings from any OpenAI-compatible endpoint, over the ``openai`` package (extra ``openai``).

In: messages, tools, a JSON schema. Out: ChatChunks, a whole answer, or vectors. Parameters that an endpoint refuses by
name (``stream_options``, ``tools`` …) are left out and the request is made once more. The key is
given to the client and never kept, printed or taken from the environment here.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from zeph.errors import ConfigError, ModelGarbage, ModelMissing, ModelTimeout
from zeph.models.arrays import no_rows, unit_rows
from zeph.models.endpoints import client_options, embeds_only
from zeph.models.openai.errors import Exchange, openai_errors, stream_cut
from zeph.models.openai.wire import ToolCalls, thinking_of, wire_messages, wire_tools
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage, Vectors
from zeph.models.streams import LONGEST_ANSWER, AnswerLimit, paced
from zeph.safety.secrets import shown_address

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionChunk

OPENAI_HOST = "api.openai.com"
DEFAULT_URL = f"https://{OPENAI_HOST}/v1"
_ACCOUNT_HEADERS = ("OpenAI-Organization", "OpenAI-Project")
DEFAULT_WINDOW = 8192
_REFUSABLE = ("stream_options", "response_format", "tools", "temperature")


class _Endpoint:
    def __init__(self, base_url: str, api_key: str) -> None:
        self._address = base_url or DEFAULT_URL
        self.url = shown_address(self._address)
        """As it is named in messages."""
        self._key = api_key
        self._client: AsyncOpenAI | None = None

    def open(self) -> "AsyncOpenAI":
        if self._client is None:
            self._client = _client(self._address, self._key)
        return self._client

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def models(self, timeout_secs: float) -> list[str]:
        with openai_errors(Exchange(self.url, "")):
            async with asyncio.timeout(timeout_secs):
                found: list[Any] = (await self.open().models.list()).data or []
                return [model.id for model in found if isinstance(model.id, str)]

    async def chat(self, request: dict[str, Any]) -> Any:
        import openai

        while True:
            try:
                return await self.open().chat.completions.create(**request)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                refused = [key for key in _REFUSABLE if key in request and key in str(error)]
                if not refused:
                    raise
                request = {key: value for key, value in request.items() if key not in refused}


async def listed_models(base_url: str, api_key: str, timeout_secs: float) -> list[str]:
    """The names that the endpoint lists. Raises ModelError's leaves."""
    endpoint = _Endpoint(base_url, api_key)
    try:
        return await endpoint.models(timeout_secs)
    finally:
        await endpoint.close()


class OpenAIChat:
    """A ChatModel. ``model`` "" takes the first one the endpoint offers, asked with the first request."""

    def __init__(
        self,
        model: str,
        base_url: str = "",
        api_key: str = "",
        context_window: int = DEFAULT_WINDOW,
        *,
        request_timeout_secs: float = 300.0,
        first_token_timeout_secs: float | None = None,
        idle_timeout_secs: float | None = None,
        temperature: float | None = None,
    ) -> None:
        self.name = f"openai/{model}" if model else "openai"
        self.context_window = context_window or DEFAULT_WINDOW
        self._model, self._endpoint = model, _Endpoint(base_url, api_key)
        self._request_secs, self._idle_secs = request_timeout_secs, idle_timeout_secs or request_timeout_secs
        self._first_secs = first_token_timeout_secs or request_timeout_secs
        self._warmth: dict[str, Any] = {} if temperature is None else {"temperature": temperature}

    async def stream(
        self, messages: Sequence[ChatMessage], *, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[ChatChunk, None]:
        """See ChatModel. Tool calls come whole, with the last piece."""
        await self._settle()
        exchange, calls, usage, finished = Exchange(self._endpoint.url, self._model), ToolCalls(), Usage(), False
        with openai_errors(exchange):
            parts = paced(
                self._parts(messages, tools),
                first_secs=self._first_secs,
                idle_secs=self._idle_secs,
                who=f"{self._model} at {exchange.url}",
            )
            async with aclosing(parts):
                limit = AnswerLimit(f"{self._model} at {exchange.url}")
                async for part in parts:
                    exchange.begun, usage = True, _usage(part) or usage
                    for choice in (part.choices or [])[:1]:
                        finished = finished or choice.finish_reason is not None
                        delta: Any = choice.delta
                        if delta is None:
                            continue
                        for call in delta.tool_calls or []:
                            if call.function is not None:
                                calls.add(call.index, call.function.name, call.function.arguments)
                        text, thinking = delta.content or "", thinking_of(delta)
                        if text or thinking:
                            yield limit.count(ChatChunk(text, thinking))
        if not finished:
            raise stream_cut(exchange)
        yield ChatChunk(tool_calls=calls.whole(), done=True, usage=usage)

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
        chosen, limit, url = model or self._model, timeout_secs or self._request_secs, self._endpoint.url
        request: dict[str, Any] = {"model": chosen, "messages": wire_messages(messages), **self._warmth}
        if schema is not None:
            request |= {"response_format": _schema_format(schema), "temperature": 0}
        if max_tokens is not None:
            request[_limit_name(url)] = max_tokens
        with openai_errors(Exchange(url, chosen)):
            try:
                async with asyncio.timeout(limit):
                    answer = await self._endpoint.chat(request)
            except TimeoutError as error:
                raise ModelTimeout(f"{chosen} at {url} did not answer within {limit:g} s.") from error
            text = answer.choices[0].message.content or ""
            usage = _usage(answer) or Usage()
        if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
            raise ModelGarbage(f"{chosen} at {url} sent an answer without a message, or without an end.")
        return text, usage

    async def close(self) -> None:
        await self._endpoint.close()

    async def _settle(self) -> None:
        if self._model:
            return
        offered = await self._endpoint.models(self._request_secs)
        self._model = next((name for name in offered if not embeds_only(name)), "")
        if not self._model:
            raise ModelMissing(f"{self._endpoint.url} offers no chat model.")
        self.name = f"openai/{self._model}"

    async def _parts(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator["ChatCompletionChunk", None]:
        request: dict[str, Any] = {"model": self._model, "messages": wire_messages(messages), "stream": True}
        request |= {"stream_options": {"include_usage": True}, **self._warmth}
        if tools:
            request["tools"] = wire_tools(tools)
        async with await self._endpoint.chat(request) as parts:
            async for part in parts:
                yield part


class OpenAIEmbedder:
    """An Embedder; its dimension is known after the first call."""

    def __init__(
        self, model: str, base_url: str = "", api_key: str = "", *, request_timeout_secs: float = 60.0, batch: int = 64
    ) -> None:
        self.model_id = f"openai/{model}"
        self.dimension = 0
        self.in_process = False
        self._model, self._endpoint = model, _Endpoint(base_url, api_key)
        self._secs, self._batch = request_timeout_secs, batch

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """See Embedder."""
        if not texts:
            return no_rows(self.dimension)
        rows: list[list[float]] = []
        for start in range(0, len(texts), self._batch):
            rows += await self._rows([text or " " for text in texts[start : start + self._batch]])
        vectors = unit_rows(rows, len(texts), f"{self._model} at {self._endpoint.url}")
        self.dimension = int(vectors.shape[1])
        return vectors

    async def close(self) -> None:
        await self._endpoint.close()

    async def _rows(self, texts: list[str]) -> list[list[float]]:
        with openai_errors(Exchange(self._endpoint.url, self._model)):
            client = self._endpoint.open()
            async with asyncio.timeout(self._secs):
                answer = await client.embeddings.create(model=self._model, input=texts, encoding_format="float")
            return [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]


def _client(url: str, key: str) -> "AsyncOpenAI":
    try:
        import openai
    except ImportError as error:
        raise ConfigError(
            "The client for OpenAI-compatible endpoints is not installed. Install it with: pip install 'zeph[openai]'"
        ) from error
    http = openai.DefaultAsyncHttpxClient(**client_options(url))
    # The client would take OPENAI_API_KEY, OPENAI_ORG_ID and more by itself, and send it to whatever address is set.
    kept: dict[str, Any] = {} if is_openai(url) else dict.fromkeys(_ACCOUNT_HEADERS, openai.Omit())
    return openai.AsyncOpenAI(
        base_url=url, api_key=key or "none", max_retries=0, timeout=None, http_client=http, default_headers=kept
    )


def is_openai(url: str) -> bool:
    """Whether an address is OpenAI's own, over TLS."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return parts.scheme == "https" and (host == OPENAI_HOST or host.endswith(f".{OPENAI_HOST}"))


def _schema_format(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": False}}


def _limit_name(url: str) -> str:
    # OpenAI's newer models refuse max_tokens; most compatible servers know nothing else.
    return "max_completion_tokens" if is_openai(url) else "max_tokens"


def _usage(part: Any) -> Usage | None:
    found = getattr(part, "usage", None)
    return Usage(found.prompt_tokens, found.completion_tokens) if found else None
