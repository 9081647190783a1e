"""What clients of the reference `memory` server wrote: entities with observations, and relations, word for word.

In: names and texts. Out: the same again, in the order in which they came. Each observation is a message of whom it is
about, each relation a record, so that they become facts like all that is said; a message is taken out with what it
taught. They stand in one conversation of the space.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from zeph.memory.facade import Memory
from zeph.records.message import Conversation, Message, NewMessage

CONVERSATION = "memory-server"
TITLE = "Told by clients of a memory server"
MOST = 100_000
"""Messages that are read."""
ENTITY, RELATION = "entity:", "relation:"
"""How the ids of messages begin that stand for these."""


@dataclass(slots=True)
class NotedEntity:
    name: str
    type: str
    message_id: int
    observations: dict[str, int] = field(default_factory=dict)
    """Text to message."""


@dataclass(slots=True)
class Noted:
    entities: dict[str, NotedEntity] = field(default_factory=dict)
    relations: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """(from, to, type) to message."""
    messages: frozenset[int] = frozenset()


class WrittenNotes:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def read(self) -> Noted:
        messages = await self._memory.conversations.history((await self._conversation()).id, MOST)
        noted = Noted(messages=frozenset(message.id for message in messages))
        for message in messages:
            _sort_in(noted, message)
        return noted

    async def write_entity(self, name: str, entity_type: str) -> None:
        await self._say(NewMessage(0, "system", entity_type, speaker=name, external_id=f"{ENTITY}{name}"))

    async def write_observation(self, name: str, text: str) -> None:
        await self._say(NewMessage(0, "user", text, speaker=name))

    async def write_relation(self, start: str, end: str, relation: str) -> None:
        record = json.dumps({"name": start, relation.replace("_", " "): end}, ensure_ascii=False)
        triple = json.dumps([start, end, relation], ensure_ascii=False)
        await self._say(NewMessage(0, "user", record, external_id=f"{RELATION}{triple}"))

    async def _say(self, message: NewMessage) -> None:
        talk = await self._conversation()
        await self._memory.observe(replace(message, conversation_id=talk.id))
        self._memory.wake()

    async def _conversation(self) -> Conversation:
        return await self._memory.conversations.of_agent(CONVERSATION, TITLE)


def _sort_in(noted: Noted, message: Message) -> None:
    kind, _, rest = message.external_id.partition(":")
    if f"{kind}:" == ENTITY and message.role == "system":
        noted.entities.setdefault(rest, NotedEntity(rest, message.text, message.id))
    elif f"{kind}:" == RELATION:
        start, end, relation = json.loads(rest)
        noted.relations[start, end, relation] = message.id
    elif message.speaker in noted.entities:
        noted.entities[message.speaker].observations.setdefault(message.text, message.id)


def ends_of(relations: Sequence[tuple[str, str, str]], names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Those with one of the names at either end."""
    among = set(names)
    return [one for one in relations if one[0] in among or one[1] in among]
