"""Note linking: from the settings to `graph_similar`, and to nothing else."""

from pathlib import Path

import pytest

from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractors import extract_with
from tests.memory.ingest.edge_claims import claimed
from tests.remembering import backfilled
from zeph.clock import FixedClock
from zeph.config.schema import GraphSettings, MemorySettings
from zeph.memory.facade import Memory
from zeph.memory.index.note_linking import NoteLinker
from zeph.memory.ingest.extraction import Extracted, ExtractedEdge, ExtractedEntity, Extraction, ExtractionCost
from zeph.records.forgetting import Target
from zeph.records.message import Message, NewMessage
from zeph.storage.engine.driver import driver


class Likes:
    """An extractor that reads each message as a list of things the person likes."""

    name = "llm"

    async def extract(self, message: Message, context: tuple[Message, ...]) -> Extracted:
        things = [thing.strip() for thing in message.text.split(",")]
        entities = [ExtractedEntity(name=thing, type="concept") for thing in things]
        edges = [ExtractedEdge(source="User", relation="likes", target=thing, fact="") for thing in things]
        return claimed(Extracted(Extraction(entities=entities, edges=edges), ExtractionCost("llm")), message)


def opened(path: Path, embedder: FakeEmbedder, **linking: object) -> Memory:
    graph = GraphSettings.model_validate({"note_linking": {"enabled": True, **linking}})
    return Memory.open(
        path / "zeph.db", settings=MemorySettings(graph=graph), embedder=embedder, background=False,
        clock=FixedClock("2026-03-01 09:00:00"),
    )  # fmt: skip


async def like(memory: Memory, *texts: str) -> None:
    chat = await memory.start_conversation()
    for text in texts:
        await memory.observe(NewMessage(chat.id, "user", text))
    await extract_with(memory, Likes())
    await backfilled(memory)


def links(path: Path) -> list[tuple[str, str, float]]:
    # The memory's own library: a second one in this process would drop its locks on closing the file.
    with driver().module.connect(path / "zeph.db") as conn:
        rows = conn.execute(
            "SELECT a.name, b.name, round(similarity, 2) FROM graph_similar s JOIN graph_entities a "
            "ON a.id = s.entity_id"
            " JOIN graph_entities b ON b.id = s.similar_id ORDER BY a.id, b.id"
        ).fetchall()
    conn.close()
    return [tuple(row) for row in rows]


SEVEN = "green black white iced spiced sweet strong".split()
ALIKE = [" ".join([*SEVEN, word]) for word in ("tea", "coffee", "cocoa")]
"""Any two share seven of eight words: a cosine of 0.875."""


async def test_new_entities_are_linked_to_those_that_are_like_them(tmp_path: Path) -> None:
    async with opened(tmp_path, FakeEmbedder()) as memory:
        await like(memory, ALIKE[0], "quantum physics")
        assert links(tmp_path) == []
        await like(memory, ALIKE[1])
        assert links(tmp_path) == [(ALIKE[0], ALIKE[1], 0.88)]


async def test_links_count_in_no_degree_fact_or_community(tmp_path: Path) -> None:
    async with opened(tmp_path, FakeEmbedder()) as memory:
        await like(memory, *ALIKE)
        assert len(links(tmp_path)) == 3
        assert (await memory.stats()).edges == 3
        degrees = {e.name: e.degree for e in await memory.graph.entities()}
        assert degrees == {"User": 3, **dict.fromkeys(ALIKE, 1)}
    async with opened(tmp_path / "without", FakeEmbedder(), enabled=False) as memory:
        await like(memory, *ALIKE)
        assert links(tmp_path / "without") == []
        assert {e.name: e.degree for e in await memory.graph.entities()} == degrees


@pytest.mark.parametrize(("threshold", "count"), [(0.8, 3), (0.9, 0)])
async def test_the_threshold_of_the_settings_decides(tmp_path: Path, threshold: float, count: int) -> None:
    async with opened(tmp_path, FakeEmbedder(), similarity_threshold=threshold) as memory:
        await like(memory, *ALIKE)
    assert len(links(tmp_path)) == count


async def test_no_entity_has_more_than_top_k_links(tmp_path: Path) -> None:
    same = [" ".join([*SEVEN, f"number{n}"]) for n in range(6)]
    async with opened(tmp_path, FakeEmbedder(), top_k=2) as memory:
        await like(memory, *same)
    found = links(tmp_path)
    assert found
    assert all(sum(name in pair[:2] for pair in found) <= 2 for name in same)


async def test_a_failing_embedder_loses_no_fact_and_the_links_come_later(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    embedder.broken = True
    async with opened(tmp_path, embedder) as memory:
        await like(memory, *ALIKE)
        assert (await memory.stats()).edges == 3
        assert links(tmp_path) == []
        embedder.broken = False
        await like(memory, "quantum physics")
    assert len(links(tmp_path)) == 3


async def test_what_was_known_before_the_setting_was_turned_on_is_linked_too(tmp_path: Path) -> None:
    async with opened(tmp_path, FakeEmbedder(), enabled=False) as memory:
        await like(memory, *ALIKE)
    async with opened(tmp_path, FakeEmbedder()) as memory:
        await like(memory, "quantum physics")
    assert len(links(tmp_path)) == 3


async def test_a_pass_stops_after_its_timeout_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, FakeEmbedder(), timeout_secs=1e-9) as memory:
        await like(memory, *ALIKE)
        assert (await memory.stats()).edges == 3
    assert links(tmp_path) == []


async def test_a_defect_in_linking_is_logged_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(NoteLinker, "_similar", broken)
    async with opened(tmp_path, FakeEmbedder()) as memory:
        await like(memory, *ALIKE)
        assert (await memory.stats()).edges == 3
    assert "note linking failed" in caplog.text


async def test_a_forgotten_conversation_takes_its_links_along(tmp_path: Path) -> None:
    async with opened(tmp_path, FakeEmbedder()) as memory:
        await like(memory, *ALIKE)
        (chat,) = await memory.conversations.list()
        await memory.forget(Target(conversations=(chat.id,)))
    assert links(tmp_path) == []
