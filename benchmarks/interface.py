"""The full screen: first paint, a key to the screen while a model streams, ten thousand messages.

In: nothing. Out: times at a real pseudo-terminal against a fake Ollama that streams 100 tokens a second, and resident
memory, against the goals.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect

from benchmarks.measure import Row, Sample, table
from tests.fakes.ollama_server import FakeOllama, Reply

RUNS = 7
KEYS = 200
MESSAGES = 10_000
ZEPH = str(Path(sys.executable).parent / "zeph")
FIRST = "ay something"
"""Of the input's words; the cursor stands on the letter before."""
SECTION = """## Step {n}

Here is a paragraph of some length that explains **why** the step is needed, what `command` it takes, and what to look
for afterwards; it goes on for a while, as answers of models do, and then it ends.

- the first thing to mind
- the second thing, with `code`

Another paragraph follows, which says what may go wrong, how one sees that it did, and how it is put right again. Most
of what a model writes is like this: plain sentences, one after the other.

"""
CODE = (
    "```python\ndef step(n: int) -> int:\n    total = 0\n"
    "    for i in range(n):\n        total += i\n    return total\n```\n\n"
)
TOKENS = "".join(SECTION.format(n=n) + (CODE if n % 2 else "") for n in range(1, 31)).replace("\n", " \n")
"""About 17,000 characters: longer than answers usually are."""


def environment(home: str, host: str = "127.0.0.1:9") -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR")}
    model = {"ZEPH_MODEL__PROVIDER": "ollama", "ZEPH_MODEL__NAME": "qwen3:4b", "OLLAMA_HOST": host}
    own = {"ZEPH_HOME": home, "TERM": "xterm-256color", **model}
    return kept | own


@contextmanager
def screen(home: str, *words: str, host: str = "127.0.0.1:9", embedding: str = "auto") -> Iterator[Any]:
    chat = pexpect.spawn(
        ZEPH, ["chat", *words], env=environment(home, host) | {"ZEPH_EMBEDDING__PROVIDER": embedding},
        timeout=30, encoding="utf-8", dimensions=(40, 120),
        maxread=65_536,
    )  # fmt: skip
    chat.delaybeforesend = None
    try:
        yield chat
    finally:
        chat.close(force=True)


def paint_times(home: str) -> Sample:
    taken = []
    for _ in range(RUNS + 1):
        started = time.perf_counter()
        with screen(home) as chat:
            chat.expect(FIRST)
            taken.append((time.perf_counter() - started) * 1000)
    return Sample(tuple(taken[1:]))


def key_times(home: str) -> Sample:
    """A letter is typed, and waited for, while the answer streams and the facts of the question are extracted."""
    reply = Reply(TOKENS, chunk_delay=0.01)
    with FakeOllama(models=["qwen3:4b"], reply=reply) as server, screen(home, host=server.host) as chat:
        chat.expect("qwen3:4b")
        chat.send("I live in Bergen and work at Acme.\r")
        chat.expect("Answering")
        time.sleep(1.0)
        taken = []
        for number in range(KEYS):
            letter = "abcdefghijklmnopqrstuvwxyz"[number % 26].upper()
            _drained(chat)
            started = time.perf_counter()
            chat.send(letter)
            chat.expect(re.compile(rf"\x1b\[[0-9;]*m[A-Z]*{letter}"))
            taken.append((time.perf_counter() - started) * 1000)
            time.sleep(0.1)
    return Sample(tuple(taken))


def _drained(chat: Any) -> None:
    """What was drawn before is out of the way."""
    with contextlib.suppress(pexpect.TIMEOUT):
        while chat.read_nonblocking(65_536, timeout=0):
            pass


def many(home: str) -> tuple[Sample, float, float]:
    """(start until the last of ten thousand messages is there, megabytes then, megabytes after much scrolling)."""
    _fill(home)
    taken = []
    for _ in range(4):
        started = time.perf_counter()
        with screen(home, "--resume", "long", embedding="none") as chat:
            chat.expect(f"message {MESSAGES - 1}")
            taken.append((time.perf_counter() - started) * 1000)
            time.sleep(1.5)
            resident = _resident(chat.pid)
            for _ in range(150):
                chat.send("\x1b[5~")
                time.sleep(0.03)
                _drained(chat)
            scrolled = _resident(chat.pid)
    return Sample(tuple(taken[1:])), resident, scrolled


def _fill(home: str) -> None:
    lines = Path(home) / "long.jsonl"
    with lines.open("w") as file:
        for number in range(MESSAGES):
            role = "assistant" if number % 2 else "user"
            text = f"message {number}: " + "some **words** of a talk that went on and on. " * 6
            at = f"2024-01-{1 + number // 400:02d}T10:00:00Z"
            said = {"id": f"m{number}", "conversation": "long", "role": role, "text": text, "sent_at": at}
            file.write(json.dumps(said) + "\n")
    subprocess.run([ZEPH, "import", str(lines)], env=environment(home), check=True, capture_output=True)


def _resident(pid: int) -> float:
    """Megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def measure() -> str:
    with tempfile.TemporaryDirectory() as home:
        paint, key = paint_times(home), key_times(home)
    with tempfile.TemporaryDirectory() as home:
        opened, resident, scrolled = many(home)
    rows = [
        Row("`zeph chat` to the first picture of the full screen", str(paint), "≤ 700 ms", paint.median <= 700),
        Row("a key to the screen while a model streams 100 tokens/s", str(key), "p95 ≤ 30 ms", key.p95 <= 30),
        Row(
            f"start until a conversation of {MESSAGES:,} messages is there", str(opened),
            "≤ 1000 ms after the first picture", opened.median - paint.median <= 1000,
        ),
        Row(
            "resident memory with it, and scrolled back far (no embedding model in this process)",
            f"{resident:.0f} MB, {scrolled:.0f} MB", "≤ 150 MB", scrolled <= 150,
        ),
    ]  # fmt: skip
    return table("The full screen", rows)


if __name__ == "__main__":
    print(measure())
