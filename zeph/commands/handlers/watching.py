"""`zeph import --watch` and `--follow`: files whose changes come in until Ctrl+C."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from zeph.commands.outputs import Data, Output, Text, Warn, counted
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.memory.exchange.watched_folder import NoteChange

SECONDS = 2.0
"""Between two looks."""
SHOWN = 5
"""Facts that are named."""


async def watch(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Notes."""
    if values["format"] not in (None, "notes", "my-notes"):
        raise UsageError("--watch is for notes (.md, .txt): --format notes or my-notes.")
    folders: list[Path] = values["files"]
    if len(folders) != 1:
        raise UsageError("--watch takes one folder.")
    bad: list[str] = []
    room = context.memory.admin.watch(folders[0], own=values["format"] == "my-notes")
    looks = changes = 0
    try:
        while True:
            async for change in room.look(lambda: _read(context), lambda _, why: bad.append(why)):
                changes += 1
                yield Text(_said(change))
            while bad:
                yield Warn(bad.pop(0), True)
            if not looks:
                yield Text(f"Watching {folders[0]}; Ctrl+C ends it.")
            looks += 1
            await asyncio.sleep(SECONDS)
    except asyncio.CancelledError:
        yield Text("Stopped.")
        yield Data({"changes": changes})


async def follow(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Sessions of Claude Code."""
    if values["format"] not in (None, "claude-code"):
        raise UsageError("--follow is for sessions of Claude Code.")
    rooms = [context.memory.admin.follow(path) for path in values["files"]]
    bad: list[str] = []
    looks = added = 0
    try:
        while True:
            new = 0
            for room in rooms:
                async for path, count in room.look(lambda _, why: bad.append(why)):
                    new += count
                    yield Text(f"{path.name}: {counted(count, 'new message')}.")
            while bad:
                yield Warn(f"{bad.pop(0)}; skipped", True)
            if new or not looks:
                await _read(context)
            if not looks:
                yield Text("Following; Ctrl+C ends it.")
            looks, added = looks + 1, added + new
            await asyncio.sleep(SECONDS)
    except asyncio.CancelledError:
        yield Text("Stopped.")
        yield Data({"new": added})


async def _read(context: CommandContext) -> None:
    """What waits becomes facts."""
    async for _ in context.memory.backfill():
        pass


def _said(change: NoteChange) -> str:
    name = change.note or "A note that went while nobody watched"
    parts = [counted(change.added, "new passage")] if change.added else []
    parts += [f"{counted(change.withdrawn, 'passage')} withdrawn"] if change.withdrawn else []
    said = f"{name}: {'deleted; ' if change.gone else ''}{', '.join(parts) or 'nothing was told by it alone'}."
    ended = [f"\n  no longer so: {fact}" for fact in change.ended[:SHOWN]]
    more = len(change.ended) - SHOWN
    return said + "".join(ended) + (f"\n  … and {counted(more, 'other')}" if more > 0 else "")
