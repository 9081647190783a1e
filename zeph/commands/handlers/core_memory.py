"""`zeph blocks` and `/blocks`: labelled texts that stand in every request, shown and edited."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.commands import json_shapes
from zeph.commands.outputs import Data, Output, Rows, Text, Warn
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.memory.blocks.core_blocks import BlockEdited
from zeph.records.block import Block, BlockForm

SHOWN = 200
"""Forms of a history."""


async def list_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    found = await context.memory.blocks.all()
    for output in await _unsent(context):
        yield output
    rows = [(b.label, b.form.fill, "only you" if b.form.read_only else "", b.form.description) for b in found]
    yield Rows(("block", "used", "changed by", "what it is for"), rows, "")
    if not any(block.id for block in found):
        yield Text("Both are empty, and not sent; `/blocks add persona TEXT` writes into one.")
    yield Data([json_shapes.block(block) for block in found])


async def show(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    block = await context.memory.blocks.block(values["label"])
    yield Text(f"{_head(block)}\n{block.text or '(empty)'}")
    if block.label == "human":
        yield Text("After it stands what follows from facts: `/profile` shows that.")
    yield Data(json_shapes.block(block))


async def add(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    blocks = context.memory.blocks
    done = await blocks.append(
        values["label"], values["text"], description=values["description"], char_limit=values["limit"]
    )
    for output in _told(done):
        yield output


async def edit(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    blocks, text = context.memory.blocks, values["text"]
    if values["old"] is not None:
        done = await blocks.replace(values["label"], values["old"], text or "")
    elif text:
        done = await blocks.rewrite(values["label"], text)
    else:
        raise UsageError("Say the new text: blocks edit LABEL TEXT; or --old PART, which goes.")
    for output in _told(done):
        yield output


async def set_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    read_only, writable = values["read_only"], values["writable"]
    if read_only and writable:
        raise UsageError("Say either --read-only or --writable.")
    if not (read_only or writable) and values["description"] is None and values["limit"] is None:
        raise UsageError("Say what to set: --description TEXT, --limit N, --read-only or --writable.")
    done = await context.memory.blocks.set(
        values["label"], description=values["description"], char_limit=values["limit"],
        read_only=read_only if read_only or writable else None,
    )  # fmt: skip
    for output in _told(done):
        yield output


async def history(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    forms, now = await context.memory.blocks.history(values["label"])
    rows = [
        (f"{form.id}{' (now)' * (form.id == now.id)}", form.created_at[:16], _by(form), form.fill, _text(form))
        for form in forms[:SHOWN]
    ]
    yield Rows(("form", "when", "by", "used", "text"), rows, "")
    yield Data([json_shapes.block_form(form) | {"current": form.id == now.id} for form in forms])


async def undo(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    for output in _told(await context.memory.blocks.undo(values["label"], values["form"])):
        yield output


async def remove(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    done = await context.memory.blocks.remove(values["label"])
    label = done.block.label
    yield Text(f"{done.sentence} `/blocks undo {label}` brings it back; `/forget` takes words out of it for good.")
    yield Data(json_shapes.block(done.block))


async def _unsent(context: CommandContext) -> list[Output]:
    """What of the blocks does not go to a model, and why."""
    settings = context.memory.settings.blocks
    if not settings.enabled:
        return [Warn("They are not sent: memory.blocks.enabled is off.")]
    out = [shown.block.label for shown in (await context.memory.blocks.view()).blocks if not shown.sent]
    room = f"memory.blocks.tokens ({settings.tokens})"
    return [Warn(f"Not sent, since there is no room for it in {room}: {', '.join(out)}.")] if out else []


def _told(done: BlockEdited) -> list[Output]:
    return [Text(done.sentence), Data(json_shapes.block(done.block))]


def _head(block: Block) -> str:
    form = block.form
    told = f"{block.label} ({form.fill}{', read-only' * form.read_only})"
    return f"{told}: {form.description}" if form.description else told


def _by(form: BlockForm) -> str:
    return "the model" if form.written_by == "model" else "you"


def _text(form: BlockForm) -> str:
    return "(removed)" if form.removed else " · ".join(form.text.splitlines()) or "(empty)"
