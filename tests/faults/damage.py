"""Files damaged at random: pages, bytes, rows of indexes, what is gone. While its own tables are whole, it works.

``python -m tests.faults.damage [--times 220] [--seed N]`` prints each file that went wrong; the exit code is 1 where
there was any. The test suite damages a few.

A memory with facts, vectors, passages, communities is copied and spoiled. Its own tables are whole where each can still
be read to its end and says what it said: then talking, searching, reading into facts and forgetting must go on, the
person must hear of it, and after the next start or ``db check --repair`` nothing may be wrong. Where they are not, a
sentence is enough.
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.fakes.embedder import FakeEmbedder
from tests.faults.labour import SETTINGS
from zeph import Memory, NewMessage, RecallRequest
from zeph.clock import FixedClock
from zeph.errors import ZephError
from zeph.storage.care.derived_things import OWN_TABLES
from zeph.storage.engine.driver import Connection, connect, driver

NOW = "2026-06-01 10:00:00"
PAGE = 4096
SAID = (
    "I live in Hull.", "I have a cat named Momo.", "My brother Tom lives in Oslo.", "I work at Brightloom.",
    "I like tea.", "I play the oboe.", "Momo hates rain.", "My sister is called Ada.", "I moved to Cork in May 2025.",
    "Tom works at Fjordbank.", "On 3 June 2025 I bought a kayak.",
)  # fmt: skip
LONG = "The allotment is behind the old station. " * 60 + "There I grow quinces."
QUESTIONS = {
    "What instrument do I play?": "oboe",
    "Where does Tom live?": "Oslo",
    "Where do the quinces grow?": "quinces",
}


async def build(path: Path) -> None:
    """The memory that is spoiled."""
    clock = FixedClock("2026-05-01 10:00:00")
    async with Memory.open(path, settings=SETTINGS, embedder=FakeEmbedder(), clock=clock, background=False) as memory:
        for _ in range(3):
            chat = await memory.start_conversation()
            for text in (*SAID, LONG, *(f"On day {n} it rained in Hull and I drank tea." for n in range(20))):
                await memory.observe(NewMessage(chat.id, "user", text))
            async for _step in memory.backfill():
                pass
    with closing(connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def held(path: Path) -> dict[str, Counter[Any]] | None:
    """What the memory's own tables hold; None where one cannot be read to its end."""
    found: dict[str, Counter[Any]] = {}
    try:
        with closing(connect(path)) as conn:
            for table in OWN_TABLES:
                found[table] = Counter(map(repr, conn.execute(f"SELECT * FROM {table} NOT INDEXED").fetchall()))
            conn.execute("SELECT * FROM schema_migrations NOT INDEXED").fetchall()
    except (driver().module.Error, ZephError, ValueError):
        return None
    return found


# ---------------------------------------------------------------- what damages


