"""/graph view and `zeph graph view`: the graph as a page in the browser."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from zeph.agent.file_traces import picture_of
from zeph.commands.handlers.written import prepare_target
from zeph.commands.outputs import Data, Output, Text
from zeph.commands.types import CommandContext
from zeph.errors import NotFound
from zeph.memory.views.dates_asked import end_of
from zeph.paths import private_dir


async def view(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    from zeph.commands.graph_page.content import as_json
    from zeph.commands.graph_page.document import render
    from zeph.commands.graph_page.open_page import open_page, write_page

    memory = context.memory
    at = end_of(values["as_of"], memory.now)
    around = await _around(context, values["entity"])
    picture = await memory.graph.picture(around)
    document = await asyncio.to_thread(lambda: render(as_json(picture, at)))
    own: Path | None = Path(values["output"]) if values["output"] else None
    if own is None:
        await asyncio.to_thread(private_dir, context.paths.state_dir)
    path = own or picture_of(context.paths)
    if own is not None:
        await prepare_target(context, own, "picture", sure=values["yes"])
    await asyncio.to_thread(write_page, path, document)
    opened = not (values["no_open"] or values.get("json")) and await asyncio.to_thread(open_page, path, context.env)
    yield Text(f"{len(picture.entities):,} things and {len(picture.facts):,} facts, with their history.")
    if picture.entities_left_out or picture.facts_left_out:
        yield Text(
            f"Left out: {picture.entities_left_out:,} less connected things, {picture.facts_left_out:,} older facts."
        )
    yield Text(f"{'Opened' if opened else 'Written to'} {path.absolute()}")
    yield Data(
        {
            "path": str(path.absolute()), "opened": opened, "entities": len(picture.entities),
            "facts": len(picture.facts), "entities_left_out": picture.entities_left_out,
            "facts_left_out": picture.facts_left_out,
        }
    )  # fmt: skip


async def _around(context: CommandContext, name: str | None) -> list[int]:
    if not name:
        return []
    found = await context.memory.graph.entities_named(name)
    if not found:
        raise NotFound(f"Nothing is known under the name “{name}”; `/graph entities` lists what is.")
    return [entity.id for entity in found]
