"""A graph whose making was interrupted is the graph that it would have been."""

import asyncio
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.interrupted import NOW, finish
from tests.faults.labour import SETTINGS
from zeph import NewMessage
from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.storage.engine.driver import connect

TALKS = (
    (0, "I live in Hull."), (1, "I have two cats."), (0, "I work at Brightloom."), (2, "I use vim."),
    (1, "I have three cats."), (2, "I moved to Cork."), (0, "I love Cork."), (1, "My sister is called Ada."),
    (0, "I left Brightloom."), (2, "I work at Brightloom."), (1, "I no longer use vim."), (0, "I use vim again."),
)  # fmt: skip
"""Conversations that go on at once, and what they tell of one another."""


async def told(path: Path) -> None:
    async with Memory.open(path, settings=SETTINGS, clock=FixedClock(NOW), background=False) as memory:
        talks = [await memory.start_conversation() for _ in range(3)]
        for talk, text in TALKS:
            await memory.observe(NewMessage(talks[talk].id, "user", text))


def graph_of(path: Path) -> list[tuple[object, ...]]:
    """All facts and what each claim came to, in order, however long it took."""
    with closing(connect(path)) as conn:
        facts = (
            "SELECT id, fact, canonical_relation, valid_from, valid_until, expired_reason, qualifiers FROM graph_edges"
        )
        claims = "SELECT message_id, sentence, operation FROM graph_claims ORDER BY id"
        return [*conn.execute(facts), *conn.execute(claims)]


@pytest.mark.parametrize("number", [2, 6, 11])
def test_a_killed_process_leaves_no_trace_in_the_facts(tmp_path: Path, number: int) -> None:
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    asyncio.run(told(whole))
    shutil.copy(whole, broken)
    asyncio.run(finish(whole))
    done = subprocess.run([sys.executable, "-m", "tests.faults.interrupted", str(broken), str(number)], check=False)
    assert done.returncode == -signal.SIGKILL
    asyncio.run(finish(broken))  # at once: what the dead one held is nobody's
    assert graph_of(broken) == graph_of(whole) != []