def pages(chance: random.Random, path: Path) -> str:
    """One to three pages but the first: other bytes, none, or another page."""
    raw = bytearray(path.read_bytes())
    told = []
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(1, len(raw) // PAGE) * PAGE
        other = chance.randrange(1, len(raw) // PAGE) * PAGE
        kind = chance.randrange(3)
        raw[at : at + PAGE] = (chance.randbytes(PAGE), bytes(PAGE), raw[other : other + PAGE])[kind]
        told.append(f"page {at // PAGE + 1} {('noise', 'empty', 'another')[kind]}")
    path.write_bytes(raw)
    return ", ".join(told)


def few_bytes(chance: random.Random, path: Path) -> str:
    raw = bytearray(path.read_bytes())
    at = chance.randrange(PAGE, len(raw) - 16)
    raw[at : at + 16] = chance.randbytes(16)
    path.write_bytes(raw)
    return f"16 bytes at {at}"


def derived_page(chance: random.Random, path: Path) -> str:
    """A page of what is made of something else, where SQLite tells whose page it is."""
    with closing(connect(path)) as conn:
        roots = conn.execute("SELECT name, rootpage, tbl_name FROM sqlite_master WHERE rootpage > 0").fetchall()
    name, root, _ = chance.choice([r for r in roots if r[0] not in (*OWN_TABLES, "schema_migrations")])
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * PAGE : root * PAGE] = chance.choice((bytes(PAGE), chance.randbytes(PAGE)))
    path.write_bytes(raw)
    return f"root page of {name}"


def rows(chance: random.Random, path: Path) -> str:
    """Rows of an index's own tables, or of what is made in the background."""
    with closing(connect(path)) as conn:
        conn.execute("PRAGMA foreign_keys = OFF")
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        shadow = [t for t in tables if "_fts_" in t or (t.startswith("vec_") and t.count("_") > 2)]
        plain = ["embeddings", "embedding_models", "graph_communities", "graph_community_members", "message_passages",
                 "message_dates", "graph_entity_stats", "graph_metadata"]  # fmt: skip
        table = chance.choice([t for t in [*shadow, *plain] if t in tables])
        columns = [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns)
        which = f"WHERE {columns[0]} IN ({_few(chance, conn, table, columns[0])})"
        value = chance.choice((b"\x00\x01\x02", "rubbish", -1, 2**60, None, b""))
        try:
            if chance.random() < 0.4:
                conn.execute(f"DELETE FROM {table} {which}")
                return f"rows of {table} deleted"
            conn.execute(f"UPDATE {table} SET {column} = ? {which}", (value,))
        except driver().module.Error as error:
            return f"{table}.{column} = {value!r} was refused ({error})"
        return f"{table}.{column} = {value!r}"


def _few(chance: random.Random, conn: Connection, table: str, column: str) -> str:
    """SQL of at most three of its values: chosen by the seed, as everything here is."""
    found = [row[0] for row in conn.execute(f"SELECT DISTINCT quote({column}) FROM {table} ORDER BY 1")]
    return ", ".join(chance.sample(found, min(3, len(found))))


def gone(chance: random.Random, path: Path) -> str:
    """An index, a trigger or a table of an index is not in the schema any more."""
    with closing(connect(path)) as conn:
        names = conn.execute("SELECT name, type FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall()
        loose = [n for n, kind in names if kind != "table" or "_fts" in n or n.startswith("vec_")]
        name = chance.choice(loose)
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("DELETE FROM sqlite_master WHERE name = ?", (name,))
        conn.execute("PRAGMA writable_schema = OFF")
    return f"{name} is gone"


KINDS: tuple[Callable[[random.Random, Path], str], ...] = (pages, derived_page, rows, few_bytes, gone)


# ---------------------------------------------------------------- what must go on


class Unusable(Exception):
    """The memory is whole, and does not work."""


def opened(path: Path, told: list[str]) -> Memory:
    memory = Memory.open(path, settings=SETTINGS, embedder=FakeEmbedder(), clock=FixedClock(NOW), background=False)
    memory.on_notice = told.append
    return memory


async def used(path: Path, told: list[str]) -> None:
    async with opened(path, told) as memory:
        chat = await memory.start_conversation()
        message = await memory.observe(NewMessage(chat.id, "user", "I collect mirrors, said Zyxwv."))
        for question, word in QUESTIONS.items():
            found = await memory.recall(RecallRequest(question))
            shown = " ".join([f.edge.fact for f in found.facts] + [m.message.text for m in found.messages])
            if word not in shown:
                raise Unusable(f"“{question}” does not find {word}")
        if not await memory.conversations.search("oboe", 5):
            raise Unusable("search does not find oboe")
        await memory.facts("Tom")
        async for _ in memory.backfill():
            pass
        await memory.forget(await memory.edits.forgetting.message(message.id))
        await memory.conversations.history(chat.id)
        await memory.observe(NewMessage(chat.id, "user", "I like kites."))


async def mended(path: Path, told: list[str]) -> None:
    """Nothing is wrong after the next start and a repair, and everything is found again."""
    await used(path, told)
    async with opened(path, told) as memory:
        _, wrong = await memory.admin.check(repair=True)
        if wrong:
            raise Unusable(f"after the repair: {wrong[:3]}")
        async for _ in memory.backfill():
            pass
        if wrong := (await memory.admin.check())[1]:
            raise Unusable(f"after going on: {wrong[:3]}")
    await used(path, told)


async def one(base: Path, folder: Path, seed: int, before: dict[str, Counter[Any]]) -> tuple[str, str]:
    """(what became of one damaged file, what was done to it)."""
    chance = random.Random(seed)
    path = folder / "zeph.db"
    shutil.copy(base, path)
    done = KINDS[seed % len(KINDS)](chance, path)
    whole = held(path) == before
    told: list[str] = []
    try:
        await used(path, told)
        if whole:
            await mended(path, told)
            now = held(path)
            if now is None or any(before["messages"] - now["messages"]):
                return "WRONG: lost messages", done
        return ("noticed" if told else "unharmed") if whole else "own tables damaged, went on", done
    except Unusable as error:
        return (f"WRONG: {error}", done) if whole else ("own tables damaged, told", done)
    except ZephError as error:
        return (f"WRONG: {type(error).__name__}: {error}", done) if whole else ("own tables damaged, told", done)
    except Exception:  # noqa: BLE001 - that is what is looked for
        return f"WRONG: {traceback.format_exc(limit=-4)}", done
    finally:
        for file in folder.glob("zeph.db*"):
            file.unlink()
        shutil.rmtree(folder / "backups", ignore_errors=True)


async def campaign(times: int, seed: int, folder: Path) -> list[str]:
    base = folder / "base" / "zeph.db"
    base.parent.mkdir()
    await build(base)
    before = held(base)
    assert before is not None
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(seed, seed + times):
        became, done = await one(base, folder, number, before)
        counts[became.partition(":")[0]] += 1
        if became.startswith("WRONG"):
            wrong.append(f"{number} ({done}): {became}")
            print(wrong[-1], flush=True)
    print(dict(counts))
    return wrong


def run(times: int, seed: int, folder: Path) -> list[str]:
    """What was wrong; [] where nothing was."""
    return asyncio.run(campaign(times, seed, folder))


def main() -> int:
    parser = argparse.ArgumentParser(description="Damages memories and uses them.")
    parser.add_argument("--times", type=int, default=220)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = run(chosen.times, chosen.seed, Path(folder))
    print(f"{chosen.times} files, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
