"""What a process does until it is killed: one kind of work on one file, each thing done told on standard output.

Run as ``python -m tests.faults.labour KIND FILE SEED``. A line ``said TEXT`` is written only after the message is
acknowledged, ``forgot ID`` only after the forgetting returned.
"""

import asyncio
import json
import random
import sys
from contextlib import closing
from pathlib import Path

from zeph import NewMessage
from zeph.commands.graph_page.content import as_json
from zeph.commands.graph_page.document import render
from zeph.commands.graph_page.open_page import write_page
from zeph.config.schema import MemorySettings
from zeph.config.trusted_files import Offer, TrustedFiles
from zeph.errors import NotFound, ZephError
from zeph.memory.admin import copies
from zeph.memory.facade import Memory
from zeph.storage.care.writing_anew import write_anew
from zeph.storage.engine.driver import connect

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


async def export(memory: Memory, chance: random.Random) -> None:
    """Everything goes into a file again and again; one that is there is whole."""
    number = 0
    while True:
        await say(memory, chance, 3)
        number += 1
        await memory.admin.export(memory.path.with_name(f"export-{number % 3}.jsonl"))


async def picture(memory: Memory, chance: random.Random) -> None:
    """The graph as a page; one that is there is whole."""
    number = 0
    while True:
        await say(memory, chance, 3)
        async for _ in memory.backfill():
            pass
        number += 1
        drawn = await memory.graph.picture([])
        page = await asyncio.to_thread(render, as_json(drawn, None))
        await asyncio.to_thread(write_page, memory.path.with_name(f"picture-{number % 3}.html"), page)


async def trust(memory: Memory, chance: random.Random) -> None:
    """Answers about folders' settings; each that was given is kept."""
    answers = TrustedFiles(memory.path.parent / "state")
    while True:
        await say(memory, chance, 1)
        for _ in range(20):
            path = memory.path.with_name(f"folder-{chance.randrange(10**9)}.toml")
            await asyncio.to_thread(answers.remember, Offer(path, "digest", ()), True)
            tell(f"trusted {path}")


async def repair(memory: Memory, chance: random.Random) -> None:
    """What follows from the rest is spoiled and made again, and the file is written anew."""
    while True:
        await say(memory, chance, 5)
        async for _ in memory.backfill():
            pass
        await asyncio.to_thread(spoil, memory.path, chance.choice(SPOILS))
        await memory.admin.check(repair=True)
        if chance.random() < 0.5:
            await asyncio.to_thread(write_anew, memory.path, memory.now)


def spoil(path: Path, statement: str) -> None:
    with closing(connect(path)) as conn:
        conn.execute(statement)


SPOILS = (
    "DELETE FROM messages_fts_data WHERE id > 10", "DELETE FROM graph_entities_fts_idx",
    "UPDATE graph_entity_stats SET degree = 'x'", "UPDATE message_passages SET stop = -1", "SELECT 1",
)  # fmt: skip
KINDS = {
    "ingest": ingest, "upkeep": upkeep, "forget": forget, "backup": backup, "restore": restore, "imports": imports,
    "migration": migration, "export": export, "picture": picture, "trust": trust, "repair": repair,
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
