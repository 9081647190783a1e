"""Slash commands that are about the chat itself."""

from collections.abc import AsyncIterator
from difflib import get_close_matches
from typing import Any

from zeph.agent.answers.second_person import to_you
from zeph.agent.unkept import FIRST_UNKEPT, NOWHERE, Unkept
from zeph.commands.outputs import Again, Copy, Draft, Output, Rewritten, Text, Themed, counted
from zeph.commands.types import ChatState, CommandContext
from zeph.config.keys import all_keys
from zeph.errors import NotFound, UsageError
from zeph.models.tokens import count_tokens
from zeph.records.message import Message

PRIVATE = (
    "Private from here on: no message, no fact and no line of the input is kept; what I know already still helps."
    " `/private` or “remember again” ends it, and what was said is gone then."
)
PRIVATE_ALREADY = "This is private already: nothing is kept until `/private` or “remember again” ends it."
STAYS = "What was said before in this talk stays: “forget this conversation” shows what would go, and asks first."
PASSING = (
    "Nothing is private: that holds for a chat only, and this one ends with the command. What is said with"
    " `zeph chat --temporary -p TEXT` is not kept."
)
NOT_PRIVATE = "Nothing is private here: I keep what you say, as before."
MOST_SUMMED = 10_000
LOOKED_BACK = 50
"""Messages among which the last question or answer is looked for."""


async def new(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    chat = _chat(context)
    if chat.unkept is not None:
        chat.conversation, chat.unkept = NOWHERE, Unkept()
        yield Text("A new private conversation: nothing of it is kept.")
        return
    chat.conversation = await context.memory.start_conversation()
    yield Text(f"A new conversation: {chat.conversation.external_id}")


async def theme(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Other colours for this talk."""
    wanted = (values["theme"] or "").strip()
    themes = next(key.allowed for key in all_keys() if key.dotted == "interface.theme").split(", ")
    if wanted and wanted not in themes:
        near = get_close_matches(wanted, themes, 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise UsageError(f"There is no theme {wanted}: {', '.join(themes)}.{meant}")
    yield Themed(wanted)


async def compact(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """What was said so far as a few lines, which a model gets in its place."""
    chat = _chat(context)
    if chat.unkept is not None:
        raise UsageError("A private talk is not summed up: nothing of it is kept.")
    before = await context.memory.conversations.history(chat.conversation.id, MOST_SUMMED)
    summary = await context.memory.conversations.compact(chat.conversation.id)
    if summary is None or not summary.text:
        raise NotFound("There is nothing to sum up yet: nothing was said that states anything.")
    size = count_tokens("\n".join(message.text for message in before))
    yield Text(f"{counted(len(before), 'message')} of this talk, about {size:,} tokens, are now these lines:")
    yield Text(summary.text)
    yield Text("A model gets these in their place; what was said stays, and is found and recalled as before.")


async def private(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """``state``: on or off; without it what it is not."""
    chat = _chat(context)
    wanted = (values["state"] or ("off" if chat.unkept is not None else "on")).strip().casefold()
    if wanted not in ("on", "off"):
        raise UsageError("/private is on or off; alone it is what it was not.")
    if wanted == "on":
        if chat.passing:
            raise UsageError(PASSING)
        if chat.unkept is not None:
            yield Text(PRIVATE_ALREADY)
            return
        chat.unkept = Unkept()
        yield Text(PRIVATE)
        if await context.memory.conversations.history(chat.conversation.id, 1):
            yield Text(STAYS)
        return
    if chat.unkept is None:
        yield Text(NOT_PRIVATE)
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
    answer = next((m for m in reversed(await _said(context)) if m.role == "assistant" and m.text.strip()), None)
    if answer is None:
        raise NotFound("There is no answer yet.")
    yield Copy(answer.text, "The last answer")


async def retry(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """The answer, and what may have come after it, goes; the question is asked once more."""
    asked, *after = await _last_turn(context)
    if after:
        yield await _taken_back(context, after)
    yield Again(asked)


async def edit(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """The message goes with its answer and what it taught; its text is in the input again."""
    turn = await _last_turn(context)
    said = await _said(context)
    beside = next((i for i, message in enumerate(said) if message.id == turn[0].id), 0)
    while beside and said[beside - 1].is_attachment:
        beside -= 1
    yield await _taken_back(context, said[beside:])
    yield Draft(turn[0].text)


async def _last_turn(context: CommandContext) -> list[Message]:
    """What the person said last, and what came after it. Raises NotFound."""
    said = await _said(context)
    at = max((i for i, message in enumerate(said) if message.role == "user"), default=None)
    if at is None:
        raise NotFound("Nothing was said yet.")
    return said[at:]


async def _taken_back(context: CommandContext, messages: list[Message]) -> Rewritten:
    """The receipt."""
    chat = _chat(context)
    roles = [message.role for message in messages]
    told = "Taken back: " + ("your last message" if "user" in roles else "the last answer")
    told += (" and its answer" if "user" in roles and "assistant" in roles else "") + "."
    kept = [message for message in messages if message.id < FIRST_UNKEPT]
    if chat.unkept is not None:
        chat.unkept.messages = [message for message in chat.unkept.messages if message not in messages]
    if kept:
        from zeph.agent.tools.block_tools import take_back_written

        blocks = await take_back_written(context.memory, kept)
        done = await context.memory.take_back(kept)
        told += f" As before in core memory: {', '.join(blocks)}." if blocks else ""
        if gone := [*(to_you(fact.fact) for fact in done.facts), *done.lines]:
            told += f" No longer known: {'; '.join(gone)}."
        if again := done.rows.get("reopened", 0):
            told += f" Current again: {counted(again, 'earlier fact')}."
    return Rewritten(told)


async def _said(context: CommandContext) -> list[Message]:
    """The end of the conversation, with what is kept nowhere."""
    chat = _chat(context)
    said = await context.memory.conversations.history(chat.conversation.id, LOOKED_BACK)
    return [*said, *(chat.unkept.messages if chat.unkept else ())]


async def exit_(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    chat = _chat(context)
    chat.leaving = True
    yield Text("Everything is kept." if chat.unkept is None else "Nothing of what was said in private is kept.")


def _chat(context: CommandContext) -> ChatState:
    assert context.chat is not None, "this command only runs in a chat"
    return context.chat
