"""A reranking endpoint: both shapes of answer, every failure a sentence, and a rest after it."""

from pathlib import Path

import pytest

from tests.fakes.rerank_server import FakeReranker
from zeph.agent.session import open_session
from zeph.config.load import load_settings
from zeph.errors import ConfigError, ModelError, ModelGarbage, ModelMissing, ModelTimeout, ModelUnreachable
from zeph.models.cross_encoder import REST_SECS, EndpointReranker
from zeph.paths import resolve_paths
from zeph.records.message import NewMessage

TEXTS = ["tea is nice", "the cat sleeps", "cats and tea"]


@pytest.mark.parametrize("shape", ["jina", "tei"])
async def test_each_text_has_its_relevance(shape: str) -> None:
    with FakeReranker("cat tea", shape) as server:
        reranker = EndpointReranker("small", server.url, "secret")
        assert await reranker.rerank("which?", TEXTS) == [-4.0, -4.0, -3.0]
        assert await reranker.rerank("which?", []) == []
        await reranker.close()
        path, headers, body = server.requests[0]
    assert (path, headers["Authorization"]) == ("/v1/rerank", "Bearer secret")
    assert (body["model"], body["query"], body["documents"], body["top_n"]) == ("small", "which?", TEXTS, 3)


@pytest.mark.parametrize(
    ("server", "error"),
    [
        (FakeReranker(shape="garbage"), ModelGarbage),
        (FakeReranker(status=500), ModelError),
        (FakeReranker(status=404), ModelMissing),
        (FakeReranker(status=401), ModelError),
        (FakeReranker(delay=1.6), ModelTimeout),
    ],
)
async def test_a_failure_is_told_and_the_endpoint_rests(server: FakeReranker, error: type[ModelError]) -> None:
    now = [0.0]
    with server:
        reranker = EndpointReranker("small", server.url, "secret", 1.0, lambda: now[0])
        with pytest.raises(error) as told:
            await reranker.rerank("which?", TEXTS)
        assert "secret" not in str(told.value)
        with pytest.raises(ModelUnreachable):
            await reranker.rerank("which?", TEXTS)
        assert len(server.requests) == 1
        server.shape, server.status, server.delay = "jina", 200, 0.0
        now[0] = REST_SECS + 1
        assert len(await reranker.rerank("which?", TEXTS)) == 3
        await reranker.close()


async def test_nobody_there() -> None:
    reranker = EndpointReranker("small", "http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnreachable):
        await reranker.rerank("which?", TEXTS)
    await reranker.close()


async def _prompt(folder: Path, url: str) -> tuple[list[str], tuple[str, ...]]:
    """The facts for a question, from a settings file on."""
    (folder / "config.toml").write_text(
        f'[model]\nprovider = "memory"\n[embedding]\nprovider = "none"\n'
        f'[reranking]\nmodel = "small"\nbase_url = "{url}"\ntimeout_secs = 0.3\n'
    )
    env = {"ZEPH_HOME": str(folder)}
    settings = load_settings(folder / "config.toml", env, folder).settings
    paths = resolve_paths(env)
    async with open_session(settings, paths, folder / "zeph.db", env, background=False) as session:
        chat = await session.memory.start_conversation()
        for thing in ("tea", "jazz", "chess"):
            await session.memory.ingest_now(
                await session.memory.observe(NewMessage(chat.id, "user", f"I like {thing}."))
            )
        plan = await session.agent.plan("What do I like?")
    block = next(m.content for m in plan.messages if m.content.startswith("[knowledge graph]"))
    return [line.split()[3] for line in block.splitlines()[2:-1]], plan.recalled.notes


@pytest.mark.parametrize("liked", ["chess", "tea"])
async def test_the_configured_model_orders_the_prompt(tmp_path: Path, liked: str) -> None:
    with FakeReranker(liked) as server:
        facts, notes = await _prompt(tmp_path, server.url)
        assert facts[0] == liked and len(facts) == 3 and not notes
        assert {len(body["documents"]) for _, _, body in server.requests} == {3}


@pytest.mark.parametrize("server", [FakeReranker("chess", status=500), FakeReranker("chess", delay=0.6)])
async def test_without_its_answer_the_usual_order_stands_and_a_note_says_so(
    tmp_path: Path, server: FakeReranker
) -> None:
    with server:
        facts, notes = await _prompt(tmp_path, server.url)
        assert set(facts) == {"tea", "jazz", "chess"}
        assert len(notes) == 1 and "usual order stands" in notes[0]
        assert len(server.requests) == 1


def test_an_address_is_needed() -> None:
    with pytest.raises(ConfigError, match=r"reranking\.base_url"):
        EndpointReranker("small", "")
