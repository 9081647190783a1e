"""`zeph import` and `zeph export`: memories from a file, and into one."""

import asyncio
import contextlib
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from zeph.agent.file_traces import note_written
from zeph.commands.handlers import taken_rules, watching
from zeph.commands.handlers.written import prepare_target
from zeph.commands.outputs import Advance, Data, Output, Text, Warn, counted
from zeph.commands.types import CommandContext
from zeph.config.trusted_files import identity
from zeph.errors import BadInput, UsageError
from zeph.memory.exchange.import_formats import WHOLE, format_of
from zeph.memory.exchange.rule_files import is_rule_file
from zeph.memory.exchange.standing_rows import standing_lines
from zeph.memory.views.dates_asked import end_of

INDEX = "index.md"
"""The page by which a folder of pages is known."""
SHOWN_BAD_LINES = 20
SHOWN_REASONS = 10
"""Of those beyond."""
UNVOUCHED = (
    "Who wrote {} is not known: what is said in it counts as a stranger's, and orders nothing. Is it yours, or of"
    " somebody whom you trust? Import it again with --yes."
)
ASKED = "These lines of {} would stand before a model in every request here. Do you trust who wrote them?"
NAMES = {
    "usage": "usage count",
    "version": "past form",
    "revision": "change",
    "similar": "similarity",
    "cost": "cost entry",
}
"""Of kinds of rows, where their own name says little."""


async def import_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    if values["watch"] and values["follow"]:
        raise UsageError("Notes are watched, sessions followed: --watch or --follow, not both.")
    rules = {file for file in values["files"] if values["format"] == "rules" or is_rule_file(file)}
    if values["watch"] or values["follow"]:
        steps = (watching.watch if values["watch"] else watching.follow)(context, values)
    elif values["format"] in (None, "rules") and rules:
        for file in sorted(rules):
            async for output in taken_rules.take_rules(context, file, sure=values["yes"]):
                yield output
        others = [file for file in values["files"] if file not in rules]
        steps = _imported(context, others, values)
    else:
        steps = _imported(context, values["files"], values)
    async for output in steps:
        yield output


async def _imported(context: CommandContext, files: Sequence[Path], values: dict[str, Any]) -> AsyncIterator[Output]:
    if not files:
        return
    bad: list[tuple[int, str]] = []
    agreed = set[Path]()
    read = added = 0
    for file in files:
        async for output in _asked(context, file, values, agreed):
            yield output
        on_bad_line = _noting(bad, f"{file}, " if len(files) > 1 else "")
        steps = context.memory.admin.import_file(
            file, on_bad_line, values["format"], values["me"] or "", standing=file in agreed
        )
        before, new = read, added
        async for progress in steps:
            read, added = before + progress.done, new + progress.facts
            yield Advance(read, before + progress.total, f"{added} new")
    for _, why in bad[:SHOWN_BAD_LINES]:
        yield Warn(f"{why}; skipped", True)
    if more := Counter(_without_place(why) for _, why in bad[SHOWN_BAD_LINES:]):
        yield Warn(f"… and {more.total()} more:", True)
        for reason, count in more.most_common(SHOWN_REASONS):
            yield Warn(f"{count} × {reason}", True)
    waiting = (await context.memory.stats()).waiting
    hint = f" `zeph graph backfill` reads {counted(waiting, 'message')} into facts." if waiting else ""
    yield Text(f"{read} read, {added} new, {len(bad)} skipped.{hint}")
    yield Data({"read": read, "new": added, "skipped": [{"line": n, "reason": why} for n, why in bad]})


async def _asked(
    context: CommandContext, file: Path, values: dict[str, Any], agreed: set[Path]
) -> AsyncIterator[Output]:
    """Puts a whole memory among ``agreed`` where the person trusts who wrote it; what of it would stand in every
    request is shown first."""
    lines = await asyncio.to_thread(_standing, file, values["format"])
    if lines is None:
        return
    if not lines:
        if values["yes"]:
            agreed.add(file)
        else:
            yield Text(UNVOUCHED.format(file))
        return
    path = await asyncio.to_thread(identity, file)
    if not await taken_rules.is_trusted(context, path, lines):
        for output in taken_rules.shown(lines):
            yield output
        if not values["yes"] and not context.confirm(ASKED.format(path)):
            return
        await taken_rules.trust(context, path, lines)
    agreed.add(file)


def _standing(file: Path, format: str | None) -> list[str] | None:
    """What a whole memory that is named itself would put into every request; None of what is none, or cannot be read,
    which is told later."""
    with contextlib.suppress(BadInput):
        if file.is_file() and (format or format_of(file)) == WHOLE:
            return standing_lines(file)
    return None


def _without_place(why: str) -> str:
    """The field and what is wrong with it, which is the same for many places."""
    field, _, said = why.rsplit(": ", 1)[-1].partition(" ")
    return f"{field.rsplit('.', 1)[-1]} {said}".strip()


def _noting(bad: list[tuple[int, str]], named: str) -> Callable[[int, str], None]:
    return lambda number, why: bad.append((number, f"{named}{why}"))


async def export(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    memory, as_of = context.memory, end_of(values["as_of"], context.memory.now)
    path: Path | None = values["file"]
    if values["format"] == "markdown":
        if path is None:
            raise UsageError("Name a folder for the pages: zeph export --format markdown FOLDER.")
        async for output in _pages(context, path, as_of):
            yield output
        return
    if path is not None:
        await prepare_target(context, path, "export", sure=values["yes"])
        counts = await memory.admin.export(path, values["format"], as_of)
        yield Text(
            f"Written to {path}: " + ", ".join(counted(n, NAMES.get(kind, kind)) for kind, n in counts.items()) + "."
        )
        return
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n") as file:  # it has no name that a kill could leave
        await memory.admin.export_to(file, values["format"], as_of)
        file.seek(0)
        for line in file:
            yield Text(line.rstrip("\n"))


async def _pages(context: CommandContext, folder: Path, as_of: str | None) -> AsyncIterator[Output]:
    if await asyncio.to_thread(folder.is_dir):
        await asyncio.to_thread(note_written, context.paths, context.db, folder / INDEX, "export")
    done = await context.memory.admin.export_pages(folder, as_of)
    await asyncio.to_thread(note_written, context.paths, context.db, folder / INDEX, "export")
    for name in done.left[:SHOWN_BAD_LINES]:
        yield Warn(f"{folder / name} was written or changed by somebody else; it was left as it is.", True)
    if len(done.left) > SHOWN_BAD_LINES:
        yield Warn(f"… and {counted(len(done.left) - SHOWN_BAD_LINES, 'other')}.", True)
    yield Text(
        f"{counted(done.pages, 'page')} in {folder}: {done.changed} written, {done.gone} gone, the rest as before."
    )
