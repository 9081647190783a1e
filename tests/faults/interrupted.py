"""A process that is killed in the middle of a message: ``python -m tests.faults.interrupted FILE NUMBER``.

It ingests what waits in the file, and is gone while the plan of the message of that number, from 1, is made.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from tests.faults.labour import SETTINGS
from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.memory.ingest import planning
from zeph.memory.ingest.run import leased_work

NOW = "2026-06-01 10:00:00"


def kill_at(number: int) -> None:
    """Has this process killed while it plans for the ``number``-th time."""
    left, plan = [number], planning.make_plan

    def killed(*args: Any, **options: Any) -> object:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return plan(*args, **options)

    vars(leased_work)["make_plan"] = killed


async def finish(path: Path) -> None:
    """Ingests all that waits."""
    async with Memory.open(path, settings=SETTINGS, clock=FixedClock(NOW), background=False) as memory:
        async for _ in memory.backfill():
            pass


if __name__ == "__main__":
    kill_at(int(sys.argv[2]))
    asyncio.run(finish(Path(sys.argv[1])))
