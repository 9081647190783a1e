"""One turn: persist, recall, assemble, stream, persist, wake.

In: a text and the conversation it belongs to. Out: events; the doors only render them. What was
said is kept whatever happens: an error of the model, a stream that is cut, a cancelled task.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

from zeph.agent.context import Context, assemble, budgets, in_window
from zeph.agent.memory_answer import answer_from_memory, told
from zeph.config.schema import Settings
from zeph.errors import LeaseLost, ModelError
from zeph.memory.facade import Memory
from zeph.models.ports import ChatMessage, ChatModel, Usage
from zeph.models.tokens import Calibration, count_messages
from zeph.records.events import (
    Event,
    FactsRecalled,
    MemoryChanged,
    Notice,
    TextDelta,
    ThinkingDelta,
    ToolCall,
    TurnEnded,
)
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.recall_request import RecallBudget, RecallRequest
from zeph.records.recalled import NOTHING_KNOWN, Explanation, Recalled
from zeph.records.revision import Receipt

MEMORY_ALONE = "memory"
"""Name of the one who answers where there is no chat model."""
WINDOW_ALONE = 8192
"""The window that recall's budgets are made for where there is no chat model."""
HISTORY_LIMIT = 200

T = TypeVar("T")


class Agent:
    """A conversation loop around a memory; without a chat model the memory answers by itself."""

    def __init__(
        self, memory: Memory, chat: ChatModel | None, settings: Settings, calibration: Calibration | None = None
    ) -> None:
        self.memory = memory
        self.chat = chat
        self.settings = settings
        self.calibration = calibration or Calibration()
        self.last: tuple[int, Recalled] | None = None
        """Conversation id and what went into its last answer."""

    @property
    def model_name(self) -> str:
        return self.chat.name if self.chat else MEMORY_ALONE

    @property
    def window(self) -> int:
        """Tokens for prompt and answer, in our own counting: smaller where the provider counts more."""
        window = self.chat.context_window if self.chat else WINDOW_ALONE
        return max(1, int(window / max(1.0, self.calibration.ratio)))

    @asynccontextmanager
    async def turn(
        self, text: str, conversation: Conversation, *, again: Message | None = None
    ) -> AsyncIterator[AsyncIterator[Event]]:
        """``async with agent.turn(text, conversation) as events: async for event in events: …``.

        ``again``: a message that is kept already, to be answered once more.
        """
        turn = _Turn(self, text, conversation, again)
        events = turn.events()
        try:
            yield events
        finally:
            await _finished(turn.close(events))

    async def context_for(self, question: str, conversation: Conversation | None = None) -> tuple[Context, Recalled]:
        """Exactly the messages that would be sent for ``question``, and what was recalled for them."""
        history = await self.memory.conversations.history(conversation.id, HISTORY_LIMIT) if conversation else []
        recalled = await self.recall(question, conversation, history)
        context = await self.assembled(recalled, history, question, conversation)
        return context, injected(recalled, context)

    async def why(self, conversation: Conversation) -> Explanation | None:
        """How the memory came to the conversation's last answer; None where there is none yet.

        An answer of an earlier session is explained by asking its question anew, as of what was said before it.
        """
        if self.last is not None and self.last[0] == conversation.id:
            return await self.memory.explain(self.last[1])
        history = await self.memory.conversations.history(conversation.id, HISTORY_LIMIT)
        asked = next((i for i in range(len(history) - 1, -1, -1) if history[i].role == "user"), None)
        if asked is None:
            return None
        question, before = history[asked], history[:asked]
        recalled = await self.recall(question.text, conversation, before, before_id=question.id)
        if self.chat is None:
            return await self.memory.explain(told(question.text, recalled), anew=True)
        context = await self.assembled(recalled, before, question.text, conversation)
        return await self.memory.explain(injected(recalled, context), anew=True)

    async def recall(
        self,
        question: str,
        conversation: Conversation | None,
        history: list[Message],
        *,
        before_id: int | None = None,
    ) -> Recalled:
        """What the memory has for ``question`` that the recent history does not say already."""
        request = RecallRequest(
            question,
            budget=self._recall_budget(),
            conversation_id=conversation.id if conversation else None,
            before_id=before_id,
            already_said=tuple(m.text for m in self._in_window(history, question)) if self.chat else (),
        )
        return await self.memory.recall(request)

    def used(self, conversation: Conversation, recalled: Recalled) -> None:
        """This went into an answer: it is counted, and kept for who asks why."""
        self.last = (conversation.id, recalled)
        self.memory.count_usage(recalled)

    async def assembled(
        self, recalled: Recalled, history: list[Message], question: str, conversation: Conversation | None
    ) -> Context:
        """What is sent. Where the conversation is longer than that, with a summary of its beginning, which the
        background brings up to date."""
        agent, graph = self.settings.agent, self.settings.memory.graph.enabled
        summary = ""
        if conversation and history:
            seen = self._in_window(history, question)
            gone = [message for message in history if not seen or message.id < seen[0].id]
            if gone or len(history) >= HISTORY_LIMIT:
                known = await self.memory.conversations.summary(conversation.id)
                summary = known.text if known else ""
            if gone:
                self.memory.conversations.summarise(conversation.id, gone[-1].id)
        return assemble(
            agent.system_prompt, recalled, history, question, self.window, agent.reply_reserve_tokens, graph, summary
        )

    def _recall_budget(self) -> RecallBudget:
        agent = self.settings.agent
        system = count_messages((ChatMessage("system", agent.system_prompt),))
        graph = self.settings.memory.graph.enabled
        facts, messages = budgets(self.window, agent.reply_reserve_tokens, system, graph)
        return RecallBudget(facts=facts, messages=messages if self.settings.memory.recall_messages_limit else 0)

    def _in_window(self, history: list[Message], question: str) -> Sequence[Message]:
        """What the model will see of the conversation anyhow; older messages may be recalled."""
        agent, graph = self.settings.agent, self.settings.memory.graph.enabled
        spoken = [m for m in history if m.role in ("user", "assistant") and m.text.strip()]
        return in_window(agent.system_prompt, spoken, question, self.window, agent.reply_reserve_tokens, graph)


