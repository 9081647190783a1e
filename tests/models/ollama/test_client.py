"""The Ollama adapter against a fake server over real HTTP, through the real client."""

import asyncio
import json
import socket
from contextlib import aclosing
from typing import Any

import pytest

from tests.fakes.ollama_server import FakeOllama, Reply
from zeph.agent.session_models import chat_models
from zeph.config.schema import Settings
from zeph.errors import (
    ModelError,
    ModelGarbage,
    ModelMissing,
    ModelStreamCut,
    ModelTimeout,
    ModelUnreachable,
)
from zeph.models.model_size import weights_of
from zeph.models.ollama.client import OllamaChat, OllamaEmbedder
from zeph.models.ports import ChatChunk, ChatMessage, ToolSpec, Usage
from zeph.models.toolcalls import encode_tool_calls

pytestmark = pytest.mark.asyncio
HELLO = [ChatMessage("user", "hello")]
WEATHER = ToolSpec("weather", "tells the weather", {"type": "object", "properties": {"city": {"type": "string"}}})


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


async def read(chat: OllamaChat, tools: tuple[ToolSpec, ...] = ()) -> list[ChatChunk]:
    try:
        async with aclosing(chat.stream(HELLO, tools=tools)) as chunks:
            return [chunk async for chunk in chunks]
    finally:
        await chat.close()


async def test_answer_thinking_and_usage_arrive_in_pieces(ollama: FakeOllama) -> None:
    ollama.reply = Reply("one two three", thinking="hm")
    chunks = await read(OllamaChat("qwen3:4b", ollama.host))
    assert "".join(c.text for c in chunks) == "one two three"
    assert len([c for c in chunks if c.text]) == 3
    assert "".join(c.thinking for c in chunks) == "hm"
    assert [c.done for c in chunks] == [False] * (len(chunks) - 1) + [True]
    assert chunks[-1].usage == Usage(11, 7)


@pytest.mark.parametrize(("size", "count"), [("3.2B", 3_200_000_000), ("494.03M", 494_030_000), ("", 0)])
async def test_a_server_tells_how_big_a_model_is(size: str, count: int) -> None:
    with FakeOllama(models=["house"], size=size) as server:
        chat = OllamaChat("house", server.host)
        assert await chat.takes_tools() and weights_of(chat) == count
        await chat.close()


async def test_window_is_always_sent(ollama: FakeOllama) -> None:
    await read(OllamaChat("qwen3:4b", ollama.host, 4096, keep_alive="5m"))
    chat = OllamaChat("qwen3:4b", ollama.host, 2048)
    await chat.complete(HELLO, max_tokens=9)
    await chat.close()
    assert [body["options"] for body in ollama.chats()] == [{"num_ctx": 4096}, {"num_ctx": 2048, "num_predict": 9}]
    assert ollama.chats()[0]["keep_alive"] == "5m"


async def test_window_is_asked_of_the_model_and_capped() -> None:
    with FakeOllama(context_length=2048) as small, FakeOllama(context_length=131072) as large:
        for server, window in ((small, 2048), (large, 8192)):
            chat = OllamaChat("qwen3:4b", server.host, 0)
            await read(chat)
            assert chat.context_window == window
            assert server.chats()[0]["options"]["num_ctx"] == window


async def test_first_chat_model_is_taken_when_none_is_named() -> None:
    with FakeOllama(models=["nomic-embed-text:latest", "llama3.2:1b"]) as server:
        chat = OllamaChat("", server.host)
        await read(chat)
        assert chat.name == "ollama/llama3.2:1b"


async def test_tool_calls_go_out_and_come_back(ollama: FakeOllama) -> None:
    ollama.reply = Reply(tool_calls=(("weather", {"city": "Oslo"}),))
    chunks = await read(OllamaChat("qwen3:4b", ollama.host), (WEATHER,))
    calls = [call for chunk in chunks for call in chunk.tool_calls]
    assert calls == [("weather", '{"city": "Oslo"}')]
    assert ollama.chats()[0]["tools"][0]["function"]["name"] == "weather"
    chat = OllamaChat("qwen3:4b", ollama.host)
    answered = ChatMessage("assistant", "", tool_calls=encode_tool_calls(calls))
    await chat.complete([*HELLO, answered, ChatMessage("tool", "rain", tool_name="weather")])
    await chat.close()
    sent = ollama.chats()[-1]["messages"]
    assert sent[1]["tool_calls"] == [{"function": {"name": "weather", "arguments": {"city": "Oslo"}}}]
    assert sent[2] == {"role": "tool", "content": "rain", "tool_name": "weather"}


async def test_model_without_tools_still_answers() -> None:
    with FakeOllama(tools=False) as server:
        chunks = await read(OllamaChat("qwen3:4b", server.host), (WEATHER,))
        assert "".join(c.text for c in chunks) == "Hello from the fake."


