"""One turn: persist, recall, assemble, stream, run what the model calls, persist, wake.

::

    text ─▶ memory.observe(message)       persisted before anything else
         ─▶ agent.plan(…)                 recall, then what goes to the model (zeph.agent.context)
         ─▶ chat.stream(plan.messages)    text, thinking, tool calls, usage; without a model the memory answers
         ─▶ calling.run(calls)            while the model calls tools: persisted, allowed or not, run, sent back
         ─▶ memory.observe(answer)        also when it is interrupted
         ─▶ memory.wake()                 the worker takes pending messages; nobody waits for it

In: a text and the conversation it belongs to. Out: events; the doors only render them. What was
said is kept whatever happens: an error of the model, a stream that is cut, a cancelled task.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

from zeph.agent.answers.memory_answer import MODEL_HELP
from zeph.agent.answers.receipt_lines import still_noted, told_receipt
from zeph.agent.attachments import Attachment, as_data
from zeph.agent.context import ContextPlan
from zeph.agent.prompting import HISTORY_LIMIT, Prompting
from zeph.agent.shielded import shielded
from zeph.agent.tools.call_groups import INTERRUPTED, called, result_mark, without_secrets
from zeph.agent.tools.calling import Calling, holds_foreign
from zeph.agent.tools.offered_tools import spec_tokens
from zeph.agent.tools.tool import Tool, ToolContext, ToolResult
from zeph.agent.tools.toolbox import workspace_of
from zeph.agent.unkept import Unkept, but_last_bit
from zeph.errors import LeaseLost, ModelError
from zeph.memory.ingest.intents.order_of import order_of
from zeph.models.ports import ChatMessage, ToolSpec, Usage
from zeph.models.tokens import count_messages
from zeph.models.toolcalls import Call, encode_tool_calls, sent_name
from zeph.models.written_calls import WrittenCalls
from zeph.records.edge import Edge
from zeph.records.events import (
    Event,
    FactsRecalled,
    MemoryChanged,
    Notice,
    TextDelta,
    ThinkingDelta,
    ToolCall,
    ToolDone,
    TurnEnded,
)
from zeph.records.message import Conversation, Message, NewMessage, Role
from zeph.records.revision import Receipt
from zeph.safety.told_secrets import Hidden, hide_secrets

BETWEEN = "\n\n"
"""Between what the model says before it calls something and what it says after."""
NO_ANSWER = "The model called tools until it might call no more, and gave no answer; ask again, or more narrowly."
NOT_KEPT = "Not kept: neither what you said nor what I answer."
LAST_NOT_KEPT = "Not kept: “{}”."


class Agent(Prompting):
    """A conversation loop around a memory; without a chat model the memory answers by itself."""

    @asynccontextmanager
    async def turn(
        self,
        text: str,
        conversation: Conversation,
        *,
        again: Message | None = None,
        attached: Sequence[Attachment] = (),
        unkept: Unkept | None = None,
    ) -> AsyncIterator[AsyncIterator[Event]]:
        """``async with agent.turn(text, conversation) as events: async for event in events: …``.

        ``again``: a message that is kept already, to be answered once more. ``attached``: what is put before the model
        beside it; kept before it, and no fact is read from it. ``unkept``: the private stretch that the turn belongs
        to; a message that orders to keep nothing of it has one of its own.
        """
        turn = _Turn(self, text, conversation, again, attached, unkept)
        events = turn.events()
        try:
            yield events
        finally:
            await shielded(turn.close(events))


class _Turn:
    """One turn's state: what was said so far, and whether it is persisted yet."""

    def __init__(
        self,
        agent: Agent,
        text: str,
        conversation: Conversation,
        again: Message | None,
        attached: Sequence[Attachment],
        unkept: Unkept | None,
    ) -> None:
        self.agent = agent
        self.again = again
        self.memory = agent.memory
        self.order = order = None if again else order_of(text)
        self.but_last = order is not None and order.about == "last_bit"
        """Whether the last that was said is not kept, as the person ordered."""
        self.once = unkept is None and order is not None and order.kind == "unstored" and not self.but_last
        """Whether nothing of this turn alone is."""
        self.unkept = Unkept() if self.once else unkept
        said = order.what if self.once and order and not order.roughly else text
        if order is not None and order.about == "last_bit":
            said, attached = but_last_bit(text, order, attached)
        hide = Hidden if agent.settings.memory.keep_secrets else hide_secrets
        hidden = [hide(text) for text in (said, *(one.text for one in attached))]
        self.text = hidden[0].text
        self.attached = [replace(one, text=found.text) for one, found in zip(attached, hidden[1:], strict=True)]
        names = dict.fromkeys(name for found in hidden for name in found.names)
        self.remark = Hidden(self.text, tuple(names)).sentence()
        self.conversation = conversation
        self.told: Sequence[Edge] = ()
        """What the person says was wrong."""
        self.said: list[str] = []
        """The answer so far."""
        self.unsaved: list[str] = []
        """What of it is not persisted yet."""
        self.calls: list[Call] = []
        """What the model has called in this round."""
        self.waiting: dict[int, str] = {}
        """Tools that were called and have no result yet, by the call's place in its round."""
        self.called = 0
        self.calling: Calling | None = None
        """None before the model is asked."""
        self.quotes_strangers = False
        """Whether the memory itself answers from what strangers said."""
        self.usage = Usage()
        self.error = ""
        self.whole = False
        self.persisted = False

    async def events(self) -> AsyncGenerator[Event, None]:
        self.memory.foresee(self.text)
        asked, history = await self._observed()
        if self.once or self.but_last:
            yield Notice(NOT_KEPT if self.once or not self.order else LAST_NOT_KEPT.format(self.order.what))
        if self.remark:
            yield Notice(self.remark)
        graph = self.agent.settings.memory.graph
        here = graph.enabled and (self.agent.chat is None or graph.extractor == "local")
        if here and self.unkept is None and (unread := self.agent.languages.notice(self.text)):
            yield Notice(unread)
        answer = self._from_model(asked, history) if self.agent.chat else self._from_memory(asked)
        async with aclosing(answer):
            async for event in answer:
                yield event
        await shielded(self.observe_answer())
        yield self._ended()

    async def _observed(self) -> tuple[Message, list[Message]]:
        """The message, persisted, and those before it, which are read meanwhile."""
        if self.again is None:
            self.agent.since.said(self.text, self.conversation.id, kept=self.unkept is None)
        for one in self.attached:
            if self.unkept is not None:
                self.unkept.say(self.conversation, "tool", one.text, self.memory.now, speaker=one.name)
                continue
            beside = NewMessage(self.conversation.id, "tool", one.text, speaker=one.name)
            await shielded(self.memory.observe(beside))
        reading = asyncio.create_task(self.memory.conversations.history(self.conversation.id, HISTORY_LIMIT))
        try:
            new = NewMessage(self.conversation.id, "user", self.text)
            if self.unkept is not None:
                before = [*await reading, *self.unkept.messages]
                said = self.again or self.unkept.say(self.conversation, "user", self.text, self.memory.now)
                return said, [message for message in before if message.id < said.id]
            self.told = await self._corrects(new)
            asked = self.again if self.again else await shielded(self.memory.observe(new))
            return asked, [message for message in await reading if message.id < asked.id]
        finally:
            reading.cancel()

    async def _from_model(self, asked: Message, history: Sequence[Message]) -> AsyncGenerator[Event, None]:
        kept = self.unkept is None
        tools, failure = await self._offered()
        plan = await self.agent.plan(self.text, self.conversation, history, before_id=asked.id, kept=kept, tools=tools)
        plan = plan.showing([one.picture for one in self.attached if one.picture])
        self.agent.used(self.conversation, plan.recalled, kept=kept)
        yield FactsRecalled(plan.recalled, dict(plan.tokens), plan.window, plan.reserve)
        for one in self.attached:
            whole = as_data(one.name, one.text)
            yield Notice(one.told(sent_whole=any(message.content == whole for message in plan.messages)))
        for note in plan.recalled.news:
            yield Notice(note)
        if failure:
            self.error = failure
            return
        planted = plan.strange or bool(self.attached) or holds_foreign(history, tools)
        calling = self.calling = self._calling(tools, planted=planted)
        rounds = self._rounds(plan, calling)
        async with aclosing(rounds):
            async for event in rounds:
                yield event

    async def _offered(self) -> tuple[tuple[Tool, ...], str]:
        """The tools that the model may call; or why it cannot be asked at all."""
        try:
            return await self.agent.offered(kept=self.unkept is None), ""
        except ModelError as error:
            return (), str(error)

    def _calling(self, tools: Sequence[Tool], *, planted: bool) -> Calling:
        settings, box = self.agent.settings, self.agent.toolbox
        context = ToolContext(
            self.memory, self.conversation, settings, workspace_of(settings.tools), box.protected,
            kept=self.unkept is None, forget_traces=box.forget_traces,
        )  # fmt: skip
        return Calling(box, tools, context, window=self.agent.window, planted=planted)

    async def _rounds(self, plan: ContextPlan, calling: Calling) -> AsyncGenerator[Event, None]:
        """The model speaks and calls; what it called is run and sent back, until it calls no more."""
        before: list[ChatMessage] = []
        for left in range(self.agent.settings.tools.max_rounds, -1, -1):
            offered = plan.tools if left and not calling.stuck else ()
            stream = self._stream(plan.going_on(before), offered)
            async with aclosing(stream):
                async for event in stream:
                    yield event
            if self.error or not self.calls or not offered:
                break
            self.whole = False
            results = self._results(calling, before)
            async with aclosing(results):
                async for event in results:
                    yield event
        if before and not self.error and not "".join(self.unsaved).strip():
            yield Notice(NO_ANSWER)

    async def _results(self, calling: Calling, before: list[ChatMessage]) -> AsyncGenerator[Event, None]:
        """Each call is persisted before it is run, and has its result, whatever happens."""
        calls, self.calls = self.calls, []
        hide = not self.agent.settings.memory.keep_secrets
        shown = without_secrets(calls) if hide else calls
        text, self.unsaved = "".join(self.unsaved), []
        first, self.called = self.called + 1, self.called + len(calls)
        await shielded(self._keep_calls(text, shown))
        for at, (name, arguments) in enumerate(shown):
            yield ToolCall(name, arguments, first + at)
        results: dict[int, str] = {}
        running = calling.run(calls)
        async with aclosing(running):
            async for at, result in running:
                results[at] = result.text
                await shielded(self._keep_result(at, result))
                yield ToolDone(first + at, calls[at][0], result.text, result.failed)
        before.extend(called(text, shown, results))

    async def _keep_calls(self, text: str, calls: Sequence[Call]) -> None:
        await self._keep("assistant", text, encode_tool_calls(calls))
        self.waiting = {at: name for at, (name, _) in enumerate(calls)}

    async def _keep_result(self, at: int, result: ToolResult) -> None:
        await self._keep("tool", result.text, result_mark(self.waiting[at], at, result.failed, strange=result.strange))
        del self.waiting[at]

    async def _keep(self, role: Role, text: str, tool_calls: str = "", *, interrupted: bool = False) -> None:
        if self.unkept is not None:
            self.unkept.say(self.conversation, role, text, self.memory.now, tool_calls=tool_calls)
            return
        planted = self.quotes_strangers or (self.calling is not None and self.calling.planted)
        new = NewMessage(
            self.conversation.id, role, text, tool_calls=tool_calls, interrupted=interrupted,
            strange=planted and role == "assistant",
        )  # fmt: skip
        await self.memory.observe(new)

    async def _stream(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> AsyncGenerator[Event, None]:
        chat = self.agent.chat
        assert chat is not None
        chunks = chat.stream(messages, tools=tools)
        usage, written = Usage(), WrittenCalls({tool.name for tool in tools})
        try:
            async for chunk in chunks:
                if chunk.thinking:
                    yield ThinkingDelta(chunk.thinking)
                text = written.take(chunk.text)
                if chunk.done:
                    rest, told = written.end()
                    text += rest
                    self.calls += told
                if text:
                    if self.said and not self.unsaved and self.said[-1] != BETWEEN:
                        self.said.append(BETWEEN)
                        yield TextDelta(BETWEEN)
                    self._says(text)
                    yield TextDelta(text)
                self.calls += [(sent_name(name), arguments) for name, arguments in chunk.tool_calls]
                if chunk.done:
                    usage = chunk.usage
            self.whole = True
            self.usage = _sum(self.usage, usage)
            self.agent.calibration.learn(count_messages(messages) + spec_tokens(tools), usage.prompt_tokens)
        except ModelError as error:
            self.error = str(error)
        finally:
            if cut := written.cut():
                self._says(cut)
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()

    def _says(self, text: str) -> None:
        self.said.append(text)
        self.unsaved.append(text)

    async def _from_memory(self, asked: Message) -> AsyncGenerator[Event, None]:
        for one in self.attached:
            yield Notice(one.told(sent_whole=True))
        receipt = await self._ingested(asked)
        if receipt and receipt.tells:
            yield MemoryChanged(receipt)
        kept = self.unkept is None
        answer = await self.agent.own_answer(
            self.text, receipt, self.conversation, before_id=asked.id, kept=kept, beside=bool(self.attached)
        )
        self.agent.used(self.conversation, answer.used, kept=kept)
        self.quotes_strangers = bool(self.attached) or await self.memory.conversations.told_strangers()
        yield FactsRecalled(answer.used, {})
        for note in answer.used.news:
            yield Notice(note)
        text = self.agent.since.told(answer.text, hidden=bool(self.remark))
        if self.told:  # what was wrong is no question, however it is worded
            corrects = receipt is not None and receipt.corrects
            text = told_receipt(receipt) if corrects else still_noted(self.told, receipt)
        if answer.wants_model and not self.agent.helped:
            self.agent.helped = True
            text = f"{text} {MODEL_HELP}"
        self._says(text)
        self.whole = True
        yield TextDelta(text)

    async def _corrects(self, new: NewMessage) -> Sequence[Edge]:
        """The facts that were told last, where the person says that something was wrong."""
        corrections, order = self.agent.corrections, self.order
        may_be = order is None or order.roughly or order.kind == "correct"
        if may_be and (right := await corrections.put_right(new.text, self.conversation)):
            self.memory.corrects(new, right.facts, right.wrong)
            return ()
        if may_be and (told := await corrections.contrasted(new.text, self.conversation)):
            self.memory.corrects(new, told)
            return told
        if order is None or order.kind != "correct":
            return ()
        told = await corrections.corrected(order, self.conversation, new.text)
        if not order.roughly:
            self.memory.corrects(new, told)
        return told

    async def _ingested(self, asked: Message) -> Receipt | None:
        """The message's facts at once; where another process works on this chat, its worker has them soon."""
        if self.unkept is not None or not self.agent.settings.memory.graph.enabled:
            return None
        try:
            return await self.memory.ingest_now(asked)
        except LeaseLost:
            return None

    async def observe_answer(self) -> None:
        """Persist the answer, whole or not, once; then the worker may take what is pending."""
        if not self.persisted:
            self.persisted = True
            for at in [*self.waiting]:
                await self._keep_result(at, ToolResult(INTERRUPTED, failed=True))
            answer = "".join(self.unsaved)
            if answer.strip() or self.unkept is not None:
                await self._keep("assistant", answer, interrupted=not self.whole)
            self.memory.wake()

    async def close(self, events: AsyncGenerator[Event, None]) -> None:
        await events.aclose()
        await self.observe_answer()

    def _ended(self) -> TurnEnded:
        return TurnEnded(
            answer="".join(self.said),
            model=self.agent.model_name,
            interrupted=not self.whole,
            prompt_tokens=self.usage.prompt_tokens,
            answer_tokens=self.usage.answer_tokens,
            error=self.error,
        )


def _sum(before: Usage, more: Usage) -> Usage:
    """What two requests took; what one of them does not tell is not known of both."""
    if before == Usage():
        return more
    prompt, answer = (before.prompt_tokens, more.prompt_tokens), (before.answer_tokens, more.answer_tokens)
    return Usage(_added(*prompt), _added(*answer))


def _added(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
