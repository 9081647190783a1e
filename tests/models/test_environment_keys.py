"""What other programs keep in the environment for their own services is sent to nobody else."""

import pytest

from tests.fakes.headers_server import HeadersServer
from zeph.agent.session_models import choose_models
from zeph.config.layers import nested
from zeph.config.schema import Settings
from zeph.errors import ModelError
from zeph.models.ports import ChatMessage

SECRETS = {
    "OPENAI_API_KEY": "openai-secret", "OPENAI_ADMIN_KEY": "admin-secret", "OPENAI_ORG_ID": "org-secret",
    "OPENAI_PROJECT_ID": "project-secret", "OLLAMA_API_KEY": "ollama-secret", "COHERE_API_KEY": "cohere-secret",
    "JINA_API_KEY": "jina-secret", "HF_TOKEN": "hf-secret", "AZURE_OPENAI_API_KEY": "azure-secret",
}  # fmt: skip


async def headers_of(monkeypatch: pytest.MonkeyPatch, server: HeadersServer, more: dict[str, str], **keys: str) -> str:
    """Everything that the server was sent by a chat, an extraction, an embedding and the look at its models."""
    env = SECRETS | more
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    chosen = await choose_models(Settings.model_validate(nested(keys)), env=env)
    chat, embedder = chosen.chat, chosen.embedder
    assert chat is not None
    assert embedder is not None
    try:
        for work in (chat.complete([ChatMessage("user", "Hi")]), embedder.embed(["Hi"])):
            with pytest.raises(ModelError):
                await work
    finally:
        await chat.close()
        await embedder.close()
    assert len(server.seen) >= 2
    return "\n".join(server.seen)


async def test_an_openai_compatible_address_gets_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with HeadersServer() as server:
        settings = {"model.provider": "openai", "model.base_url": server.url, "model.name": "m"}
        seen = await headers_of(monkeypatch, server, {}, **settings, **{"embedding.provider": "openai"})
    assert "secret" not in seen and "chat/completions" in seen and "embeddings" in seen


@pytest.mark.parametrize("beside", [False, True])
async def test_ollamas_key_goes_to_the_address_beside_it(monkeypatch: pytest.MonkeyPatch, beside: bool) -> None:
    with HeadersServer() as server:
        settings = {"model.provider": "ollama", "model.name": "m", "embedding.provider": "ollama"}
        more = {"OLLAMA_HOST": server.url if beside else "http://127.0.0.1:9"}
        if not beside:
            settings["model.host"] = server.url
        seen = await headers_of(monkeypatch, server, more, **settings, **{"embedding.model": "e"})
    assert ("ollama-secret" in seen) is beside
    assert "secret" not in seen.replace("ollama-secret", "")


async def test_openais_key_goes_to_openai_alone() -> None:
    from zeph.models.openai.client import is_openai

    assert is_openai("https://api.openai.com/v1") and is_openai("https://eu.api.openai.com/v1")
    for url in (
        "http://api.openai.com/v1", "https://api.openai.com.evil.example/v1", "https://evil.example/api.openai.com",
        "https://api.openai.com@evil.example/v1", "https://xapi.openai.com/v1",
        "https://evil.example#api.openai.com", "",
    ):  # fmt: skip
        assert not is_openai(url), url
