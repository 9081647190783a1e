"""One turn: persist, recall, assemble, stream, persist, wake.

::

    text ─▶ memory.observe(message)       persisted before anything else
         ─▶ agent.plan(…)                 recall, then what goes to the model (zeph.agent.context)
         ─▶ chat.stream(plan.messages)    text, thinking, tool calls, usage; without a model the memory answers
         ─▶ memory.observe(answer)        also when it is interrupted
         ─▶ memory.wake()                 the worker takes pending messages; nobody waits for it

In: a text and the conversation it belongs to. Out: events; the doors only render them. What was
said is kept whatever happens: an error of the model, a stream that is cut, a cancelled task.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

from zeph.agent.answers.about_person import FACTS, TOKENS, TOPICS, asked_of_person, told_of_person
from zeph.agent.answers.memory_answer import KEPT, MODEL_HELP, REST_KEPT, MemoryAnswer, answer_from_memory
from zeph.agent.answers.talk_kinds import asks_for_today
from zeph.agent.attachments import Attachment, as_data
from zeph.agent.context import ContextFrame, ContextPlan
from zeph.agent.languages import UnreadLanguage
from zeph.agent.shielded import shielded
from zeph.agent.standing_context import standing_context, today
from zeph.agent.unkept import Unkept
from zeph.config.schema import Settings
from zeph.errors import LeaseLost, ModelError
from zeph.memory.facade import Memory
from zeph.memory.ingest.intents.order_of import order_of
from zeph.models.ports import ChatMessage, ChatModel, Usage
from zeph.models.tokens import Calibration, count_messages
from zeph.records.edge import Edge
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
from zeph.records.message import PERSON, Conversation, Message, NewMessage
from zeph.records.profile import Profile
from zeph.records.recall_request import RecallBudget, RecallRequest
from zeph.records.recalled import Explanation, Recalled
from zeph.records.revision import Receipt
from zeph.safety.told_secrets import Hidden, hide_secrets

MEMORY_ALONE = "memory"
"""Name of the one who answers where there is no chat model."""
WINDOW_ALONE = 8192
"""The window that recall's budgets are made for where there is no chat model."""
HISTORY_LIMIT = 200
TOLD_WITHIN = 6
"""Messages among which the last turn is looked for."""
NOT_KEPT = "Not kept: neither what you said nor what I answer."


class Agent:
    """A conversation loop around a memory; without a chat model the memory answers by itself."""

    def __init__(self, memory: Memory, chat: ChatModel | None, settings: Settings) -> None:
        self.memory = memory
        self.chat = chat
        self.settings = settings
        self.calibration = Calibration()
        self.languages = UnreadLanguage()
        self.last: tuple[int, Recalled] | None = None
        """Conversation id and what went into its last answer."""
        self.helped = False
        """Whether it was told already how to come to a model."""

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

    async def plan(
        self,
        question: str,
        conversation: Conversation | None = None,
        history: Sequence[Message] = (),
        *,
        before_id: int | None = None,
        kept: bool = True,
    ) -> ContextPlan:
        """Exactly what would be sent for ``question``: recalled is what the history that is sent does not say already.

        Only messages before ``before_id`` are recalled; without ``kept`` nothing is written of it.
        """
        profile = await self._profile()
        known = await self.memory.conversations.summary(conversation.id) if conversation and history else None
        since = [message for message in history if known is None or message.id > known.compacted_until]
        frame = self._frame(question, since, await self._standing(profile))
        recalled = await self._recalled(question, frame, conversation, before_id, profile.facts)
        if kept and conversation and frame.left_out:  # the background brings the summary up to date
            self.memory.conversations.summarise(conversation.id, frame.left_out[-1].id)
        told = known is not None and (frame.left_out or known.compacted_until or len(history) >= HISTORY_LIMIT)
        return frame.plan(recalled, known.text if known and told else "")

    async def recall(self, question: str, conversation: Conversation, *, before_id: int) -> Recalled:
        """What the memory has for ``question`` where it answers by itself."""
        frame = self._frame(question, (), self.settings.agent.system_prompt)
        return await self._recalled(question, frame, conversation, before_id)

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
        if self.chat is None:
            recalled = (await self.own_answer(question.text, None, conversation, before_id=question.id)).used
        else:
            recalled = (await self.plan(question.text, conversation, before, before_id=question.id)).recalled
        return await self.memory.explain(recalled, anew=True)

    async def own_answer(
        self, text: str, receipt: Receipt | None, conversation: Conversation, *, before_id: int, kept: bool = True,
        beside: bool = False,
    ) -> MemoryAnswer:  # fmt: skip
        """What the memory says by itself: who the person is, where that is asked, else what answers."""
        if asks_for_today(text):
            return MemoryAnswer(today(self.memory.now), Recalled(text))
        wanted = asked_of_person(text)
        if wanted is not None:
            profile = await self.memory.profile.view(tokens=TOKENS)
            topics = [community.name for community in await self.memory.graph.communities(TOPICS)]
            _, facts = await self.memory.facts(PERSON, limit=FACTS)
            if told := told_of_person(profile, wanted, facts, topics, self.memory.now):
                return MemoryAnswer(told, Recalled(text))
        recalled = await self.recall(text, conversation, before_id=before_id)
        return await answer_from_memory(text, receipt, recalled, self.memory.likeness, kept=kept, beside=beside)

    async def told_last(self, conversation: Conversation) -> list[Edge]:
        """The facts that the last turn told: those its message gave, and of those in the answer the ones it names."""
        history = await self.memory.conversations.history(conversation.id, TOLD_WITHIN)
        asked = next((message for message in reversed(history) if message.role == "user"), None)
        if asked is None:
            return []
        given = await self.memory.graph.facts_of_message(asked.id)
        answer = " ".join(message.text for message in history if message.id > asked.id).casefold()
        used = self.last[1].facts if self.last is not None and self.last[0] == conversation.id else ()
        told = [*given, *(fact.edge for fact in used if _named(fact.edge, answer))]
        now = self.memory.now
        return [*{fact.id: fact for fact in told if fact.current(now)}.values()]

    def used(self, conversation: Conversation, recalled: Recalled, *, kept: bool = True) -> None:
        """This went into an answer: it is counted (of one that is ``kept``), and there for who asks why."""
        self.last = (conversation.id, recalled)
        if kept:
            self.memory.count_usage(recalled)

    async def _profile(self) -> Profile:
        return await self.memory.profile.view() if self.settings.memory.profile.enabled else Profile()

    async def _standing(self, profile: Profile) -> str:
        agent, core = self.settings.agent, await self.memory.blocks.view()
        return standing_context(agent.system_prompt, self.memory.now, profile.sent, core=core)

    def _frame(self, question: str, history: Sequence[Message], standing: str) -> ContextFrame:
        agent, graph = self.settings.agent, self.settings.memory.graph.enabled
        reserve, budget = agent.reply_reserve_tokens, agent.context_budget_tokens
        return ContextFrame.of(standing, history, question, self.window, reserve, graph, budget)

    async def _recalled(
        self,
        question: str,
        frame: ContextFrame,
        conversation: Conversation | None,
        before_id: int | None,
        told: frozenset[int] = frozenset(),
    ) -> Recalled:
        """``told``: facts that stand in the request anyhow."""
        messages = frame.budget.messages if self.settings.memory.recall_messages_limit else 0
        request = RecallRequest(
            question,
            budget=RecallBudget(facts=frame.budget.facts, messages=messages),
            conversation_id=conversation.id if conversation else None,
            before_id=before_id,
            already_said=tuple(m.text for m in frame.sent_whole if not m.is_attachment) if self.chat else (),
            already_told=told,
        )
        return await self.memory.recall(request)


