"""A file that a command is about to write: whether it may, and whether the person wants it replaced."""

import asyncio
from pathlib import Path

from zeph.agent.file_traces import note_written
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.file_writing import check_replaceable
from zeph.written_files import WrittenKind


async def prepare_target(context: CommandContext, target: Path, kind: WrittenKind, *, sure: bool) -> None:
    """Notes that ``target`` is going to be written. Raises UsageError where the person does not want it replaced, and
    BadInput where it must not be."""
    await asyncio.to_thread(check_replaceable, target)
    if await asyncio.to_thread(target.exists) and not sure and not context.confirm(f"{target} exists: overwrite it?"):
        raise UsageError(f"{target} exists and was left as it is; --yes overwrites it.")
    await asyncio.to_thread(note_written, context.paths, context.db, target, kind)
