"""`zeph db`: care of the file that everything is in."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from zeph.clock import SystemClock, moment_now
from zeph.commands.handlers.written import prepare_target
from zeph.commands.outputs import Data, Output, Rows, Status, Text, Warn
from zeph.commands.types import CommandContext
from zeph.errors import BadInput, UsageError

MOST_TABLES = 20


async def path(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    yield Text(str(context.db))
    yield Data({"path": str(context.db)})


async def check(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    mended, wrong = await context.memory.admin.check(repair=values["repair"])
    for sentence in mended:
        yield Text(sentence)
    for sentence in wrong:
        yield Warn(sentence, True)
    if wrong and not values["repair"]:
        yield Text("`zeph db check --repair` mends what can be made again; `zeph db restore` brings back a copy.")
    if not wrong:
        yield Text("Everything is well.")
    yield Data({"mended": mended, "problems": wrong})


async def backup(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    from zeph.memory.admin import copies

    target: Path = values["file"]
    if not await asyncio.to_thread(context.db.exists):
        raise BadInput(f"There is no database at {context.db} yet.")
    await prepare_target(context, target, "copy", sure=values["yes"])
    size = await asyncio.to_thread(copies.backup, context.db, target)
    yield Status("Reading the copy…")
    if damage := await asyncio.to_thread(copies.damage, target):
        yield Text(f"{target}: {size:,} bytes.")
        yield Warn(
            f"It cannot be restored, as the memory itself is damaged: {damage} `zeph db check` tells more.", True
        )
    else:
        yield Text(f"{target}: {size:,} bytes. `zeph db restore {target}` brings it back.")
    yield Data({"file": str(target), "bytes": size, "damage": damage})


async def restore(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    from zeph.memory.admin import copies

    source: Path = values["file"]
    if not values["yes"] and not context.confirm(f"Replace everything in {context.db} by what {source} holds?"):
        raise UsageError("Nothing was replaced; --yes restores without asking.")
    before = await asyncio.to_thread(copies.restore, source, context.db, moment_now(SystemClock()))
    kept = f" What was there before is in {before}." if before else ""
    yield Text(f"{context.db} is what {source} held.{kept}")
    yield Data({"restored": str(source), "before": str(before) if before else None})


async def vacuum(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    before, after = await context.memory.admin.vacuum()
    yield Text(f"{before:,} bytes before, {after:,} after.")
    yield Data({"before": before, "after": after})


async def stats(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.admin.sizes()
    sized = any(size for *_, size in found)
    rows = [
        (name, f"{n:,}" if n >= 0 else "", *([f"{size:,}"] if sized else [])) for name, n, size in found[:MOST_TABLES]
    ]
    yield Rows(("table or index", "rows", "bytes")[: 2 + sized], rows, "")
    whole = await asyncio.to_thread(lambda: context.db.stat().st_size)
    unknown = "" if sized else " How much of it each table takes this SQLite cannot tell."
    yield Text(f"{whole:,} bytes in all.{unknown}")
    if state := await context.memory.admin.vector_state():
        yield Text(f"{state.made:,} of {state.rows:,} vectors are made, with {state.model}.")
    yield Data([{"name": name, "rows": n if n >= 0 else None, "bytes": size} for name, n, size in found])
