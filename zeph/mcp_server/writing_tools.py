"""Tools that change the memory: something is said to it, a change is taken back, something goes for good.

In: messages or notes, ids as whole numbers. Out: what became of them. What another program says is kept as its word:
never an order, and nothing that it can do but forgetting is beyond undoing.
"""

import asyncio
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult
from pydantic import Field, field_validator

from zeph.clock import Moment, parse_moment, to_moment
from zeph.errors import LeaseLost, UsageError
from zeph.mcp_server.results import AddedAnswer, AddedMessage, ChangedAnswer
from zeph.mcp_server.served_tool import ADDS, REMOVES, ServedTool, responded, served_tool
from zeph.mcp_server.server_state import ServerState
from zeph.memory.facade import Memory
from zeph.memory.views.paging import MOST_BYTES, page
from zeph.memory.views.shown_items import FactItem, Model
from zeph.records.forgetting import Target
from zeph.records.message import GraphState, Message, NewMessage
from zeph.records.revision import Receipt

READ_WITHIN_SECS = 20.0
"""How long an answer waits for messages to become facts; they do so afterwards too."""
MOST_MESSAGES = 50
LONGEST = 20_000
"""Characters of one message."""
MOST_FORGOTTEN = 20
FACTS_SHOWN = 12
"""Of one message."""
Id = Annotated[int, Field(ge=1, lt=2**63, strict=True)]
Seen = Annotated[list[Id], Field(max_length=MOST_FORGOTTEN, description="Ids that an answer of this session gave.")]
STATES = {GraphState.PENDING: "waiting", GraphState.DONE: "read"}


class ToKeep(Model):
    """A message of a conversation."""

    role: Literal["user", "assistant"] = Field(description="user: the person's own words.")
    text: str = Field(min_length=1, max_length=LONGEST)
    speaker: str = Field(default="", max_length=100, description="Who said it, where that is not the person.")
    sent_at: str | None = Field(default=None, max_length=40, description="ISO 8601 with its offset; null: now.")

    @field_validator("sent_at")
    @classmethod
    def _moment(cls, value: str | None) -> Moment | None:
        return None if value is None else to_moment(parse_moment(value))


