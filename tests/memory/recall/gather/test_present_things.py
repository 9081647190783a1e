"""Questions that name nobody, about what the conversation is about."""

from pathlib import Path

import pytest

from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage
from zeph.records.recall_request import RecallRequest

ELSEWHERE = ("Marmot is written in Rust.", "Otter is written in Go.")
SAID = "Kestrel is written in Go since 2019."


async def answers(path: Path, said: str, question: str, *, conversation: bool = True) -> list[str]:
    clock = FixedClock("2026-11-22 12:00:00")
    async with Memory.open(path / "z.db", clock=clock, background=False) as memory:
        for texts in (ELSEWHERE, (said,)):
            talk = await memory.start_conversation()
            for text in texts:
                await memory.ingest_now(await memory.observe(NewMessage(talk.id, "user", text)))
        asked = await memory.observe(NewMessage(talk.id, "user", question))
        known = talk.id if conversation else None
        found = await memory.recall(RecallRequest(question, conversation_id=known, before_id=asked.id))
        return [fact.edge.fact for fact in found.facts]


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (SAID, "Which language?", "Kestrel is written in Go"),
        (SAID, "Since when?", "Kestrel is written in Go"),
        ("My sister Ana lives in Ghent.", "Where?", "Ana lives in Ghent"),
        ("My sister Ana lives in Ghent.", "Which city?", "Ana lives in Ghent"),
    ],
)
async def test_it_is_about_what_was_just_spoken_of(tmp_path: Path, said: str, question: str, answer: str) -> None:
    assert answer in await answers(tmp_path, said, question)


@pytest.mark.parametrize("question", ["What is photosynthesis?", "How do you cook rice?", "What time is it?", "Why?"])
async def test_the_world_stays_the_world(tmp_path: Path, question: str) -> None:
    assert await answers(tmp_path, SAID, question) == []


async def test_elsewhere_nothing_is_just_spoken_of(tmp_path: Path) -> None:
    assert await answers(tmp_path, SAID, "Since when?", conversation=False) == []
