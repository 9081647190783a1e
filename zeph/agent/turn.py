"""One turn: keep what was said, recall, assemble, stream, keep the answer, wake the background.

In: a text and its conversation. Out: typed events, ended by TurnEnded. What was said is on the disk before
anything else happens, and what was answered is kept also when the turn is cancelled or the model fails.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace

from zeph.agent.context import Context, assemble, budgets, cost
from zeph.agent.memory_answer import answer_from_memory
from zeph.config.schema import Settings
from zeph.errors import ModelError
from zeph.memory.facade import Memory, RecallBudget
from zeph.models.ports import ChatModel, Usage
from zeph.models.tokens import Calibration
from zeph.records.events import Event, FactsRecalled, MemoryChanged, TextDelta, ThinkingDelta, ToolCall, TurnEnded
from zeph.records.message import Conversation, Message, NewMessage
from zeph.records.recalled import Recalled

HISTORY_MESSAGES = 200
FROM_MEMORY = "memory"
"""What answers by itself where there is no model."""
NO_MODEL_WINDOW = 8192
ALREADY_SAID_LAST = 20


@dataclass
class Answer:
    """What has come of the answer so far."""

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    error: str = ""
    done: bool = False


class Agent:
    """Talks over one memory, with a chat model or without."""

    def __init__(self, memory: Memory, chat: ChatModel | None, settings: Settings) -> None:
        self.memory = memory
        self.chat = chat
        self.settings = settings
        self.calibration = Calibration()

    @property
    def model_name(self) -> str:
        return self.chat.name if self.chat else FROM_MEMORY

    @property
    def window(self) -> int:
        return self.chat.context_window if self.chat else NO_MODEL_WINDOW

    @asynccontextmanager
    async def turn(self, text: str, conversation: Conversation) -> AsyncIterator[AsyncIterator[Event]]:
        """``async with agent.turn(text, conversation) as events``; leaving it early interrupts the turn."""
        async with aclosing(self._turn(text, conversation)) as events:
            yield events

    async def _turn(self, text: str, conversation: Conversation) -> AsyncIterator[Event]:
        said = await self.memory.observe(NewMessage(conversation.id, "user", text))
        answer = Answer()
        try:
            stream = self._answered(said, answer) if self.chat else self._remembered(said, answer)
            async with aclosing(stream):
                async for event in stream:
                    yield event
        except ModelError as error:
            answer.error = str(error)
        finally:
            await self._keep(conversation, answer)
        yield TurnEnded(
            answer.text, self.model_name, not answer.done, answer.usage.prompt_tokens, answer.usage.answer_tokens, answer.error
        )

    async def _answered(self, said: Message, answer: Answer) -> AsyncIterator[Event]:
        assert self.chat is not None
        recalled, context = await self._context(said.text, said)
        yield FactsRecalled(recalled, context.tokens)
        async with aclosing(self.chat.stream(context.messages)) as chunks:
            async for chunk in chunks:
                answer.text += chunk.text
                if chunk.text:
                    yield TextDelta(chunk.text)
                if chunk.thinking:
                    yield ThinkingDelta(chunk.thinking)
                for name, arguments in chunk.tool_calls:
                    yield ToolCall(name, arguments)
                if chunk.done:
                    answer.usage, answer.done = chunk.usage, True
        if answer.usage.prompt_tokens:
            self.calibration.learn(context.tokens["total"], answer.usage.prompt_tokens)

    async def _remembered(self, said: Message, answer: Answer) -> AsyncIterator[Event]:
        """No model: the message becomes facts first, which takes milliseconds, then the memory answers."""
        receipt = await self.memory.ingest_now(said)
        if receipt and receipt.changed:
            yield MemoryChanged(receipt)
        recalled = await self.memory.recall(
            said.text, conversation_id=said.conversation_id, before_id=said.id, count_usage=True
        )
        new = receipt.learned if receipt else ()
        recalled = replace(recalled, facts=tuple(f for f in recalled.facts if f.edge.sources != (said.id,) or f.edge.fact not in new or "?" in said.text))
        yield FactsRecalled(recalled, {})
        answer.text, answer.done = answer_from_memory(said.text, receipt, recalled), True
        yield TextDelta(answer.text)

    async def _keep(self, conversation: Conversation, answer: Answer) -> None:
        if answer.text:
            message = NewMessage(conversation.id, "assistant", answer.text, interrupted=not answer.done)
            await asyncio.shield(self.memory.observe(message))
        self.memory.wake()

    # ------------------------------------------------------------ the context

    async def context_for(self, question: str, conversation: Conversation | None = None) -> tuple[Recalled, Context]:
        """Exactly what would be sent to the model for this question; nothing is kept or counted."""
        return await self._context(question, None, conversation)

    async def _context(
        self, question: str, said: Message | None, conversation: Conversation | None = None
    ) -> tuple[Recalled, Context]:
        conversation_id = said.conversation_id if said else conversation.id if conversation else None
        history = await self._history(conversation_id, said)
        settings = self.settings
        reserve = min(settings.agent.reply_reserve_tokens, self.window // 2)
        system = settings.agent.system_prompt
        facts, messages = budgets(self.window, reserve, cost(system), self.memory.settings.graph.enabled)
        recalled = await self.memory.recall(
            question, conversation_id=conversation_id, budget=RecallBudget(facts, messages),
            already_said=[m.text for m in history[-ALREADY_SAID_LAST:]], before_id=said.id if said else None,
            count_usage=said is not None,
        )  # fmt: skip
        return recalled, assemble(system, recalled, history, question, self._safe_window, reserve)

    @property
    def _safe_window(self) -> int:
        """The window in our own tokens, after what providers have reported of their counting."""
        return int(self.window / self.calibration.ratio)

    async def _history(self, conversation_id: int | None, said: Message | None) -> list[Message]:
        if conversation_id is None:
            return []
        history = await self.memory.history(conversation_id, HISTORY_MESSAGES)
        return [m for m in history if said is None or m.id < said.id]
