"""A session of the OpenAI Agents SDK over the memory: what is said in it is remembered as any talk is.

In and out: the items of ``agents.memory.Session`` (https://openai.github.io/openai-agents-python/sessions/), each a
message of one conversation. The person's texts are read into facts; what tools gave is data.
"""

from typing import TYPE_CHECKING, Any, cast

from zeph.library.async_memory import Memory
from zeph.library.blocking_memory import SyncMemory
from zeph.library.program_items import MOST, as_record, asked, item_of
from zeph.records.forgetting import Target
from zeph.records.message import Conversation, Message, NewMessage, Role

if TYPE_CHECKING:
    from agents import SessionSettings, TResponseInputItem

PREFIX = "agents:"
TITLE = "Talk with an agent"
RECORD = "item"
ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "system": "system", "developer": "system"}


class ZephSession:
    """``Runner.run(agent, question, session=ZephSession("trip", memory))``. ``memory`` is entered by the program, a
    :class:`zeph.Memory` or a :class:`zeph.SyncMemory`; items are all those of this id, or the last
    ``session_settings.limit``."""

    def __init__(
        self, session_id: str, memory: Memory | SyncMemory, session_settings: "SessionSettings | None" = None
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings
        self._memory = memory

    async def get_items(self, limit: int | None = None) -> "list[TResponseInputItem]":
        """The last ``limit`` items, oldest first."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        most = MOST if limit is None else limit
        return await asked(self._memory, lambda memory: self._last(memory, most)) if most > 0 else []

    async def add_items(self, items: "list[TResponseInputItem]") -> None:
        """Raises UsageError for an item that is no JSON."""
        await asked(self._memory, lambda memory: self._add(memory, items))

    async def pop_item(self) -> "TResponseInputItem | None":
        """The last one, which is gone then as if it had not been said."""
        return await asked(self._memory, self._pop)

    async def clear_session(self) -> None:
        """Forgets the session for good, and what it alone taught."""
        await asked(self._memory, self._clear)

    async def _add(self, memory: Memory, items: "list[TResponseInputItem]") -> None:
        keep_secrets = memory.settings.keep_secrets
        talk = await self._talk(memory)
        made = [_message(talk, cast("dict[str, Any]", item), keep_secrets) for item in items]
        for message in made:
            await memory.observe(message)
        memory.wake()

    async def _last(self, memory: Memory, limit: int) -> "list[TResponseInputItem]":
        talk = await self._talk(memory)
        return [_item(message) for message in await memory.conversations.history(talk.id, limit)]

    async def _pop(self, memory: Memory) -> "TResponseInputItem | None":
        talk = await self._talk(memory)
        last = await memory.conversations.history(talk.id, 1)
        await memory.take_back(last)
        return _item(last[0]) if last else None

    async def _clear(self, memory: Memory) -> None:
        talk = await self._talk(memory)
        if await memory.conversations.history(talk.id, 1):
            await memory.forget(Target(conversations=(talk.id,)))

    async def _talk(self, memory: Memory) -> Conversation:
        return await memory.conversations.of_agent(f"{PREFIX}{self.session_id}", f"{TITLE}: {self.session_id}")


def _message(talk: Conversation, item: dict[str, Any], keep_secrets: bool) -> NewMessage:
    """An item that is a text and who said it needs no more than that; any other is kept beside its text."""
    content = item.get("content")
    role = ROLES.get(str(item.get("role")), "tool")
    if isinstance(content, str) and item == {"role": role, "content": content} and content.strip():
        return NewMessage(talk.id, role, content)
    record = as_record(RECORD, item, keep_secrets=keep_secrets)
    return NewMessage(talk.id, role, _text(content or item.get("output")), tool_calls=record)


def _text(content: Any) -> str:
    """What somebody says in it; pictures and files are no text."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))


def _item(message: Message) -> "TResponseInputItem":
    kept = item_of(message, RECORD)
    return cast("TResponseInputItem", kept or {"role": message.role, "content": message.text})
