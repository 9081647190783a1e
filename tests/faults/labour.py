"""What a process does until it is killed: one kind of work on one file, each thing done told on standard output.

Run as ``python -m tests.faults.labour KIND FILE SEED``. A line ``said TEXT`` is written only after the message is
acknowledged, ``forgot ID`` only after the forgetting returned.
"""

import asyncio
import json
import random
import sys
from pathlib import Path

from zeph import NewMessage
from zeph.config.schema import MemorySettings
from zeph.errors import NotFound, ZephError
from zeph.memory.admin import copies
from zeph.memory.facade import Memory

SETTINGS = MemorySettings.model_validate({"graph": {"extractor": "local", "community_refresh_interval": 20}})
THINGS = ("tea", "chess", "linen", "salt", "maps", "rain", "bread", "ferns", "jazz", "clay", "boats", "owls")
PLACES = ("Bergen", "Lyon", "Porto", "Ghent", "Turku", "Cork")


def sentence(chance: random.Random, number: int) -> str:
    """Something to remember, which nobody else says."""
    thing, place = chance.choice(THINGS), chance.choice(PLACES)
    return chance.choice(
        (
            f"I like {thing} number {number}.",
            f"I live in {place}. It is day {number}.",
            f"My friend Ann{number} works at {place} Bank.",
            f"I no longer like {thing} number {number - 1}.",
        )
    )


def tell(text: str) -> None:
    print(text, flush=True)


async def say(memory: Memory, chance: random.Random, times: int) -> None:
    chat = await memory.start_conversation()
    for _ in range(times):
        text = sentence(chance, chance.randrange(1_000_000))
        await memory.observe(NewMessage(chat.id, "user", text))
        memory.wake()
        tell(f"said {text}")


async def ingest(memory: Memory, chance: random.Random) -> None:
    """Messages and their facts, as a chat makes them."""
    while True:
        await say(memory, chance, 20)
        await memory.wait_idle(0.2)


async def upkeep(memory: Memory, chance: random.Random) -> None:
    """Backfills, whose end tidies the graph."""
    while True:
        await say(memory, chance, 5)
        async for _ in memory.backfill():
            pass


async def forget(memory: Memory, chance: random.Random) -> None:
    """Messages that are said and forgotten again."""
    while True:
        await say(memory, chance, 4)
        async for _ in memory.backfill():
            pass
        [(newest, *_)] = [await memory.conversations.list(1)]
        message = chance.choice(await memory.conversations.history(newest.id))
        tell(f"forgetting {message.text}")
        try:
            await memory.forget(await memory.edits.forgetting.message(message.id))
        except NotFound:
            continue
        tell(f"forgot {message.text}")


async def backup(memory: Memory, chance: random.Random) -> None:
    """Copies while messages come in; a copy that is there is whole."""
    number = 0
    while True:
        await say(memory, chance, 5)
        number += 1
        await asyncio.to_thread(copies.backup, memory.path, memory.path.with_name(f"copy-{number % 3}.db"))


async def restore(memory: Memory, chance: random.Random) -> None:
    """A copy that is put back again and again while more is said, which is meant to be lost."""
    await say(memory, chance, 20)
    base = memory.path.with_name("copy-base.db")
    await asyncio.to_thread(copies.backup, memory.path, base)
    chat = (await memory.conversations.list(1))[0]
    while True:
        for number in range(5):
            await memory.observe(NewMessage(chat.id, "assistant", f"lost {number}"))
        await asyncio.to_thread(copies.restore, base, memory.path, memory.now)


async def imports(memory: Memory, chance: random.Random) -> None:
    """Files come in, one after the other; the killer reads them again afterwards."""
    while True:
        number = chance.randrange(10**9)
        lines = [
            {
                "id": f"{number}-{n}",
                "conversation": f"talk {number}",
                "role": "assistant",
                "sent_at": "2024-05-01T10:00:00Z",
                "text": f"Line {n} of file {number}.",
            }
            for n in range(2_000)
        ]
        file = memory.path.with_name(f"lines-{number}.jsonl")
        part = file.with_suffix(".part")
        part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        part.rename(file)
        async for _ in memory.admin.import_file(file, on_bad_line):
            pass


def on_bad_line(number: int, sentence: str) -> None:
    raise AssertionError(f"line {number}: {sentence}")


async def migration(memory: Memory, chance: random.Random) -> None:
    """The file is brought to the newest schema while it opens; afterwards there is nothing to do."""
    await asyncio.sleep(3600)


KINDS = {
    "ingest": ingest, "upkeep": upkeep, "forget": forget, "backup": backup, "restore": restore, "imports": imports,
    "migration": migration,
}  # fmt: skip


async def main(kind: str, path: Path, seed: int) -> None:
    chance = random.Random(seed)
    if kind == "migration":
        tell("open")
    async with Memory.open(path, settings=SETTINGS) as memory:
        tell("open")
        await KINDS[kind](memory, chance)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
    except ZephError as error:
        sys.exit(f"{type(error).__name__}: {error}")
