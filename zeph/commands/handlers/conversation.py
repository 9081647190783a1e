"""Slash commands that are about the chat itself."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.agent.unkept import NOWHERE, Unkept
from zeph.commands.outputs import Again, Copy, Draft, Output, Text
from zeph.commands.types import ChatState, CommandContext
from zeph.errors import NotFound
from zeph.records.message import Message, Role

PRIVATE = (
    "Private from here on: no message, no fact and no line of the input is kept; what I know already still helps."
    " `/private` ends it, and what was said is gone then."
)
LOOKED_BACK = 50
"""Messages among which the last question or answer is looked for."""


async def model(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    assert context.session is not None
    if values["name"]:
        yield Text(await context.session.use_model(values["name"]))
        return
    name = context.session.agent.model_name
    yield Text(f"Answers come from {name}." if name != "memory" else "No model answers; the memory does, by itself.")


async def new(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    chat = _chat(context)
    if chat.unkept is not None:
        chat.conversation, chat.unkept = NOWHERE, Unkept()
        yield Text("A new private conversation: nothing of it is kept.")
        return
    chat.conversation = await context.memory.start_conversation()
    yield Text(f"A new conversation: {chat.conversation.external_id}")


async def private(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    chat = _chat(context)
    if chat.unkept is None:
        chat.unkept = Unkept()
        yield Text(PRIVATE)
        return
    chat.unkept = None
    if chat.conversation == NOWHERE:
        chat.conversation = await context.memory.start_conversation()
    yield Text("Private no more: what was said meanwhile is gone, and what you say from here on is remembered.")


async def resume(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    chat = _chat(context)
    chat.conversation = await context.memory.conversations.find(values["session"])
    yield Text(f"Going on with “{chat.conversation.title or chat.conversation.external_id}”.")


async def copy(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    answer = await _last(context, "assistant")
    yield Copy(answer.text, "The last answer")


async def retry(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    yield Again(await _last(context, "user"))


async def edit(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """What was said before stays in the record, as everything that is said does."""
    yield Draft((await _last(context, "user")).text)


async def _last(context: CommandContext, role: Role) -> Message:
    said = await context.memory.conversations.history(_chat(context).conversation.id, LOOKED_BACK)
    found = next((message for message in reversed(said) if message.role == role), None)
    if found is None:
        raise NotFound("Nothing was said yet." if role == "user" else "There is no answer yet.")
    return found


async def exit_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    chat = _chat(context)
    chat.leaving = True
    yield Text("Everything is kept." if chat.unkept is None else "Nothing of what was said in private is kept.")


def _chat(context: CommandContext) -> ChatState:
    assert context.chat is not None, "this command only runs in a chat"
    return context.chat
