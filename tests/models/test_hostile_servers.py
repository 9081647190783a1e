"""Servers that send what no server should: an error in a sentence and in time, or the answer without the odd lines."""

import gzip
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from tests.fakes.hostile_server import HostileServer
from zeph.errors import ModelError, ModelStreamCut, ZephError
from zeph.models.cross_encoder import EndpointReranker
from zeph.models.foreign_answers import is_readable
from zeph.models.ollama.client import OllamaChat, OllamaEmbedder
from zeph.models.ollama.hosts import probe
from zeph.models.openai.client import OpenAIChat, OpenAIEmbedder
from zeph.models.ports import ChatMessage
from zeph.models.streams import LONGEST_ANSWER

DEEP = b"[" * 100_000
ODD: dict[str, bytes] = {
    "null": b"null", "true": b"true", "number": b"1", "text": b'"hello"', "list": b"[1,2]", "empty list": b"[]",
    "deep list": DEEP, "deep object": b'{"a":' * 50_000, "closed and deep": DEEP + b"]" * 100_000,
    "long number": b'{"eval_count":' + b"9" * 5_000 + b"}", "infinity": b'{"eval_count": 1e999, "done": true}',
    "NaN": b'{"message": NaN}', "message is a list": b'{"message": [1]}', "message is a text": b'{"message": "x"}',
    "content is a number": b'{"message": {"role": "assistant", "content": 5}}',
    "content is an object": b'{"choices": [{"delta": {"content": {"a": 1}}}]}',
    "choices is a number": b'{"choices": 5}', "choices of numbers": b'{"choices": [1, 2]}',
    "choices of nothing": b'{"choices": [null]}', "delta is a list": b'{"choices": [{"delta": []}]}',
    "tool calls are text": b'{"choices": [{"delta": {"tool_calls": "x"}}]}',
    "tool call without an index": b'{"choices": [{"delta": {"tool_calls": [{"index": "x"}]}}]}',
    "function is a number": b'{"message": {"role": "a", "content": "", "tool_calls": [{"function": 5}]}}',
    "usage is a text": b'{"choices": [], "usage": "much"}', "negative counts": b'{"done": true, "eval_count": -5}',
    "half an object": b'{"message": {"role": "assi', "no JSON": b"<html>busy</html>", "bytes": bytes(range(256)),
    "no UTF-8": b'{"message": {"content": "\xff\xfe"}}', "zeros": b"\0" * 10_000, "nothing": b"",
    "blank lines": b"\n" * 100_000, "half a surrogate": b'{"message": {"role": "assistant", "content": "\\ud800"}}',
    "two objects": b'{"done": false}{"done": true}', "data is null": b'{"data": null}',
    "data of numbers": b'{"data": [1]}',
    "models of numbers": b'{"models": [1, null, {"name": 5}]}', "vectors of text": b'{"embeddings": [["x"]]}',
    "ragged vectors": b'{"embeddings": [[1.0], [1.0, 2.0]]}',
    "scores of text": b'{"results": [{"index": 0, "relevance_score": "x"}]}',
    "huge vectors": b'{"embeddings": [[1e400]]}',
}  # fmt: skip
OLLAMA_LINE = b'{"message": {"role": "assistant", "content": "Hello"}, "done": false}\n'
OLLAMA_END = b'{"message": {"role": "assistant", "content": ""}, "done": true, "eval_count": 3}\n'
OPENAI_LINE = b'data: {"choices": [{"index": 0, "delta": {"content": "Hello"}}]}\n\n'
OPENAI_END = b'data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'
MESSAGES = [ChatMessage("user", "Hi")]
Call = Callable[[str], Awaitable[Any]]


async def streamed(model: Any) -> str:
    try:
        return "".join([chunk.text async for chunk in model.stream(MESSAGES)])
    finally:
        await model.close()


async def closing(model: Any, work: Awaitable[Any]) -> Any:
    try:
        return await work
    finally:
        await model.close()


def ollama(url: str) -> OllamaChat:
    return OllamaChat("m", url, 4096, request_timeout_secs=20)


def openai(url: str) -> OpenAIChat:
    return OpenAIChat("m", url, "", 4096, request_timeout_secs=20)


CALLS: dict[str, Call] = {
    "ollama stream": lambda url: streamed(ollama(url)),
    "ollama answer": lambda url: closing(m := ollama(url), m.complete(MESSAGES)),
    "ollama models": lambda url: streamed(OllamaChat("", url, 0, request_timeout_secs=20)),
    "ollama vectors": lambda url: closing(m := OllamaEmbedder("m", url, request_timeout_secs=20), m.embed(["a", "b"])),
    "ollama probe": lambda url: probe(url, 2.0),
    "openai stream": lambda url: streamed(openai(url)),
    "openai answer": lambda url: closing(m := openai(url), m.complete(MESSAGES)),
    "openai models": lambda url: streamed(OpenAIChat("", url, "", 4096, request_timeout_secs=20)),
    "openai vectors": lambda url: closing(m := OpenAIEmbedder("m", url, request_timeout_secs=20), m.embed(["a", "b"])),
    "reranker": lambda url: closing(m := EndpointReranker("m", url, timeout_secs=20), m.rerank("q", ["a"])),
}


