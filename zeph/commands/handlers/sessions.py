"""`zeph sessions`: conversations that can be found again, and deleted."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from zeph.agent.file_traces import own_copies
from zeph.commands import json_shapes
from zeph.commands.handlers.forget import removal_receipt, remove
from zeph.commands.outputs import Data, Output, Rows, Text, first_of
from zeph.commands.told_calls import said_line
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.records.forgetting import Target

MOST_SHOWN = 1000
SNIPPET = 100


async def list_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    latest = await context.memory.conversations.list(values["limit"] + 1)
    found, more = first_of(latest, values["limit"])
    rows = [(c.external_id, c.updated_at[:16], str(c.messages), c.title) for c in found]
    yield Rows(("id", "last message", "messages", "title"), rows, "No sessions yet.")
    for output in more:
        yield output
    yield Data([json_shapes.conversation(c) for c in found])


async def show(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    conversation = await context.memory.conversations.find(values["session"])
    messages = await context.memory.conversations.history(conversation.id, MOST_SHOWN)
    if len(messages) < conversation.messages:
        yield Text(f"The last {len(messages):,} of {conversation.messages:,} messages; `zeph sessions export` has all.")
    for message in messages:
        who = message.speaker or message.role
        yield Text(f"#{message.id} {message.sent_at[:16]} {who}: {said_line(message)}")
    yield Data(json_shapes.conversation(conversation) | {"messages": [json_shapes.message(m) for m in messages]})


async def search(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    best = await context.memory.conversations.search(values["text"], values["limit"] + 1)
    found, more = first_of(best, values["limit"])
    rows = [
        (c.external_id, c.updated_at[:16], str(len(said)), c.title, " ".join(said[0].text.split())[:SNIPPET])
        for c, said in found
    ]
    yield Rows(("id", "last message", "hits", "title", "best message"), rows, "No session holds all these words.")
    for output in more:
        yield output
    yield Data([json_shapes.conversation(c) | {"hits": [json_shapes.message(m) for m in said]} for c, said in found])


async def rename(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    conversation = await context.memory.conversations.find(values["session"])
    title = await context.memory.conversations.rename(conversation.id, values["title"])
    yield Text(f"{conversation.external_id} is “{title}” now.")
    yield Data({"id": conversation.external_id, "title": title})


async def export(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """As markdown, on the terminal."""
    conversation = await context.memory.conversations.find(values["session"])
    messages = await context.memory.conversations.history(conversation.id, max(1, conversation.messages))
    yield Text(f"# {conversation.title or conversation.external_id}\n")
    for message in messages:
        yield Text(f"**{message.person}** · {message.sent_at[:16]}\n\n{message.text}\n")
    yield Data(json_shapes.conversation(conversation) | {"messages": [json_shapes.message(m) for m in messages]})


async def delete(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    conversation = await context.memory.conversations.find(values["session"])
    title = conversation.title or conversation.external_id
    question = f"Delete “{title}” ({conversation.messages} messages) and the facts only it supports?"
    if not values["yes"] and not context.confirm(question):
        raise UsageError("Nothing was deleted; --yes deletes without asking.")
    target = Target(conversations=(conversation.id,))
    gone, counts = await remove(context, target, await context.memory.edits.forgetting.preview(target))
    for output in removal_receipt(
        "Deleted", counts, gone, await asyncio.to_thread(own_copies, context.paths, context.db)
    ):
        yield output
    yield Data({"id": conversation.external_id, "deleted": counts})
