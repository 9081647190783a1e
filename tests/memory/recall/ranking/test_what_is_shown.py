"""Two sides of the floor: what hardly helps stays away, and what answers is shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio

from zeph.clock import FixedClock
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.memory.recall.ranking.message_ranking import TAIL_FOR_READER_ALONE
from zeph.models.local.embed import embedded_embedder
from zeph.records.message import NewMessage
from zeph.records.recall_request import RecallBudget, RecallRequest

TALK = 1
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


@asynccontextmanager
async def opened(path: Path, *said: str) -> AsyncIterator[Memory]:
    settings = MemorySettings.model_validate({"graph": {"extractor": "local"}})
    async with Memory.open(
        path / "z.db", settings=settings, embedder=embedded_embedder(), clock=FixedClock("2026-03-01 10:00:00"),
        background=False,
    ) as memory:  # fmt: skip
        talk = await memory.start_conversation()
        assert talk.id == TALK
        await told(memory, *said)
        yield memory


@pytest_asyncio.fixture
async def memory(tmp_path: Path) -> AsyncIterator[Memory]:
    async with opened(tmp_path, *SAID) as memory:
        yield memory


async def told(memory: Memory, *said: str) -> None:
    for text in said:
        await memory.ingest_now(await memory.observe(NewMessage(TALK, "user", text)))
    async for _ in memory.backfill():
        pass


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


async def test_of_whom_little_is_known_that_little_is_told(tmp_path: Path) -> None:
    """Though other messages are nearer to the question."""
    said = (
        "Ferran has opened his own bakery in Quarm.", *SAID, "Ferran came round and talked about work all evening.",
        "No work today, so I went to see where Ferran swims.", "Ferran says work is where you learn to swear.",
    )  # fmt: skip
    async with opened(tmp_path, *said) as memory:
        found = await memory.recall("Which town is Ferran in?")
    assert any("Quarm" in fact.line for fact in found.facts)


async def test_what_is_so_and_no_row_reads_is_not(memory: Memory) -> None:
    assert not any("polish" in fact.line for fact in (await memory.recall("What is Imre polishing?")).facts)


async def test_what_is_shown_says_how_likely_it_helps(memory: Memory) -> None:
    found = await memory.recall("Which nuts am I allergic to?")
    told = [fact.why.helps for fact in found.facts] + [message.why.helps for message in found.messages]
    assert told
    assert all(share is not None and 0.0 < share < 1.0 for share in told)


async def test_a_prompt_has_what_is_likely_and_a_search_all_that_was_asked_for(memory: Memory) -> None:
    asked = "Which instrument does my neighbour play?"
    shown = (await memory.recall(RecallRequest(asked, budget=RecallBudget(facts=400, messages=800)))).messages
    found = (await memory.recall(RecallRequest(asked, most=9))).messages
    likely = [message.why.helps or 0.0 for message in shown]
    assert min(likely) >= TAIL_FOR_READER_ALONE * max(likely)
    assert [m.message.id for m in shown][:3] == [m.message.id for m in found][:3]
    assert len(shown) < len(found)


async def test_what_they_are_called_is_told_whatever_else_is_known(memory: Memory) -> None:
    await told(memory, "hi, I'm Tamsin")
    for question in ("what's my name", "What is my name?"):
        assert [fact.edge.target for fact in (await memory.recall(question)).facts] == ["Tamsin"], question


async def test_liking_is_not_hating(memory: Memory) -> None:
    await told(memory, "I love the taste of sorrel.", "I hate the taste of aniseed.")
    for question, meant in (("What do I love the taste of?", "sorrel"), ("Which taste do I hate?", "aniseed")):
        found = await memory.recall(question)
        lines = [fact.line for fact in found.facts] + [message.line for message in found.messages]
        assert meant in next(line for line in lines if "taste" in line), question


async def test_what_was_told_twice_in_other_words_is_one_line(memory: Memory) -> None:
    await told(memory, "I've got a walnut allergy", "Runa has eleven hens")
    for question, key in (("Which nuts am I allergic to?", "walnut"), ("How many hens does Runa keep?", "hens")):
        assert sum(key in fact.line for fact in (await memory.recall(question)).facts) == 1, question