def _named(fact: Edge, answer: str) -> bool:
    """Whether the answer, in small letters, has who and what it is about, the person aside."""
    return all(name.casefold() in answer for name in (fact.source, fact.target) if name != PERSON)


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
        self.once = unkept is None and order is not None and order.kind == "unstored"
        """Whether this turn alone is not kept, as the person ordered."""
        self.unkept = Unkept() if self.once else unkept
        said = order.what if self.once and order else text
        hide = Hidden if agent.settings.memory.keep_secrets else hide_secrets
        hidden = [hide(text) for text in (said, *(one.text for one in attached))]
        self.text = hidden[0].text
        self.attached = [replace(one, text=found.text) for one, found in zip(attached, hidden[1:], strict=True)]
        names = dict.fromkeys(name for found in hidden for name in found.names)
        self.remark = Hidden(self.text, tuple(names)).sentence()
        self.conversation = conversation
        self.said: list[str] = []
        self.usage = Usage()
        self.error = ""
        self.whole = False
        self.persisted = False

    async def events(self) -> AsyncGenerator[Event, None]:
        asked, history = await self._observed()
        if self.once:
            yield Notice(NOT_KEPT)
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
            await self._corrects(new)
            asked = self.again if self.again else await shielded(self.memory.observe(new))
            return asked, [message for message in await reading if message.id < asked.id]
        finally:
            reading.cancel()

    async def _from_model(self, asked: Message, history: Sequence[Message]) -> AsyncGenerator[Event, None]:
        kept = self.unkept is None
        plan = await self.agent.plan(self.text, self.conversation, history, before_id=asked.id, kept=kept)
        plan = plan.showing([one.picture for one in self.attached if one.picture])
        self.agent.used(self.conversation, plan.recalled, kept=kept)
        yield FactsRecalled(plan.recalled, dict(plan.tokens), plan.window, plan.reserve)
        for one in self.attached:
            whole = as_data(one.name, one.text)
            yield Notice(one.told(sent_whole=any(message.content == whole for message in plan.messages)))
        for note in plan.recalled.news:
            yield Notice(note)
        stream = self._stream(plan.messages)
        async with aclosing(stream):
            async for event in stream:
                yield event

    async def _stream(self, messages: Sequence[ChatMessage]) -> AsyncGenerator[Event, None]:
        chat = self.agent.chat
        assert chat is not None
        chunks = chat.stream(messages)
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
            self.agent.calibration.learn(count_messages(messages), self.usage.prompt_tokens)
        except ModelError as error:
            self.error = str(error)
        finally:
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()

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
        yield FactsRecalled(answer.used, {})
        for note in answer.used.news:
            yield Notice(note)
        text = REST_KEPT if self.remark and answer.text == KEPT else answer.text
        if answer.wants_model and not self.agent.helped:
            self.agent.helped = True
            text = f"{text} {MODEL_HELP}"
        self.said.append(text)
        self.whole = True
        yield TextDelta(text)

    async def _corrects(self, new: NewMessage) -> None:
        """What the person says was wrong is read as the correction of what was told last."""
        if self.order is not None and self.order.kind == "correct" and self.unkept is None:
            self.memory.corrects(new, await self.agent.told_last(self.conversation))

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
            answer = "".join(self.said)
            if self.unkept is not None:
                self.unkept.say(self.conversation, "assistant", answer, self.memory.now)
            elif answer.strip():
                message = NewMessage(self.conversation.id, "assistant", answer, interrupted=not self.whole)
                await self.memory.observe(message)
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
