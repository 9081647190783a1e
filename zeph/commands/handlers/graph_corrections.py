"""/graph merge, split, alias, undo, accept, revisions: the graph set right by hand."""

from collections.abc import AsyncIterator
from typing import Any

from zeph.agent.answers.open_tasks import SAID, told_undone
from zeph.agent.answers.second_person import said_to_you, to_you
from zeph.agent.answers.undone import UNDO, undone_next
from zeph.agent.own_affairs import OwnAffairs
from zeph.commands import json_shapes
from zeph.commands.outputs import Data, Output, Rows, Text, first_of
from zeph.commands.types import CommandContext
from zeph.errors import UsageError
from zeph.memory.edits.edits import Edited
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.revision import Revision
from zeph.safety.text import one_line

LOOKED_AT, SHOWN = 1000, 12
"""Changes among which those that wait are looked for, and that are shown of these."""
EARLIER = "What you said last changed nothing that I had noted: “{}”. Take back what was noted before it: {}?"
NOT_UNDONE = "Nothing was taken back; “undo that” takes back what you said last."
ASKED = "please look at this"


async def merge(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _receipt(await context.memory.edits.merge(values["kept"], values["gone"])):
        yield output


async def split(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _receipt(await context.memory.edits.split(values["name"], values["alias"])):
        yield output


async def alias(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    async for output in _receipt(await context.memory.edits.alias(values["name"], values["alias"])):
        yield output


async def undo(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """Without a number what was noted or changed last goes: in a talk that is what its newest message did."""
    edits, number = context.memory.edits, values["id"]
    newest = context.chat is not None and number is None
    if newest and context.chat and context.chat.unkept is None and await _of_a_list(context, context.chat.conversation):
        talk = context.chat.conversation.id
        yield Text(await OwnAffairs(context.memory).undone(talk, None))
        await context.memory.observe(NewMessage(talk, "user", UNDO))  # a list is what messages say of it
        return
    if newest and context.chat and (older := await _older(context, context.chat.conversation)):
        last, would = older
        if not context.confirm(EARLIER.format(one_line(last.text), said_to_you(would))):
            raise UsageError(NOT_UNDONE)
    done = await (edits.undo_newest(context.chat.conversation.id) if newest and context.chat else edits.undo(number))
    async for output in _receipt(done):
        yield output


async def _older(context: CommandContext, talk: Conversation) -> tuple[Message, str] | None:
    """Where what was said last changed nothing: that, and what would be taken back of what was said before it."""
    last = undone_next(await context.memory.conversations.said_lately(SAID), talk.id)
    newest = await context.memory.edits.newest(talk.id)
    if last is None or newest is None or newest.id >= last.id:
        return None
    return last, await context.memory.edits.would_undo(newest.id)


async def _of_a_list(context: CommandContext, talk: Conversation) -> bool:
    """Whether what was changed last is a list that this talk spoke of."""
    said = await context.memory.conversations.said_lately(SAID)
    last = undone_next(said, talk.id)
    if last is None or not told_undone(said, last):
        return False
    later = (one for one in await context.memory.edits.revisions(1) if one.created_at > last.sent_at)
    return all(one.message_id == last.id for one in later)


async def accept(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    number: int | None = values["id"]
    if number is None and not values["all"]:
        raise UsageError("Say which change is right, by its number, or --all.")
    sentence = await context.memory.edits.accept(number)
    yield Text(sentence)
    yield Data({"accepted": number, "done": sentence})


async def _receipt(done: Edited) -> AsyncIterator[Output]:
    yield Text(f"{said_to_you(done.sentence)} (`/graph undo {done.revision_id}` takes it back.)")
    yield Data({"revision": done.revision_id, "done": done.sentence})


async def revisions(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    latest = await context.memory.edits.revisions(values["limit"] + 1)
    found, more = first_of(latest, values["limit"])
    rows = [
        (str(r.id), r.created_at[:16], r.kind, r.told, f"#{r.message_id}" if r.message_id else "", _state(r))
        for r in found
    ]  # fmt: skip
    yield Rows(("id", "when", "change", "why", "message", ""), rows, "Nothing has changed yet.")
    for output in more:
        yield output
    if waiting := await context.memory.edits.waiting():
        one = waiting == 1
        told = "1 change waits" if one else f"{waiting:,} changes wait"
        yield Text(f"{told} for your look: `/graph undo ID` takes one back, `/graph accept --all` settles all.")
    yield Data([json_shapes.revision(r) for r in found])


async def review(context: CommandContext, values: dict[str, Any]) -> AsyncIterator[Output]:
    """What came by itself and waits for a look, in the words of what was so before."""
    found = [r for r in await context.memory.edits.revisions(LOOKED_AT) if r.waits]
    if not found:
        yield Text("No change waits for your look.")
        return
    rows = [(f"#{r.id}", r.created_at[:10], to_you(r.before or r.reason), said_to_you(_why(r))) for r in found[:SHOWN]]
    yield Rows(("", "when", "what was so", "what I made of it"), rows, "")
    if len(found) > SHOWN:
        yield Text(f"… and {len(found) - SHOWN:,} earlier ones: `/graph revisions` has them all.")
    first = found[0].id
    yield Text(
        f"`/undo {first}` takes the first back, `/graph accept {first}` keeps it, `/graph accept --all` keeps all."
    )


def _why(found: Revision) -> str:
    return found.reason if found.before else ASKED


def _state(found: Revision) -> str:
    return "undone" if found.undone else "waits for you" if found.waits else ""
