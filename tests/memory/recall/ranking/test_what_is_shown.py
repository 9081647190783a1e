"""Two sides of the floor: what hardly helps stays away, and what answers is shown."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from zeph.clock import FixedClock
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.models.local.embed import embedded_embedder
from zeph.records.edge import CANDIDATE_BELOW
from zeph.records.message import NewMessage

SAID = (
    "I live in Ottery and work as a bookbinder.",
    "My sister Runa keeps eleven hens.",
    "I hate the smell of lilies.",
    "We have a canoe called Petrel.",
    "My bike is a green Falter.",
    "My neighbour Imre plays the tuba.",
    "I am allergic to walnuts.",
    "Runa photographed a bittern at the reservoir in Selwick last April.",
    "Imre is polishing his tuba for the parade.",
)
ANSWERED = {
    "How many hens does Runa keep?": "hens",
    "Which nuts am I allergic to?": "walnuts",
    "What does Imre play?": "tuba",
    "What is our canoe called?": "Petrel",
    "Where do I live?": "Ottery",
}
OF_THE_WORLD = (
    "What is the boiling point of ethanol?", "Translate 'good evening' into Finnish.",
    "Write a regular expression for an IPv4 address.", "Who painted the Night Watch?",
    "How many moons does Saturn have?", "Explain the difference between TCP and UDP.",
)  # fmt: skip


@pytest_asyncio.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    settings = MemorySettings.model_validate({"graph": {"extractor": "local"}})
    opened = Memory.open(
        tmp_path / "z.db", settings=settings, embedder=embedded_embedder(), clock=FixedClock("2026-03-01 10:00:00"),
        background=False,
    )  # fmt: skip
    async with opened as memory:
        talk = await memory.start_conversation()
        for text in SAID:
            await memory.ingest_now(await memory.observe(NewMessage(talk.id, "user", text)))
        async for _ in memory.backfill():
            pass
        yield memory


async def test_answers_are_still_found(memory: Memory) -> None:
    for question, key in ANSWERED.items():
        found = await memory.recall(question)
        assert any(key in message.line for message in found.messages[:3]), question


async def test_requests_to_the_world_rightly_get_nothing(memory: Memory) -> None:
    given = [question for question in OF_THE_WORLD if (found := await memory.recall(question)).facts or found.messages]
    assert len(given) <= 1


async def test_few_lines_stand_beside_the_answer(memory: Memory) -> None:
    lines = [fact.line for question in ANSWERED for fact in (await memory.recall(question)).facts]
    assert len(lines) <= 2 * len(ANSWERED)


async def test_what_happened_is_told_though_no_row_reads_it(memory: Memory) -> None:
    found = await memory.recall("Which bird did Runa photograph?")
    assert any("bittern" in fact.line for fact in found.facts)
    assert all(fact.edge.confidence < CANDIDATE_BELOW for fact in found.facts if "bittern" in fact.line)


async def test_what_is_so_and_no_row_reads_is_not(memory: Memory) -> None:
    assert not any("polish" in fact.line for fact in (await memory.recall("What is Imre polishing?")).facts)


async def test_what_is_shown_says_how_likely_it_helps(memory: Memory) -> None:
    found = await memory.recall("Which nuts am I allergic to?")
    told = [fact.why.helps for fact in found.facts] + [message.why.helps for message in found.messages]
    assert told
    assert all(share is not None and 0.0 < share < 1.0 for share in told)
