"""A program that does not close its memory ends all the same, and what was said is kept."""

import subprocess
import sys
from pathlib import Path

import pytest

BEGIN = """
import asyncio, sys
from zeph.memory.facade import Memory
from zeph.records.message import NewMessage

async def main():
    memory = await Memory.open(sys.argv[1]).__aenter__()
    talk = await memory.start_conversation()
    await memory.observe(NewMessage(talk.id, "user", "I live in Turku."))
    await memory.recall("Where do I live?")
    memory.wake()
"""
READ = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT text FROM messages').fetchall())"


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("asyncio.run(main())", 0),
        ("asyncio.new_event_loop().run_until_complete(main())", 0),
        ("asyncio.run(main()); raise ValueError", 1),
        ("asyncio.run(main()); sys.exit(7)", 7),
    ],
)
def test_the_interpreter_ends(tmp_path: Path, end: str, code: int) -> None:
    file = tmp_path / "zeph.db"
    done = subprocess.run([sys.executable, "-c", BEGIN + end, file], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    read = subprocess.run([sys.executable, "-c", READ, file], capture_output=True, text=True, check=True)
    assert read.stdout.strip() == "[('I live in Turku.',)]"