class WritingTools:
    """Each method is a tool."""

    def __init__(self, state: ServerState, *, may_forget: bool) -> None:
        self._state = state
        self._may_forget = may_forget

    def usual(self) -> list[ServedTool]:
        return [served_tool(self.memory_add, ADDS, "Remember")]

    def others(self) -> list[ServedTool]:
        tools = [served_tool(self.memory_undo, REMOVES, "Take a change back")]
        return [*tools, served_tool(self.memory_forget, REMOVES, "Forget for good")] if self._may_forget else tools

    async def memory_add(
        self,
        context: Context[Any, Any],
        note: Annotated[
            str | None, Field(min_length=1, max_length=LONGEST, description="What is to be remembered, in sentences.")
        ] = None,
        messages: Annotated[
            list[ToKeep] | None, Field(min_length=1, max_length=MOST_MESSAGES, description="Or messages, in order.")
        ] = None,
    ) -> Annotated[CallToolResult, AddedAnswer]:
        """Remember something for later conversations. Call it when the person tells something lasting about themselves,
        their people, work, projects or preferences, corrects what is known, or asks you to remember. Write a note as
        the person would say it (“I moved to Bergen last week”) or name who it is about (“Mirela works at Tandoor
        Labs”): a sentence a fact, with names and dates, no “she” and no “this”. Times, replacements and duplicates are
        worked out: just say what is so now. No passwords, no keys, nothing that is only of use today."""
        visit, session = await self._state.enter(context)
        if (note is None) == (messages is None):
            raise UsageError("Give either a note or messages.")
        memory, given = session.memory, messages or [ToKeep(role="user", text=note or "")]
        conversation = await self._state.conversation(visit, session)
        new = [NewMessage(conversation.id, m.role, m.text, speaker=m.speaker, sent_at=m.sent_at) for m in given]
        stored = [await memory.observe(message) for message in new]
        receipts = await _read(memory, stored)
        added = await _added(memory, stored)
        visit.messages.update(message.id for message in stored)
        visit.facts.update(fact.id for one in added for fact in one.facts)
        visit.revisions.update(number for receipt in receipts for number in receipt.revision_ids)
        answer = AddedAnswer(
            space=visit.space,
            conversation=conversation.external_id,
            messages=added,
            superseded=[told for receipt in receipts for told in receipt.superseded],
            ended=[told for receipt in receipts for told in receipt.ended],
            review=[told for receipt in receipts for told in receipt.review],
            revisions=[number for receipt in receipts for number in receipt.revision_ids],
        )
        return responded(answer, _added_lines(answer))

    async def memory_undo(
        self, context: Context[Any, Any], revision: Annotated[Id, Field(description="From memory_add's revisions.")]
    ) -> Annotated[CallToolResult, ChangedAnswer]:
        """Take back one change of the graph: what it replaced or ended is so again. Call it when memory_add changed
        what it should not have, or the person says so."""
        visit, session = await self._state.enter(context)
        if revision not in visit.revisions:
            raise UsageError(
                f"No answer of this session gave the change {revision}: `zeph graph undo` takes back others."
            )
        done = await session.memory.edits.undo(revision)
        return responded(
            ChangedAnswer(space=visit.space, done=done.sentence, revision=done.revision_id), [done.sentence]
        )

    async def memory_forget(
        self,
        context: Context[Any, Any],
        facts: Seen | None = None,
        messages: Seen | None = None,
    ) -> Annotated[CallToolResult, ChangedAnswer]:
        """Remove facts, with the sentences that tell them, and messages for good; nothing brings them back. Call it
        only when the person asks to forget exactly this, after you have searched for it and shown them what would
        go."""
        visit, session = await self._state.enter(context)
        if not facts and not messages:
            raise UsageError("Give the ids of facts or of messages.")
        facts, messages = facts or [], messages or []
        unseen = [f"#{i}" for i in facts if i not in visit.facts]
        unseen += [f"m{i}" for i in messages if i not in visit.messages]
        if unseen:
            raise UsageError(
                f"No answer of this session gave {', '.join(unseen)}: search first, forget what you found."
            )
        forgetting = session.memory.edits.forgetting
        targets = [await forgetting.fact(i) for i in facts] + [await forgetting.message(i) for i in messages]
        whole = Target(
            messages=tuple(i for target in targets for i in target.messages),
            facts=tuple(i for target in targets for i in target.facts),
            cuts=tuple(sorted({cut for target in targets for cut in target.cuts})),
        )
        gone = await self._state.forget(session, whole)
        done = (
            f"Forgotten: {len(gone.facts)} facts, {len(gone.messages)} messages, {len(gone.cut)} sentences of others."
        )
        return responded(ChangedAnswer(space=visit.space, done=done), [done, *(fact.fact for fact in gone.facts)])


async def _read(memory: Memory, stored: list[Message]) -> list[Receipt]:
    """What the messages changed, as far as they are read in time; the background goes on with the others."""
    receipts: list[Receipt] = []
    try:
        async with asyncio.timeout(READ_WITHIN_SECS):
            for message in stored:
                receipt = await memory.ingest_now(message)
                receipts += [receipt] if receipt else []
    except (TimeoutError, LeaseLost):  # a model is slow, or another Zeph is at this conversation
        pass
    memory.wake()
    return receipts


async def _added(memory: Memory, stored: list[Message]) -> list[AddedMessage]:
    """What became of the messages; facts as far as there is room for them."""
    added, room = [], MOST_BYTES
    for message in stored:
        now = await memory.conversations.message(message.id)
        facts = await memory.graph.facts_of_message(message.id)
        shown, _ = (
            page([FactItem.of(fact, memory.now) for fact in facts], 0, FACTS_SHOWN, room) if room > 0 else ([], None)
        )
        room -= sum(len(fact.model_dump_json()) for fact in shown)
        added.append(AddedMessage(id=message.id, state=STATES.get(now.graph_processed, "kept"), facts=shown))
    return added


def _added_lines(answer: AddedAnswer) -> list[str]:
    lines = []
    for one in answer.messages:
        lines.append(f"m{one.id} {one.state}")
        lines += [f"  {fact.line()}" for fact in one.facts]
    for what, told in (("replaced", answer.superseded), ("over", answer.ended), ("to be looked at", answer.review)):
        lines += [f"{what}: {one}" for one in told]
    return lines