@pytest.mark.parametrize("kind", ODD)
async def test_an_odd_answer_is_an_error_in_a_sentence(kind: str) -> None:
    """Of every client, as an object, as a line of a stream and as an event."""
    for data, content_type, names in (
        (ODD[kind], "application/json", tuple(CALLS)),
        (ODD[kind] + b"\n", "application/x-ndjson", ("ollama stream",)),
        (b"data: " + ODD[kind] + b"\n\n", "text/event-stream", ("openai stream",)),
    ):
        with HostileServer(data, content_type) as server:
            for name in names:
                assert len(await error_of(CALLS[name](server.url))) < 700, name


async def error_of(work: Awaitable[Any]) -> str:
    """What a person is told; empty where there was an answer."""
    try:
        await work
    except ModelError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", [kind for kind, data in ODD.items() if data.strip() and not is_readable(data)])
async def test_odd_lines_are_left_out_of_an_answer(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    odd = ODD[kind].replace(b"\n", b"")
    for line, end, content_type, call in (
        (OLLAMA_LINE, OLLAMA_END, "application/x-ndjson", CALLS["ollama stream"]),
        (OPENAI_LINE, OPENAI_END, "text/event-stream", CALLS["openai stream"]),
    ):
        between = odd + b"\n" if content_type.endswith("ndjson") else b"data: " + odd + b"\n\n"
        with HostileServer(line + between * 3 + line + end, content_type) as server:
            assert await call(server.url) == "HelloHello", content_type
        assert "3 lines that cannot be read" in caplog.text
        caplog.clear()


def forever(piece: bytes) -> Callable[[], Iterator[bytes]]:
    return lambda: itertools.repeat(piece * max(1, 60_000 // len(piece)))


WITHOUT_END: dict[str, tuple[bytes, str, str]] = {
    "ollama text": (OLLAMA_LINE.replace(b"Hello", b"Hello " * 1000), "application/x-ndjson", "ollama stream"),
    "ollama nothing": (OLLAMA_LINE.replace(b"Hello", b""), "application/x-ndjson", "ollama stream"),
    "ollama odd": (b"null\n", "application/x-ndjson", "ollama stream"),
    "ollama one line": (b"x", "application/x-ndjson", "ollama stream"),
    "ollama blanks": (b"\n", "application/x-ndjson", "ollama stream"),
    "ollama object": (b'{"a": "b", ', "application/json", "ollama answer"),
    "openai text": (OPENAI_LINE.replace(b"Hello", b"Hello " * 1000), "text/event-stream", "openai stream"),
    "openai comments": (b": wait\n\n", "text/event-stream", "openai stream"),
    "openai object": (b'{"a": "b", ', "application/json", "openai answer"),
    "openai vectors": (b"[1.0, ", "application/json", "openai vectors"),
    "reranker": (b"[1.0, ", "application/json", "reranker"),
    "probe": (b"[1.0, ", "application/json", "ollama probe"),
}


@pytest.mark.parametrize("kind", WITHOUT_END)
async def test_an_answer_without_an_end_is_cut(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    piece, content_type, name = WITHOUT_END[kind]
    monkeypatch.setattr("zeph.models.foreign_answers.MOST_BYTES", 4 << 20)
    monkeypatch.setattr("zeph.models.streams.MOST_PIECES", 5_000)
    begun = time.monotonic()
    with HostileServer(forever(piece), content_type) as server:
        told = await error_of(CALLS[name](server.url))
        assert name == "ollama probe" or any(
            word in told for word in ("more than", "does not end", "cut off", "nothing but")
        ), told
        assert server.sent < 64 << 20
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("name", ["ollama answer", "openai answer", "openai stream", "reranker"])
async def test_what_would_unpack_to_more_than_an_answer_is_refused_or_read(name: str) -> None:
    bomb = gzip.compress(b'{"a": "' + b"x" * 200_000_000 + b'"}', 9)
    with HostileServer(bomb, head="Content-Encoding: gzip\r\n") as server, pytest.raises(ZephError):
        await CALLS[name](server.url)


async def test_a_long_answer_is_kept_up_to_its_limit() -> None:
    line = OLLAMA_LINE.replace(b"Hello", b"Hello " * 1000)
    with HostileServer(forever(line), "application/x-ndjson") as server:
        said: list[int] = []

        async def read() -> None:
            async for chunk in ollama(server.url).stream(MESSAGES):
                said.append(len(chunk.text))

        with pytest.raises(ModelStreamCut, match="does not end"):
            await read()
    assert LONGEST_ANSWER - 6_000 <= sum(said) <= LONGEST_ANSWER


def test_what_clients_read_is_readable() -> None:
    for line in (OLLAMA_LINE, OLLAMA_END, b'{"error": {"message": "no", "code": 5}}', b'{"error": "no"}'):
        assert is_readable(line)
    whole = {"choices": [{"delta": {"content": None, "tool_calls": [{"index": 0, "function": {"name": "a"}}]}}]}
    assert is_readable(json.dumps(whole).encode())
