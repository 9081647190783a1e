"""What a message corrects: facts that were told, or a word of what was said just before.

In: a text of the person's, its conversation. Out: the facts that it may be of; what it puts right.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from zeph.memory.facade import Memory
from zeph.memory.ingest.intents.contrasts import contrasted, may_contrast
from zeph.memory.ingest.intents.corrected_claims import speaks_of
from zeph.memory.ingest.intents.order_of import order_of
from zeph.memory.ingest.intents.put_right import LOOKED_BACK, as_put_right, found_behind, may_put_right
from zeph.records.edge import CANDIDATE_BELOW, Edge
from zeph.records.message import PERSON, Conversation, Message
from zeph.records.order import Order
from zeph.records.recalled import Recalled
from zeph.safety.text import one_line

TOLD_WITHIN = 30
"""Messages among which the last turn is looked for."""


@dataclass(frozen=True, slots=True)
class RightNow:
    """What a message puts right."""

    sentence: str
    """As it should have been."""
    facts: Sequence[Edge]
    """What the message that was wrong told."""
    wrong: Message
    """That message, as it stands."""


class Corrections:
    """Reads one memory."""

    def __init__(
        self,
        memory: Memory,
        used_in: Callable[[Conversation], Recalled],
        known_of: Callable[[str, Conversation], Awaitable[Recalled]],
    ) -> None:
        """``used_in``: what went into a conversation's last answer; ``known_of``: what is known for a text."""
        self._memory = memory
        self._used_in = used_in
        self._known_of = known_of

    async def put_right(self, text: str, conversation: Conversation, before_id: int | None = None) -> RightNow | None:
        """None where it puts nothing right of what was said just before in the conversation."""
        if not may_put_right(text):
            return None
        history = await self._memory.conversations.history(conversation.id, 2 * LOOKED_BACK)  # with its answers
        said = [m for m in history if m.role == "user" and (before_id is None or m.id < before_id)]
        if not said:
            return None
        message = said[-1]._replace(id=before_id or history[-1].id + 1, text=text, speaker="", imported=False)
        found = found_behind(message, as_put_right(said))
        if found is None:
            return None
        right, wrong = found
        facts = await self._memory.graph.facts_of_message(wrong.id)
        return RightNow(right.sentence(wrong.text), self._standing(facts), wrong)

    async def told_last(self, conversation: Conversation) -> list[Edge]:
        """The facts that the last turn told: those that its message gave, and of those that went into the answer the
        ones that it names. A correction that changed none is still of those of the turn before it."""
        history = await self._memory.conversations.history(conversation.id, TOLD_WITHIN)
        for asked in reversed([message for message in history if message.role == "user"]):
            told = await self._told_to(asked, [m for m in history if m.id > asked.id], conversation)
            order = order_of(asked.text)
            if told or order is None or order.kind != "correct":
                return told
        return []

    async def corrected(self, order: Order, conversation: Conversation, text: str) -> list[Edge]:
        """The facts that a correction may be of: those that the last turn told, and those of the turns before that it
        speaks of; of one that is told by example alone those of them that all of its ``text`` speaks of."""
        last = await self.told_last(conversation)
        if order.about != "value":
            named = [fact for fact in await self._given(conversation) if speaks_of(order, fact, PERSON)]
            last = [*{fact.id: fact for fact in (*last, *named)}.values()]
        whole = replace(order, what=text)
        return [fact for fact in last if speaks_of(whole, fact, PERSON)] if order.roughly else last

    async def _given(self, conversation: Conversation) -> list[Edge]:
        """What the talk gave lately, and stands."""
        history = await self._memory.conversations.history(conversation.id, TOLD_WITHIN)
        given = [fact for m in history if m.role == "user" for fact in await self._memory.graph.facts_of_message(m.id)]
        return self._standing(given)

    def _standing(self, facts: Sequence[Edge]) -> list[Edge]:
        now = self._memory.now
        return [f for f in facts if f.active and (f.valid_until is None or f.valid_until > now)]

    async def contrasted(self, text: str, conversation: Conversation) -> list[Edge]:
        """The facts of which a line says that something else should have been said: of those that the last turn told,
        and those that the talk before it gave, else of all that is known and that it names."""
        if not may_contrast(text):
            return []
        told = [await self.told_last(conversation)]
        history = await self._memory.conversations.history(conversation.id, TOLD_WITHIN)
        for message in reversed([m for m in history if m.role == "user"]):
            given = await self._memory.graph.facts_of_message(message.id)
            told.append(self._standing(given))
        changes = contrasted(text, list(filter(None, told)), PERSON)
        if not changes:
            known = await self._known_of(text, conversation)
            current = [one.edge for one in known.facts if one.edge.active and one.edge.current(self._memory.now)]
            changes = contrasted(text, (), PERSON, current)
        return [change.fact for change in changes]

    async def _told_to(self, asked: Message, after: Sequence[Message], conversation: Conversation) -> list[Edge]:
        given = await self._memory.graph.facts_of_message(asked.id)
        answer = " ".join(message.text for message in after).casefold()
        used = self._used_in(conversation)
        quoted = [m.message for m in used.messages if one_line(m.message.text).casefold() in answer]
        given += [fact for message in quoted for fact in await self._memory.graph.facts_of_message(message.id)]
        told = [*given, *(fact.edge for fact in used.facts if _named(fact.edge, answer))]
        return [*{f.id: f for f in self._standing(told) if f.confidence >= CANDIDATE_BELOW}.values()]


def _named(fact: Edge, answer: str) -> bool:
    """Whether the answer, in small letters, has who and what it is about, the person aside."""
    return all(name.casefold() in answer for name in (fact.source, fact.target) if name != PERSON)
