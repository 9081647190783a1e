"""Files of other programs, spoiled in every way: each is read without a crash, and what is whole of it comes in.

``python -m tests.faults.foreign_files [--files 100000] [--seed N]`` prints each file that went wrong (its seed makes it
again) and what became of the rest; the exit code is 1 where anything was wrong. The test suite runs a few.

A file is a sane one of some format with one to three spoiled places: a value of another type, a number of thousands of
digits, deep nesting, half a character, a field that is gone, bytes that are cut, turned or doubled. After every
:data:`TOGETHER` files the memory they came into is used: listed, searched, read into facts, exported, checked.
"""

import argparse
import asyncio
import copy
import json
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.faults.kill import looked_into
from tests.faults.labour import SETTINGS
from tests.faults.sane_files import MADE
from zeph import Memory, NewMessage, RecallRequest
from zeph.clock import FixedClock
from zeph.errors import ZephError
from zeph.safety.text import shown_text

NOW = "2026-06-01 10:00:00"
TOGETHER = 250
BYTES = 0.3
"""Of the files, whose bytes are spoiled, not their values."""
HUGE = "@huge@"
DEEP = "@deep@"
"""What stands in a value for text that no JSON writer would write: digits without end, lists without end."""
WRITTEN = {HUGE: "9" * 5_000, DEEP: "[" * 20_000 + "]" * 20_000}
NASTY: tuple[Any, ...] = (
    None, "", " ", [], {}, [[]], [{}], {"": {}}, True, False, 0, -1, 1e308, float("nan"), float("inf"), 2**63, 2**70,
    HUGE, DEEP, "\ud800", "a\udfffb", "\x00\x1b[2J", "\u202e", "x" * 30_000, "0000-00-00", "9999-12-31T23:59:59-23:59",
    "0001-01-01T00:00:00+14:00", "2024-13-01", "2024-01-01T00:00:00+99:99", ["user"], {"role": "user"}, "planet",
    "user", "assistant", "system", 253402300800, -62135596801, 10**20, "٣٤", "1e5", "null", {"text": ["x"]},
    [None] * 50,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something can be spoiled."""
    steps: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in steps:
        yield (*path, key)
        yield from places(inner, (*path, key))


def spoil(chance: random.Random, value: Any, path: tuple[Any, ...]) -> None:
    """One place: another value, none, another name, once more, or deeper."""
    for key in path[:-1]:
        value = value[key]
    key = path[-1]
    kind = chance.random()
    if kind < 0.12:
        del value[key]
    elif kind < 0.18 and isinstance(value, dict):
        value[str(chance.choice(("", "\ud800", "x" * 3_000, "__proto__")))] = value.pop(key)
    elif kind < 0.24 and isinstance(value, list):
        value.insert(key, copy.deepcopy(chance.choice(NASTY)))
    elif kind < 0.30:
        value[key] = [value[key]]
    else:
        value[key] = copy.deepcopy(chance.choice(NASTY))


def written(value: Any, name: str) -> str:
    """As its program writes it: one list, or a line each; and what stands for what none would write."""
    text = "\n".join(json.dumps(v) for v in value) + "\n" if name.endswith(".jsonl") else json.dumps(value)
    for mark, meant in WRITTEN.items():
        text = text.replace(json.dumps(mark), meant)
    return text


def broken(chance: random.Random, raw: bytes) -> bytes:
    """Bytes that a disk, an editor or a cut connection spoils."""
    at, to = sorted((chance.randrange(len(raw) + 1), chance.randrange(len(raw) + 1)))
    few = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
    marks = chance.choice((b'"', b"[", b"{", b"}", b"]", b",", b"\\", b"\n"))
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: raw[:at], lambda: raw[:at] + few + raw[at:], lambda: raw[:at] + raw[to:], lambda: raw + raw,
        lambda: raw[:to] + raw[at:], lambda: b"\xef\xbb\xbf" + raw, lambda: raw[:at] + b"\0" * 100 + raw[at:],
        lambda: raw.decode("utf-8", "replace").encode("utf-16"), lambda: raw.replace(b'"', b"'", 1),
        lambda: raw.replace(b"\n", b"\r"), lambda: raw[:at] + marks + raw[at:], lambda: b"",
    )  # fmt: skip
    return chance.choice(ways)()


def texts_of(value: Any) -> set[str]:
    """What is said in it, as :data:`MADE` writes it."""
    if isinstance(value, str):
        return {value} if " said " in value else set()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(texts_of, inner))


class Spoiled:
    """One file: what is in it, and what of it nobody touched."""

    def __init__(self, seed: int, whole: list[dict[str, Any]]) -> None:
        chance = random.Random(seed)
        self.format = chance.choice([*MADE, "zeph"])
        self.untouched: set[str] = set()
        name = "memory.jsonl"
        value: Any = copy.deepcopy(whole)
        if self.format != "zeph":
            name, make = MADE[self.format]
            value = make(chance, f"t{seed}")
        self.name = f"{seed}-{name}"
        if isinstance(value, str):
            self.raw = broken(chance, value.encode())
            return
        if chance.random() < BYTES:
            self.raw = broken(chance, _encoded(value, name))
            return
        items: set[Any] = set()
        for _ in range(chance.randrange(1, 4)):
            found = list(places(value))
            path = chance.choice([p for p in found if len(p) > 1] or found)
            items.add(path[0])
            spoil(chance, value, path)
        if isinstance(value, list) and self.format not in ("zeph", "records", "graphiti"):
            spoiled = [v for n, v in enumerate(value) if n in items]
            self.untouched = texts_of([v for n, v in enumerate(value) if n not in items]) - texts_of(spoiled)
        self.raw = _encoded(value, name)


def _encoded(value: Any, name: str) -> bytes:
    return written(value, name).encode("utf-8", "surrogatepass")


async def example() -> list[dict[str, Any]]:
    """The lines of a small memory's export."""
    with tempfile.TemporaryDirectory() as folder:
        path, clock = Path(folder), FixedClock("2026-03-01 09:00:00")
        async with Memory.open(path / "zeph.db", settings=SETTINGS, clock=clock, background=False) as memory:
            chat = await memory.start_conversation()
            for text in ("I live in Hull.", "I have a cat named Momo.", "I moved to Cork in May 2025.", "I like tea."):
                await memory.observe(NewMessage(chat.id, "user", text))
                async for _ in memory.backfill():
                    pass
            await memory.admin.export(path / "memory.jsonl")
        return [json.loads(line) for line in (path / "memory.jsonl").read_text().splitlines()]


class Campaign:
    """Counts of what became of the files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()

    async def run(self, files: int, seed: int) -> None:
        whole = await example()
        for first in range(0, files, TOGETHER):
            path = self.folder / f"{first}.db"
            async with Memory.open(path, settings=SETTINGS, clock=FixedClock(NOW), background=False) as memory:
                for number in range(first, min(first + TOGETHER, files)):
                    await self._one(memory, Spoiled(seed + number, whole), seed + number)
                await self._used(memory, f"{seed + first}…{seed + first + TOGETHER - 1}")
            for file in self.folder.glob(f"{first}.db*"):
                file.unlink()
            if first // TOGETHER % 20 == 19:
                print(f"{first + TOGETHER} files: {dict(self.counts)}, {len(self.wrong)} wrong", flush=True)

    async def _one(self, memory: Memory, spoiled: Spoiled, seed: int) -> None:
        file = self.folder / spoiled.name
        file.write_bytes(spoiled.raw)
        told: list[str] = []
        became = "whole"
        try:
            async for _ in memory.admin.import_file(file, lambda n, why: told.append(why)):
                pass
        except ZephError as error:
            became = "refused"
            if not str(error).strip():
                self._wrong(seed, spoiled, "refused without a sentence")
        except Exception:  # noqa: BLE001 - that is what is looked for
            became = "crashed"
            self._wrong(seed, spoiled, traceback.format_exc(limit=-2))
        finally:
            file.unlink()
        if told and became == "whole":
            became = "parts skipped"
        if any(not why.strip() or shown_text(why) != why for why in told):
            self._wrong(seed, spoiled, f"said badly: {told}")
        self.counts[became] += 1
        if spoiled.untouched and became != "crashed":
            kept = _kept(memory, seed)
            if lost := spoiled.untouched - kept:
                self.counts["lost beside the spoiled"] += 1
                self._wrong(seed, spoiled, f"lost: {sorted(lost)[:3]} of {len(spoiled.untouched)}; told {told[:2]}")

    async def _used(self, memory: Memory, seeds: str) -> None:
        """The memory of some hundred such files does what a memory does."""
        try:
            for talk in await memory.conversations.list(1_000):
                await memory.conversations.history(talk.id)
            async for _ in memory.backfill(60):
                pass
            for question in ("What was said?", "Where do I live?", "What happened in May 2025?"):
                await memory.recall(RecallRequest(question))
            await memory.facts("User")
            await memory.admin.export(self.folder / "all.jsonl")
            if problems := (await memory.admin.check())[1]:
                self.wrong.append(f"{seeds}: {problems[:3]}")
        except Exception:  # noqa: BLE001 - that is what is looked for
            self.wrong.append(f"{seeds}, used: {traceback.format_exc(limit=-3)}")
            print(self.wrong[-1], flush=True)

    def _wrong(self, seed: int, spoiled: Spoiled, why: str) -> None:
        self.wrong.append(f"{seed} ({spoiled.format}): {why}")
        if len(self.wrong) <= 100:
            print(self.wrong[-1], flush=True)


def _kept(memory: Memory, seed: int) -> set[str]:
    with looked_into(memory.path) as conn:
        return {row[0] for row in conn.execute("SELECT text FROM messages WHERE text LIKE ?", (f"t{seed} said %",))}


def run(files: int, seed: int, folder: Path) -> list[str]:
    """What was wrong; [] where nothing was."""
    campaign = Campaign(folder)
    asyncio.run(campaign.run(files, seed))
    print(f"{files} files: {dict(campaign.counts)}")
    return campaign.wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Reads spoiled files of every format.")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = run(chosen.files, chosen.seed, Path(folder))
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
