"""`zeph spaces`, `/spaces` and `/space`: parts of the memory that know nothing of one another."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from zeph.agent.file_traces import forget_traces, own_copies
from zeph.commands.handlers.forget import removal_receipt
from zeph.commands.outputs import Data, Output, Rows, Status, Text, Warn, counted
from zeph.commands.types import CommandContext
from zeph.config.load import load_settings
from zeph.config.project_spaces import ProjectSpaces, project_of
from zeph.config.write import write_config
from zeph.errors import UsageError
from zeph.records.forgetting import Forgotten
from zeph.records.space import Space


async def list_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    now = context.memory.settings.space
    found = await context.memory.admin.spaces.all()
    rows = [
        (s.name, str(s.conversations), str(s.messages), str(s.facts), (s.used_at or "")[:10], _mark(s, now))
        for s in found
    ]
    yield Rows(("space", "conversations", "messages", "facts", "last used", ""), rows, "")
    yield Data([_shape(space) | {"in_use": space.name == now} for space in found])


async def new(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    space = await context.memory.admin.spaces.make(values["name"])
    for output in _chosen(context, space, here=values["here"]):
        yield output
    if not values["here"]:
        how = f"`/space {space.name}` goes there" if context.chat else f"`zeph spaces use {space.name}` goes there"
        yield Text(f"The space {space.name} is made; it is empty. {how}.")
    yield Data(_shape(space))


async def use(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """In the person's settings or, with ``here``, for the project alone."""
    space = await context.memory.admin.spaces.named(values["name"])
    if values["here"]:
        for output in _chosen(context, space, here=True):
            yield output
    else:
        file = await asyncio.to_thread(
            write_config, context.config_path or context.paths.config_file, {"memory.space": space.name}
        )
        loaded = await asyncio.to_thread(load_settings, context.config_path, context.env)
        if loaded.settings.memory.space == space.name:
            yield Text(f"The space {space.name} is used from now on.")
        else:
            wins = f"{loaded.origins['memory.space']} says {loaded.settings.memory.space}, which wins here"
            yield Warn(f"{space.name} is in {file}, but {wins}.")
    yield Data(_shape(space))


async def space(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """`/space`: where this chat is; with a name it goes on there, in a new conversation."""
    assert context.session is not None
    assert context.chat is not None
    memory, chat = context.memory, context.chat
    if not values["name"] and not values["here"]:
        others = [s.name for s in await memory.admin.spaces.all() if s.name != memory.settings.space]
        there = f" There {'is' if len(others) == 1 else 'are'} also: {', '.join(others)}." if others else ""
        yield Text(f"This chat is in the space {memory.settings.space}.{there} `/spaces new NAME` makes one.")
        return
    chosen = await memory.admin.spaces.named(values["name"]) if values["name"] else await _own(context)
    for output in _chosen(context, chosen, here=values["here"]):
        yield output
    if chosen.name != memory.settings.space:
        await context.session.use_space(chosen.name)
        if chat.unkept is None:
            chat.conversation = await memory.start_conversation()
    holds = f"{counted(chosen.messages, 'message')}, {counted(chosen.facts, 'fact')}" if chosen.messages else "empty"
    yield Text(f"You are in the space {chosen.name} now ({holds}).")


async def delete(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    spaces = context.memory.admin.spaces
    space = await spaces.named(values["name"])
    would, words = await spaces.would_go(space)
    yield Text(f"To go with the space {space.name}: {_holds(space, would)}.")
    if not values["yes"] and not context.confirm(f"Delete the space {space.name} with all that is in it, for good?"):
        raise UsageError("Nothing was deleted; --yes deletes without asking.")
    yield Status("Deleting, and writing the file anew without it…")
    traces = await asyncio.to_thread(forget_traces, context.paths, context.db, would, words)
    gone = replace(would, lingers=await spaces.remove(space))
    await asyncio.to_thread(ProjectSpaces(context.paths.state_dir).drop, space.name)
    counts = dict(would.rows) | traces
    copies = await asyncio.to_thread(own_copies, context.paths, context.db)
    yield Text(f"The space {space.name} is gone.")
    if counts:
        for output in removal_receipt("With it", counts, gone, copies):
            yield output
    yield Data(_shape(space) | {"deleted": counts})


def _chosen(context: CommandContext, space: Space, *, here: bool) -> list[Output]:
    """For the project that the current folder lies in (else the folder), where the person says so."""
    if not here:
        return []
    root = _project()
    ProjectSpaces(context.paths.state_dir).choose(root, space.name)
    return [Text(f"In {root} the space {space.name} is used from now on. `/space personal --here` ends that.")]


async def _own(context: CommandContext) -> Space:
    """A new space that is called as the project is."""
    name = _project().name or "project"
    spaces = context.memory.admin.spaces
    if any(one.name == name for one in await spaces.all()):
        raise UsageError(
            f"There is a space {name} already: `/space {name} --here` uses it, `/spaces new NAME --here` a new one."
        )
    return await spaces.make(name)


def _project() -> Path:
    return project_of(Path.cwd()) or Path.cwd()


def _mark(space: Space, in_use: str) -> str:
    return "in use" if space.name == in_use else ""


def _holds(space: Space, would: Forgotten) -> str:
    counts = {
        "conversation": space.conversations, "message": len(would.messages), "fact": len(would.facts),
        "profile line": len(would.lines),
    }  # fmt: skip
    return ", ".join(counted(n, noun) for noun, n in counts.items() if n) or "nothing, it is empty"


def _shape(space: Space) -> dict[str, Any]:
    return {
        "name": space.name, "created_at": space.created_at, "conversations": space.conversations,
        "messages": space.messages, "facts": space.facts, "used_at": space.used_at,
    }  # fmt: skip
