"""What has begun ends on a day that is to come: "lent her the tent till Easter"."""

from pathlib import Path

import pytest

from zeph import NewMessage
from zeph.clock import FixedClock
from zeph.memory.facade import Memory


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("lent Priya Dass 2 tents till xmas", "2026-12-25"),
        ("my brother lent me his canoe until may", "2027-05"),
    ],
)
async def test_what_has_begun_ends_ahead(tmp_path: Path, said: str, until: str) -> None:
    clock = FixedClock("2026-11-27 10:00:00")
    async with Memory.open(tmp_path / "z.db", background=False, clock=clock) as memory:
        conversation = await memory.start_conversation()
        message = await memory.observe(NewMessage(conversation.id, "user", said))
        receipt = await memory.ingest_now(message)
        assert receipt is not None
        assert [when for _, when in receipt.noted] == [f"until {until}"]
