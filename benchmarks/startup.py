"""Starting: `zeph --help`, `zeph chat` to its prompt with Ollama configured, and the memory of an idle chat.

In: nothing. Out: wall times of whole processes and resident memory, against the goals.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pexpect

from benchmarks.measure import Row, Sample, table

RUNS = 9
ZEPH = str(Path(sys.executable).parent / "zeph")


def environment(home: str) -> dict[str, str]:
    """A person's: compiled files are kept, as they are by default."""
    model = {"ZEPH_MODEL__PROVIDER": "ollama", "ZEPH_MODEL__NAME": "qwen3:4b", "OLLAMA_HOST": "127.0.0.1:9"}
    own = {"ZEPH_HOME": home, **model}
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | own


def help_times(home: str) -> Sample:
    taken = []
    for _ in range(RUNS + 1):
        started = time.perf_counter()
        subprocess.run([ZEPH, "--help"], env=environment(home), stdout=subprocess.DEVNULL, check=True)
        taken.append((time.perf_counter() - started) * 1000)
    return Sample(tuple(taken[1:]))


def prompt_times(home: str) -> tuple[Sample, float]:
    """(start to prompt, resident megabytes of the chat when it has been idle for a while)."""
    taken, resident = [], []
    for _ in range(RUNS + 1):
        started = time.perf_counter()
        chat = pexpect.spawn(
            ZEPH, ["chat", "--plain"], env=environment(home), timeout=20, encoding="utf-8", dimensions=(30, 100)
        )
        chat.expect("›")
        taken.append((time.perf_counter() - started) * 1000)
        time.sleep(1.5)
        resident.append(_resident(chat.pid))
        chat.sendeof()
        chat.expect(pexpect.EOF)
        chat.close()
    return Sample(tuple(taken[1:])), statistics.median(resident)


def _resident(pid: int) -> float:
    """Megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def measure() -> str:
    with tempfile.TemporaryDirectory() as home:
        helped = help_times(home)
        prompt, resident = prompt_times(home)
    rows = [
        Row("`zeph --help`", str(helped), "≤ 150 ms", helped.median <= 150),
        Row("`zeph chat --plain` to its prompt, Ollama configured", str(prompt), "≤ 600 ms", prompt.median <= 600),
        Row("resident memory of an idle chat with a provider", f"{resident:.0f} MB", "≤ 90 MB", resident <= 90),
    ]
    return table("Starting", rows)


if __name__ == "__main__":
    print(measure())
