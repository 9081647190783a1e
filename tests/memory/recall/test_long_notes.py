"""A needle in a note of 5,000 words is found, and shown without the rest of the note."""

import random
from pathlib import Path

import pytest

from tests.remembering import backfilled
from zeph.clock import FixedClock
from zeph.config.schema import MemorySettings
from zeph.memory.facade import Memory
from zeph.models.local.embed import embedded_available, embedded_embedder
from zeph.models.ports import Embedder
from zeph.models.tokens import count_tokens
from zeph.records.message import NewMessage
from zeph.records.recall_request import RecallRequest
from zeph.records.recalled import Recalled

NEEDLE = "The spare key for the boathouse hangs behind the blue barometer."
ITS_WORDS = "Where does the spare key for the boathouse hang?"
OTHER_WORDS = "Where did we leave the second key of the boat shed?"
SUBJECTS = "The committee;Our neighbour;The baker;An old friend;The choir;Her cousin;The gardener;A visitor".split(";")
DEEDS = "repaired;praised;painted;measured;forgot;described;moved;sold;borrowed;admired".split(";")
THINGS = "the long fence;a copper kettle;the west window;some apple trees;the parish hall;a wooden cart".split(";")
TIMES = "before lunch;on a rainy morning;after the meeting;in early spring;without a word;for the third time".split(";")
SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "local"}})
WORDS = 5_000


def note(place: float) -> str:
    chance = random.Random(7)
    each = [" ".join(map(chance.choice, (SUBJECTS, DEEDS, THINGS, TIMES))) + "." for _ in range(WORDS // 8)]
    each.insert(int(place * len(each)), NEEDLE)
    return " ".join(each)


async def asked(path: Path, place: float, question: str, embedder: Embedder | None, *, read: bool = True) -> Recalled:
    clock = FixedClock("2026-01-01 00:00:00")
    async with Memory.open(path, settings=SETTINGS, clock=clock, embedder=embedder, background=False) as memory:
        talk = await memory.start_conversation()
        await memory.observe(NewMessage(talk.id, "user", note(place)))
        for number in range(20):
            await memory.observe(NewMessage(talk.id, "user", f"Lunch number {number} was fine, the key lime pie too."))
        if read:
            await backfilled(memory)
        return await memory.recall(RecallRequest(question))


def shown(recalled: Recalled) -> list[str]:
    return [found.line for found in recalled.messages if NEEDLE in found.line]


@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("read", [True, False])
async def test_in_its_own_words(tmp_path: Path, place: float, read: bool) -> None:
    recalled = await asked(tmp_path / "zeph.db", place, ITS_WORDS, None, read=read)
    assert NEEDLE in recalled.messages[0].line
    assert count_tokens(recalled.messages[0].line) < 150
    assert ("…" in recalled.messages[0].said[:1]) == (place > 0)
    assert recalled.messages[0].said.endswith("…") == (place < 1)


@pytest.mark.skipif(embedded_available() != "minilm", reason="measured with the embedded model")
@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
async def test_in_other_words(tmp_path: Path, place: float) -> None:
    embedder = embedded_embedder()
    assert embedder is not None
    recalled = await asked(tmp_path / "zeph.db", place, OTHER_WORDS, embedder)
    await embedder.close()
    assert shown(recalled)
