"""Several processes on one file at once: chat turns, ingest, recall, upkeep. Nothing fails, is lost, or waits long.

``python -m tests.faults.together [--processes 4] [--seconds 600] [--seed N]``: the exit code is 1 where anything was
wrong. A turn's wait is the time in which the person's message is made safe; its 99th percentile is printed, and what
it is without the time that the process itself waited for a processor (Linux tells it): that is the machine's load.
"""

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.kill import looked_into
from tests.faults.labour import SETTINGS, sentence
from zeph import NewMessage, RecallRequest
from zeph.memory.facade import Memory

MOST_WAIT_SECS = 0.250
PAUSE_SECS = 0.05
"""Between two turns; nobody types faster."""


async def work(path: Path, seconds: float, seed: int) -> dict[str, object]:
    """One process's share: what it said, and how long each message took to be safe."""
    chance, waits, own, said = random.Random(seed), [], [], []
    end = time.monotonic() + seconds
    async with Memory.open(path, settings=SETTINGS) as memory:
        chat = await memory.start_conversation()
        while time.monotonic() < end:
            text = sentence(chance, chance.randrange(1_000_000_000))
            begun, idle = time.perf_counter(), _without_processor()
            await memory.observe(NewMessage(chat.id, "user", text))
            waits.append(time.perf_counter() - begun)
            own.append(max(0.0, waits[-1] - (_without_processor() - idle)))
            said.append(text)
            memory.wake()
            question = RecallRequest("Where do I live, and what do I like?", conversation_id=chat.id)
            memory.count_usage(await memory.recall(question))
            if chance.random() < 0.05:
                async for _ in memory.backfill(10):
                    pass
            await asyncio.sleep(PAUSE_SECS)
        await memory.wait_idle(30)
    return {"said": said, "waits": waits, "own": own}


def _without_processor() -> float:
    """Seconds that the threads of this process have waited for a processor; 0 where nobody tells."""
    total = 0
    for stat in Path("/proc/self/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # a thread that ended
            total += int(stat.read_text().split()[1])
    return total / 1e9


def run(processes: int, seconds: float, seed: int, path: Path) -> tuple[list[str], float, float]:
    """(what was wrong, the 99th percentile of the waits in seconds, and without the wait for a processor)."""
    chance, wrong, waits, own = random.Random(seed), [], [], []
    started = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.faults.together",
                "--work",
                str(path),
                "--seconds",
                str(seconds),
                "--seed",
                str(chance.randrange(2**31)),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(processes)
    ]
    said: list[str] = []
    for process in started:
        out, errors = process.communicate(timeout=seconds * 3 + 120)
        if process.returncode:
            wrong.append(f"a process failed: {errors[-500:]}")
            continue
        found = json.loads(out)
        said += found["said"]
        waits += found["waits"]
        own += found["own"]
    asyncio.run(_finish(path, wrong))
    with looked_into(path) as conn:
        kept = [row[0] for row in conn.execute("SELECT text FROM messages")]
        if sorted(kept) != sorted(said):
            wrong.append(f"{len(said)} messages were said, {len(kept)} are kept")
        usage = conn.execute("SELECT count(*) FROM graph_edge_usage WHERE retrieval_count < 0").fetchone()[0]
        if usage:
            wrong.append(f"{usage} counts are below zero")
    return wrong, _late(waits), _late(own)


def _late(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)] if waits else 0.0


async def _finish(path: Path, wrong: list[str]) -> None:
    async with Memory.open(path, settings=SETTINGS, background=False) as memory:
        async for _ in memory.backfill():
            pass
        stats = await memory.stats()
        if stats.waiting or stats.failed:
            wrong.append(f"{stats.waiting} messages wait, {stats.failed} failed")
        wrong += (await memory.admin.check())[1]


def main() -> int:
    parser = argparse.ArgumentParser(description="Several Zephs on one file.")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.work:
        print(json.dumps(asyncio.run(work(chosen.work, chosen.seconds, chosen.seed))))
        return 0
    print(f"seed {chosen.seed}")
    with tempfile.TemporaryDirectory() as folder:
        wrong, late, own = run(chosen.processes, chosen.seconds, chosen.seed, Path(folder) / "zeph.db")
    if late > MOST_WAIT_SECS:
        wrong.append(f"99 of 100 messages were safe within {late:.3f} s, not {MOST_WAIT_SECS} s")
    told = f"p99 {late * 1000:.0f} ms, {own * 1000:.0f} ms without waiting for a processor"
    print(*wrong, f"{told}, {len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
