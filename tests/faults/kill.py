"""``kill -9`` at random moments of ingest, upkeep, forgetting, backup, restoring, imports, migration, export, pictures,
answers about trust and repair; after each the file is held to account.

``python -m tests.faults.kill [--times 300] [--seed N]`` prints the seed and one line a kill; the exit code is 1 where
anything was wrong. The test suite runs a few.
"""

import argparse
import asyncio
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from tests.faults.labour import KINDS, SETTINGS, on_bad_line
from tests.storage.graph_rows import Graph
from zeph.clock import FixedClock
from zeph.config.trusted_files import TrustedFiles
from zeph.memory.facade import Memory
from zeph.storage.engine.driver import Connection, connect
from zeph.storage.engine.migrations import load_migrations, migrate, migrations_folder

LATER = "2099-01-01 00:00:00"
"""By then every lease of a killed process has run out."""
LONGEST_SECS = 1.5
START_SECS = 300.0
"""A machine that has much else to do may take long; what takes longer hangs."""
ROWS = 3_000
"""Messages, and facts, of a file that is migrated."""


class Wrong(Exception):
    """Something was lost, doubled or damaged."""


def strike(kind: str, path: Path, seed: int, after_secs: float) -> tuple[set[str], set[str]]:
    """Starts the work, kills it; (texts that were acknowledged, texts that may be or are forgotten)."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.labour", kind, str(path), str(seed)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    begun = time.monotonic()
    first = process.stdout.readline()
    if first.strip() != "open" or time.monotonic() - begun > START_SECS:
        process.kill()
        raise Wrong(f"it did not start: {process.communicate()[1]}")
    time.sleep(after_secs)
    process.send_signal(signal.SIGKILL)
    rest, errors = process.communicate()
    if process.returncode != -signal.SIGKILL:
        raise Wrong(f"it ended by itself: {errors}")
    lines = rest.splitlines() if rest.endswith("\n") else rest.splitlines()[:-1]
    trusted = {line.removeprefix("trusted ") for line in lines if line.startswith("trusted ")}
    if lost := trusted - TrustedFiles(path.parent / "state").answers().keys():
        raise Wrong(f"answers are lost: {sorted(lost)[:3]}")
    said = {line.removeprefix("said ") for line in lines if line.startswith("said ")}
    forgotten = {line.split(" ", 1)[1] for line in lines if line.startswith(("forgetting ", "forgot "))}
    return said, forgotten


async def account(path: Path, said: set[str], forgotten: set[str]) -> None:
    """Raises Wrong unless the file is sound, nothing is lost or doubled, and the queue goes on."""
    if forgotten:
        await _rest(path)
    async with Memory.open(path, clock=FixedClock(LATER), background=False) as memory:
        if path.parent.name == "repair":  # what it had spoiled itself
            await memory.admin.check(repair=True)
        await _goes_on(memory)
    with looked_into(path) as conn:
        kept = Counter(row[0] for row in conn.execute("SELECT text FROM messages"))
        twice = conn.execute(
            """SELECT source_entity_id, canonical_relation, target_entity_id FROM graph_edges
            WHERE expired_at IS NULL AND valid_until IS NULL GROUP BY 1, 2, 3 HAVING count(*) > 1"""
        ).fetchall()
    if twice:
        raise Wrong(f"facts twice: {twice[:3]}")
    if lost := said - forgotten - kept.keys():
        raise Wrong(f"lost: {sorted(lost)[:3]}")
    for file in path.parent.glob("lines-*.jsonl"):
        lines = [json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines()]
        if wrong := [line for line in lines if kept[line] != 1]:
            raise Wrong(f"{len(wrong)} lines of {file.name} are not there once: {wrong[:3]}")
    if left := [text for text in forgotten - kept.keys() if any(text.encode() in b for b in _bytes(path))]:
        raise Wrong(f"forgotten, and in the file: {left[:3]}")
    _copies_are_whole(path.parent)
    _written_is_whole(path.parent)


async def _goes_on(memory: Memory) -> None:
    """Sound as it was found, and after the work that was cut off is done."""
    if problems := (await memory.admin.check())[1]:
        raise Wrong(f"damaged: {problems}")
    async for _ in memory.backfill():
        pass
    stats = await memory.stats()
    if stats.waiting or stats.failed:
        raise Wrong(f"{stats.waiting} messages wait, {stats.failed} failed")
    for file in memory.path.parent.glob("lines-*.jsonl"):
        async for _ in memory.admin.import_file(file, on_bad_line):
            pass
    if problems := (await memory.admin.check())[1]:
        raise Wrong(f"damaged by going on: {problems}")


def _bytes(path: Path) -> list[bytes]:
    return [file.read_bytes() for file in path.parent.glob(f"{path.name}*")]


def _copies_are_whole(folder: Path) -> None:
    for copy in (*folder.glob("copy-*.db"), *folder.glob("backups/zeph-*.db")):
        if copy.stem.endswith("-damaged"):
            continue  # what a repair put aside
        with looked_into(copy) as conn:
            if conn.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Wrong(f"{copy.name} is damaged")


def _written_is_whole(folder: Path) -> None:
    for file in folder.glob("export-*.jsonl"):
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        if rows[0]["type"] != "zeph" or not any(row["type"] == "message" for row in rows):
            raise Wrong(f"{file.name} is not whole")
    for file in folder.glob("picture-*.html"):
        if not file.read_text(encoding="utf-8").rstrip().endswith("</html>"):
            raise Wrong(f"{file.name} is not whole")


async def _rest(path: Path) -> None:
    """A Zeph that is started after the kill, and left alone until it has tidied up."""
    async with Memory.open(path, settings=SETTINGS, clock=FixedClock(LATER)) as memory:
        await memory.wait_idle(60)
        for _ in range(600):
            if not _scrub_due(path):
                return
            await asyncio.sleep(0.05)
    raise Wrong("forgotten bytes are not seen to")


def looked_into(path: Path) -> closing[Connection]:
    """By Zeph's own driver: of two SQLite libraries in one process each drops the other's locks, and takes itself for
    the last one to leave the file."""
    return closing(connect(path))


def _scrub_due(path: Path) -> bool:
    with looked_into(path) as conn:
        return bool(conn.execute("SELECT count(*) FROM graph_metadata WHERE key = 'scrub_due'").fetchone()[0])


def earlier(path: Path, version: int) -> set[str]:
    """A file of an earlier schema with thousands of rows; the texts that are in it."""
    migrations, made = path.parent.parent / f"migrations-{version}", path.parent.parent / f"earlier-{version}.db"
    if not made.exists():
        migrations.mkdir(parents=True, exist_ok=True)
        for file in sorted(migrations_folder().glob("*.sql"))[:version]:
            shutil.copy(file, migrations)
        conn = connect(made)
        migrate(conn, made, "2025-01-01 00:00:00", migrations)
        conn.close()
        graph = Graph(made, make=False)
        hub = graph.entity("Ann")
        for number in range(ROWS):
            graph.edge(hub, "knows", graph.entity(f"Friend {number}"), f"Ann knows friend {number}")
            graph.message(f"Ann knows friend {number}.")
        graph.conn.execute("UPDATE messages SET graph_processed = 1")
        graph.conn.commit()
        graph.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        graph.conn.close()
    path.parent.mkdir(parents=True)
    shutil.copy(made, path)
    return {f"Ann knows friend {number}." for number in range(ROWS)}


def run(times: int, seed: int, folder: Path) -> list[str]:
    """What was wrong; [] where nothing was. Every kind of work has a file of its own that lives through all its kills;
    a migration begins with another one each time."""
    chance, wrong = random.Random(seed), []
    said: dict[str, set[str]] = {kind: set() for kind in KINDS}
    forgotten: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for number in range(times):
        kind = list(KINDS)[number % len(KINDS)]
        path = folder / kind / "zeph.db"
        after = chance.uniform(0.0, LONGEST_SECS)
        if kind == "migration":
            path = folder / kind / str(number) / "zeph.db"
            said[kind] = earlier(path, chance.randrange(1, len(load_migrations())))
            after /= 3
        try:
            new, gone = strike(kind, path, chance.randrange(2**31), after)
            said[kind] |= new
            forgotten[kind] |= gone
            asyncio.run(account(path, said[kind], forgotten[kind]))
            print(
                f"{number + 1}/{times} {kind} killed after {after:.2f} s: {len(new)} messages, all is well", flush=True
            )
        except Wrong as error:
            wrong.append(f"kill {number + 1} ({kind}, after {after:.2f} s): {error}")
            print(wrong[-1], flush=True)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills Zeph at random moments and holds its file to account.")
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}")
    with tempfile.TemporaryDirectory() as folder:
        wrong = run(chosen.times, chosen.seed, Path(folder))
    print(f"{chosen.times} kills, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