def injected(recalled: Recalled, context: Context) -> Recalled:
    """What of it is in the context."""
    return replace(recalled, facts=recalled.facts[: context.facts], messages=recalled.messages[: context.earlier])


def _worth_telling(recalled: Recalled) -> list[str]:
    """That nothing is known is no news in a chat."""
    return [note for note in recalled.notes if note != NOTHING_KNOWN]


class _Turn:
    """One turn's state: what was said so far, and whether it is kept yet."""

    def __init__(self, agent: Agent, text: str, conversation: Conversation, again: Message | None) -> None:
        self.agent = agent
        self.again = again
        self.memory = agent.memory
        self.text = text
        self.conversation = conversation
        self.said: list[str] = []
        self.usage = Usage()
        self.error = ""
        self.whole = False
        self.kept = False

    async def events(self) -> AsyncGenerator[Event, None]:
        reading = asyncio.create_task(self.memory.conversations.history(self.conversation.id, HISTORY_LIMIT))
        try:
            asked = self.again if self.again else await _finished(self.memory.observe(self._new()))
            history = [message for message in await reading if message.id < asked.id]
        finally:
            reading.cancel()
        answer = self._from_model(asked, history) if self.agent.chat else self._from_memory(asked)
        async with aclosing(answer):
            async for event in answer:
                yield event
        await _finished(self.keep())
        yield self._ended()

    def _new(self) -> NewMessage:
        return NewMessage(self.conversation.id, "user", self.text)

    async def _from_model(self, asked: Message, history: list[Message]) -> AsyncGenerator[Event, None]:
        recalled = await self.agent.recall(self.text, self.conversation, history, before_id=asked.id)
        context = await self.agent.assembled(recalled, history, self.text, self.conversation)
        recalled = injected(recalled, context)
        self.agent.used(self.conversation, recalled)
        yield FactsRecalled(recalled, context.tokens)
        for note in _worth_telling(recalled):
            yield Notice(note)
        stream = self._stream(context)
        async with aclosing(stream):
            async for event in stream:
                yield event

    async def _stream(self, context: Context) -> AsyncGenerator[Event, None]:
        chat = self.agent.chat
        assert chat is not None
        chunks = chat.stream(context.messages)
        try:
            async for chunk in chunks:
                if chunk.thinking:
                    yield ThinkingDelta(chunk.thinking)
                if chunk.text:
                    self.said.append(chunk.text)
                    yield TextDelta(chunk.text)
                for name, arguments in chunk.tool_calls:
                    yield ToolCall(name, arguments)
                if chunk.done:
                    self.usage = chunk.usage
            self.whole = True
            self.agent.calibration.learn(count_messages(context.messages), self.usage.prompt_tokens)
        except ModelError as error:
            self.error = str(error)
        finally:
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()

    async def _from_memory(self, asked: Message) -> AsyncGenerator[Event, None]:
        receipt = await self._ingested(asked)
        if receipt and receipt.tells:
            yield MemoryChanged(receipt)
        recalled = told(self.text, await self.agent.recall(self.text, self.conversation, [], before_id=asked.id))
        self.agent.used(self.conversation, recalled)
        yield FactsRecalled(recalled, {})
        for note in _worth_telling(recalled):
            yield Notice(note)
        answer = answer_from_memory(self.text, receipt, recalled)
        self.said.append(answer)
        self.whole = True
        yield TextDelta(answer)

    async def _ingested(self, asked: Message) -> Receipt | None:
        """The message's facts at once; where another process works on this chat, its worker has them soon."""
        if not self.agent.settings.memory.graph.enabled:
            return None
        try:
            return await self.memory.ingest_now(asked)
        except LeaseLost:
            return None

    async def keep(self) -> None:
        """Persist the answer, whole or not, once; then the worker may take what is pending."""
        if not self.kept:
            self.kept = True
            answer = "".join(self.said)
            if answer.strip():
                message = NewMessage(self.conversation.id, "assistant", answer, interrupted=not self.whole)
                await self.memory.observe(message)
            self.memory.wake()

    async def close(self, events: AsyncGenerator[Event, None]) -> None:
        await events.aclose()
        await self.keep()

    def _ended(self) -> TurnEnded:
        return TurnEnded(
            answer="".join(self.said),
            model=self.agent.model_name,
            interrupted=not self.whole,
            prompt_tokens=self.usage.prompt_tokens,
            answer_tokens=self.usage.answer_tokens,
            error=self.error,
        )


async def _finished(work: Coroutine[Any, Any, T]) -> T:
    """``work``'s result, finished even if the caller is cancelled meanwhile (the cancellation then goes on)."""
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()
        raise cancelled
    return task.result()
