"""A question in a script without spaces finds what was said in it, without any model."""

from pathlib import Path

import pytest

from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage
from zeph.records.recall_request import RecallRequest

SAID = ("我的车是比亚迪。", "昨日、京都で抹茶を飲みました。", "나는 비빔밥을 좋아해.", "The bus was late.")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("我的车是什么?", 0),
        ("比亚迪", 0),
        ("京都で抹茶を?", 1),
        ("비빔밥을 누가 좋아해?", 2),
        ("我们去哪里看电影?", None),
    ],
)
async def test_found(tmp_path: Path, question: str, answer: int | None) -> None:
    async with Memory.open(tmp_path / "zeph.db", clock=FixedClock("2026-01-01 00:00:00"), background=False) as memory:
        talk = await memory.start_conversation()
        for text in SAID:
            await memory.observe(NewMessage(talk.id, "user", text))
        recalled = await memory.recall(RecallRequest(question))
        shown = [found.message.text for found in recalled.messages]
        assert shown[:1] == ([] if answer is None else [SAID[answer]])