async def test_schema_is_sent_as_format_and_another_model_can_be_named() -> None:
    schema = {"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}}}}
    with FakeOllama(models=["qwen3:4b", "tiny:1b"], structured={"names": ["Ann"]}) as server:
        chat = OllamaChat("qwen3:4b", server.host)
        text, usage = await chat.complete(HELLO, schema=schema, model="tiny:1b")
        await chat.close()
        assert json.loads(text) == {"names": ["Ann"]}
        assert usage == Usage(11, 7)
        body = server.chats()[0]
        assert (body["format"], body["model"], body["think"]) == (schema, "tiny:1b", False)
        assert body["options"] == {"num_ctx": 8192, "temperature": 0}


FAILURES: list[tuple[Reply, type[ModelError], str]] = [
    (Reply(status=500, error="out of memory"), ModelError, "status 500: out of memory"),
    (Reply(status=404, error="model not found"), ModelMissing, "model pull qwen3:4b"),
    (Reply("one two three four", cut_after=2), ModelStreamCut, "cut off"),
    (Reply("one two", done=False), ModelStreamCut, "cut off"),
    (Reply(garbage=b"<html>not json</html>\n"), ModelGarbage, "cannot be read"),
    (Reply(raw=b"SSH-2.0-OpenSSH\r\n\r\n"), ModelGarbage, "HTTP"),
    (Reply(raw=b"\n"), ModelError, "."),
    (Reply(hang=True), ModelTimeout, "did not begin"),
    (Reply("one two", chunk_delay=30), ModelTimeout, "stopped in the middle"),
    (Reply(garbage=b'{"error": "it broke"}\n'), ModelError, "failed while answering: it broke"),
]


@pytest.mark.parametrize(("reply", "error", "words"), FAILURES)
async def test_failure_while_streaming(ollama: FakeOllama, reply: Reply, error: type[ModelError], words: str) -> None:
    ollama.reply = reply
    chat = OllamaChat("qwen3:4b", ollama.host, first_token_timeout_secs=0.4, idle_timeout_secs=0.3)
    with pytest.raises(error) as raised:
        await read(chat)
    assert words in str(raised.value)
    assert raised.value.__cause__ is not None or isinstance(raised.value, (ModelStreamCut, ModelGarbage))


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(status=500), ModelError),
        (Reply(status=404), ModelMissing),
        (Reply(status=503), ModelError),
        (Reply(garbage=b"not json"), ModelGarbage),
        (Reply(garbage=b'{"done": "what"}'), ModelGarbage),
        (Reply(raw=b"nonsense\r\n\r\n"), ModelGarbage),
        (Reply(hang=True), ModelTimeout),
    ],
)
async def test_failure_of_a_whole_answer(ollama: FakeOllama, reply: Reply, error: type[ModelError]) -> None:
    ollama.reply = reply
    chat = OllamaChat("qwen3:4b", ollama.host)
    with pytest.raises(error):
        await chat.complete(HELLO, timeout_secs=0.4)
    await chat.close()


async def test_missing_model_names_the_pull(ollama: FakeOllama) -> None:
    with pytest.raises(ModelMissing, match="model pull nope:1b"):
        await read(OllamaChat("nope:1b", ollama.host))
    ollama.models.clear()
    with pytest.raises(ModelMissing, match="model pull"):
        await read(OllamaChat("", ollama.host))


async def test_nothing_listening_says_how_to_start_it() -> None:
    host = f"http://127.0.0.1:{free_port()}"
    calls: list[Any] = [read(OllamaChat(model, host)) for model in ("m", "")]
    calls.append(OllamaEmbedder("e", host).embed(["a"]))
    for call in calls:
        with pytest.raises(ModelUnreachable, match="ollama serve"):
            await call


async def test_cancelling_closes_the_connection_promptly(ollama: FakeOllama) -> None:
    ollama.reply = Reply(" ".join(["word"] * 200), chunk_delay=0.05)
    chat, seen = OllamaChat("qwen3:4b", ollama.host), asyncio.Event()

    async def talk() -> None:
        async for _ in chat.stream(HELLO):
            seen.set()

    task = asyncio.create_task(talk())
    await asyncio.wait_for(seen.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await hung_up(ollama)
    await chat.close()


async def test_leaving_early_closes_the_connection_promptly(ollama: FakeOllama) -> None:
    ollama.reply = Reply(" ".join(["word"] * 200), chunk_delay=0.05)
    chat = OllamaChat("qwen3:4b", ollama.host)
    async with aclosing(chat.stream(HELLO)) as chunks:
        await anext(chunks)
    await hung_up(ollama)
    await chat.close()


async def hung_up(ollama: FakeOllama) -> None:
    assert await asyncio.to_thread(ollama.wait_hung_up, 1.0)
    assert ollama.hung_up == 1


async def test_embeddings_are_unit_rows_in_order(ollama: FakeOllama) -> None:
    ollama.models.append("nomic-embed-text:latest")
    embedder = OllamaEmbedder("nomic-embed-text", ollama.host, batch=2)
    rows = await embedder.embed(["cats purr", "", "cats sleep", "tax law"])
    assert (await embedder.embed([])).shape == (0, 64)
    await embedder.close()
    assert rows.shape == (4, embedder.dimension) == (4, 64)
    assert abs((rows**2).sum(axis=1) - 1).max() < 1e-5
    assert rows[0] @ rows[2] > rows[0] @ rows[3]
    assert len(ollama.embeds()) == 2


async def test_a_person_chooses_among_the_models_that_chat(ollama: FakeOllama) -> None:
    ollama.models += ["nomic-embed-text:latest", "b:1b"]
    for provider in ("auto", "ollama"):
        settings = Settings.model_validate({"model": {"provider": provider, "host": ollama.host}})
        assert await chat_models(settings, env={}, timeout_secs=2) == ("qwen3:4b", "b:1b")
    elsewhere = Settings.model_validate({"model": {"provider": "memory", "host": ollama.host}})
    assert await chat_models(elsewhere, env={}, timeout_secs=2) == ()
    nowhere = Settings.model_validate({"model": {"host": f"http://127.0.0.1:{free_port()}"}})
    assert await chat_models(nowhere, env={}, timeout_secs=2) == ()
